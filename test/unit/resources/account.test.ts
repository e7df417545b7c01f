import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  findBaseUrlProblem,
  normalizeBaseUrl,
  toAccountId,
} from '../../../src/resources/accounts/account';

describe('the address of a service', () => {
  const problems: readonly [string, ReturnType<typeof findBaseUrlProblem>][] = [
    ['https://api.example.com', undefined],
    ['https://api.example.com/base/', undefined],
    ['http://127.0.0.1:4321', undefined],
    ['http://localhost:4321', undefined],
    ['http://[::1]:4321', undefined],
    ['http://api.example.com', 'insecure'],
    ['http://127.0.0.1.example.com', 'insecure'],
    ['http://localhost.example.com', 'insecure'],
    ['https://user:password@api.example.com', 'credentials'],
    ['https://api.example.com?token=1', 'extra'],
    ['https://api.example.com/#here', 'extra'],
    ['ftp://api.example.com', 'malformed'],
    ['api.example.com', 'malformed'],
    ['', 'malformed'],
  ];
  for (const [address, problem] of problems) {
    it(`is ${problem ?? 'fine'}: "${address}"`, () => {
      assert.equal(findBaseUrlProblem(address), problem);
    });
  }

  it('is kept without slashes and version at its end', () => {
    assert.equal(normalizeBaseUrl(' https://api.example.com/ '), 'https://api.example.com');
    assert.equal(normalizeBaseUrl('https://api.example.com/api/v3/'), 'https://api.example.com');
    assert.equal(normalizeBaseUrl('https://example.com/base/api'), 'https://example.com/base');
  });
});

describe('the id of an account', () => {
  it('can be read in a path', () => {
    assert.equal(toAccountId('Example Hosting & Söhne', []), 'example-hosting-sohne');
  });

  it('is never one that is taken, and always fit for a path', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: 6 }), (labels) => {
        const ids: string[] = [];
        for (const label of labels) ids.push(toAccountId(label, ids));
        assert.equal(new Set(ids).size, labels.length);
        for (const id of ids) assert.match(id, /^[a-z0-9-]+$/);
      }),
    );
  });
});
