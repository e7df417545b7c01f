import assert from 'node:assert/strict';
import { Filter } from '../../../src/resources/search/filter';
import type { Facets } from '../../../src/resources/search/facets';
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
