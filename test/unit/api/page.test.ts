import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { openEnvelope, type Page, toPage } from '../../../src/api/paging';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function pageOf(json: unknown, number = 1): Page<unknown> {
  const raw = openEnvelope(json);
  assert.ok(Array.isArray(raw.items));
  return toPage<unknown>(raw.items, raw, number, 40);
}

function enveloped(count: number, pagination: unknown): unknown {
  return { data: numbers(count), meta: { pagination } };
}

describe('A page', () => {
  it('is read from the envelope of the reference', () => {
    const json = enveloped(40, {
      total: 57,
      count: 40,
      per_page: 40,
      current_page: 1,
      total_pages: 2,
      links: {},
    });
    assert.deepEqual(pageOf(json), {
      items: numbers(40),
      number: 1,
      perPage: 40,
      total: 57,
      totalPages: 2,
      isLast: false,
    });
  });

  it('is read from an envelope within another', () => {
    const json = { data: enveloped(40, { total: 57, total_pages: 2 }), message: 'ok' };
    const { items, total, isLast } = pageOf(json);
    assert.deepEqual([items.length, total, isLast], [40, 57, false]);
  });

  it("may have successors if it's full and nothing is counted", () => {
    const data = numbers(40);
    const metas = [{}, [], null, { pagination: [] }, { pagination: null }, { total: 'many' }];
    for (const json of [data, { data }, ...metas.map((meta) => ({ data, meta }))]) {
      const { isLast, total, totalPages } = pageOf(json);
      const expected = { isLast: false, total: undefined, totalPages: undefined };
      assert.deepEqual({ isLast, total, totalPages }, expected);
    }
  });

  it("is the only one if it's short or longer than requested and nothing is counted", () => {
    for (const count of [0, 39, 41, 95]) {
      const data = numbers(count);
      for (const json of [data, { data }, { data, meta: [] }, { data, meta: null }]) {
        const { isLast, total, totalPages } = pageOf(json);
        const expected = { isLast: true, total: count, totalPages: 1 };
        assert.deepEqual({ isLast, total, totalPages }, expected);
      }
    }
  });

  const counts = [
    { meta: { pagination: { total: 57, per_page: 40, total_pages: 2 } } },
    { meta: { lastPage: 2, total: 57 } },
    { meta: { last_page: 2, total: 57 } },
    { meta: { last_page: '2', total: '57', per_page: '40', current_page: 1 } },
    { meta: { pagination: { totalPages: 2, total: 57, perPage: 40 } } },
    { total: 57, per_page: 40, last_page: 2, current_page: 1 },
    { meta: { pagination: [], lastPage: 2, total: 57 } },
  ];
  for (const meta of counts) {
    it(`is understood with ${JSON.stringify(meta)}`, () => {
      const { total, totalPages, perPage, isLast } = pageOf({ data: numbers(40), ...meta });
      assert.deepEqual(
        { total, totalPages, perPage, isLast },
        { total: 57, totalPages: 2, perPage: 40, isLast: false },
      );
      assert.equal(pageOf({ data: numbers(17), ...meta }, 2).isLast, true);
    });
  }

  it('has successors if the total says so, however short it is', () => {
    const page = (count: number, number: number): boolean =>
      pageOf({ data: numbers(count), meta: { total: 35 } }, number).isLast;
    assert.deepEqual(
      [page(35, 1), page(15, 1), page(15, 2), page(0, 4)],
      [true, false, false, true],
    );
  });

  it('is read if the service writes numbers as texts', () => {
    const page = pageOf(enveloped(15, { per_page: '15', total: '20', total_pages: '2' }));
    assert.deepEqual([page.perPage, page.total, page.totalPages], [15, 20, 2]);
  });

  it("ignores counts that aren't numbers", () => {
    const odd = fc.oneof(
      fc.constantFrom(-1, 1.5, null, '', 'many', '-1', '1e3', true, {}, Number.NaN, 1e300),
      fc.jsonValue().filter((value) => !/^"?\d+"?$/.test(JSON.stringify(value))),
    );
    fc.assert(
      fc.property(odd, odd, odd, (total, perPage, totalPages) => {
        const json = enveloped(40, { total, per_page: perPage, total_pages: totalPages });
        const page = pageOf(json);
        assert.deepEqual([page.total, page.perPage, page.totalPages], [undefined, 40, undefined]);
      }),
    );
  });

  it("has no items if the answer isn't a list, which the check of the items reports", () => {
    for (const json of [{}, { message: 'no list' }, { items: [] }]) {
      assert.equal(openEnvelope(json).items, undefined);
    }
    assert.equal(openEnvelope('text').items, 'text');
  });
});
