import assert from 'node:assert/strict';
import { openEnvelope, toPage } from '../../../src/api/paging';
import { append, type Listing, mayBeIncomplete } from '../../../src/resources/store/listing';

const rows = Array.from({ length: 40 }, (_, id) => ({ id }));

describe('Load More, if a service sends the same page each time', () => {
  const forms: Readonly<Record<string, unknown>> = {
    'a bare array': rows,
    'rows without counts': { data: rows, meta: [] },
    'rows with only a total': { data: rows, meta: { total: 95 } },
    'rows with all counts': {
      data: rows,
      meta: { pagination: { total: 95, per_page: 40, total_pages: 3 } },
    },
    'rows with all counts, but too few pages': {
      data: rows,
      meta: { pagination: { total: 95, per_page: 40, total_pages: 1 } },
    },
  };

  for (const [form, answer] of Object.entries(forms)) {
    it(`ends, without duplicates, and says that rows may be missing: ${form}`, () => {
      let listing: Listing | undefined;
      let number = 0;
      while (!listing?.isComplete && number < 10) {
        number += 1;
        listing = append(listing, toPage(rows, openEnvelope(answer), number, 40));
      }
      assert.ok(number <= 3, `${number} pages were requested`);
      assert.deepEqual(listing?.items, rows);
      assert.ok(mayBeIncomplete(listing), 'it must report that there may be more');
      assert.equal(listing.missing, form.includes('total') || form.includes('all') ? 55 : 0);
    });
  }
});

describe('A page of a list', () => {
  it('that repeats the end of the one before shows that rows may be missing', () => {
    const pages = [rows, [{ id: 39 }, { id: 40 }]];
    const listing = pages.reduce<Listing | undefined>(
      (known, items, index) => append(known, toPage(items, openEnvelope(items), index + 1, 40)),
      undefined,
    );
    assert.equal(listing?.items.length, 41);
    assert.ok(listing && mayBeIncomplete(listing));
  });

  it('shows a row that comes twice in it once, and says that another may be missing', () => {
    const answer = { data: [{ id: 1 }, { id: 2 }, { id: 1 }], meta: { total: 3 } };
    const listing = append(undefined, toPage(answer.data, openEnvelope(answer), 1, 40));
    assert.deepEqual(listing.items, [{ id: 1 }, { id: 2 }]);
    assert.ok(mayBeIncomplete(listing));
  });
});
