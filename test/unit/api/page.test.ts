import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { openEnvelope, type Page, toPage } from '../../../src/api/page';

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

  it('is the only one where the answer is a bare array, or has no meta', () => {
    const data = numbers(40);
    for (const json of [data, { data }, { data, meta: {} }, { data, meta: { pagination: [] } }]) {
      const { isLast, total, totalPages } = pageOf(json);
      assert.deepEqual({ isLast, total, totalPages }, { isLast: true, total: 40, totalPages: 1 });
    }
  });

  it('is the last one where it is empty, whatever the service counts', () => {
    assert.equal(pageOf(enveloped(0, { total: 99, total_pages: 9 })).isLast, true);
  });

  it('is the last one where it is short and nobody counts pages', () => {
    assert.equal(pageOf(enveloped(39, {})).isLast, true);
    assert.equal(pageOf(enveloped(40, {})).isLast, false);
  });

  it('may be short in the middle where the service counts pages', () => {
    assert.equal(pageOf(enveloped(3, { total_pages: 2 })).isLast, false);
    assert.equal(pageOf(enveloped(40, { total_pages: 2 }), 2).isLast, true);
  });

  it('is as long as the service says, which may be less than was asked for', () => {
    const page = pageOf(enveloped(15, { per_page: 15 }));
    assert.equal(page.perPage, 15);
    assert.equal(page.isLast, false);
  });

  it('is read where the service writes numbers as texts', () => {
    const page = pageOf(enveloped(15, { per_page: '15', total: '20', total_pages: '2' }));
    assert.deepEqual([page.perPage, page.total, page.totalPages], [15, 20, 2]);
  });

  it('takes no count for one that is none', () => {
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

  it('has no items where the answer is no list: the check of the items tells', () => {
    for (const json of [{}, { message: 'no list' }, { items: [] }]) {
      assert.equal(openEnvelope(json).items, undefined);
    }
    assert.equal(openEnvelope('text').items, 'text');
  });
});
