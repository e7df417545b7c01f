import assert from 'node:assert/strict';
import {
  describeSearch,
  type FleetProgress,
  FleetSearch,
} from '../../../src/resources/search/fleetSearch';
import { Emitter } from '../../../src/base/emitter';
import type { CollectionReference } from '../../../src/resources/reference';
import { RemoteSearch } from '../../../src/resources/search/remoteSearch';
import type { ViewChoice } from '../../../src/resources/search/viewOptions';
import { eventually } from '../../support/eventually';
import { type ExplorerWorld, startExplorerWorld } from '../../support/explorerWorld';

const servers: CollectionReference = { account: 'example', kind: 'server', parents: [] };
const nothing: ViewChoice = {
  filter: '',
  grouping: 'none',
  sorting: 'service',
  hiddenKinds: [],
};

/** The person's choices that affect the search. */
class Choice {
  readonly #changed = new Emitter<ViewChoice>();
  readonly onDidChange = this.#changed.event;
  current = nothing;

  choose(choice: Partial<ViewChoice>): void {
    this.current = { ...nothing, ...choice };
    this.#changed.fire(this.current);
  }
}

describe('Searching the whole fleet', () => {
  let world: ExplorerWorld;
  let options: Choice;
  let fleet: FleetSearch;
  let told: FleetProgress[];

  beforeEach(async () => {
    world = await startExplorerWorld({ servers: 200 });
    options = new Choice();
    fleet = new FleetSearch(world.store, options);
    told = [];
    fleet.onDidChange((progress) => told.push(progress));
    await world.store.list(servers);
    await world.reads();
  });

  afterEach(async () => {
    fleet.dispose();
    await world.close();
  });

  /** Does what the view does when drawing the rows. */
  async function draw(): Promise<void> {
    fleet.check(servers, await world.store.list(servers));
  }

  const isOver = (): void => assert.ok(!fleet.isRunning(servers));

  for (const choice of [
    { filter: 'tag:production' },
    { filter: 'state:offline' },
    { filter: 'production' },
    { grouping: 'tag' },
    { sorting: 'name' },
  ] as const) {
    it(`reads the rest for ${JSON.stringify(choice)}, and shows its progress`, async () => {
      options.choose(choice);
      await draw();
      assert.deepEqual(fleet.all, [
        { collection: servers, searched: 40, total: 200, state: 'running' },
      ]);
      await eventually(isOver);
      assert.equal(world.store.peek(servers)?.items.length, 200);
      assert.deepEqual(fleet.all, []);
      const counts = told.map(({ searched }) => searched);
      assert.deepEqual([...new Set(counts)], [40, 80, 120, 160, 200]);
    });
  }

  for (const choice of [{ filter: 'name:web' }, { sorting: 'service' }, {}] as const) {
    it(`reads nothing for ${JSON.stringify(choice)}`, async () => {
      options.choose(choice);
      await draw();
      assert.deepEqual(fleet.all, []);
      assert.deepEqual(await world.reads(), []);
    });
  }

  it('only searches the names at the service for a word in more than 1,000, and says so', async () => {
    const large = await startExplorerWorld({ servers: 1_100 });
    const search = new RemoteSearch(large.client, large.store);
    const own = new FleetSearch(large.store, options);
    const check = async (): Promise<void> => own.check(servers, await large.store.list(servers));
    const describe = (): string => {
      return describeSearch(own.all, { opened: () => undefined }, String);
    };
    try {
      await large.store.list(servers);
      await large.reads();
      options.choose({ filter: 'node-01050' });
      await check();
      await eventually(() => {
        assert.equal(search.results(servers, 'node-01050').length, 1);
      });
      assert.deepEqual(await large.reads(), ['/api/v3/servers']);
      assert.equal(describe(), 'Searched 40 of 1,100, and the names of the others.');
      assert.equal(own.isRunning(servers), false);
      await large.store.all(servers);
      await check();
      assert.equal(describe(), '');
      options.choose({ filter: 'node-01050', sorting: 'name' });
      assert.deepEqual(own.all, []);
    } finally {
      own.dispose();
      await large.close();
    }
  });

  it('shows where it was stopped, keeps what was read, and waits for another choice', async () => {
    const watching = fleet.onDidChange(({ searched }) => {
      if (searched > 40) fleet.stop();
    });
    options.choose({ filter: 'tag:production' });
    await draw();
    await eventually(isOver);
    watching.dispose();
    const [stopped] = fleet.all;
    assert.equal(stopped?.state, 'cancelled');
    assert.equal(world.store.peek(servers)?.items.length, stopped.searched);
    await draw();
    assert.equal(fleet.isRunning(servers), false, "the search wasn't requested again");
    options.choose({ filter: 'tag:canary' });
    await draw();
    assert.equal(fleet.isRunning(servers), true);
    await eventually(isOver);
    assert.equal(world.store.peek(servers)?.isComplete, true);
  });

  it('says why it ended early, and tries again after a refresh', async () => {
    await world.probe.addFault('403:GET:/api/v3/servers');
    options.choose({ grouping: 'provider' });
    await draw();
    await eventually(isOver);
    const [failed] = fleet.all;
    assert.equal(failed?.state, 'failed');
    assert.match(String(failed.error), /403/);
    await world.probe.clearFaults();
    fleet.forget();
    assert.deepEqual(fleet.all, []);
    await draw();
    await eventually(isOver);
    assert.equal(world.store.peek(servers)?.isComplete, true);
  });

  it('ends silently when the filter is cleared', async () => {
    await world.probe.addFault('latency=200:GET:/api/v3/servers');
    options.choose({ filter: 'tag:production' });
    await draw();
    options.choose({});
    await eventually(() => assert.deepEqual(fleet.all, []));
  });
});
