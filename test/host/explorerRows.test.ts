import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type KindId, kinds } from '../../src/resources/kinds/kinds';
import {
  type CollectionReference,
  type ResourceReference,
  toKey,
} from '../../src/resources/reference';
import { runCommand } from '../../src/ui/commands/runCommand';
import { asksForSignIn } from '../../src/ui/explorer/tree/treeItems';
import { eventually } from '../support/eventually';
import { type Contributions, findOffers } from '../support/offers';
import { allRows, type Row } from '../support/host/hostWindow';
import { replaceMember } from '../support/host/replaceMember';
import { assertEvery } from '../support/assertEvery';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

function toText(label: vscode.TreeItem['label']): string {
  return typeof label === 'string' ? label : (label?.label ?? '');
}

const cronJobs = { account: 'example', kind: 'cronJob', parents: [2] } as const;
const firewallRules = { account: 'example', kind: 'firewallRule', parents: [2] } as const;

describe('rows of the explorer', () => {
  let restore: () => void;

  const window = eachTest(() => openAccountWindow({}, { servers: 60 }));
  beforeEach(async () => {
    // Confirms every deletion.
    restore = replaceMember(vscode.window, 'showWarningMessage', (...texts: readonly unknown[]) =>
      Promise.resolve(texts.at(-1)),
    );
  });

  afterEach(async () => {
    restore();
  });

  /** Opens the first of each kind, so that every kind is seen without requesting everything. */
  async function oneOfEach(): Promise<readonly Row[]> {
    const opened = new Set<KindId>();
    const opens = ({ node }: Row): boolean => {
      if (node.type !== 'resource') return true;
      const isFirst = !opened.has(node.reference.kind);
      opened.add(node.reference.kind);
      return isFirst;
    };
    const { servers, account } = window.services.explorer;
    return [...(await allRows(servers, opens)), ...(await allRows(account, opens))];
  }

  function itemOf(reference: CollectionReference | ResourceReference): vscode.TreeItem {
    const node =
      'ids' in reference
        ? ({ type: 'resource', reference } as const)
        : ({ type: 'collection', reference } as const);
    return window.services.explorer.servers.getTreeItem(node);
  }

  it('offer to restart a service, and to start or stop it depending on its state, which changes in place', async () => {
    const { servers } = window.services.explorer;
    const services = { account: 'example', kind: 'service', parents: [1] } as const;
    await servers.getChildren({ type: 'collection', reference: services });
    const nginx = { account: 'example', kind: 'service', ids: [1, 'nginx'] } as const;
    const offers = (): readonly unknown[] => [
      itemOf(nginx).contextValue?.match(/\+\w+Service\b/g),
      itemOf(nginx).accessibilityInformation?.label,
    ];
    assert.deepEqual(offers(), [['+restartService', '+stopService'], 'NGINX, running, 1.26.2']);
    const before = (await window.probe.requests()).length;
    await runCommand('serverManagement.stopService', window.services, [nginx]);
    assert.deepEqual(offers(), [['+restartService', '+startService'], 'NGINX, stopped, 1.26.2']);
    await runCommand('serverManagement.startService', window.services, [nginx]);
    assert.match(String(offers()[1]), /running/);
    const sent = (await window.probe.requests())
      .slice(before)
      .filter(({ path }) => path.endsWith('/services'));
    assert.deepEqual(
      sent.map(({ method }) => method),
      ['PATCH', 'PATCH'],
    );
  });

  async function labels(reference: CollectionReference): Promise<readonly unknown[]> {
    const { servers } = window.services.explorer;
    const rows = await servers.getChildren({ type: 'collection', reference });
    return rows.map((node) => servers.getTreeItem(node).label);
  }

  it('exist for every kind, and each has an identity, a label for screen readers and an icon', async () => {
    // No service lists it: it only has a row because it was installed here.
    const installed = { account: 'example', kind: 'installer', ids: [1, 101, 1] } as const;
    await window.services.explorer.keep(installed, { id: 1, name: 'grav', realName: 'Grav' });
    const rows = await oneOfEach();
    const seen = new Set(
      rows.flatMap(({ node }) => (node.type === 'resource' ? [node.reference.kind] : [])),
    );
    assert.deepEqual(
      kinds.filter(({ id, shownBy }) => shownBy === undefined && !seen.has(id)),
      [],
    );
    assert.equal(new Set(rows.map(({ item }) => item.id)).size, rows.length, 'identities');
    for (const { node, item } of rows) {
      const label = item.accessibilityInformation?.label ?? '';
      const shown = toText(item.label);
      assert.ok(label.includes(shown), `"${shown}" is read out as "${label}"`);
      assert.doesNotMatch(label, /undefined|null|\[object/);
      if (node.type !== 'resource') continue;
      const said = label.split(', ');
      assert.deepEqual(said, [...new Set(said)], 'says each fact once');
      assert.equal(said[0], shown.split(', ')[0], 'begins with the name');
      const drawn = (item.description || '').toString().replace(/^★ ?/, '').split(' · ');
      assert.deepEqual(drawn, [...new Set(drawn)], 'shows each fact once');
      for (const fact of drawn) assert.ok(label.includes(fact), label);
      assert.ok(item.iconPath instanceof vscode.ThemeIcon, shown);
    }
  });

  it('open their texts by the one command that leaves the keyboard in the tree', async () => {
    const opening = (await oneOfEach()).filter(
      ({ node, item }) => node.type === 'resource' && item.command,
    );
    assert.ok(opening.length > 10);
    const extension = vscode.extensions.getExtension(
      'server-management.server-management-explorer',
    );
    const manifest = extension?.packageJSON as { readonly contributes: Contributions };
    const offers = findOffers(manifest.contributes, 'serverManagement.openDocument');
    for (const { item } of opening) {
      // Offered on the row itself and in its menu or a submenu.
      const matching = offers.filter(({ rows }) => rows?.test(item.contextValue ?? ''));
      assert.ok(matching.length >= 2, toText(item.label));
      assert.equal(item.command?.command, 'vscode.open', toText(item.label));
      const [uri] = item.command.arguments as readonly vscode.Uri[];
      assert.equal(uri?.scheme, 'server-management');
    }
  });

  it('show a state by an icon and in words, so that color is never the only sign', async () => {
    for (const { node, item } of await oneOfEach()) {
      if (node.type !== 'resource' || !(item.iconPath instanceof vscode.ThemeIcon)) continue;
      if (!item.iconPath.color) continue;
      const { state } = window.services.explorer.describe(node.reference);
      const label = item.accessibilityInformation?.label ?? '';
      assert.ok(state !== undefined && label.includes(String(state)), `${label}: ${String(state)}`);
    }
  });

  it("that aren't resources have labels, too", async () => {
    await window.probe.addFault('500:GET:/api/v3/servers/1/supervisors:after=0');
    await window.probe.addFault('404:GET:/api/v3/servers/1/databases');
    await window.services.explorer.sources.options.change({ filter: '' });
    const rows = (await oneOfEach()).filter(({ node }) =>
      ['more', 'message', 'failure'].includes(node.type),
    );
    const read = rows.map(({ item }) => item.accessibilityInformation?.label ?? '');
    for (const words of [
      'Servers, Load more (40 of 60)',
      'The service failed (500)',
      'Not offered by the service',
    ]) {
      assert.ok(
        read.some((label) => label.includes(words)),
        `${words}: ${read.join(' | ')}`,
      );
    }
    assertEvery(rows, ({ node }) => node.type !== 'failure' || !asksForSignIn(node.error));
  });

  it('say briefly what failed, and explain it in the hover', async () => {
    await window.probe.addFault('403:GET:/api/v3/servers/2/security/firewalls');
    const { servers } = window.services.explorer;
    const [row] = await servers.getChildren({ type: 'collection', reference: firewallRules });
    const { label, description, tooltip = '' } = servers.getTreeItem(row ?? assert.fail('no row'));
    assert.deepEqual([label, description], ['Not allowed (403)', 'click to try again']);
    assert.match(
      typeof tooltip === 'string' ? tooltip : tooltip.value,
      /^The credentials are valid but don't allow this/,
    );
  });

  it('of groups have names and counts', async () => {
    const { servers, sources } = window.services.explorer;
    await sources.options.change({ grouping: 'country' });
    const groups = (await servers.getChildren()).filter(({ type }) => type === 'group');
    const items = groups.map((each) => servers.getTreeItem(each));
    const germany = items.find(({ label }) => label === 'Germany') ?? assert.fail('no Germany');
    const node = groups[items.indexOf(germany)];
    const { length } = await servers.getChildren(node);
    assert.equal(germany.description, String(length));
    assert.equal(germany.accessibilityInformation?.label, `Group of Servers: Germany, ${length}`);
    await sources.options.change({ grouping: 'none' });
  });

  it('show at once what was created, toggled or deleted here', async () => {
    const { services } = window;
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
    await runCommand('serverManagement.createCronJob', services, [cronJobs, { values }]);
    await services.store.all(cronJobs);
    assert.ok((await labels(cronJobs)).includes('Tidy up'));

    const created = services.store.peek(cronJobs)?.items.find(({ label }) => label === 'Tidy up');
    const job = { account: 'example', kind: 'cronJob', ids: [2, Number(created?.['id'])] } as const;
    const before = services.explorer.describe(job).state;
    let redrawn = 0;
    services.explorer.servers.onDidChangeTreeData(() => (redrawn += 1));
    await runCommand('serverManagement.disableCronJob', services, [job]);
    assert.notEqual(services.explorer.describe(job).state, before);
    assert.ok(redrawn > 0, "the row wasn't redrawn");

    await runCommand('serverManagement.delete', services, [job]);
    await services.store.all(cronJobs);
    assert.ok(!(await labels(cronJobs)).includes('Tidy up'));
  });

  it('disappear with a deleted resource, pinned or opened by id', async () => {
    const { services } = window;
    const listing = await services.store.all(cronJobs);
    const [first, last] = [listing.items[0], listing.items.at(-1)].map(
      (item) => ({ account: 'example', kind: 'cronJob', ids: [2, Number(item?.['id'])] }) as const,
    );
    assert.ok(first && last);
    await services.explorer.pin(first);
    services.explorer.servers.include(last);
    services.store.forget(cronJobs);
    const names = [first, last].map((each) => services.explorer.describe(each).label);
    await runCommand('serverManagement.delete', services, [first, [first, last]]);
    const shown = await labels(cronJobs);
    assert.deepEqual(
      names.filter((name) => shown.includes(name)),
      [],
    );
    assert.deepEqual(services.explorer.sources.pins.of(cronJobs), []);
  });

  it('say that there is no certificate anymore, whatever the service then answers', async () => {
    const { services } = window;
    const { servers } = services.explorer;
    const settings = {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'live',
      enableHttp: true,
      enableHsts: false,
      autoSSL: false,
      advancedSSL: true,
    };
    for (const [id, none] of [
      [101, 'No certificate is installed.'],
      [102, 'none, or not offered'],
    ] as const) {
      const domain = { account: 'example', kind: 'domain', ids: [1, 101, id] } as const;
      await window.probe.call('POST', `/api/v3/servers/1/webapps/101/domains/${id}/ssl`, settings);
      const siblings = { account: 'example', kind: 'domain', parents: [1, 101] } as const;
      const node = (await servers.getChildren({ type: 'collection', reference: siblings })).find(
        (each) => each.type === 'resource' && toKey(each.reference) === toKey(domain),
      );
      assert.ok(node);
      let rows = await servers.getChildren(node);
      // Like VS Code, which requests rows again only if those above them change.
      const following = servers.onDidChangeTreeData(async (changed) => {
        const isAbove = [changed ?? []]
          .flat()
          .some((each) => each.type === 'resource' && toKey(each.reference) === toKey(domain));
        if (!changed || isAbove) rows = await servers.getChildren(node);
      });
      const words = (): string => rows.map((row) => servers.getTreeItem(row).description).join();
      await eventually(() => assert.match(words(), /^until/));
      await runCommand('serverManagement.delete', services, [{ ...domain, kind: 'ssl' }]);
      await eventually(() => assert.equal(words(), none));
      following.dispose();
    }
  });

  it('remind of changed firewall rules until these are deployed', async () => {
    const { pendingFirewalls } = window.services.explorer.sources;
    const reminder = 'Changes not deployed';
    assert.ok(!(await labels(firewallRules)).includes(reminder));
    await pendingFirewalls.note(firewallRules);
    assert.ok((await labels(firewallRules)).includes(reminder));
    await pendingFirewalls.settle(firewallRules);
    assert.ok(!(await labels(firewallRules)).includes(reminder));
  });

  it('show a spinner and words during an operation', async () => {
    const { services } = window;
    await services.explorer.servers.getChildren();
    await labels(firewallRules);
    const [rule] = services.store.peek(firewallRules)?.items ?? [];
    const target = {
      account: 'example',
      kind: 'firewallRule',
      ids: [2, Number(rule?.['id'])],
    } as const;
    const isSpinning = (): boolean => {
      const { iconPath, accessibilityInformation } = itemOf(target);
      const spins = iconPath instanceof vscode.ThemeIcon && iconPath.id === 'loading~spin';
      const says = accessibilityInformation?.label.endsWith(', in progress') === true;
      assert.equal(says, spins);
      return spins;
    };
    assert.equal(isSpinning(), false);
    await window.probe.addFault('latency=600000:DELETE');
    const deleting = runCommand('serverManagement.delete', services, [target]);
    await eventually(() => assert.equal(isSpinning(), true));
    await window.probe.clearFaults();
    await deleting;
    assert.equal(isSpinning(), false);
  });

  it('can be hidden by kind, and shown again', async () => {
    const { options } = window.services.explorer.sources;
    const server = { account: 'example', kind: 'server', ids: [2] } as const;
    const kindsBelow = async (): Promise<readonly unknown[]> => {
      const { servers } = window.services.explorer;
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
