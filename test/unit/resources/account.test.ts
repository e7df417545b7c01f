import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  type AccountRecord,
  findBaseUrlProblem,
  normalizeBaseUrl,
  toAccount,
  toAccountId,
  toAccountName,
  withEdit,
  isProduction,
} from '../../../src/accounts/account';
import { recordFor } from '../../support/accountRecord';

describe('The address of a service', () => {
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
    ['https://user@api.example.com', 'credentials'],
    ['https://:password@api.example.com', 'credentials'],
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

  it('is stored without trailing slashes and version', () => {
    assert.equal(normalizeBaseUrl(' https://api.example.com/ '), 'https://api.example.com');
    assert.equal(normalizeBaseUrl('https://api.example.com/api/v3/'), 'https://api.example.com');
    assert.equal(normalizeBaseUrl('https://example.com/base/api'), 'https://example.com/base');
  });
});

describe('The id of an account', () => {
  it('starts with its label, which names the account if nothing else is known', () => {
    const id = toAccountId('Example Hosting & Söhne');
    assert.match(id, /^example-hosting-sohne-[0-9a-f]{10}$/);
    assert.equal(toAccountName(id), 'example-hosting-sohne');
    for (const old of ['example-hosting', 'example-hosting-2', 'sandbox', 'deadbeef00']) {
      assert.equal(toAccountName(old), old);
    }
  });

  it('shortens a long label', () => {
    assert.match(toAccountId('word '.repeat(100)), /^(word-){8}-?[0-9a-f]{10}$/);
  });

  it('is never reused, and is always valid in a path', () => {
    // Earlier ids are unknown here, as on a new machine: only chance prevents a repetition.
    const used = new Set<string>(['sandbox', 'example-hosting']);
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom('Sandbox', 'Example Hosting', '', '💥'), fc.string()),
        (label) => {
          const id = toAccountId(label);
          assert.ok(!used.has(id), id);
          assert.match(id, /^[a-z0-9-]+$/);
          used.add(id);
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

describe('An edit of an account', () => {
  const before: AccountRecord = {
    id: 'one',
    label: 'One',
    baseUrl: 'https://api.example.com',
    environment: 'production',
    pathWords: { cache: 'cache', hub: 'hub' },
    addedAt: 1,
    credentials: { kind: 'token', token: 'old' },
  };

  it("applies the person's changes, and keeps those that another window made meanwhile", () => {
    const after = {
      ...before,
      pathWords: { cache: 'cache', hub: 'mine' },
      environment: 'staging',
    } as const;
    const latest = {
      ...before,
      label: 'Theirs',
      pathWords: { cache: 'theirs', hub: 'hub' },
      credentials: { kind: 'token', token: 'new' },
    } as const;
    assert.deepEqual(withEdit(latest, { before, after }), {
      ...latest,
      environment: 'staging',
      pathWords: { cache: 'theirs', hub: 'mine' },
    });
  });

  it('changes nothing if the person changed nothing', () => {
    const latest = {
      ...before,
      label: 'Theirs',
      credentials: { kind: 'token', token: 'new' },
    } as const;
    assert.deepEqual(withEdit(latest, { before, after: before }), latest);
  });
});

describe('An account in production', () => {
  const record = recordFor({ url: 'https://api.example.com' });

  for (const [environment, expected] of [
    ['production', true],
    ['staging', false],
    ['development', false],
  ] as const) {
    it(`${expected ? 'is' : "isn't"} one marked as ${environment}`, () => {
      assert.equal(isProduction(toAccount({ ...record, environment })), expected);
    });
  }

  it('is never the sandbox', () => {
    const sandbox = { ...toAccount({ ...record, environment: 'production' }), isSandbox: true };
    assert.equal(isProduction(sandbox), false);
  });
});
