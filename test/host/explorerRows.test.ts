import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { KindId } from '../../src/resources/kinds/kind';
import { findKind, kinds } from '../../src/resources/kinds/kinds';
import type { CollectionReference, ResourceReference } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { runCommand } from '../../src/ui/commands/runCommand';
import { asksForSignIn } from '../../src/ui/tree/accountItems';
import { eventually } from '../support/eventually';
import { allRows, type HostWindow, openHostWindow, type Row } from '../support/host/hostWindow';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';

function toText(label: vscode.TreeItem['label']): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}

const cronJobs = { account: 'example', kind: 'cronJob', parents: [2] } as const;
const firewallRules = { account: 'example', kind: 'firewallRule', parents: [2] } as const;

describe('rows of the explorer', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let window: HostWindow;
  let restore: () => void;

  beforeEach(async () => {
    service = await startService({ servers: 60 });
    probe = new SandboxProbe(service);
    window = openHostWindow(new MemorySecrets());
    await window.core.accounts.save({
      id: 'example',
      label: 'Example',
      baseUrl: service.url,
      environment: 'development',
      pathWords: { cache: 'platformcache', hub: 'platformhub' },
      addedAt: 1,
      credentials: { kind: 'token', token: service.token },
    });
    // Whoever is asked before something is deleted, agrees.
    restore = replaceMember(vscode.window, 'showWarningMessage', (...texts: readonly unknown[]) =>
      Promise.resolve(texts.at(-1)),
    );
  });

  afterEach(async () => {
    restore();
    await window.close();
    await service.close();
  });

  /** The first of each kind is opened, so that every kind is seen without asking for all there is. */
  async function oneOfEach(): Promise<readonly Row[]> {
    const opened = new Set<KindId>();
    const opens = ({ node }: Row): boolean => {
      if (node.type !== 'resource') return true;
      const isFirst = !opened.has(node.reference.kind);
      opened.add(node.reference.kind);
      return isFirst;
    };
    const { servers, account } = window.core.explorer;
    return [...(await allRows(servers, opens)), ...(await allRows(account, opens))];
  }

  function itemOf(reference: CollectionReference | ResourceReference): vscode.TreeItem {
    const node =
      'ids' in reference
        ? ({ type: 'resource', reference } as const)
        : ({ type: 'collection', reference } as const);
    return window.core.explorer.servers.getTreeItem(node);
  }

  async function labels(reference: CollectionReference): Promise<readonly unknown[]> {
    const { servers } = window.core.explorer;
    const rows = await servers.getChildren({ type: 'collection', reference });
    return rows.map((node) => servers.getTreeItem(node).label);
  }

  it('exist for every kind, and each has an identity, a label for screen readers and an icon', async () => {
    const rows = await oneOfEach();
    const seen = new Set(
      rows.flatMap(({ node }) => (node.type === 'resource' ? [node.reference.kind] : [])),
    );
    assert.deepEqual(
      kinds.map(({ id }) => id).filter((id) => !seen.has(id)),
      [],
    );
    assert.equal(new Set(rows.map(({ item }) => item.id)).size, rows.length, 'identities');
    for (const { node, item } of rows) {
      const label = item.accessibilityInformation?.label ?? '';
      const shown = toText(item.label);
      assert.ok(label.includes(shown), `"${shown}" is read out as "${label}"`);
      assert.doesNotMatch(label, /undefined|null|\[object/);
      if (node.type !== 'resource') continue;
      const { names, variable } = findKind(node.reference.kind);
      if (variable) assert.ok(label.startsWith(`${names.one}, `), label);
      if (typeof item.description === 'string') {
        assert.ok(label.includes(item.description.replace('★ ', '')), label);
      }
      assert.ok(item.iconPath instanceof vscode.ThemeIcon, shown);
    }
  });

  it('tell a state by an icon in words, too: no colour is the only sign', async () => {
    for (const { node, item } of await oneOfEach()) {
      if (node.type !== 'resource' || !(item.iconPath instanceof vscode.ThemeIcon)) continue;
      if (!item.iconPath.color) continue;
      const { state } = window.core.explorer.describe(node.reference);
      const label = item.accessibilityInformation?.label ?? '';
      assert.ok(state !== undefined && label.includes(state), `${label}: ${state}`);
    }
  });

  it('that are none have labels, too: more, nothing, a failure, not offered', async () => {
    await probe.addFault('500:GET:/api/v3/servers/1/supervisors');
    await probe.addFault('404:GET:/api/v3/servers/1/databases');
    await window.core.explorer.sources.options.change({ filter: '' });
    const rows = (await oneOfEach()).filter(({ node }) =>
      ['more', 'message', 'failure'].includes(node.type),
    );
    const read = rows.map(({ item }) => item.accessibilityInformation?.label ?? '');
    for (const words of [
      'Servers, Load more (40 of 60)',
      'The service failed (500)',
      'not offered by the service',
    ]) {
      assert.ok(
        read.some((label) => label.includes(words)),
        `${words}: ${read.join(' | ')}`,
      );
    }
    assert.ok(rows.every(({ node }) => node.type !== 'failure' || !asksForSignIn(node.error)));
  });

  it('show at once what was created, switched and deleted here', async () => {
    const { core } = window;
    await labels(cronJobs);
    const values = {
      label: 'Tidy up',
      username: 'shop',
      command: 'tidy',
      minute: '5',
      hour: '4',
      dayOfMonth: '*',
      month: '*',
      dayOfWeek: '*',
    };
    await runCommand('serverManagement.createCronJob', core, [cronJobs, { values }]);
    await core.store.all(cronJobs);
    assert.ok((await labels(cronJobs)).includes('Tidy up'));

    const created = core.store.peek(cronJobs)?.items.find(({ label }) => label === 'Tidy up');
    const job = { account: 'example', kind: 'cronJob', ids: [2, Number(created?.['id'])] } as const;
    const before = core.explorer.describe(job).state;
    let redrawn = 0;
    core.explorer.servers.onDidChangeTreeData(() => (redrawn += 1));
    await runCommand('serverManagement.toggleCronJob', core, [job]);
    assert.notEqual(core.explorer.describe(job).state, before);
    assert.ok(redrawn > 0, 'the row was not drawn again');

    await runCommand('serverManagement.delete', core, [job]);
    await core.store.all(cronJobs);
    assert.ok(!(await labels(cronJobs)).includes('Tidy up'));
  });

  it('go with what is deleted, where they were pinned or shown by themselves', async () => {
    const { core } = window;
    const listing = await core.store.all(cronJobs);
    const [first, last] = [listing.items[0], listing.items.at(-1)].map(
      (item) => ({ account: 'example', kind: 'cronJob', ids: [2, Number(item?.['id'])] }) as const,
    );
    assert.ok(first && last);
    await core.explorer.remember(first);
    core.explorer.servers.include(last);
    core.store.forget(cronJobs);
    const names = [first, last].map((each) => core.explorer.describe(each).label);
    await runCommand('serverManagement.delete', core, [first, [first, last]]);
    const shown = await labels(cronJobs);
    assert.deepEqual(
      names.filter((name) => shown.includes(name)),
      [],
    );
    assert.deepEqual(core.explorer.sources.favourites.of(cronJobs), []);
  });

  it('spin, and say so, while they work', async () => {
    const { core } = window;
    await core.explorer.servers.getChildren();
    await labels(firewallRules);
    const [rule] = core.store.peek(firewallRules)?.items ?? [];
    const target = {
      account: 'example',
      kind: 'firewallRule',
      ids: [2, Number(rule?.['id'])],
    } as const;
    const isSpinning = (): boolean => {
      const { iconPath, accessibilityInformation } = itemOf(target);
      const spins = iconPath instanceof vscode.ThemeIcon && iconPath.id === 'loading~spin';
      const says = accessibilityInformation?.label.endsWith(', working') === true;
      assert.equal(says, spins);
      return spins;
    };
    assert.equal(isSpinning(), false);
    await probe.addFault('latency=500:DELETE');
    const deleting = runCommand('serverManagement.delete', core, [target]);
    await eventually(() => assert.equal(isSpinning(), true));
    await deleting;
    assert.equal(isSpinning(), false);
  });

  it('are hidden by kind, and come back', async () => {
    const { options } = window.core.explorer.sources;
    const server = { account: 'example', kind: 'server', ids: [2] } as const;
    const kindsBelow = async (): Promise<readonly unknown[]> => {
      const { servers } = window.core.explorer;
      const rows = await servers.getChildren({ type: 'resource', reference: server });
      return rows.map((node) => servers.getTreeItem(node).label);
    };
    const all = await kindsBelow();
    await options.change({ hiddenKinds: ['database', 'databaseUser'] });
    assert.deepEqual(
      await kindsBelow(),
      all.filter((label) => label !== 'Databases' && label !== 'Database Users'),
    );
    await options.change({ hiddenKinds: [] });
    assert.deepEqual(await kindsBelow(), all);
  });
});
