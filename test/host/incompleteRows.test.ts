import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CollectionReference } from '../../src/resources/reference';
import { runCommand } from '../../src/ui/commands/runCommand';
import type { TreeNode } from '../../src/explorer/nodes';
import { eventually } from '../support/eventually';
import { allRows, type Row } from '../support/host/hostWindow';
import { replaceMember } from '../support/host/replaceMember';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';
import { replaceAnswers } from '../support/host/replaceAnswers';

const cronJobs: CollectionReference = { account: 'example', kind: 'cronJob', parents: [2] };
const incomplete = 'May be incomplete';

describe('a list that may be incomplete', () => {
  let restore: () => void = () => undefined;

  const window = eachTest(() => openAccountWindow({}, { servers: 3 }));
  afterEach(async () => {
    restore();
  });

  /** Answers every list of cron jobs like this. */
  function answerCronJobs(answer: () => unknown): void {
    restore = replaceAnswers((request, send) =>
      /\/cronjobs(\?|$)/.test(request) ? Response.json(answer()) : send(),
    );
  }

  async function rows(): Promise<readonly Row[]> {
    const { servers } = window.services.explorer;
    const nodes = await servers.getChildren({ type: 'collection', reference: cronJobs });
    return nodes.map((node: TreeNode) => ({ node, item: servers.getTreeItem(node) }));
  }

  function cronJob(id: number): object {
    return { id, label: `Job ${id}`, command: 'true', username: 'root', time: '0 3 * * *' };
  }

  function counted(total: number): object {
    const pagination = { total, count: 2, per_page: 40, current_page: 1, total_pages: 1 };
    return { data: [cronJob(1), cronJob(2)], meta: { pagination } };
  }

  it('says so in a row that refreshes it', async () => {
    let total = 5;
    answerCronJobs(() => counted(total));
    const isOpen = ({ node }: Row): boolean => node.type === 'resource';
    await allRows(window.services.explorer.servers, isOpen);
    const [, , doubt, ...others] = await rows();
    assert.equal(doubt?.item.label, incomplete);
    assert.deepEqual(others, []);
    assert.equal(doubt.item.command?.command, 'serverManagement.refresh');
    assert.match(doubt.item.contextValue ?? '', /\+refresh\b/);
    total = 2;
    const drawn: unknown[] = [];
    const { servers } = window.services.explorer;
    const listening = servers.onDidChangeTreeData((nodes) => drawn.push(...[nodes].flat()));
    await runCommand('serverManagement.refresh', window.services, [doubt.node]);
    await eventually(async () => assert.equal((await rows()).length, 2));
    listening.dispose();
    const isList = (node: unknown): boolean => (node as TreeNode).type === 'collection';
    assert.ok(drawn.some(isList), 'the rows around it are redrawn');
  });

  it('says so instead of "none" if the service counts items that it doesn’t send', async () => {
    answerCronJobs(() => ({ ...counted(5), data: [] }));
    assert.deepEqual(
      (await rows()).map(({ item }) => item.label),
      [incomplete],
    );
  });

  it('says so if a full page is repeated and there is no count', async () => {
    const page = Array.from({ length: 40 }, (_, index) => cronJob(index + 1));
    answerCronJobs(() => page);
    const more = (await rows()).at(-1);
    assert.equal(more?.node.type, 'more');
    for (const command of ['loadMore', 'loadAll'] as const) {
      // Checks each of them, because a person may use any.
      await runCommand(`serverManagement.${command}`, window.services, [more.node]);
      assert.equal((await rows()).at(-1)?.item.label, incomplete);
    }
    assert.equal((await rows()).length, 41);
  });

  it('keeps the rows loaded so far if loading all is cancelled', async () => {
    const source = new vscode.CancellationTokenSource();
    let page = 0;
    answerCronJobs(() => {
      page += 1;
      if (page === 4) source.cancel();
      const data = Array.from({ length: 40 }, (_, index) => cronJob(page * 40 + index));
      const pagination = { total: 4_000, count: 40, per_page: 40, current_page: page };
      return { data, meta: { pagination: { ...pagination, total_pages: 100 } } };
    });
    const more = (await rows()).at(-1);
    const withToken: typeof vscode.window.withProgress = (_, task) =>
      task({ report: () => undefined }, source.token);
    const restoreProgress = replaceMember(vscode.window, 'withProgress', withToken);
    await runCommand('serverManagement.loadAll', window.services, [more?.node]);
    restoreProgress();
    assert.ok(page < 50, `${page} pages were read`);
    assert.ok((await rows()).length > 40);
    assert.equal((await rows()).at(-1)?.node.type, 'more');
  });

  it('says that the list can’t be read instead of "none" if it isn’t in the answer', async () => {
    for (const odd of [{ data: null }, { data: {} }, null]) {
      answerCronJobs(() => odd);
      // Each answer is refused on its own.
      const [row, ...others] = await rows();
      assert.deepEqual([row?.node.type, others], ['failure', []], JSON.stringify(odd));
      restore();
    }
  });

  it("doesn't say so if all items were returned", async () => {
    answerCronJobs(() => counted(2));
    assert.equal((await rows()).length, 2);
  });
});
