import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AccountRecord } from '../../src/accounts/account';
import { recordFor } from '../support/accountRecord';
import { AccountProvider } from '../../src/ui/accounts/accountActions';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { eventually } from '../support/eventually';
import { allRows, type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';

describe('windows that share secrets', () => {
  let service: Sandbox;
  let secrets: MemorySecrets;
  let here: HostWindow;
  let there: HostWindow;

  function recordOf(label: string, token = service.token): AccountRecord {
    const { url } = service;
    return recordFor({ url, token }, { id: label.toLowerCase(), label, environment: 'staging' });
  }

  async function labelsIn({ services }: HostWindow): Promise<readonly unknown[]> {
    const rows = (await services.explorer.servers.getChildren()).map((node) =>
      services.explorer.servers.getTreeItem(node),
    );
    return rows.map(({ label }) => label);
  }

  beforeEach(async () => {
    service = await startService();
    secrets = new MemorySecrets();
    here = openHostWindow(secrets);
    there = openHostWindow(secrets);
    await here.services.accounts.save(recordOf('One'));
  });

  afterEach(async () => {
    await Promise.all([here.close(), there.close()]);
    await service.close();
  });

  it('follow an account that is added, renamed and removed elsewhere, in rows and in the menu', async () => {
    const menu = new AccountProvider(there.services, () => undefined);
    let redrawn = 0;
    there.services.explorer.servers.onDidChangeTreeData(() => (redrawn += 1));
    await here.services.accounts.save(recordOf('Two'));
    assert.deepEqual(await labelsIn(there), ['One', 'Two']);
    await here.services.accounts.save({ ...recordOf('Two'), label: 'Second' });
    assert.deepEqual(await labelsIn(there), ['One', 'Second']);
    assert.deepEqual(
      (await menu.list(undefined, undefined)).map(({ account }) => account.label),
      ['One', 'Second'],
    );
    await here.services.accounts.remove('two');
    await eventually(async () => {
      assert.ok((await labelsIn(there)).includes('shop-frankfurt'));
    });
    assert.ok(redrawn >= 3, `redrawn ${redrawn} times`);
  });

  it('show no data from the old address once an account has a new one', async () => {
    const other = await startService();
    try {
      await new SandboxProbe(other).call('PATCH', '/api/v3/servers/1/settings/meta', {
        name: 'elsewhere',
      });
      assert.ok((await labelsIn(there)).includes('shop-frankfurt'));
      await here.services.accounts.save({
        ...recordOf('One', other.token),
        baseUrl: other.url,
      });
      for (const window of [here, there]) {
        const labels = await labelsIn(window);
        assert.ok(labels.includes('elsewhere'), labels.join());
        assert.ok(!labels.includes('shop-frankfurt'), labels.join());
      }
    } finally {
      await other.close();
    }
  });

  it('resume with a new token entered elsewhere, without a reload', async () => {
    const probe = new SandboxProbe(service);
    await here.services.accounts.save(recordOf('One', 'dead'));
    assert.deepEqual(await labelsIn(there), ['Sign in again']);
    const sent = (await probe.requests()).length;
    assert.deepEqual(await labelsIn(there), ['Sign in again']);
    assert.equal((await probe.requests()).length, sent, 'the dead token was sent again');

    await here.services.accounts.save(recordOf('One'));
    assert.ok((await labelsIn(there)).includes('shop-frankfurt'));
    assert.ok((await labelsIn(here)).includes('shop-frankfurt'));
  });

  it('show one row for a signed-out account, even with rows expanded below it', async () => {
    await here.services.accounts.save(recordOf('Two'));
    const tree = here.services.explorer.servers;
    const [one] = await tree.getChildren();
    const servers = await tree.getChildren(one);
    const server = servers.find((node) => tree.getTreeItem(node).label === 'shop-frankfurt');
    const collections = await tree.getChildren(server);
    await here.services.accounts.save(recordOf('One', 'dead'));
    // Known data disappears with the token; expanded rows are read again.
    await tree.getChildren(one);
    const below = await Promise.all(collections.map((node) => tree.getChildren(node)));
    const labels = (await allRows(tree)).map(({ item }) => item.label);
    assert.equal(labels.filter((label) => label === 'Sign in again').length, 1);
    const children = new Set(below.flat().map((node) => tree.getTreeItem(node).label));
    assert.ok(children.has('shown after you sign in again'));
    assert.ok(!children.has('Sign in again'));
    assert.ok(labels.includes('shop-frankfurt'), "the other account's rows");
  });

  it("don't retry a dead token when its account is renamed", async () => {
    const probe = new SandboxProbe(service);
    await here.services.accounts.save(recordOf('One', 'dead'));
    await labelsIn(there);
    await probe.forgetRequests();
    await here.services.accounts.save({ ...recordOf('One', 'dead'), label: 'First' });
    await eventually(async () =>
      assert.equal((await there.services.sessions.account('one'))?.label, 'First'),
    );
    assert.deepEqual(await labelsIn(there), ['Sign in again']);
    assert.deepEqual(await probe.requests(), []);
  });

  it("show a panel's account if there are several, and keep its name current", async () => {
    const reference = { account: 'one', kind: 'server', ids: [1] } as const;
    const titles = (): readonly string[] =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ label }) => label));
    const isTitled = (title: string): Promise<void> =>
      eventually(() => assert.ok(titles().includes(title), titles().join()));
    await labelsIn(here);
    here.services.panels.open(reference);
    await isTitled('shop-frankfurt');
    await there.services.accounts.save(recordOf('Two'));
    await isTitled('shop-frankfurt · One');
    await there.services.accounts.save({ ...recordOf('One'), label: 'First' });
    await isTitled('shop-frankfurt · First');
    await there.services.accounts.remove('two');
    await isTitled('shop-frankfurt');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('share pins, hidden kinds, firewall notes and the history, and lose none of them', async () => {
    await there.close();
    there = openHostWindow(secrets, undefined, { folder: here.folder });
    await Promise.all([labelsIn(here), labelsIn(there)]);
    const server = (id: number) => ({ account: 'one', kind: 'server', ids: [id] }) as const;
    const [mine, theirs] = [here.services.explorer.sources, there.services.explorer.sources];
    await Promise.all([
      mine.pins.add(server(1), { name: 'shop-frankfurt' }),
      theirs.pins.add(server(2), { name: 'batch-amsterdam' }),
      mine.options.change({ hiddenKinds: ['waf'] }),
      theirs.options.change({ hiddenKinds: ['cronJob'] }),
      mine.pendingFirewalls.note(server(1)),
      theirs.pendingFirewalls.note(server(2)),
      ...[here, there].map(({ services }, at) =>
        services.changeLog.add({
          at,
          reference: server(1),
          label: `change ${at}`,
          changes: [{ path: ['name'], before: 'a', after: 'b' }],
          outcome: 'done',
        }),
      ),
    ]);
    for (const { services } of [here, there]) {
      const { pins, options, pendingFirewalls } = services.explorer.sources;
      // The editor reports the other window's file.
      await eventually(() => {
        assert.ok(pins.find(server(1)) && pins.find(server(2)));
        assert.deepEqual(options.current.hiddenKinds.toSorted(), ['cronJob', 'waf']);
        const rules = (id: number) =>
          ({ account: 'one', kind: 'firewallRule', parents: [id] }) as const;
        assert.ok(pendingFirewalls.isPending(rules(1)) && pendingFirewalls.isPending(rules(2)));
      });
      await services.changeLog.refresh();
      const labels = services.changeLog.entries.map(({ label }) => label);
      assert.deepEqual(labels.toSorted(), ['change 0', 'change 1']);
    }

    await here.services.accounts.remove('one');
    await eventually(() => {
      assert.deepEqual([mine.pins.all, theirs.pins.all], [[], []]);
      const rules = { account: 'one', kind: 'firewallRule', parents: [1] } as const;
      assert.ok(!mine.pendingFirewalls.isPending(rules));
    });
    assert.equal(here.services.changeLog.entries.length, 2, 'the history is kept');
  });
});
