import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { Filter } from '../../../src/resources/search/filter';
import type { Facets } from '../../../src/resources/search/arrange';
import {
  KnownParts,
  type PartItem,
  type ServerParts,
  type UnknownPart,
} from '../../../src/resources/search/serverParts';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 1);
const shop: Facets = {
  name: 'ssl:expired',
  address: '',
  tags: ['production'],
  state: 'online',
  provider: '',
  country: '',
  created: '',
  id: '1',
};

const ending = (days: number, hasFailed = false): PartItem => ({
  reference: { account: 'example', kind: 'ssl', ids: [1, 2, 3] },
  name: `${days}.example.com`,
  end: now + days * day,
  hasFailed,
});
const known = (...items: readonly PartItem[]): ServerParts => ({
  certificate: { items, isWhole: true },
});
const partly = (...items: readonly PartItem[]): ServerParts => ({
  certificate: { items, isWhole: false },
});
const judge = (filter: string, parts?: ServerParts) =>
  new Filter(filter).judge({ ...shop, name: 'web' }, parts, now);

describe('A filter for certificates', () => {
  for (const [filter, days, verdict] of [
    ['ssl:expired', -1, 'found'],
    ['ssl:expired', 1, 'none'],
    ['SSL:Expired', -1, 'found'],
    ['ssl:"expired"', -1, 'found'],
    ['ssl:14d', 13, 'found'],
    ['ssl:14d', 15, 'none'],
    ['ssl:30d', 15, 'found'],
    ['ssl:14d', -240, 'found'],
    ['ssl:0d', 1, 'none'],
    ['ssl:failed', 20, 'none'],
    ['ssl:14d ssl:expired', 3, 'none'],
    ['web', 1, 'found'],
  ] as const) {
    it(`"${filter}" and one that ends in ${days} days: ${verdict}`, () => {
      assert.equal(judge(filter, known(ending(days))), verdict);
    });
  }

  it('finds a failed renewal until the certificate has expired', () => {
    assert.equal(judge('ssl:failed', known(ending(20, true))), 'found');
    assert.equal(judge('ssl:failed', known(ending(-1, true))), 'none');
  });

  it('requires one certificate to match all its words', () => {
    const filter = 'ssl:14d ssl:failed';
    assert.equal(judge(filter, known(ending(3), ending(60, true))), 'none');
    assert.equal(judge(filter, known(ending(3, true))), 'found');
  });

  it('never treats unchecked or partly checked servers as fine', () => {
    assert.equal(judge('ssl:expired'), 'unknown');
    assert.equal(judge('ssl:expired', partly(ending(60))), 'unknown');
    assert.equal(judge('ssl:expired', partly(ending(60), ending(-1))), 'found');
    assert.equal(judge('ssl:expired', known()), 'none');
  });

  it('says which certificates match, soonest end first', () => {
    const all = known(ending(12), ending(60), ending(-1));
    const found = new Filter('ssl:14d').findItems(all, now);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['-1.example.com', '12.example.com'],
    );
    assert.deepEqual(new Filter('web').findItems(all, now), []);
  });

  it('matches no text, searches the service for no name, and needs all servers', () => {
    const filter = new Filter('web ssl:expired tag:prod');
    assert.equal(filter.words, 'web');
    assert.equal(new Filter('ssl:14d').words, '');
    assert.equal(new Filter('ssl:14d').need, 'all');
    assert.equal(new Filter('ssl:14d').isEmpty, false);
    assert.equal(new Filter('ssl:14d').matches({ ...shop, name: 'other' }), true);
    assert.equal(new Filter('ssl:14d tag:test').matches(shop), false);
    assert.deepEqual(new Filter('"ssl:expired"').parts, [], "in quotes it's a plain text");
    assert.equal(new Filter('"ssl:expired"').matches(shop), true);
  });

  it("reports which of its words it doesn't understand", () => {
    assert.deepEqual(new Filter('web ssl:14d ssl:expired ssl:failed').misunderstood, []);
    assert.deepEqual(new Filter('ssl: ssl:soon ssl:14').misunderstood, [
      'ssl:',
      'ssl:soon',
      'ssl:14',
    ]);
  });
});

describe('Known parts of servers', () => {
  const server = { account: 'example', kind: 'server', ids: [1] } as const;
  const servers = [1, 2, 3, 4, 5, 6].map((id): UnknownPart => ({
    server: { ...server, ids: [id] },
    part: 'certificate',
  }));

  it('are read once for each server, until they may be tried again', async () => {
    const parts = new KnownParts();
    const states: boolean[] = [];
    parts.onDidChange(() => states.push(parts.isChecking));
    const read: unknown[] = [];
    const check = () =>
      parts.check(servers, ({ server: { ids } }) => {
        read.push(ids[0]);
        return ids[0] === 2 ? Promise.reject(new Error('refused')) : Promise.resolve();
      });
    assert.deepEqual([await check(), await check()], [true, false]);
    assert.deepEqual(new Set(read), new Set([1, 2, 3, 4, 5, 6]));
    assert.deepEqual(states, [true, false]);
    parts.forget();
    assert.equal(await check(), true);
    assert.equal(read.length, 12);
  });

  it('are read for another filter whose change ended the check before', async () => {
    const parts = new KnownParts();
    await parts.check(servers, async () => {
      parts.stop();
      parts.forget();
    });
    const read: unknown[] = [];
    await parts.check(servers, async ({ server: { ids } }) => {
      read.push(ids[0]);
    });
    assert.deepEqual(new Set(read), new Set([1, 2, 3, 4, 5, 6]));
  });

  const operation = { method: 'GET', path: '/' } as const;

  it("aren't read any further once the person stops that, or the service can't be reached", async () => {
    for (const fails of [false, true]) {
      const parts = new KnownParts();
      let count = 0;
      await parts.check(servers, async () => {
        count += 1;
        if (!fails) parts.stop();
        else throw new ApiError('network', operation, 'unreachable');
      });
      assert.ok(count <= 4, `${count} servers were read`);
    }
  });

  it('only report a change if a server newly matches or counts as checked', () => {
    const parts = new KnownParts();
    const filter = new Filter('ssl:expired');
    let changes = 0;
    parts.onDidChange(() => (changes += 1));
    const take = (each: ServerParts): void =>
      parts.take(new Map([['example/server/one/1', each]]), (all) => filter.describe(all, now));
    take(partly());
    assert.equal(changes, 1);
    take(partly(ending(60)));
    assert.equal(changes, 1);
    assert.equal(parts.of(server)?.certificate?.items.length, 1);
    take(known(ending(60)));
    assert.equal(changes, 2);
    take(known(ending(60), ending(-1)));
    assert.equal(changes, 3);
  });
});
