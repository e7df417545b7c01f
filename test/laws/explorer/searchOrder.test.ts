import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import { indexedKinds, ResourceIndex } from '../../../src/resources/index/resourceIndex';

const name = fc.constantFrom('shop', 'Shop 1', 'the shop', 'nightly', '1', '12', 'a\u0000shop', '');
const entries = fc.array(fc.record({ label: name, detail: name }), { maxLength: 5 });
/** Lists of servers and of resources below them, in any order. */
const lists = fc.uniqueArray(
  fc.record({
    kind: fc.constantFrom('webApplication', 'cronJob', 'supervisorJob'),
    server: fc.nat(4),
    entries,
  }),
  { maxLength: 8, selector: ({ kind, server }) => `${kind} ${server}` },
);

/** Reads one entry after the other, as a person would. */
function rankNaively(text: string, label: string, id: string, words: readonly string[]): number {
  if (!words.every((word) => text.includes(word))) return Number.POSITIVE_INFINITY;
  const [first = ''] = words;
  if (first === id || label.startsWith(first)) return 0;
  return words.some((word) => label.includes(word)) ? 1 : 2;
}

describe('Searching the index', () => {
  law(
    'finds the best matches in order, however many are requested',
    { runs: 1_000 },
    fc.property(lists, fc.array(name, { maxLength: 2 }), fc.nat(12), (all, typed, limit) => {
      const index = new ResourceIndex();
      const query = typed.join(' ').replaceAll('\u0000', '');
      const words = query.toLowerCase().split(' ').filter(Boolean);
      const expected: { readonly rank: number; readonly text: string }[] = [];
      for (const each of all) {
        const collection = { account: 'a', kind: each.kind, parents: [each.server] } as const;
        index.put({
          collection,
          entries: each.entries.map((entry, at) => ({ ...entry, id: at + 1 })),
          readAt: 1,
        });
        each.entries.forEach(({ label, detail }, at) => {
          const id = String(at + 1);
          const plain = label.toLowerCase();
          const rank = rankNaively(`${plain}\n${detail.toLowerCase()}\n${id}`, plain, id, words);
          if (!Number.isFinite(rank)) return;
          const kindRank = indexedKinds.indexOf(each.kind) / 100;
          expected.push({ rank: rank + kindRank, text: `${each.kind} ${each.server}/${id}` });
        });
      }
      const found = index
        .search(query, limit)
        .map(({ reference }) => `${reference.kind} ${reference.ids.join('/')}`);
      const best = expected.toSorted((one, other) => one.rank - other.rank).slice(0, limit);
      assert.deepEqual(
        found,
        best.map(({ text }) => text),
      );
    }),
  );
});
