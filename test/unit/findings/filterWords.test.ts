import assert from 'node:assert/strict';
import { completeFilter } from '../../../src/findings/filterWords';
import { Knowledge } from '../../../src/findings/knowledge';
import type { Facets } from '../../../src/resources/search/arrange';
import { Filter } from '../../../src/resources/search/filter';

function serverNamed(name: string): Knowledge {
  const knowledge = new Knowledge();
  const collection = { account: 'live', kind: 'server', parents: [] } as const;
  knowledge.addList({ collection, items: [{ id: 1, name }], isWhole: true });
  return knowledge;
}

describe('The words that complete a filter', () => {
  for (const name of [
    'web',
    '19" rack',
    'web"shop',
    '"shop" one',
    'the "shop"',
    '"',
    '""',
    'a b"',
  ]) {
    it(`find what they were taken from: ${name}`, () => {
      const [completed, ...others] = completeFilter('-tag:x name:', serverNamed(name));
      assert.deepEqual(others, []);
      const filter = new Filter(completed?.filter ?? '');
      assert.deepEqual(filter.misunderstood, []);
      const none = { address: '', tags: [], state: '', provider: '', country: '', created: '' };
      const facets: Facets = { ...none, id: '', name: '' };
      assert.ok(filter.matches({ ...facets, name }), completed?.filter);
      assert.ok(!filter.matches({ ...facets, name: 'other' }), completed?.filter);
    });
  }

  it('are offered while a word with a quotation mark is being typed', () => {
    const knowledge = serverNamed('19" rack');
    for (const typed of ['name:"19""', 'name:"19"" r', 'name:19"']) {
      const words = completeFilter(typed, knowledge).map(({ word }) => word);
      assert.deepEqual(words, ['name:"19"" rack"'], typed);
    }
    assert.deepEqual(completeFilter('name:"19"" rack"', knowledge), []);
  });
});
