import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replaceMember } from '../support/host/replaceMember';
import { runCommand } from '../../src/ui/commands/runCommand';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

const server = { account: 'service', kind: 'server', ids: [5] };
const path = '/api/v3/servers/5/installationscript';
/** The question names the server. */
const named = 'GET /api/v3/servers/5';

describe('the installation script of a server', () => {
  let asked: string[];
  let answer: string | undefined;
  let restore: () => void;
  let restorePick: () => void;

  const window = eachTest(() => openAccountWindow({ id: 'service', label: 'Example Hosting' }));
  beforeEach(async () => {
    asked = [];
    answer = 'Copy';
    restore = replaceMember(
      vscode.window,
      'showWarningMessage',
      (text: string, { detail = '' }: { detail?: string } = {}) => {
        asked.push(`${text} ${detail}`);
        return Promise.resolve(answer);
      },
    );
    restorePick = replaceMember(
      vscode.window,
      'showQuickPick',
      (items: readonly vscode.QuickPickItem[]) =>
        Promise.resolve(items.find(({ label }) => label === 'Installation Script…')),
    );
    await vscode.env.clipboard.writeText('before');
  });

  afterEach(async () => {
    restore();
    restorePick();
    await vscode.env.clipboard.writeText('');
  });

  async function reads(): Promise<string[]> {
    const made = await window.probe.requests();
    return made.map(({ method, path: at }) => `${method} ${at}`);
  }

  /** Everything that the window wrote to files. */
  async function stored(folder: vscode.Uri): Promise<string> {
    const { fs } = vscode.workspace;
    const entries = await fs.readDirectory(folder).then(
      (found) => found,
      () => [],
    );
    const texts = entries.map(async ([name, type]) => {
      const uri = vscode.Uri.joinPath(folder, name);
      if (type === vscode.FileType.Directory) return stored(uri);
      return new TextDecoder().decode(await fs.readFile(uri));
    });
    return (await Promise.all(texts)).join('\n');
  }

  it('goes only to the clipboard, after a warning', async () => {
    const result = await runCommand('serverManagement.copy', window.services, [server]);
    assert.equal(result, undefined);
    assert.match(asked[0] ?? '', /holds a credential/);
    assert.match(asked[0] ?? '', /Account: Example Hosting/);
    assert.match(asked[0] ?? '', /^Copy the installation script of "never-connected-toronto"\?/);
    assert.deepEqual(await reads(), [named, `GET ${path}`]);
    const script = await vscode.env.clipboard.readText();
    const credential = /TOKEN=(\S+)/.exec(script)?.[1];
    assert.ok(credential);
    const documents = vscode.workspace.textDocuments.map((document) => document.getText());
    assert.ok(!documents.join('\n').includes(credential));
    assert.ok(!(await stored(window.folder)).includes(credential));
    const known = JSON.stringify(window.services.store.known('service'));
    assert.ok(!known.includes(credential));
    const { changeLog } = window.services;
    assert.ok(!JSON.stringify(changeLog.entries).includes(credential));
  });

  it("isn't even read before the person agrees", async () => {
    answer = undefined;
    await runCommand('serverManagement.copy', window.services, [server]);
    assert.deepEqual(await reads(), [named]);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });
});
