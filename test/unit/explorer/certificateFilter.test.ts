import assert from 'node:assert/strict';
import { ApiError } from '../../../src/api/errors';
import { Filter } from '../../../src/resources/search/filter';
import type { Facets } from '../../../src/resources/search/arrange';
import {
  KnownCertificates,
  type ServerCertificate,
  type ServerCertificates,
} from '../../../src/resources/search/certificateTerms';

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

const ending = (days: number, hasFailed = false): ServerCertificate => ({
  name: `${days}.example.com`,
  end: now + days * day,
  hasFailed,
});
const known = (...certificates: readonly ServerCertificate[]): ServerCertificates => ({
  certificates,
  isWhole: true,
});

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
      assert.equal(new Filter(filter).judgeCertificates(known(ending(days)), now), verdict);
    });
  }

  it('finds a failed renewal until the certificate has expired', () => {
    const filter = new Filter('ssl:failed');
    assert.equal(filter.judgeCertificates(known(ending(20, true)), now), 'found');
    assert.equal(filter.judgeCertificates(known(ending(-1, true)), now), 'none');
  });

  it('requires one certificate to match all its words', () => {
    const filter = new Filter('ssl:14d ssl:failed');
    const apart = known(ending(3), ending(60, true));
    assert.equal(filter.judgeCertificates(apart, now), 'none');
    assert.equal(filter.judgeCertificates(known(ending(3, true)), now), 'found');
  });

  it('never treats unchecked or partly checked servers as fine', () => {
    const filter = new Filter('ssl:expired');
    const part = { certificates: [ending(60)], isWhole: false };
    assert.equal(filter.judgeCertificates(undefined, now), 'unknown');
    assert.equal(filter.judgeCertificates(part, now), 'unknown');
    const found = { certificates: [ending(60), ending(-1)], isWhole: false };
    assert.equal(filter.judgeCertificates(found, now), 'found');
    assert.equal(filter.judgeCertificates(known(), now), 'none');
  });

  it('says which certificates match, soonest end first', () => {
    const all = known(ending(12), ending(60), ending(-1));
    const found = new Filter('ssl:14d').findCertificates(all, now);
    assert.deepEqual(
      found.map(({ name }) => name),
      ['-1.example.com', '12.example.com'],
    );
    assert.deepEqual(new Filter('web').findCertificates(all, now), []);
  });

  it('matches no text, searches the service for no name, and needs all servers', () => {
    const filter = new Filter('web ssl:expired tag:prod');
    assert.equal(filter.words, 'web');
    assert.equal(new Filter('ssl:14d').words, '');
    assert.equal(new Filter('ssl:14d').needsAll, true);
    assert.equal(new Filter('ssl:14d').isEmpty, false);
    assert.equal(new Filter('ssl:14d').matches({ ...shop, name: 'other' }), true);
    assert.equal(new Filter('ssl:14d tag:test').matches(shop), false);
    assert.equal(
      new Filter('"ssl:expired"').asksForCertificates,
      false,
      "in quotes it's a plain text",
    );
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

describe('Known certificates', () => {
  const server = { account: 'example', kind: 'server', ids: [1] } as const;
  const servers = [1, 2, 3, 4, 5, 6].map((id) => ({ ...server, ids: [id] }));

  it('are read once for each server, until they may be tried again', async () => {
    const certificates = new KnownCertificates();
    const states: boolean[] = [];
    certificates.onDidChange(() => states.push(certificates.isChecking));
    const read: unknown[] = [];
    const check = () =>
      certificates.check(servers, (each) => {
        read.push(each.ids[0]);
        return each.ids[0] === 2 ? Promise.reject(new Error('refused')) : Promise.resolve();
      });
    assert.deepEqual([await check(), await check()], [true, false]);
    assert.deepEqual(new Set(read), new Set([1, 2, 3, 4, 5, 6]));
    assert.deepEqual(states, [true, false]);
    certificates.forget();
    assert.equal(await check(), true);
    assert.equal(read.length, 12);
  });

  it('are read for another filter whose change ended the check before', async () => {
    const certificates = new KnownCertificates();
    await certificates.check(servers, async () => {
      certificates.stop();
      certificates.forget();
    });
    const read: unknown[] = [];
    await certificates.check(servers, async ({ ids }) => {
      read.push(ids[0]);
    });
    assert.deepEqual(new Set(read), new Set([1, 2, 3, 4, 5, 6]));
  });

  const operation = { method: 'GET', path: '/' } as const;

  it("aren't read any further once the person stops that, or the service can't be reached", async () => {
    for (const fails of [false, true]) {
      const certificates = new KnownCertificates();
      let count = 0;
      await certificates.check(servers, async () => {
        count += 1;
        if (!fails) certificates.stop();
        else throw new ApiError('network', operation, 'unreachable');
      });
      assert.ok(count <= 4, `${count} servers were read`);
    }
  });

  it('only report a change if a server newly matches or counts as checked', () => {
    const certificates = new KnownCertificates();
    const filter = new Filter('ssl:expired');
    let changes = 0;
    certificates.onDidChange(() => (changes += 1));
    const take = (each: ServerCertificates): void =>
      certificates.take(new Map([['example/server/one/1', each]]), (all) =>
        filter.judgeCertificates(all, now),
      );
    take({ certificates: [], isWhole: false });
    assert.equal(changes, 1);
    take({ certificates: [ending(60)], isWhole: false });
    assert.equal(changes, 1);
    assert.equal(certificates.of(server)?.certificates.length, 1);
    take(known(ending(60)));
    assert.equal(changes, 2);
    take(known(ending(60), ending(-1)));
    assert.equal(changes, 3);
    certificates.dispose();
  });
});
