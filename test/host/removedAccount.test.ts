import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordFor } from '../support/accountRecord';
import { toAccountId } from '../../src/accounts/account';
import { type LoggedChange, findObstacle } from '../../src/documents/history/changeLog';
import { findPanelKind } from '../../src/panels/panelKinds';
import { saveChanges, toFailure } from '../../src/panels/saveChanges';
import { type ResourceReference, toDocumentPath } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { describeError } from '../../src/ui/editor/messages';
import type { Failure, PendingChange } from '../../src/pages/protocol';
import { eventually } from '../support/eventually';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';

const job = { label: 'Left over', username: 'webmaster', command: '/bin/true' };

describe('after an account is removed', () => {
  let services: readonly Sandbox[];
  let window: HostWindow;
  let removed: string;
  let added: string;

  async function add(service: Sandbox): Promise<string> {
    const record = recordFor(service, { id: toAccountId('Example') });
    await window.services.accounts.save(record);
    return record.id;
  }

  /** Removes the account, and adds another service under its name. */
  async function replace(): Promise<void> {
    await window.services.accounts.remove(removed);
    const [, other] = services;
    assert.ok(other);
    added = await add(other);
    await Promise.all(services.map((service) => new SandboxProbe(service).forgetRequests()));
  }

  /** Adds the first service again, with the same name and address. */
  async function addFirstAgain(): Promise<string> {
    const [service] = services;
    assert.ok(service);
    return add(service);
  }

  function pathOfWaf(account: string): string {
    return toDocumentPath({ account, kind: 'waf', ids: [1, 101] });
  }

  /** The page of a panel that the editor restores, with the page's own state. */
  async function restored(path: string, changes: readonly PendingChange[]): Promise<string> {
    const column = vscode.ViewColumn.One;
    const panel = vscode.window.createWebviewPanel('test', 'Test', column);
    await window.services.panels.restore(panel, { path, changes });
    const { html } = panel.webview;
    panel.dispose();
    return html;
  }

  async function requests(): Promise<readonly unknown[]> {
    return (await Promise.all(services.map((each) => new SandboxProbe(each).requests()))).flat();
  }

  beforeEach(async () => {
    services = await Promise.all([startService(), startService()]);
    window = openHostWindow(new MemorySecrets());
    const [service] = services;
    assert.ok(service);
    removed = await add(service);
  });

  afterEach(async () => {
    await window.close();
    await Promise.all(services.map((service) => service.close()));
  });

  it('a draft creates nothing anywhere', async () => {
    const { drafts } = window.services;
    const draft = await drafts.start({ account: removed, kind: 'cronJob', parents: [1] });
    const text = JSON.stringify({ ...(JSON.parse(drafts.read(draft)) as object), ...job });
    await replace();
    await assert.rejects(drafts.write(draft, text, false), /The account "example" was removed/);
    assert.deepEqual(await requests(), []);
    assert.equal(drafts.find(draft)?.state, undefined);
  });

  it('a panel saves nothing anywhere', async () => {
    const { documents } = window.services;
    const reference = (account: string): ResourceReference => ({
      account,
      kind: 'waf',
      ids: [1, 101],
    });
    await documents.read(reference(removed));
    await replace();
    const { saved, refusal } = await saveChanges({ documents, describeError }, reference(removed), [
      { id: 'paranoia', from: 2, to: 3 },
    ]);
    assert.deepEqual(saved, []);
    assert.match(refusal?.text ?? '', /The account "example" was removed/);
    assert.deepEqual(await requests(), []);
    assert.equal(documents.baseOf(reference(added)), undefined);
  });

  it('a panel offers helpful actions instead of a retry', async () => {
    const { store } = window.services;
    const kind = findPanelKind('server');
    assert.ok(kind);
    const read = async (account: string): Promise<unknown> => {
      const error: unknown = await store
        .read({ account, kind: 'server', ids: [1] })
        .catch((each: unknown) => each);
      return toFailure(kind, error, { describeError });
    };
    await window.services.accounts.remove(removed);
    const text =
      'The account "example" was removed. To continue, add the account again and open the resource from there.';
    const buttons = [{ id: 'addAccount', label: 'Add Account…' }];
    assert.deepEqual(await read(removed), { type: 'failure', text, canRetry: false, buttons });
    const { buttons: others } = (await read('sandbox')) as Failure;
    assert.deepEqual(others, [{ id: 'useSandbox', label: 'Use the Sandbox' }]);
  });

  it("the changes in a panel are forgotten, and don't appear in any other panel", async () => {
    const { workspaceState } = window.context;
    const changes = [{ id: 'paranoia', from: 2, to: 3 }];
    const keep = (path: string): Thenable<void> => workspaceState.update(`panel:${path}`, changes);
    const path = pathOfWaf(removed);
    await keep(path);
    assert.match(await restored(path, []), /paranoia/, "it's shown while the account exists");
    await replace();
    await eventually(() => assert.equal(workspaceState.get(`panel:${path}`), undefined));
    // The page remembers it as well.
    assert.doesNotMatch(await restored(path, changes), /paranoia/);
    for (const other of [added, await addFirstAgain()]) {
      assert.doesNotMatch(await restored(pathOfWaf(other), []), /paranoia/);
    }
  });

  it('its pin is forgotten, its link leads nowhere, and its change can’t be undone', async () => {
    const { explorer, changeLog } = window.services;
    const pinned = { account: removed, kind: 'server', ids: [1] } as const;
    await explorer.pin(pinned);
    const { pins } = explorer.sources;
    assert.equal(pins.all.length, 1);
    const path = `/server-management/${removed}/servers/1.server.json`;
    const change = { path: ['name'], before: 'a', after: 'b' };
    const logged = { at: 1, reference: pinned, label: 'x', changes: [change], outcome: 'done' };
    await changeLog.add(logged as LoggedChange);
    await replace();
    await eventually(() => assert.deepEqual(pins.all, []));
    assert.equal(await explorer.follow(path), 'noAccount');
    await addFirstAgain();
    const accounts = (await window.services.sessions.accounts()).map(({ id }) => id);
    const [entry] = changeLog.entries;
    assert.ok(entry);
    assert.equal(findObstacle(entry, new Set(accounts)), 'accountRemoved');
    assert.deepEqual([pins.all, await explorer.follow(path)], [[], 'noAccount']);
  });
});
