import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { OpenPanel } from '../../support/panelContext';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import type { PanelContext } from '../../../src/panels/panelKind';
import { findTablePanel } from '../../../src/panels/panelKinds';
import type { KindId } from '../../../src/resources/kinds/kinds';
import type { Row } from '../../../src/pages/model';
import { assertEvery } from '../../support/assertEvery';
import { eachTest } from '../../support/eachTest';

const server = { account: 'service', kind: 'server', ids: [1] } as const;

const tables = [
  ['firewallRule', 'Port', 5, ['openDocument', 'delete']],
  ['supervisorJob', 'Process', 6, ['reloadSupervisorJob', 'openDocument', 'delete']],
  ['logEntry', 'Event', 3, ['copy']],
  ['blockedAddress', 'Address', 1, ['copy', 'unblockAddress']],
] as const;

describe('A table of all resources of a kind', () => {
  const world = eachTest(startActionWorld);

  const panelOf = (kind: KindId): OpenPanel =>
    new OpenPanel(findTablePanel(kind), server, world, () => 0);

  async function open(kind: KindId): Promise<OpenPanel> {
    const panel = panelOf(kind);
    await panel.load();
    return panel;
  }

  function rowsOf({ last }: OpenPanel): readonly Row[] {
    return last.sections[0]?.table?.rows ?? [];
  }

  it("shows what a firewall rule does and for whom as unknown if it can't be read", async () => {
    const panel = panelOf('firewallRule');
    const { store } = panel.context;
    const collection = { ...server, kind: 'firewallRule', parents: [1] } as const;
    const listing = await store.list(collection, {});
    const [rule] = listing.items;
    const { firewallAction: _action, ipAddress: _address, ...unread } = rule ?? assert.fail();
    store.list = async () => ({ ...listing, items: [{ ...unread, type: 'rich' }] });
    await panel.load();
    assert.deepEqual(rowsOf(panel)[0]?.cells.slice(2, 4), [
      { text: 'unknown', tone: 'warning' },
      { text: 'unknown' },
    ]);
  });

  for (const [kind, first, columns, commands] of tables) {
    it(`has its columns and the row's actions: ${kind}`, async () => {
      const panel = await open(kind);
      const rows = rowsOf(panel);
      const table = panel.last.sections[0]?.table;
      assert.deepEqual([table?.columns[0], table?.columns.length], [first, columns]);
      assert.equal(table?.isFilterable, true);
      assert.ok(rows.length > 0);
      const ids = rows.flatMap(({ id, buttons }) => [id, ...buttons.map((each) => each.id)]);
      assert.equal(new Set(ids).size, ids.length, 'every id must occur once');
      for (const { id, cells, buttons } of rows) {
        assert.equal(cells.length, columns);
        assert.deepEqual(
          buttons.map((button) => button.id),
          commands.map((each) => `${id}/${each}`),
        );
        for (const [index, command] of commands.entries()) {
          const press = panel.last.presses?.[buttons[index]?.id ?? ''];
          assert.equal(press?.command, command);
          assert.equal(press.target.kind, kind);
        }
      }
    });
  }

  it('has a row for each process of a supervisor job, with its state', async () => {
    const status = await world.probe.call('GET', '/api/v3/servers/1/supervisors/status');
    const rows = rowsOf(await open('supervisorJob'));
    const processes = Object.values(status).flat() as { process: string; status: string }[];
    const inWords = new Map([
      ['RUNNING', { text: 'running', tone: 'good' }],
      ['FATAL', { text: 'failed to start', tone: 'bad' }],
      ['BACKOFF', { text: 'keeps failing', tone: 'bad' }],
    ]);
    assert.ok(processes.length > 0);
    assert.deepEqual(
      rows.map(({ cells }) => [cells[0]?.text, cells[2]]),
      processes.map(({ process, status: state }) => [process, inWords.get(state)]),
    );
  });

  it("shows the jobs without states if the service doesn't offer them", async () => {
    await world.probe.addFault('404:GET:/api/v3/servers/1/supervisors/status');
    const rows = rowsOf(await open('supervisorJob'));
    assert.ok(rows.length > 0);
    assertEvery(rows, ({ cells }) => cells[2]?.text === '–');
  });

  it('sends no requests for data that the tree has read, and follows the tree', async () => {
    const { store } = world.context(new ScriptedPrompts());
    const collection = { account: 'service', kind: 'blockedAddress', parents: [1] } as const;
    await store.list(collection);
    await world.probe.forgetRequests();
    const panel = await open('blockedAddress');
    assert.deepEqual(await world.probe.requests(), []);
    assert.ok(panel.reader.dependsOn?.({ collection }, server));
    store.forget(collection);
    await panel.redraw();
    assert.equal((await world.probe.requests()).length, 1);
    // A new request reads it anew.
    await panel.load();
    assert.equal((await world.probe.requests()).length, 2);
  });

  it('says how much of a long list is loaded', async () => {
    const items = [
      { id: 'a', content: 'one' },
      { id: 'b', content: 'two' },
    ];
    const listing = { items, pages: 1, total: 312, isComplete: false, missing: 0 };
    const store = { list: async () => ({ ...listing, freshness: 'fresh' as const }) };
    const panel = panelOf('logEntry');
    panel.context = { ...panel.context, store: store as unknown as PanelContext['store'] };
    await panel.load();
    const [section] = panel.last.sections;
    assert.equal(section?.note, '2 of 312 loaded.');
    assert.deepEqual(section.buttons, [{ id: 'loadAll', label: 'Load All' }]);
  });
});
