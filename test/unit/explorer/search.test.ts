import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  groupBy,
  nameGroup,
  groupings,
  groupsOf,
  sortBy,
  sortings,
  type Facets,
  facetsOf,
} from '../../../src/resources/search/arrange';
import { Filter } from '../../../src/resources/search/filter';
import { foreign } from '../../../src/base/foreignText';

const shop: Facets = {
  name: 'shop-frankfurt',
  address: '192.0.2.10',
  tags: ['production', 'shop'],
  state: 'online',
  provider: 'linode',
  country: 'DE',
  created: '2024-01-01 00:00:00',
  id: '12',
};

const facets = fc.record({
  name: fc.string(),
  address: fc.string(),
  tags: fc.array(fc.constantFrom('a', 'b', 'c')),
  state: fc.constantFrom('online', 'offline', ''),
  provider: fc.constantFrom('linode', 'vultr'),
  country: fc.constantFrom('DE', ''),
  created: fc.string(),
  id: fc.nat().map(String),
});

describe('A filter', () => {
  for (const text of ['', 'shop', 'SHOP', 'frankfurt 192.0', 'tag:prod', 'state:online', 'id:12']) {
    it(`"${text}" matches`, () => assert.equal(new Filter(text).matches(shop), true));
  }
  for (const text of ['london', 'shop london', 'tag:frankfurt', 'state:offline', 'name:linode']) {
    it(`"${text}" doesn't match`, () => assert.equal(new Filter(text).matches(shop), false));
  }

  it('treats words in quotes as one, and an unknown facet as part of the word', () => {
    const handedOver = { ...shop, tags: ['to be handed over'] };
    assert.equal(new Filter('tag:"handed over"').matches(handedOver), true);
    assert.equal(new Filter('tag:"over handed"').matches(handedOver), false);
    assert.equal(new Filter('2001:db8').matches({ ...shop, address: '2001:db8::1' }), true);
  });

  it('only searches the service for words of the name', () => {
    assert.equal(new Filter('web tag:prod name:shop state:online').words, 'web shop');
  });

  it('matches any part of any facet, and fewer rows with every word', () => {
    fc.assert(
      fc.property(facets, fc.string(), fc.string(), (each, a, b) => {
        const both = new Filter(`${a} ${b}`);
        if (!a.includes('"') && !b.includes('"') && both.matches(each)) {
          assert.equal(new Filter(a).matches(each), true);
        }
        assert.equal(new Filter(`"${each.id}"`).matches(each), true);
      }),
    );
  });
});

describe('Arranging', () => {
  it('keeps every item in any sort order', () => {
    fc.assert(
      fc.property(fc.array(facets), fc.constantFrom(...sortings), (items, sorting) => {
        const sorted = sortBy(items, sorting, (each) => each);
        assert.equal(sorted.length, items.length);
        assert.deepEqual(new Set(sorted), new Set(items));
      }),
    );
  });

  it('sorts names with numbers naturally', () => {
    const names = ['node-10', 'node-9', 'Node-1'].map((name) => ({ ...shop, name }));
    assert.deepEqual(
      sortBy(names, 'name', (each) => each).map(({ name }) => name),
      ['Node-1', 'node-9', 'node-10'],
    );
  });

  it('puts every item into exactly the groups that it belongs to', () => {
    const by = groupings.filter((each) => each !== 'none');
    fc.assert(
      fc.property(fc.array(facets), fc.constantFrom(...by), (items, grouping) => {
        const groups = groupBy(items, grouping, (each) => each);
        for (const item of items) {
          const names = [...groups].flatMap(([name, members]) =>
            members.includes(item) ? [name] : [],
          );
          assert.deepEqual(new Set(names), new Set(groupsOf(grouping, item)));
        }
        const withoutLast = [...groups.keys()].slice(0, -1);
        assert.ok(!withoutLast.includes(''), 'those without a group come last');
      }),
    );
  });

  it('sorts countries by the names that their groups show', () => {
    const servers = ['us', '', 'ch', 'de'].map((country) => ({ ...shop, country }));
    const groups = [...groupBy(servers, 'country', (each) => each).keys()];
    assert.deepEqual(groups, ['de', 'ch', 'us', '']);
    assert.deepEqual(
      groups.map((each) => nameGroup('country', each)),
      ['Germany', 'Switzerland', 'United States', ''],
    );
    assert.equal(nameGroup('tag', 'de'), 'de');
  });

  it('reads tags given as texts or as objects with a name', () => {
    const { tags } = facetsOf(
      { tags: ['a', { name: 'b' }, { label: 'c' }, { color: 'd' }, null] },
      { label: foreign('x') },
    );
    assert.deepEqual(tags, ['a', 'b', 'c']);
  });
});
