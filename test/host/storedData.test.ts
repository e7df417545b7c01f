import assert from 'node:assert/strict';

import * as vscode from 'vscode';
import { platform } from '../../src/platform/platform';
import { runCommand } from '../../src/ui/commands/runCommand';
import { toDraftPath } from '../../src/documents/drafts/draftPath';
import { keptDrafts } from '../../src/documents/drafts/storedDraft';
import { keptChanges } from '../../src/panels/page/messages';
import { KeptValues } from '../../src/resources/storage/stored';
import { eventually } from '../support/eventually';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { replaceMember } from '../support/host/replaceMember';
import { TestBox } from '../support/host/testBox';
import { MemorySecrets } from '../support/memorySecrets';
import { startService } from '../support/startService';
import { toDocumentPath } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { recordFor } from '../support/accountRecord';
import { eachTest } from '../support/eachTest';

const server = { account: 'sandbox', kind: 'server', ids: [1] } as const;
const sshSettings = { account: 'sandbox', kind: 'sshSettings', ids: [1] } as const;

/** The names of all files in a folder and its subfolders; none if it is missing. */
async function filesIn(folder: vscode.Uri): Promise<string[]> {
  const entries = await Promise.resolve(vscode.workspace.fs.readDirectory(folder)).catch(() => []);
  const names = entries.map(async ([name, type]) =>
    type === vscode.FileType.Directory ? filesIn(vscode.Uri.joinPath(folder, name)) : [name],
  );
  return (await Promise.all(names)).flat();
}

describe('all stored data', () => {
  let window: HostWindow;
  let service: Sandbox;
  let restore: readonly (() => void)[];
  let asked: string[];

  const secrets = eachTest(() => new MemorySecrets());
  beforeEach(async () => {
    service = await startService();
    window = openHostWindow(secrets, (options) =>
      platform.startSandbox({ ...options, report: () => undefined }),
    );
    asked = [];
    restore = [
      replaceMember(vscode.window, 'showWarningMessage', (...texts: readonly unknown[]) => {
        const [text, options] = texts as [string, vscode.MessageOptions];
        asked.push(`${text}\n${options.detail}`);
        return Promise.resolve(texts.at(-1));
      }),
      replaceMember(vscode.window, 'showInformationMessage', (text: string) => {
        asked.push(text);
        return Promise.resolve(undefined);
      }),
    ];
  });

  afterEach(async () => {
    for (const each of restore) each();
    await window.close();
    await service.close();
  });

  /** The places of stored data. */
  async function stored(): Promise<{
    readonly secrets: readonly string[];
    readonly global: readonly string[];
    readonly workspace: readonly string[];
    readonly files: readonly string[];
  }> {
    const { context, folder } = window;
    return {
      secrets: await secrets.keys(),
      global: context.globalState.keys(),
      workspace: context.workspaceState.keys(),
      // Files shared by windows are named after the window that wrote them.
      files: (await filesIn(folder)).map((name) => name.replace(/-[0-9a-f]{16}-\d+/, '')),
    };
  }

  /** Stores something in every place. */
  async function useEverything(): Promise<void> {
    const { services, context } = window;
    await services.sandbox.enable();
    await services.sandbox.running();
    await services.accounts.save(
      recordFor(service, { id: 'one', label: 'One', environment: 'staging' }),
    );
    await services.secretPersistence.noteAdded('One');
    const { pins, options, pendingFirewalls, storage } = services.explorer.sources;
    const { servers } = services.explorer;
    const accounts = await servers.getChildren();
    await Promise.all(accounts.map((account) => servers.getChildren(account)));
    await pins.add(server, { name: 'shop-frankfurt' });
    await options.change({ filter: 'shop', hiddenKinds: ['cronJob'] });
    await pendingFirewalls.note(server);
    await services.explorer.finder.open();
    await services.explorer.finder.fill();
    await storage.flush();
    await services.drafts.start({ account: 'sandbox', kind: 'cronJob', parents: [1] });
    const content = { label: 'Created', command: '/bin/true' };
    await new KeptValues(context.workspaceState, keptDrafts).set(
      toDraftPath({ account: 'sandbox', kind: 'cronJob', parents: [1] }, 7),
      {
        text: '{}',
        at: Date.now(),
        state: { type: 'done', sent: { content, text: '{}' }, ids: [1, 101] },
      },
    );
    const document = await services.documents.read(sshSettings);
    await services.documents.noteOpened(sshSettings, { text: document, isDirty: false });
    const changed = document.replace(/"useDns": (true|false)/, (_all, value: string) =>
      value === 'true' ? '"useDns": false' : '"useDns": true',
    );
    await services.documents.save(sshSettings, changed);
    await new KeptValues(context.workspaceState, keptChanges).set(toDocumentPath(server), [
      { id: 'name', from: 'shop-frankfurt', to: 'shop' },
    ]);
  }

  it('is only in these places', async () => {
    await useEverything();
    const { secrets: keys, global, workspace } = await stored();
    assert.deepEqual(keys.toSorted(), ['account.one', 'secrets.mark']);
    assert.deepEqual(global.toSorted(), ['sandbox.enabled', 'secrets.mark']);
    assert.deepEqual(
      new Set(workspace.map((key) => key.split(':')[0])),
      new Set(['document', 'draft', 'panel']),
    );
    const isThere = async (): Promise<void> =>
      assert.deepEqual((await stored()).files.toSorted(), [
        'changes.json',
        'choices.json',
        'index-one.json',
        'index-sandbox.json',
        'sandbox.json',
        'tree-one.json',
        'tree-sandbox.json',
      ]);
    // The sandbox writes with a delay.
    await eventually(isThere);
  });

  it('is removed by one command, and none of it comes back', async () => {
    await useEverything();
    const box = new TestBox();
    restore = [...restore, replaceMember(vscode.window, 'createInputBox', () => box)];
    const removing = runCommand('serverManagement.removeStoredData', window.services, []);
    await eventually(() => assert.ok(box.placeholder));
    assert.match(
      asked[0] ?? '',
      /^Remove everything[^]*\nAccounts: 2\nDrafts: 1\nPanels with unsaved changes: 1\nCredentials/,
    );
    assert.notDeepEqual((await stored()).secrets, [], 'only a typed word removes anything');
    box.type('Remove');
    box.enter();
    await removing;
    assert.match(asked[1] ?? '', /was removed\. .*other windows: until then they stay signed in/);
    const nothing = { secrets: [], global: [], workspace: [], files: [] };
    await window.services.explorer.servers.getChildren();
    assert.deepEqual(window.services.explorer.sources.options.current.filter, '');
    await window.services.stop();
    const { global, ...others } = await stored();
    // Having no entry also means that the sandbox isn't in use.
    assert.deepEqual({ ...others, global }, nothing);
  });
});
