import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sleep } from '../../../src/api/scheduling/clock';
import { ApiError, type ApiErrorReason } from '../../../src/api/errors';
import {
  openEnvelope,
  type Page,
  toPage,
  collect,
  type Collected,
  type PageOutcome,
  readPages,
} from '../../../src/api/paging';
import { FakeClock } from '../../support/fakeClock';

interface Item {
  readonly id: number;
}

type FetchPage<T> = (number: number) => Promise<Page<T>>;

const itemsOf = (count: number): Item[] => Array.from({ length: count }, (_, id) => ({ id }));
const anyTotal = fc.integer({ min: 0, max: 300 });
const anyPageSize = fc.integer({ min: 1, max: 40 });
const anyConcurrency = fc.integer({ min: 1, max: 6 });

/** The service's answer to a request for a page: its items and the paging data. */
type Answer<T> = (number: number) => { items: readonly T[]; pagination?: object };

/** The pages of a list, with correct counts. */
function cut<T>(list: readonly T[], perPage: number): Answer<T> {
  return (number) => ({
    items: list.slice((number - 1) * perPage, number * perPage),
    pagination: {
      total: list.length,
      per_page: perPage,
      current_page: number,
      total_pages: Math.max(1, Math.ceil(list.length / perPage)),
    },
  });
}

function toFetch<T>(answer: Answer<T>, requests: number[] = []): FetchPage<T> {
  return (number) => {
    requests.push(number);
    const { items, pagination } = answer(number);
    const raw = openEnvelope(pagination ? { data: items, meta: { pagination } } : items);
    return Promise.resolve(toPage(items, raw, number, 40));
  };
}

function readAll<T>(fetchPage: FetchPage<T>, concurrency = 4): Promise<Collected<T>> {
  return collect(readPages(fetchPage, concurrency));
}

/** The pages from `first` on fail. */
function failFrom(first: number, reason: ApiErrorReason, answer: Answer<Item>): FetchPage<Item> {
  const fetchPage = toFetch(answer);
  return (number) =>
    number < first
      ? fetchPage(number)
      : Promise.reject(new ApiError(reason, { method: 'GET', path: '/' }, 'failed'));
}

function assertUnique(items: readonly Item[]): void {
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length, 'duplicates');
}

