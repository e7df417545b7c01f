import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ExplorerRow, findingsGroup } from '../../src/ui/explorer/tree/explorerRow';
import { FindingsAbove } from '../../src/ui/explorer/findings/findingsAbove';
import { runCommand } from '../../src/ui/commands/run/runCommand';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

const account = 'one';

describe('the group of findings above the servers', () => {
  let redraws: (ExplorerRow | ExplorerRow[] | undefined)[];

  const window = eachTest(() =>
    openAccountWindow({ id: account, label: 'One', environment: 'staging' }),
  );
  beforeEach(async () => {
    await window.services.explorer.sources.options.change({ hidesFindings: false });
    redraws = [];
    window.services.servers.onDidChangeTreeData((rows) => redraws.push(rows));
  });

  async function types(): Promise<readonly string[]> {
    return (await window.services.servers.getChildren()).map(({ type }) => type);
  }

  /** Waits until the group is the first row. */
  async function group(): Promise<vscode.TreeItem> {
    const { servers } = window.services;
    await eventually(async () => assert.equal((await types())[0], 'findings'));
    return servers.getTreeItem(findingsGroup);
  }

  it('appears with the first rows, collapsed, with a count and without a request', async () => {
    const { attention } = window.services;
    assert.equal((await types())[0], 'findings');
    const { label, description, collapsibleState, accessibilityInformation } = await group();
    assert.equal(label, 'Needs Attention');
    assert.equal(description, String(attention.findings.length));
    assert.equal(collapsibleState, vscode.TreeItemCollapsibleState.Collapsed);
    assert.match(accessibilityInformation?.label ?? '', /^Needs Attention, \d+ findings$/);
    const lists = (await window.probe.requests()).filter(({ path }) => path.endsWith('/servers'));
    assert.equal(lists.length, 1);
    const checks = (await window.probe.requests()).filter(({ path }) =>
      /\/health|\/ssl/.test(path),
    );
    assert.deepEqual(checks, []);
  });

  it('contains the rows of the Needs Attention view', async () => {
    const { servers, attention } = window.services;
    await group();
    const drawn = async (
      tree: typeof servers | typeof attention,
      rows: readonly ExplorerRow[],
    ): Promise<readonly unknown[]> =>
      Promise.all(
        rows.map(async (row) => [
          tree.getTreeItem(row as never),
          await drawn(tree, await tree.getChildren(row as never)),
        ]),
      );
    const ours = JSON.stringify(await drawn(servers, await servers.getChildren(findingsGroup)));
    const theirs = await drawn(attention, await attention.getChildren());
    assert.equal(ours, JSON.stringify(theirs));
    assert.match(ours, /\+mute/);
  });

  it('is redrawn alone while it stays, disappears with the last finding and reappears with a new one', async () => {
    const { services } = window;
    const { attention } = services;
    await group();
    const [first, ...others] = attention.findings;
    assert.ok(first);
    // Applies the rules to everything read so far.
    await attention.settle();
    redraws.length = 0;
    await runCommand('serverManagement.muteFinding', services, [{ finding: first }]);
    await eventually(() => assert.deepEqual(redraws, [findingsGroup]));
    assert.equal((await group()).description, String(others.length));
    await attention.mute(others, true);
    await eventually(() => assert.ok(redraws.includes(undefined), 'all rows are requested again'));
    assert.ok(!(await types()).includes('findings'));
    redraws.length = 0;
    await attention.mute([first], false);
    await eventually(() => assert.ok(redraws.includes(undefined), 'it comes back on its own'));
    await group();
  });

  it('can be hidden and shown like kinds of resources, without affecting the view', async () => {
    const { services } = window;
    await group();
    /** Picks all entries, with or without the group. */
    const choose = async (isShown: boolean): Promise<void> => {
      const restore = replaceMember(
        vscode.window,
        'showQuickPick',
        (items: readonly vscode.QuickPickItem[]) =>
          Promise.resolve(items.filter(({ label }) => isShown || label !== 'Needs Attention')),
      );
      await runCommand('serverManagement.hideKinds', services, []);
      restore();
    };
    await choose(false);
    assert.ok(!(await types()).includes('findings'));
    assert.ok(services.attention.findings.length > 0);
    await choose(true);
    assert.equal((await types())[0], 'findings');
  });

  it('lets palette commands act on the finding selected in it', async () => {
    const { services, views } = window;
    const { attention } = services;
    await group();
    const [rule] = await services.servers.getChildren(findingsGroup);
    const [row] = await services.servers.getChildren(rule);
    assert.ok(row?.type === 'finding');
    const restore = replaceMember(views.servers, 'selection', [row]);
    try {
      await runCommand('serverManagement.muteFinding', services, []);
      const isFound = attention.findings.some(({ rule }) => rule === row.finding.rule);
      assert.ok(!isFound || attention.muted.some(({ rule }) => rule === row.finding.rule));
      assert.equal(attention.muted.length, 1);
    } finally {
      restore();
    }
  });

  it('comes after a row to sign in, and is never the only row', async () => {
    const { attention, explorer } = window.services;
    await group();
    const failure = { type: 'failure', parent: undefined, error: undefined } as const;
    const server = {
      type: 'resource',
      reference: { account, kind: 'server', ids: [1] },
    } as const;
    const { options } = explorer.sources;
    const typesAbove = async (rows: readonly (typeof failure | typeof server)[]) => {
      const tree = Object.create(explorer.servers, {
        getChildren: { value: () => Promise.resolve([...rows]) },
        onDidChangeTreeData: { value: () => new vscode.Disposable(() => undefined) },
        onDidRenew: { value: undefined },
      }) as typeof explorer.servers;
      const above = new FindingsAbove(tree, attention, options);
      const found = (await above.getChildren()).map(({ type }) => type);
      above.dispose();
      return found;
    };
    assert.deepEqual(await typesAbove([failure, server]), ['failure', 'findings', 'resource']);
    assert.deepEqual(await typesAbove([]), []);
  });
});
