import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import { MemoryFolder } from '../../support/memoryFolder';
import { IndexStorage, ResourceIndex } from '../../../src/resources/index/resourceIndex';
import type { CollectionReference } from '../../../src/resources/reference';

const account = 'a';
const kindsByDepth = ['server', 'webApplication', 'domain'] as const;
const ids = [1, 2];
const names = ['alpha', 'Beta', 'alpha beta', 'gamma', ''];

/** Where a resource or a list is: the ids from the server on. */
type Place = readonly number[];

const parents: readonly Place[] = [
  [],
  ...ids.map((server) => [server]),
  ...ids.flatMap((server) => ids.map((app) => [server, app])),
];
const places = parents.flatMap((above) => ids.map((id): Place => [...above, id]));
// Most happens to one server and its first web application.
const list = fc.oneof(fc.constantFrom(...parents), fc.constantFrom<Place>([], [1], [1, 1]));
const resource = fc.oneof(fc.constantFrom(...places), fc.constantFrom<Place>([1], [1, 1]));

const step = fc.oneof(
  fc.record({
    do: fc.constantFrom('create' as const, 'rename' as const),
    at: resource,
    name: fc.constantFrom(...names),
  }),
  fc.record({ do: fc.constantFrom('delete' as const, 'vanish' as const), at: resource }),
  fc.record({ do: fc.constantFrom('visit' as const, 'visit' as const, 'ask' as const), at: list }),
  fc.record({ do: fc.constant('part' as const), at: list, rows: fc.subarray(ids) }),
  fc.record({ do: fc.constantFrom('arrive' as const, 'restart' as const) }),
);

interface Answer {
  readonly above: Place;
  readonly entries: readonly (readonly [id: number, name: string])[];
  readonly isWhole: boolean;
  /** The number of deletions when it was requested, as counted by the index and the oracle. */
  readonly since: number;
  readonly age: number;
}

function keyOf(place: Place): string {
  return place.join('/');
}

function isBelow(place: string, above: Place): boolean {
  return above.length === 0 || place === keyOf(above) || place.startsWith(`${keyOf(above)}/`);
}

function toCollection(above: Place): CollectionReference {
  return { account, kind: kindsByDepth[above.length] ?? 'domain', parents: above };
}

/** A service with names at places, and what a person who writes down every answer would know. */
class Story {
  readonly #folder = new MemoryFolder();
  readonly #live = new Map(places.map((place) => [keyOf(place), 'alpha']));
  /** The oracle: the last name that was read of each place. */
  readonly #known = new Map<string, string>();
  /** When each place was deleted from here. */
  readonly #deleted = new Map<string, number>();
  readonly #underWay: Answer[] = [];
  #age = 0;
  index = new ResourceIndex();

  async perform(each: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    switch (each.do) {
      case 'create':
      case 'rename': {
        const isThere = this.#live.has(keyOf(each.at));
        const hasParent = each.at.length === 1 || this.#live.has(keyOf(each.at.slice(0, -1)));
        if (each.do === 'create' ? hasParent && !isThere : isThere) {
          this.#live.set(keyOf(each.at), each.name);
        }
        return undefined;
      }
      case 'delete':
        this.#forgetLive(each.at);
        this.index.remove({
          account,
          kind: kindsByDepth[each.at.length - 1] ?? 'domain',
          ids: each.at,
        });
        this.#age += 1;
        this.#deleted.set(keyOf(each.at), this.#age);
        this.#forgetKnown((place) => isBelow(place, each.at));
        return undefined;
      case 'vanish':
        return this.#forgetLive(each.at);
      case 'visit':
        return this.#take(this.#ask(each.at, ids));
      case 'part':
        return this.#take({ ...this.#ask(each.at, each.rows), isWhole: false });
      case 'ask':
        return void this.#underWay.push(this.#ask(each.at, ids));
      case 'arrive': {
        const answer = this.#underWay.shift();
        return answer && this.#take(answer);
      }
      case 'restart':
        await new IndexStorage(this.index, this.#folder).keep(account);
        this.index = new ResourceIndex();
        await new IndexStorage(this.index, this.#folder).restore(account);
        // No request outlives the window.
        this.#underWay.length = 0;
        this.#deleted.clear();
        this.#age = 0;
    }
  }

  check(query: string): void {
    const words = query.toLowerCase().split(' ').filter(Boolean);
    const expected = [...this.#known]
      .filter(([place, name]) => {
        const text = `${name}\nof ${name}\n${place.split('/').at(-1)}`.toLowerCase();
        return words.every((word) => text.includes(word));
      })
      .map(([place, name]) => {
        const above = place.split('/').slice(0, -1);
        const path = above.map(
          (id, index) => this.#known.get(above.slice(0, index + 1).join('/')) ?? id,
        );
        return [place, name, path.join(' › ')].join(' | ');
      });
    const found = this.index
      .search(query, 1_000)
      .map(({ reference, label, path }) =>
        [reference.ids.join('/'), label, path.join(' › ')].join(' | '),
      );
    assert.deepEqual(found.sort(), expected.sort(), `"${query}"`);
    assert.equal(this.index.size, this.#known.size);
  }

  #ask(above: Place, rows: readonly number[]): Answer {
    const entries = rows.flatMap((id) => {
      const name = this.#live.get(keyOf([...above, id]));
      return name === undefined ? [] : [[id, name] as const];
    });
    return { above, entries, isWhole: true, since: this.index.removals, age: this.#age };
  }

  #take({ above, entries, isWhole, since, age }: Answer): void {
    this.index.put(
      {
        collection: toCollection(above),
        entries: entries.map(([id, label]) => ({ id, label, detail: `of ${label}` })),
        readAt: isWhole ? 1 : 0,
      },
      undefined,
      since,
    );
    const isGone = (place: Place): boolean =>
      place.some((_, index) => (this.#deleted.get(keyOf(place.slice(0, index + 1))) ?? 0) > age);
    if (isGone(above)) return;
    const read = new Set(entries.map(([id]) => keyOf([...above, id])));
    if (isWhole) {
      this.#forgetKnown((place) => {
        const own = place.split('/').slice(0, above.length + 1);
        return isBelow(place, above) && own.length > above.length && !read.has(own.join('/'));
      });
    }
    for (const [id, name] of entries) {
      const place = [...above, id];
      if (isGone(place)) this.#forgetKnown((each) => isWhole && isBelow(each, place));
      else this.#known.set(keyOf(place), name);
    }
  }

  #forgetLive(at: Place): void {
    for (const place of this.#live.keys()) if (isBelow(place, at)) this.#live.delete(place);
  }

  #forgetKnown(isMeant: (place: string) => boolean): void {
    for (const place of this.#known.keys()) if (isMeant(place)) this.#known.delete(place);
  }
}

describe('The index under renames, deletions and late reads', () => {
  const count = { steps: 0 };
  law(
    'finds every resource by its last read name, and none that has left its list',
    { runs: 1_000, counts: count },
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const story = new Story();
      for (const each of steps) {
        await story.perform(each);
        for (const query of ['', 'alpha', 'BETA al', '2']) story.check(query);
        count.steps += 1;
      }
    }),
  );
});