describe('Reading a list', () => {
  it('returns the whole list in order, for any length and page size', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTotal,
        anyPageSize,
        anyConcurrency,
        async (total, perPage, concurrency) => {
          const list = itemsOf(total);
          const requests: number[] = [];
          const read = await readAll(toFetch(cut(list, perPage), requests), concurrency);
          assert.deepEqual(read, { items: list, failures: [], missing: 0 });
          assert.equal(
            requests.length,
            Math.max(1, Math.ceil(total / perPage)),
            'one request per page',
          );
        },
      ),
    );
  });

  it('keeps the order if later pages arrive first, with no more requests at once than allowed', async () => {
    const anyDelays = fc.array(fc.nat(50), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(anyTotal, anyDelays, anyConcurrency, async (total, delays, concurrency) => {
        const clock = new FakeClock();
        const list = itemsOf(total);
        const fetchPage = toFetch(cut(list, 10));
        let running = 0;
        let most = 0;
        const slow: FetchPage<Item> = async (number) => {
          most = Math.max(most, (running += 1));
          await sleep(clock, delays[number % delays.length] ?? 0);
          running -= 1;
          return fetchPage(number);
        };
        const read = readAll(slow, concurrency);
        await clock.durationOf(read);
        assert.deepEqual((await read).items, list);
        assert.ok(most <= concurrency, `${most} at a time`);
      }),
    );
  });

  it('reads ahead: of twelve pages, the first takes one round trip, the others three', async () => {
    const clock = new FakeClock();
    const fetchPage = toFetch(cut(itemsOf(120), 10));
    const slow: FetchPage<Item> = async (number) => {
      await sleep(clock, 100);
      return fetchPage(number);
    };
    assert.equal(await clock.durationOf(readAll(slow)), 400);
  });

  it('yields the first page before it waits for another', async () => {
    const fetchPage = toFetch(cut(itemsOf(100), 40));
    const pages = readPages(
      (number) => (number === 1 ? fetchPage(1) : new Promise<never>(() => undefined)),
      4,
    );
    const { value } = await pages.next();
    assert.equal(value && 'page' in value && value.page.items.length, 40);
  });

  it("continues until a short page if pages aren't counted", async () => {
    await fc.assert(
      fc.asyncProperty(anyTotal, anyPageSize, async (total, perPage) => {
        const list = itemsOf(total);
        const answer = cut(list, perPage);
        const read = await readAll(
          toFetch((number) => ({ ...answer(number), pagination: { per_page: perPage } })),
        );
        assert.deepEqual(read.items, list);
      }),
    );
  });

  it('treats a bare array as the whole list', async () => {
    const requests: number[] = [];
    const list = itemsOf(100);
    const read = await readAll(toFetch(() => ({ items: list }), requests));
    assert.deepEqual([read.items, requests], [list, [1]]);
  });

  it('ends, without duplicates, if a service ignores the page number', async () => {
    const bounds = fc.option(fc.integer({ min: 1, max: 1_000_000 }), { nil: undefined });
    const lines = ['one', 'two', 'two'].map((content) => ({ content }));
    await fc.assert(
      fc.asyncProperty(bounds, anyConcurrency, async (pages, concurrency) => {
        const pagination = { per_page: 3, total_pages: pages };
        for (const list of [itemsOf(3), ['a', 'b', 'c'], lines]) {
          const requests: number[] = [];
          const fetchPage = toFetch<unknown>(() => ({ items: list, pagination }), requests);
          const read = await readAll(fetchPage, concurrency);
          assert.deepEqual(read.items, list);
          assert.ok(requests.length <= concurrency + 2, `${requests.length} requests`);
        }
      }),
    );
  });

  it('returns the whole list if the service counts too few pages for its total', async () => {
    await fc.assert(
      fc.asyncProperty(anyTotal, anyPageSize, fc.nat(3), async (total, perPage, pages) => {
        const answer = cut(itemsOf(total), perPage);
        const read = await readAll(
          toFetch((number) => {
            const { items, pagination } = answer(number);
            return { items, pagination: { ...pagination, total_pages: pages } };
          }),
        );
        assert.deepEqual([read.items, read.missing], [itemsOf(total), 0]);
      }),
    );
  });

  it('ends, and reports what is missing, if the service counts more than it has', async () => {
    const anyCount = fc.option(fc.nat(1_000_000), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        anyTotal,
        anyPageSize,
        anyCount,
        anyCount,
        async (actual, perPage, total, pages) => {
          const requests: number[] = [];
          const answer = cut(itemsOf(actual), perPage);
          const lying: Answer<Item> = (number) => ({
            items: answer(number).items,
            pagination: { total, per_page: perPage, total_pages: pages },
          });
          const read = await readAll(toFetch(lying, requests));
          assertUnique(read.items);
          // Without a total, pages after the empty one that ended the list show that some are missing.
          const end = Math.ceil(actual / perPage) + 1;
          const unseen = (pages ?? 0) > end ? 1 : 0;
          const counted = total === undefined ? unseen : Math.max(0, total - read.items.length);
          assert.equal(read.missing, counted);
          assert.ok(requests.length <= Math.ceil(actual / perPage) + 5, 'requests');
        },
      ),
    );
  });

  it('ends without duplicates if the list shrinks and grows meanwhile', async () => {
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      remove: fc.nat(50),
      insert: fc.nat(50),
    });
    await fc.assert(
      fc.asyncProperty(
        anyTotal,
        anyPageSize,
        fc.array(edit, { minLength: 1 }),
        async (total, perPage, edits) => {
          const list = itemsOf(total);
          const ever = new Set(list.map(({ id }) => id));
          const requests: number[] = [];
          const read = await readAll(
            toFetch((number) => {
              const answer = cut([...list], perPage)(number);
              const change = edits[requests.length - 1];
              if (change) {
                const added = itemsOf(change.insert).map(({ id }) => ({ id: ever.size + id }));
                for (const { id } of added) ever.add(id);
                list.splice(Math.floor(change.at * list.length), change.remove, ...added);
              }
              return answer;
            }, requests),
          );
          assertUnique(read.items);
          assert.ok(read.items.every(({ id }) => ever.has(id)));
          // A list that shrinks is read again, twice at most.
          assert.ok(requests.length <= 3 * (Math.ceil(ever.size / perPage) + 5), 'requests');
        },
      ),
    );
  });

  it("doesn't lose rows silently if others delete rows meanwhile", async () => {
    const deletion = fc.record({
      before: fc.nat(40),
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      rows: fc.integer({ min: 1, max: 30 }),
    });
    const deletions = fc.array(deletion, { maxLength: 6 });
    let incomplete = 0;
    await fc.assert(
      fc.asyncProperty(
        anyTotal,
        anyPageSize,
        anyConcurrency,
        deletions,
        fc.infiniteStream(fc.nat(20)),
        async (total, perPage, concurrency, planned, delays) => {
          const service = itemsOf(total);
          const clock = new FakeClock();
          let asked = 0;
          const read = readAll<Item>(async (number) => {
            await sleep(clock, delays.next().value ?? 0);
            for (const { at, rows } of planned.filter(({ before }) => before === asked)) {
              service.splice(Math.floor(at * service.length), rows);
            }
            asked += 1;
            const page = await toFetch(cut([...service], perPage))(number);
            await sleep(clock, delays.next().value ?? 0);
            return page;
          }, concurrency);
          await clock.durationOf(read);
          const { items, missing } = await read;
          assertUnique(items);
          const shown = new Set(items.map(({ id }) => id));
          const lost = service.filter(({ id }) => !shown.has(id));
          if (missing > 0) incomplete += 1;
          assert.ok(lost.length === 0 || missing > 0, `${lost.length} rows were lost in silence`);
        },
      ),
      { numRuns: 500 },
    );
    assert.ok(incomplete < 50, `${incomplete} of 500 were left incomplete`);
  });

  it("doesn't lose rows whose deletion new rows hide from the total", async () => {
    let service = itemsOf(10);
    let asked = 0;
    const read = await readAll((number) => {
      asked += 1;
      if (asked === 4) service = [...service.slice(5), { id: 10 }, { id: 11 }, { id: 12 }];
      return toFetch(cut(service, 2))(number);
    }, 1);
    const shown = new Set(read.items.map(({ id }) => id));
    const lost = service.filter(({ id }) => !shown.has(id));
    assert.ok(lost.length === 0 || read.missing > 0, `${lost.length} rows were lost in silence`);
  });

  it("doesn't lose rows in silence if others add and delete rows until the total shrinks", async () => {
    const change = fc.record({
      at: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      removed: fc.nat(8),
      added: fc.nat(8),
    });
    let shrunk = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 5, max: 60 }),
        fc.integer({ min: 2, max: 10 }),
        fc.array(fc.option(change), { minLength: 1, maxLength: 12 }),
        async (total, perPage, changes) => {
          let service = itemsOf(total);
          let last = total;
          let hasShrunk = false;
          let asked = 0;
          const { items, missing } = await readAll((number) => {
            const each = changes[asked];
            asked += 1;
            if (each && !hasShrunk) {
              const added = itemsOf(each.added).map(({ id }) => ({ id: id + last }));
              last += each.added;
              const { length } = service;
              service = service.toSpliced(Math.floor(each.at * length), each.removed);
              service.push(...added);
              hasShrunk = asked > 1 && service.length < length;
            }
            return toFetch(cut(service, perPage))(number);
          }, 1);
          if (!hasShrunk) return;
          shrunk += 1;
          const shown = new Set(items.map(({ id }) => id));
          const lost = service.filter(({ id }) => !shown.has(id));
          assert.deepEqual([lost, missing], [[], 0]);
        },
      ),
      { numRuns: 300 },
    );
    assert.ok(shrunk > 75, `${shrunk} of 300 shrank`);
  });

  it('says that lines may be missing if uncounted pages overlap', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({ content: `line ${index}` }));
    let asked = 0;
    const { items, missing } = await readAll((number) => {
      asked += 1;
      if (asked === 2) lines.unshift({ content: 'new' });
      return toFetch(() => ({ items: lines.slice((number - 1) * 40, number * 40) }))(number);
    });
    assert.equal(items.length, 60);
    assert.ok(missing > 0, 'the new line is missing');
  });

  it('continues while uncounted pages are full, and ends at a short or repeated one', async () => {
    await fc.assert(
      fc.asyncProperty(anyTotal, fc.constantFrom('array', 'data', 'meta'), async (total, form) => {
        const list = itemsOf(total);
        const requests: number[] = [];
        const read = await readAll<Item>((number) => {
          requests.push(number);
          const items = list.slice((number - 1) * 40, number * 40);
          const forms = { array: items, data: { data: items }, meta: { data: items, meta: [] } };
          return Promise.resolve(toPage(items, openEnvelope(forms[form]), number, 40));
        });
        assert.deepEqual(read, { items: list, failures: [], missing: 0 });
        assert.equal(requests.length, Math.floor(total / 40) + 1);
      }),
    );
    const requests: number[] = [];
    const list = itemsOf(40);
    const read = await readAll(toFetch(() => ({ items: list }), requests));
    assert.deepEqual([read.items, requests], [list, [1, 2]]);
  });

  it('keeps items without an id that occur twice on a page', async () => {
    const lines = [{ content: 'started' }, { content: 'started' }];
    assert.deepEqual((await readAll(toFetch(cut(lines, 40)))).items, lines);
  });

  for (const counts of [true, false]) {
    const how = counts ? 'counted' : 'not counted';

    it(`keeps lines that are equal on two pages, in order, if they are ${how}`, async () => {
      const line = fc.constantFrom('Started', 'Stopped', undefined);
      const words = fc.array(line, { minLength: 60, maxLength: 200 });
      let kept = 0;
      await fc.assert(
        fc.asyncProperty(words, fc.array(fc.nat(3)), async (all, arriving) => {
          let written = 0;
          const write = (word: string | undefined): { content: string } => {
            written += 1;
            return { content: word ?? `Job ${written} ran` };
          };
          const log = all.map(write);
          const first = [...log];
          let asked = 0;
          const { items, missing } = await readAll((number) => {
            if (asked > 0) {
              for (let index = arriving[asked - 1] ?? 0; index > 0; index -= 1) {
                log.unshift(write(index === 2 ? undefined : 'Started'));
              }
            }
            asked += 1;
            const lines = log.slice((number - 1) * 40, number * 40);
            const pagination = { total: log.length, per_page: 40 };
            return toFetch(() => ({ items: lines, ...(counts ? { pagination } : {}) }))(number);
          }, 1);
          const isWhole = items.length === first.length;
          if (isWhole) assert.deepEqual(items, first);
          assert.ok(isWhole || missing > 0, `${items.length} of ${first.length}, none missing`);
          const places = first.values();
          for (const { content } of items) {
            let next = places.next();
            while (!next.done && next.value.content !== content) next = places.next();
            assert.ok(!next.done, `${content} is shown twice, or too late`);
          }
          if (isWhole) kept += 1;
        }),
        { numRuns: 100 },
      );
      assert.ok(kept > (counts ? 99 : 30), `${kept} of 100 whole`);
    });
  }

  it('reports that items may be missing if a full page is repeated and nothing is counted', async () => {
    const page = itemsOf(40);
    const { items, missing } = await readAll(toFetch(() => ({ items: page })));
    assert.deepEqual([items, missing > 0], [page, true]);
  });

  it('counts entries that can’t be read as missing, on whichever page they are', async () => {
    const pages = [itemsOf(40), itemsOf(45).slice(40)];
    const { items, missing } = await readAll((number) => {
      const page = toPage(pages[number - 1] ?? [], openEnvelope([]), number, 40);
      return Promise.resolve(number === 2 ? { ...page, unreadable: 1 } : page);
    });
    assert.deepEqual([items.length, missing], [45, 1]);
  });

  it('skips pages that fail, and names them', async () => {
    const fetchPage = toFetch(cut(itemsOf(50), 10));
    const broken = new ApiError('server', { method: 'GET', path: '/' }, 'failed');
    const read = await readAll<Item>((number) =>
      number === 2 || number === 4 ? Promise.reject(broken) : fetchPage(number),
    );
    assert.deepEqual(
      read.items.map(({ id }) => Math.floor(id / 10) + 1),
      [1, 3, 5].flatMap((page) => Array<number>(10).fill(page)),
    );
    assert.deepEqual(read.failures, [
      { number: 2, error: broken },
      { number: 4, error: broken },
    ]);
    assert.equal(read.missing, 20);
  });

  it('throws the error of the first page', async () => {
    await assert.rejects(readAll(failFrom(1, 'server', cut(itemsOf(50), 10))), {
      reason: 'server',
    });
  });

  for (const reason of [
    'cancelled',
    'unauthorized',
    'forbidden',
    'rateLimited',
    'unsupported',
  ] as const) {
    it(`ends after ${reason}, because the next pages would fail too`, async () => {
      const read = await readAll(failFrom(2, reason, cut(itemsOf(400), 10)));
      assert.deepEqual(
        read.failures.map(({ number }) => number),
        [2],
      );
      assert.equal(read.missing, 390);
    });
  }

  it('gives up after five failures in a row, and reports what is missing', async () => {
    const answer = cut(itemsOf(10), 10);
    const claim = { total: 10_000_000, per_page: 10, total_pages: 1_000_000 };
    const read = await readAll(
      failFrom(2, 'server', (number) => ({ ...answer(number), pagination: claim })),
    );
    assert.equal(read.failures.length, 5);
    assert.equal(read.missing, 9_999_990);
  });

  it('continues after four failures in a row, however often they occur', async () => {
    const fetchPage = toFetch(cut(itemsOf(100), 5));
    const broken = new ApiError('contract', { method: 'GET', path: '/' }, 'failed');
    const read = await readAll<Item>((number) =>
      number % 5 === 1 ? fetchPage(number) : Promise.reject(broken),
    );
    assert.equal(read.items.length, 20);
    assert.equal(read.failures.length, 16);
  });

  it('reports progress page by page', async () => {
    const seen: number[] = [];
    await collect(readPages(toFetch(cut(itemsOf(25), 10)), 4), (page) =>
      seen.push(page.items.length),
    );
    assert.deepEqual(seen, [10, 10, 5]);
  });

  it('leaves no unhandled rejection if the reader stops early', async () => {
    const pages = readPages(failFrom(2, 'server', cut(itemsOf(50), 10)), 4);
    const first = (await pages.next()).value as PageOutcome<Item>;
    assert.equal(first.number, 1);
    await pages.return();
  });
});
