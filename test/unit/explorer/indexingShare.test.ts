import assert from 'node:assert/strict';
import type { Account } from '../../../src/accounts/account';
import { ApiError } from '../../../src/api/errors';
import type { PageOutcome } from '../../../src/api/paging';
import { sleep } from '../../../src/api/scheduling/clock';
import { type Priority, RateLimitGate, Scheduler } from '../../../src/api/scheduling/scheduler';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { CollectionReference } from '../../../src/resources/reference';
import { onePage, type ResourceClient, toWholePage } from '../../../src/resources/resourceClient';
import { Indexer } from '../../../src/resources/index/indexer';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import { FakeClock } from '../../support/fakeClock';
import { ServiceWindow } from '../../support/serviceWindow';

const minute = 60_000;
const limit = 600;
const servers = 100;
/** How long a request takes, in milliseconds. */
const takes = 50;

const account: Account = {
  id: 'example',
  label: 'Example',
  baseUrl: 'https://service.invalid',
  environment: 'staging',
  authentication: 'token',
  pathWords: { cache: 'cache', hub: 'hub' },
  isSandbox: false,
};

/** A fleet whose servers have two of each kind, behind a service that counts requests. */
class Fleet {
  readonly clock = new FakeClock();
  /** When lists were read. */
  readonly readAt: number[] = [];
  readonly index = new ResourceIndex(() => this.clock.now());
  readonly indexer: Indexer;
  readonly #gate = new RateLimitGate(this.clock);
  readonly #scheduler = new Scheduler(this.clock, this.#gate, 4);
  readonly #service: ServiceWindow;
  readonly #phase: number;

  /** @param phase when windows of the service begin, as an offset in milliseconds. */
  constructor(phase: number) {
    this.#phase = phase;
    this.#service = new ServiceWindow(this.clock, limit, minute, phase);
    const client: Pick<ResourceClient, 'pages'> = {
      pages: async (collection, options) => {
        const items = await this.ask(options?.priority ?? 'person', () => {
          this.readAt.push(this.clock.now());
          return itemsOf(collection);
        });
        options?.signal?.throwIfAborted();
        return onePage(toWholePage(items));
      },
    };
    this.indexer = new Indexer(client, this.index, () => this.clock.now());
  }

  ask<T>(priority: Priority, answer: () => T): Promise<T> {
    return this.#scheduler.run(async () => {
      const answered = answer();
      await sleep(this.clock, takes);
      const { headers } = this.#service.count();
      this.#gate.observe({ status: 200, headers }, this.#scheduler.running);
      return answered;
    }, priority);
  }

  /** The maximum number of lists read within one window of the service. */
  get mostInWindow(): number {
    const windows = this.readAt.map((at) => Math.floor((at + this.#phase) / minute));
    return Math.max(...windows.map((each) => windows.filter((other) => other === each).length));
  }
}

function itemsOf({ kind }: CollectionReference): readonly Resource[] {
  const count = kind === 'server' ? servers : 2;
  return Array.from({ length: count }, (_, index) => ({ id: index + 1, name: `${kind} ${index}` }));
}

describe('Indexing 100 servers at a limit of 600 requests a minute', () => {
  for (const phase of [0, 1_000, 30_000, 59_999]) {
    it(`takes a fifth of the limit at most, with windows that begin at ${phase} ms`, async () => {
      const fleet = new Fleet(phase);
      const { clock, indexer, index, readAt } = fleet;
      await clock.durationOf(indexer.run(account, new AbortController().signal));
      assert.ok(readAt.length > 500, `${readAt.length} lists`);
      assert.ok(index.size > 1_000, `${index.size} names`);
      assert.ok(fleet.mostInWindow <= limit / 5, `${fleet.mostInWindow} in a window`);
    });
  }

  it('uses no more while a person works, and never makes them wait', async () => {
    const fleet = new Fleet(20_000);
    const { clock, indexer } = fleet;
    const waits: number[] = [];
    const running = indexer.run(account, new AbortController().signal);
    for (let click = 0; click < 600; click += 1) {
      clock.after(click * 250, () => {
        const from = clock.now();
        void fleet.ask('person', () => undefined).then(() => waits.push(clock.now() - from));
      });
    }
    await clock.durationOf(running);
    assert.ok(fleet.mostInWindow <= limit / 5, `${fleet.mostInWindow} in a window`);
    assert.ok(waits.length > 500);
    assert.ok(Math.max(...waits) <= 2 * takes, `${Math.max(...waits)} ms`);
  });

  it('begins when requested: nothing is read in the hour before', async () => {
    const { clock, indexer, readAt } = new Fleet(0);
    assert.ok(indexer.countMissing(account) > 0);
    await clock.advance(60 * minute);
    assert.deepEqual(readAt, []);
  });

  it('ends when stopped', async () => {
    const fleet = new Fleet(0);
    const stop = new AbortController();
    const running = fleet.indexer.run(account, stop.signal);
    await fleet.clock.advance(minute / 2);
    const read = fleet.readAt.length;
    assert.ok(read > 0);
    stop.abort();
    await fleet.clock.durationOf(running);
    await fleet.clock.advance(60 * minute);
    assert.ok(fleet.readAt.length <= read + 1);
  });
});

describe('Indexing 20,000 servers', () => {
  const rows = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `server-${id}` }));

  /** Reads the servers, up to a page that may fail, and nothing below them. */
  async function run(failsAt: number | undefined) {
    const index = new ResourceIndex();
    const put = index.put.bind(index);
    let stored = 0;
    index.put = (list, ...rest) => {
      put(list, ...rest);
      stored += index.entries(list.collection).length;
    };
    const stop = new AbortController();
    const pages = (): Promise<AsyncIterable<PageOutcome<Resource>>> => Promise.resolve(read());
    async function* read(): AsyncIterable<PageOutcome<Resource>> {
      for (let number = 1; number <= 500; number += 1) {
        if (number === failsAt) {
          yield { number, error: new ApiError('network', { method: 'GET', path: '/' }, 'lost') };
          return;
        }
        const page = toWholePage(rows.slice((number - 1) * 40, number * 40));
        yield { number, page: { ...page, number } };
      }
    }
    const indexer = new Indexer({ pages }, index);
    await indexer.run(account, stop.signal, ['server']);
    return { index, stored, missing: indexer.countMissing(account) };
  }

  it('stores each a few times, and counts the lists below them', async () => {
    const { index, stored, missing } = await run(undefined);
    assert.equal(index.size, rows.length);
    assert.ok(stored <= 4 * rows.length, `${stored} entries were stored`);
    assert.ok(missing > rows.length, `${missing} lists`);
  });

  it('keeps what was read before a failure', async () => {
    assert.equal((await run(400)).index.size, 399 * 40);
  });
});
