import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { assertEvery } from '../support/assertEvery';
import type { TreeNode } from '../../src/explorer/nodes';
import { runCommand } from '../../src/ui/commands/runCommand';
import { eachTest } from '../support/eachTest';
import { eventually } from '../support/eventually';
import { openAccountWindow } from '../support/host/accountWindow';
import { allRows } from '../support/host/hostWindow';

type Item = Readonly<Record<string, unknown>>;

describe('the servers filtered by what is on them', () => {
  // A visible Needs Attention view reads by itself, perhaps before a test filters.
  const window = eachTest(() => openAccountWindow({}, {}, { attentionView: { visible: false } }));
  let servers: readonly Item[] = [];
  beforeEach(async () => {
    await window.services.store.all({ account: 'example', kind: 'server', parents: [] });
    servers = await list('');
    await window.probe.forgetRequests();
  });

  async function list(path: string): Promise<readonly Item[]> {
    const { data } = await window.probe.call('GET', `/api/v3/servers${path}?perPage=40`);
    return data as readonly Item[];
  }

  const labelOf = ({ label }: vscode.TreeItem): string => (typeof label === 'string' ? label : '');

  /** The rows of servers and the matches below them, once everything is checked. */
  async function found(filter: string): Promise<Readonly<Record<string, readonly string[]>>> {
    const { explorer } = window.services;
    await explorer.sources.options.change({ filter });
    let shown: Readonly<Record<string, readonly string[]>> = {};
    await eventually(async () => {
      const rows = await explorer.servers.getChildren();
      const messages = rows.filter(({ type, ...row }) => type === 'message' && 'counts' in row);
      assert.deepEqual(messages, []);
      const drawn = rows
        .filter(({ type }) => type === 'resource')
        .map(async (row) => {
          const below = await allRows(explorer.servers, () => false, row);
          const item = explorer.servers.getTreeItem(row);
          const isOpen = item.collapsibleState === vscode.TreeItemCollapsibleState.Expanded;
          return [labelOf(item), isOpen ? below.map((each) => labelOf(each.item)) : []] as const;
        });
      shown = Object.fromEntries(await Promise.all(drawn));
    });
    return shown;
  }

  /** What the service has, by names of servers; without those that have none. */
  async function having(
    path: string,
    isMeant: (item: Item) => boolean,
    name: string,
  ): Promise<Readonly<Record<string, readonly string[]>>> {
    const all = await Promise.all(
      servers.map(async (server) => {
        const items = (await list(`/${String(server['id'])}/${path}`)).filter(isMeant);
        return [String(server['name']), items.map((each) => String(each[name]))] as const;
      }),
    );
    return Object.fromEntries(all.filter(([, items]) => items.length > 0));
  }

  const rest = 'Everything Else';
  const withRest = (all: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(Object.entries(all).map(([name, items]) => [name, [...items, rest]]));

  for (const [filter, path, isMeant, name] of [
    ['php:8.2', 'webapps', ({ phpVersion }) => phpVersion === 'php82', 'name'],
    ['app:ar', 'webapps', (item) => String(item['name']).includes('ar'), 'name'],
    ['key:"laptop of"', 'ssh/credentials', ({ label }) => label === 'Laptop of Ada', 'label'],
    ['user:shop', 'users', ({ username }) => username === 'shop', 'username'],
  ] as const satisfies readonly (readonly [string, string, (item: Item) => boolean, string])[]) {
    it(`as ${filter} are those that have one, which is shown below them`, async () => {
      const expected = await having(path, isMeant, name);
      assert.ok(Object.keys(expected).length > 0);
      assert.deepEqual(await found(filter), withRest(expected));
      const others = await found(`-${filter}`);
      assert.deepEqual(
        new Set([...Object.keys(others), ...Object.keys(expected)]),
        new Set(servers.map((each) => each['name'])),
      );
      assertEvery(Object.entries(others), ([server, below]) => {
        return below.length === 0 && !(server in expected);
      });
    });
  }

  it('as domain:old-shop show the web application that has it, with its name', async () => {
    const shown = Object.values(await found('domain:old-shop'));
    assert.deepEqual(shown, [['storefront', rest]]);
    const rows = await allRows(window.services.explorer.servers);
    const row = rows.find(({ item }) => labelOf(item) === 'storefront');
    assert.match(String(row?.item.description), /^old-shop\.example\.net · /);
  });

  it('as update:off are known without a request', async () => {
    const off = servers.filter((each) => !each['securityUpdate'] && !each['softwareUpdate']);
    const expected = off.map((each) => [String(each['name']), []] as const);
    assert.ok(expected.length > 0);
    assert.deepEqual(await found('update:off'), Object.fromEntries(expected));
    assert.deepEqual(await window.probe.requests(), []);
  });

  it('as disk:>80% are asked for their health alone, and their rows say how full they are', async () => {
    // Servers that are offline can't report it, and count as not checked.
    const online = '-state:offline -state:"not connected"';
    const names = Object.keys(await found(`disk:>80% ${online}`));
    assert.ok(names.length > 0 && names.length < servers.length, names.join());
    const paths = (await window.probe.requests()).map(({ path }) => path);
    assert.ok(paths.length > 0);
    assertEvery(paths, (path) => /\/health/.test(path));
    const rows = await allRows(window.services.explorer.servers, () => false);
    assertEvery(rows, ({ item }) => /Disk (8|9|10)\d%/.test(String(item.description)));
  });

  it('are read no further than the cheapest word needs', async () => {
    assert.deepEqual(await found('app:nowhere domain:example key:ada'), {});
    const paths = (await window.probe.requests()).map(({ path }) => path);
    assertEvery(paths, (path) => /\/webapps\b/.test(path));
  });

  it('keep a way to everything else that they have', async () => {
    await found('app:storefront');
    const { servers: tree } = window.services.explorer;
    const rows = await allRows(tree, () => true);
    const labels = rows.map(({ item }) => labelOf(item));
    assert.ok(labels.includes('Firewall Rules'), labels.join());
    const rule = rows.find(({ item }) => labelOf(item) === 'Firewall Rules')?.node;
    const above: string[] = [];
    for (let node: TreeNode | undefined = rule; node; node = await tree.getParent(node))
      above.unshift(labelOf(tree.getTreeItem(node)));
    assert.deepEqual(above.slice(1), [rest, 'Firewall Rules']);
    const match = rows.find(({ item }) => labelOf(item) === 'storefront')?.node;
    const server = match && (await tree.getParent(match));
    assert.equal(server && labelOf(tree.getTreeItem(server)), above[0]);
  });

  it('count as not checked if they cannot be read', async () => {
    await window.probe.addFault('500:GET:/api/*/ssh/credentials*');
    const { explorer } = window.services;
    await explorer.sources.options.change({ filter: 'key:ada' });
    await eventually(async () => {
      const [first] = await allRows(explorer.servers, () => false);
      assert.equal(
        first && labelOf(first.item),
        `${servers.length} of ${servers.length} not checked`,
      );
    });
  });

  it('are opened where something below them matches, in a single account, too', async () => {
    const names = Object.keys(await found('php:8.2'));
    const opened: string[] = [];
    Object.assign(window.views.servers, {
      reveal: async (row: TreeNode, { expand }: { readonly expand: boolean }) => {
        if (expand) opened.push(labelOf(window.services.explorer.servers.getTreeItem(row)));
      },
    });
    await runCommand('serverManagement.filterServers', window.services, ['php:8.2']);
    assert.deepEqual(new Set(opened), new Set(names));
  });
});
