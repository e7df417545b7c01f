import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

const uri = vscode.Uri.from({
  scheme: 'server-management',
  path: '/server-management/live/servers/1/cron-jobs/101.cron-job.json',
});

describe('what is typed while a document is still being opened', () => {
  let text: string;
  let typed: string;

  const window = eachTest(() =>
    openAccountWindow({ id: 'live', label: 'Example Hosting', environment: 'staging' }),
  );
  beforeEach(async () => {
    text = await window.services.saves.read(uri);
    typed = text.replace('"id": 101', '"id": 102');
    assert.notEqual(typed, text);
  });

  function problems(): readonly string[] {
    return vscode.languages.getDiagnostics(uri).map(({ message }) => message);
  }

  it('shows its problems', async () => {
    const { saves } = window.services;
    const opening = saves.open(uri, { text, isDirty: false });
    await saves.change(uri, { text: typed, isDirty: true });
    await opening;
    assert.deepEqual(problems(), ['"id" is read-only: restore the original value.']);
  });
});
