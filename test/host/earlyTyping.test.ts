import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordFor } from '../support/accountRecord';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { startService } from '../support/startService';
import type { Sandbox } from '../../src/sandbox/sandbox';

const uri = vscode.Uri.from({
  scheme: 'server-management',
  path: '/server-management/live/servers/1/cron-jobs/101.cron-job.json',
});

describe('what is typed while a document is still being opened', () => {
  let service: Sandbox;
  let window: HostWindow;
  let text: string;
  let typed: string;

  beforeEach(async () => {
    service = await startService();
    window = openHostWindow(new MemorySecrets());
    await window.services.accounts.save(
      recordFor(service, { id: 'live', label: 'Example Hosting', environment: 'staging' }),
    );
    text = await window.services.saves.read(uri);
    typed = text.replace('"id": 101', '"id": 102');
    assert.notEqual(typed, text);
  });

  afterEach(async () => {
    await window.close();
    await service.close();
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
