import assert from 'node:assert/strict';
import { ReadOrder, type ResourceClient } from '../../../src/resources/resourceClient';
import { ResourceStore } from '../../../src/resources/store/resourceStore';

const perPage = 3;
const rows = { account: 'a', kind: 'cronJob', parents: [1] } as const;

describe('Load More in a list from which others delete rows', () => {
  let ids: number[];
  let asked: number[];
  let store: ResourceStore;

  beforeEach(() => {
    ids = Array.from({ length: 12 }, (_, index) => index + 1);
    asked = [];
    const page = (_: unknown, number: number): Promise<unknown> => {
      asked.push(number);
      const items = ids.slice((number - 1) * perPage, number * perPage).map((id) => ({ id }));
      const totalPages = Math.ceil(ids.length / perPage);
      const isLast = number >= totalPages;
      return Promise.resolve({ items, number, perPage, total: ids.length, totalPages, isLast });
    };
    store = new ResourceStore({ order: new ReadOrder(), page } as unknown as ResourceClient);
  });

  function shown(): unknown {
    return store.peek(rows)?.items.map(({ id }) => id);
  }

  it('rereads the pages to which rows have moved, and misses none', async () => {
    await store.list(rows);
    await store.more(rows);
    // 7 moves to page 2, which has already been read.
    ids.splice(0, 1);
    asked.length = 0;
    await store.more(rows);
    assert.deepEqual(
      asked.toSorted((one, other) => one - other),
      [2, 3],
    );
    assert.deepEqual(shown(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    await store.more(rows);
    assert.deepEqual(shown(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    assert.equal(store.peek(rows)?.missing, 0);
  });

  it('rereads as many pages as the deleted rows require', async () => {
    await store.list(rows);
    await store.more(rows);
    // 7 moves to page 1, and 8, 9 and 10 to page 2.
    ids.splice(0, 4);
    asked.length = 0;
    await store.more(rows);
    assert.deepEqual(
      asked.toSorted((one, other) => one - other),
      [1, 2, 3],
    );
    const missed = ids.filter((id) => !(shown() as readonly number[]).includes(id));
    assert.deepEqual(missed, []);
  });

  it('reads only the next page if nothing was deleted', async () => {
    await store.list(rows);
    asked.length = 0;
    await store.more(rows);
    assert.deepEqual(asked, [2]);
  });
});
