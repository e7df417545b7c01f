import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { assertEvery } from '../support/assertEvery';
import type { TreeNode } from '../../src/explorer/nodes';
import { runCommand } from '../../src/ui/commands/runCommand';
import { eachTest } from '../support/eachTest';
import { eventually } from '../support/eventually';
import { openAccountWindow } from '../support/host/accountWindow';
import { allRows } from '../support/host/hostWindow';
import { recordAnswers } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { TestBox } from '../support/host/testBox';
import { TestPick } from '../support/host/testPick';

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
    await found('php:8.2');
    await window.probe.forgetRequests();
    const shown = Object.values(await found('domain:old-shop'));
    assert.deepEqual(shown, [['storefront', rest]]);
    const rows = await allRows(window.services.explorer.servers);
    const row = rows.find(({ item }) => labelOf(item) === 'storefront');
    assert.match(String(row?.item.description), /^old-shop\.example\.net · /);
    const paths = (await window.probe.requests()).map(({ path }) => path);
    const again = paths.filter((path) => path.endsWith('/webapps'));
    assert.deepEqual(again, [], 'the web applications are known');
  });

  it('as php:8.2 are shown with names that are known from a check alone', async () => {
    const expected = await having('webapps', ({ phpVersion }) => phpVersion === 'php82', 'name');
    await runCommand('serverManagement.checkNow', window.services, []);
    assert.deepEqual(await found('php:8.2'), withRest(expected));
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
    assertEvery(rows, ({ item }) =>
      /^disk (8|9|10)\d% full( · (?!disk)|$)/.test(String(item.description)),
    );
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

  for (const filter of ['php:8.2', 'ssl:9999d']) {
    it(`by ${filter} are opened where something below them matches, in a single account, too`, async () => {
      const names = Object.keys(await found(filter));
      assert.ok(names.length > 0);
      const opened: string[] = [];
      Object.assign(window.views.servers, {
        reveal: async (row: TreeNode, { expand }: { readonly expand: boolean }) => {
          if (expand) opened.push(labelOf(window.services.explorer.servers.getTreeItem(row)));
        },
      });
      await runCommand('serverManagement.filterServers', window.services, [filter]);
      assert.deepEqual(opened.toReversed(), names);
    });
  }

  describe('in a box', () => {
    let pick: TestPick;
    let box: TestBox | undefined;
    let closed: Promise<unknown>;
    let restores: readonly (() => void)[] = [];
    beforeEach(() => {
      restores = [
        replaceMember(vscode.window, 'createQuickPick', () => (pick = new TestPick()) as never),
        replaceMember(vscode.window, 'createInputBox', () => (box = new TestBox()) as never),
      ];
    });
    afterEach(() => {
      for (const restore of restores) restore();
    });

    const open = async (): Promise<void> => {
      const before = pick;
      closed = Promise.resolve(runCommand('serverManagement.filterServers', window.services, []));
      await eventually(() => assert.ok(pick !== before && pick.labels.length > 0));
    };
    const current = (): string => window.services.explorer.sources.options.current.filter;

    it('complete words and values from what is known, without a request', async () => {
      await found('php:8.2');
      await found('');
      await window.probe.forgetRequests();
      await open();
      pick.type('tag:produ');
      await eventually(() => assert.ok(pick.labels.includes('tag:production'), pick.labels.join()));
      pick.type('production -ph');
      assert.deepEqual(pick.labels, ['production -ph', 'Save Filter…', 'php:']);
      pick.enter('php:');
      assert.equal(pick.value, 'production -php:');
      assert.equal(pick.items[0]?.description, 'Enter a value.');
      assert.deepEqual(pick.labels.slice(1), ['php:8.2', 'php:8.3']);
      pick.enter();
      assert.equal(current(), '');
      pick.enter('php:8.2');
      assert.equal(pick.value, 'production -php:8.2 ');
      assert.deepEqual(pick.labels.slice(0, 2), ['production -php:8.2', 'Save Filter…']);
      assert.ok(!pick.labels.includes('php:8.2'), 'it is complete');
      pick.enter();
      await closed;
      assert.equal(current(), 'production -php:8.2');
      assert.deepEqual(await window.probe.requests(), []);
    });

    it('are those of what was typed last, even if Enter comes before its entries', async () => {
      await open();
      pick.type('state:off');
      pick.activeItems = pick.items.slice(0, 1);
      pick.type('state:offline');
      pick.press();
      await closed;
      assert.equal(current(), 'state:offline');
    });

    it('can be saved with a name, chosen again and removed', async () => {
      await open();
      pick.type('state:offline');
      pick.enter('Save Filter…');
      await eventually(() => assert.equal(box?.title, 'Save Filter'));
      box?.enter();
      assert.notEqual(box?.validationMessage, undefined);
      box?.type('Down');
      box?.enter();
      await closed;
      assert.equal(current(), 'state:offline');
      await open();
      assert.ok(pick.labels.includes('Edit Matching Together'));
      pick.type('');
      assert.ok(!pick.labels.includes('Edit Matching Together'));
      pick.enter('Show All Servers');
      await closed;
      assert.equal(current(), '');
      await open();
      assert.ok(pick.labels.includes('Down'));
      pick.enter('Down');
      await closed;
      assert.equal(current(), 'state:offline');
      await open();
      assert.ok(!pick.labels.includes('Save Filter…'));
      pick.pressButton('Remove', 'Down');
      await eventually(() => assert.ok(!pick.labels.includes('Down')));
    });

    it('stay saved if they can’t be removed, which is said', async () => {
      const { options } = window.services.explorer.sources;
      await options.saveFilter('Down', 'state:offline');
      const answers = recordAnswers();
      restores = [
        ...restores,
        () => answers.restore(),
        replaceMember(options, 'saveFilter', () => Promise.reject(new Error('The disk is full'))),
      ];
      await open();
      pick.pressButton('Remove', 'Down');
      await eventually(() => assert.match(answers.messages.join(), /^Couldn't remove "Down"\. /));
      assert.ok(pick.labels.includes('Down'));
    });

    it('edit together what they find on servers', async () => {
      await found('php:8.2');
      const opened: vscode.Uri[] = [];
      restores = [
        ...restores,
        replaceMember(vscode.window, 'showTextDocument', async (uri: vscode.Uri) => {
          opened.push(uri);
        }),
      ];
      await open();
      pick.enter('Edit Matching Together');
      await closed;
      const all = Object.values(
        await having('webapps', (app) => app['phpVersion'] === 'php82', 'id'),
      );
      assert.match(opened[0]?.path ?? '', new RegExp(`/${all.flat().length} Web Applications\\.`));
    });

    it('remove a key everywhere, staged, and applied after a warning of lock-outs', async () => {
      const { pending } = window.services;
      const answers = recordAnswers();
      restores = [...restores, () => answers.restore()];
      await found('user:shop');
      await open();
      assert.ok(!pick.labels.includes('Remove Key from Matching Servers'));
      const keys = await having('ssh/credentials', ({ label }) => label === 'Key at home', 'id');
      await found('key:"at home"');
      await window.probe.forgetRequests();
      await open();
      pick.enter('Remove Key from Matching Servers');
      await closed;
      const staged = pending.changes.all.map(({ reference: { kind, ids }, operation }) => [
        operation,
        kind,
        ids.at(-1),
      ]);
      const ids = Object.values(keys).flat();
      assert.ok(ids.length > 0);
      assert.deepEqual(
        staged,
        ids.map((id) => ['delete', 'sshKey', Number(id)]),
      );
      // The person agrees to the deletion, by typing what is asked, and to nothing else.
      answers.refused = /^(?!Delete )/;
      let isDone = false;
      const applying = runCommand('serverManagement.applyPending', window.services, []);
      void Promise.resolve(applying).then(() => (isDone = true));
      let typed: TestBox | undefined;
      await eventually(() => {
        if (box && box !== typed && box.placeholder !== undefined) {
          typed = box;
          box.type(box.placeholder);
          box.enter();
        }
        assert.ok(isDone);
      });
      assert.match(answers.questions.join('\n'), /log in/);
      const methods = (await window.probe.requests()).map(({ method }) => method);
      assert.deepEqual(new Set(methods), new Set(['GET']));
    });
  });
});
