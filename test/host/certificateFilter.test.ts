import assert from 'node:assert/strict';
import { assertEvery } from '../support/assertEvery';
import type { TreeNode } from '../../src/explorer/nodes';
import { runCommand } from '../../src/ui/commands/runCommand';
import { recordFor } from '../support/accountRecord';
import { eventually } from '../support/eventually';
import { allRows } from '../support/host/hostWindow';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

describe('the servers filtered by certificates', () => {
  // A visible Needs Attention view reads certificates by itself, perhaps before a test filters by them.
  const window = eachTest(() => openAccountWindow({}, {}, { attentionView: { visible: false } }));
  beforeEach(async () => {
    await window.services.store.all({ account: 'example', kind: 'server', parents: [] });
  });

  const filterBy = (filter: string): Promise<void> =>
    window.services.explorer.sources.options.change({ filter });

  /** The rows of servers, as a person reads them. */
  async function labels(): Promise<readonly string[]> {
    const rows = await allRows(window.services.explorer.servers, () => false);
    return rows.map(({ item }) => (typeof item.label === 'string' ? item.label : ''));
  }

  it('are checked at once, without a click, and by nothing but certificates', async () => {
    const { length } = await labels();
    await window.probe.forgetRequests();
    await window.probe.addFault('latency=600000:GET:/api/*/ssl*');
    await filterBy('ssl:expired');
    try {
      await eventually(async () =>
        assert.match((await labels())[0] ?? '', /^Checking certificates: \d+ of \d+…$/),
      );
    } finally {
      await window.probe.clearFaults();
    }
    await eventually(async () => {
      const now = await labels();
      assert.ok(now.length < length && !now.some((label) => label.includes(' of ')), now.join());
    });
    const paths = (await window.probe.requests()).map(({ path }) => path);
    const others = paths.filter((path) => !/\/(webapps|domains|ssl)\b/i.test(path));
    assert.deepEqual(others, []);
    const rows = await allRows(window.services.explorer.servers, () => false);
    const described = rows.map(({ item }) => String(item.description));
    assertEvery(described, (each) => /^Expired .* ago · \S+/.test(each));
  });

  it("never count as fine if they can't be read, which a click tries again", async () => {
    const { length } = await labels();
    await window.probe.addFault('500:GET:/api/*');
    await filterBy('ssl:expired');
    await eventually(async () => {
      const [first] = await allRows(window.services.explorer.servers, () => false);
      assert.equal(first?.item.label, `${length} of ${length} not checked`);
      assert.equal(first.item.command?.command, 'serverManagement.refresh');
    });
    await filterBy('state:offline');
    assert.ok(!(await labels()).some((label) => label.includes('not checked')));
  });

  it("are those with a matching certificate, as soon as it's known", async () => {
    const { explorer } = window.services;
    let redrawn = 0;
    explorer.servers.onDidChangeTreeData(() => (redrawn += 1));
    await filterBy('ssl:expired');
    await eventually(async () => {
      const unchecked = (await labels()).filter((label) => / of \d/.test(label));
      assert.deepEqual(unchecked, []);
    });
    const expired = await labels();
    assert.ok(expired.length > 0 && !expired.includes('No matches yet'), expired.join(', '));
    assert.ok(redrawn > 0);
    await filterBy('ssl:9999d');
    const all = await labels();
    assertEvery(expired, (label) => all.includes(label));
    await filterBy(`ssl:expired ${expired[0] ?? ''}`);
    assert.deepEqual(await labels(), [expired[0]]);
  });

  it('are below accounts, which are opened', async () => {
    const { services, service, views } = window;
    await services.accounts.save(recordFor(service, { id: 'other', label: 'Other' }));
    const opened: unknown[] = [];
    Object.assign(views.servers, {
      reveal: async (row: TreeNode, { expand }: { readonly expand: boolean }) => {
        if (row.type === 'account' && expand) opened.push(row.account.id);
      },
    });
    await runCommand('serverManagement.filterServers', services, ['ssl:expired']);
    // The first one last, because each comes into view.
    assert.deepEqual(opened, ['other', 'example']);
  });
});
