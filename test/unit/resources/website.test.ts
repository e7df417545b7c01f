import assert from 'node:assert/strict';
import { isPrivate, mainDomain, toWebsite } from '../../../src/resources/website';

const now = Date.parse('2026-06-01T00:00:00Z');

describe('The website of a domain', () => {
  for (const [name, isInside] of [
    ['nas.local', true],
    ['db.internal', true],
    ['printer.lan', true],
    ['Router.HOME.arpa', true],
    ['wiki.corp', true],
    ['app.localhost', true],
    ['local.example.com', false],
    ['internal.example', false],
    ['mylocal.example.org', false],
  ] as const) {
    it(`of ${name} is ${isInside ? 'inside' : 'outside'} a private network`, () => {
      assert.equal(isPrivate(toWebsite({ name }, undefined, now) ?? assert.fail()), isInside);
    });
  }

  for (const [name, certificate, address] of [
    ['shop.example.com', { validUntil: '2026-08-01 10:00:00' }, 'https://shop.example.com/'],
    ['shop.example.com', { validUntil: '2026-06-03T00:00:00Z' }, 'https://shop.example.com/'],
    ['shop.example.com', { validUntil: '2026-05-01 10:00:00' }, 'http://shop.example.com/'],
    ['shop.example.com', { validUntil: 'soon' }, 'http://shop.example.com/'],
    ['shop.example.com', { message: 'No certificate' }, 'http://shop.example.com/'],
    ['shop.example.com', { validUntil: '2027-01-01', staging: true }, 'http://shop.example.com/'],
    ['shop.example.com', undefined, 'http://shop.example.com/'],
    ['BÜCHER.example', undefined, 'http://xn--bcher-kva.example/'],
    ['my_shop.example.com', undefined, 'http://my_shop.example.com/'],
  ] as const) {
    it(`of ${name} with ${JSON.stringify(certificate)} is ${address}`, () => {
      assert.equal(toWebsite({ name }, certificate, now), address);
    });
  }

  for (const name of [
    'javascript:alert(1)',
    'https://evil.example',
    'evil.example/path',
    'evil.example\\path',
    'evil.example?x',
    'evil.example#x',
    'user@evil.example',
    'evil.example:8080',
    'evil.exam\nple',
    'evil%2eexample',
    '*.example.com',
    'localhost',
    '127.0.0.1',
    '0x7f.1',
    '[::1]',
    '2130706433',
    '-evil.example',
    'evil..example',
    ' evil.example',
    '',
    `${'a'.repeat(64)}.example`,
    null,
    7,
    { toString: () => 'shop.example.com' },
  ]) {
    it(`is undefined for the name ${JSON.stringify(name)}`, () => {
      assert.equal(toWebsite({ name }, { validUntil: '2027-01-01' }, now), undefined);
    });
  }

  it('of a web application is that of its primary domain, or of the first one with an address', () => {
    const [wildcard, alias] = [
      { name: '*.example.com', type: 'primary' },
      { name: 'a.example.com', type: 'alias' },
    ];
    const primary = { name: 'b.example.com', type: 'primary' };
    assert.equal(mainDomain([wildcard, alias, primary]), primary);
    assert.equal(mainDomain([wildcard, alias]), alias);
    assert.equal(mainDomain([wildcard]), undefined);
    assert.equal(mainDomain([]), undefined);
  });
});
