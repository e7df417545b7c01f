import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AccountRecord } from '../../src/resources/accounts/account';
import { AccountProvider } from '../../src/ui/accounts/accountProvider';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { eventually } from '../support/eventually';
import { allRows, type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';

describe('windows that share their secrets', () => {
  let service: Sandbox;
  let secrets: MemorySecrets;
  let here: HostWindow;
  let there: HostWindow;

  function recordOf(label: string, token = service.token): AccountRecord {
    return {
      id: label.toLowerCase(),
      label,
      baseUrl: service.url,
      environment: 'staging',
      pathWords: { cache: 'platformcache', hub: 'platformhub' },
      addedAt: 1,
      credentials: { kind: 'token', token },
    };
  }

  async function labelsIn({ core }: HostWindow): Promise<readonly unknown[]> {
    const rows = (await core.explorer.servers.getChildren()).map((node) =>
      core.explorer.servers.getTreeItem(node),
    );
    return rows.map(({ label }) => label);
  }

  beforeEach(async () => {
    service = await startService();
    secrets = new MemorySecrets();
    here = openHostWindow(secrets);
    there = openHostWindow(secrets);
    await here.core.accounts.save(recordOf('One'));
  });

  afterEach(async () => {
    await Promise.all([here.close(), there.close()]);
    await service.close();
  });

  it('follow an account that is added, renamed and removed elsewhere, in rows and in the menu', async () => {
    const menu = new AccountProvider(there.core, () => undefined);
    let redrawn = 0;
    there.core.explorer.servers.onDidChangeTreeData(() => (redrawn += 1));
    await here.core.accounts.save(recordOf('Two'));
    assert.deepEqual(await labelsIn(there), ['One', 'Two']);
    await here.core.accounts.save({ ...recordOf('Two'), label: 'Second' });
    assert.deepEqual(await labelsIn(there), ['One', 'Second']);
    assert.deepEqual(
      (await menu.list(undefined, undefined)).map(({ account }) => account.label),
      ['One', 'Second'],
    );
    await here.core.accounts.remove('two');
    await eventually(() => assert.equal(redrawn, 3));
    assert.ok((await labelsIn(there)).includes('shop-frankfurt'));
  });

  it('resume by a new token that was given elsewhere, without a reload', async () => {
    const probe = new SandboxProbe(service);
    await here.core.accounts.save(recordOf('One', 'dead'));
    assert.deepEqual(await labelsIn(there), ['Sign in again']);
    const sent = (await probe.requests()).length;
    assert.deepEqual(await labelsIn(there), ['Sign in again']);
    assert.equal((await probe.requests()).length, sent, 'the dead token was sent again');

    await here.core.accounts.save(recordOf('One'));
    assert.ok((await labelsIn(there)).includes('shop-frankfurt'));
    assert.ok((await labelsIn(here)).includes('shop-frankfurt'));
  });

  it('have one row for a dead account, whatever is open below it', async () => {
    await here.core.accounts.save(recordOf('Two'));
    const tree = here.core.explorer.servers;
    const [one] = await tree.getChildren();
    const servers = await tree.getChildren(one);
    const server = servers.find((node) => tree.getTreeItem(node).label === 'shop-frankfurt');
    const collections = await tree.getChildren(server);
    await here.core.accounts.save(recordOf('One', 'dead'));
    // What was known is gone with the token; what is open is asked for anew.
    await tree.getChildren(one);
    const below = await Promise.all(collections.map((node) => tree.getChildren(node)));
    const labels = (await allRows(tree)).map(({ item }) => item.label);
    assert.equal(labels.filter((label) => label === 'Sign in again').length, 1);
    const children = new Set(below.flat().map((node) => tree.getTreeItem(node).label));
    assert.ok(children.has('shown after you have signed in again'));
    assert.ok(!children.has('Sign in again'));
    assert.ok(labels.includes('shop-frankfurt'), "the other account's rows");
  });

  it('do not try a dead token again because its account is renamed', async () => {
    const probe = new SandboxProbe(service);
    await here.core.accounts.save(recordOf('One', 'dead'));
    await labelsIn(there);
    await probe.forgetRequests();
    await here.core.accounts.save({ ...recordOf('One', 'dead'), label: 'First' });
    await eventually(async () =>
      assert.equal((await there.core.sessions.account('one'))?.label, 'First'),
    );
    assert.deepEqual(await labelsIn(there), ['Sign in again']);
    assert.deepEqual(await probe.requests(), []);
  });

  it('name the account of a panel where there are several, and stay with it', async () => {
    const reference = { account: 'one', kind: 'server', ids: [1] } as const;
    const titles = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    const isTitled = (title: string): Promise<void> =>
      eventually(() => assert.ok(titles().includes(title), titles().join()));
    await labelsIn(here);
    here.core.panels.open(reference);
    await isTitled('shop-frankfurt');
    await there.core.accounts.save(recordOf('Two'));
    await isTitled('shop-frankfurt · One');
    await there.core.accounts.save({ ...recordOf('One'), label: 'First' });
    await isTitled('shop-frankfurt · First');
    await there.core.accounts.remove('two');
    await isTitled('shop-frankfurt');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
