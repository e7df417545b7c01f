import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { runCommand } from '../../src/ui/commands/run/runCommand';
import { recordFor } from '../support/accountRecord';

const command = 'serverManagement.copyInstallationScript';
const server = { account: 'service', kind: 'server', ids: [1] };
const path = '/api/v3/servers/1/installationscript';
/** The question names the server. */
const named = 'GET /api/v3/servers/1';

describe('the installation script of a server', () => {
  let service: Sandbox;
  let window: HostWindow;
  let asked: string[];
  let answer: string | undefined;
  let restore: () => void;

  beforeEach(async () => {
    service = await startService();
    window = openHostWindow(new MemorySecrets());
    await window.services.accounts.save(
      recordFor(service, { id: 'service', label: 'Example Hosting' }),
    );
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
    await vscode.env.clipboard.writeText('before');
  });

  afterEach(async () => {
    restore();
    await vscode.env.clipboard.writeText('');
    await window.close();
    await service.close();
  });

  async function reads(): Promise<string[]> {
    const made = await new SandboxProbe(service).requests();
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
    const result = await runCommand(command, window.services, [server]);
    assert.equal(result, undefined);
    assert.match(asked[0] ?? '', /holds a credential/);
    assert.match(asked[0] ?? '', /^Copy the installation script of "shop-frankfurt"\?/);
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
    await runCommand(command, window.services, [server]);
    assert.deepEqual(await reads(), [named]);
    assert.equal(await vscode.env.clipboard.readText(), 'before');
  });
});
