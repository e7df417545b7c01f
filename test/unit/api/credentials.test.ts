import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  credentialValues,
  isCredentialField,
  isSendable,
  redact,
  secretsOf,
  toAuthorization,
} from '../../../src/api/credentials';

describe('toAuthorization', () => {
  it('sends a token as Bearer', () => {
    assert.equal(toAuthorization({ kind: 'token', token: 'abc' }), 'Bearer abc');
  });

  it('sends a legacy pair as Basic, in UTF-8', () => {
    assert.equal(
      toAuthorization({ kind: 'basic', key: 'clé', secret: 'sécret:€' }),
      `Basic ${Buffer.from('clé:sécret:€').toString('base64')}`,
    );
  });
});

describe('isSendable', () => {
  it("rejects tokens that a header can't contain", () => {
    assert.equal(isSendable({ kind: 'token', token: 'abc_-+/=' }), true);
    assert.equal(isSendable({ kind: 'basic', key: 'clé\n', secret: '€' }), true);
    for (const token of ['abc\n', 'a\0', '€', 'abc\r\nX-Own: injected']) {
      assert.equal(isSendable({ kind: 'token', token }), false, JSON.stringify(token));
    }
  });
});

describe('credentialValues', () => {
  it('finds the credential fields of the reference at any depth', () => {
    const body = {
      label: 'storage',
      secret: 's',
      nested: [{ password: 'p', deeper: { apiKey: 'k', apiSecret: 'a', privateKey: 'x' } }],
      pullKey1: '1',
      pullKey2: '2',
      passwordlessLogin: true,
    };
    assert.deepEqual(credentialValues(body).toSorted(), ['1', '2', 'a', 'k', 'p', 's', 'x']);
  });

  it("finds values inside a credential field that isn't a text", () => {
    assert.deepEqual(credentialValues({ secret: { password: 'p' } }), ['p']);
  });

  it('finds every text of a list in a credential field', () => {
    assert.deepEqual(credentialValues({ tokens: ['a', 'b', 1] }), ['a', 'b']);
  });
});

describe('isCredentialField', () => {
  it('recognizes the fields of the API', () => {
    const names = [
      'secret',
      'password',
      'apiKey',
      'apiSecret',
      'privateKey',
      'pullKey1',
      'pullKey2',
    ];
    for (const name of names) assert.equal(isCredentialField(name), true, name);
  });

  it('recognizes unlisted fields by name, in any spelling', () => {
    const what = fc.constantFrom('secret', 'password', 'passphrase', 'token', 'key', 'keys');
    const before = fc.array(fc.constantFrom('db', 'api', 'client', 'access', 'v'), {
      maxLength: 2,
    });
    const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
    const style = fc.constantFrom<(words: string[]) => string>(
      (words) => words.map((word, at) => (at === 0 ? word : capital(word))).join(''),
      (words) => words.map(capital).join(''),
      (words) => words.join('_'),
      (words) => words.join('-'),
      (words) => words.join('_').toUpperCase(),
    );
    const digit = fc.constantFrom('', '1', '_2');
    fc.assert(
      fc.property(before, what, style, digit, (words, last, write, end) => {
        assert.ok(isCredentialField(write([...words, last]) + end));
      }),
    );
    for (const name of [
      'rootPassword',
      'secretKeyBase',
      'dbpassword',
      'apikey',
      'tokenValue',
      'passwd',
    ]) {
      assert.equal(isCredentialField(name), true, name);
    }
  });

  it("isn't misled by similar names", () => {
    const names = [
      'passwordlessLogin',
      'passwordless_login',
      'publicKey',
      'public_key',
      'deploymentKey',
      'sshKeys',
      'username',
      'label',
      'monkey',
      'keyboard',
      'keyId',
      'tokenExpiresAt',
      'token_type',
      'password_changed_at',
      'compass',
    ];
    for (const name of names) assert.equal(isCredentialField(name), false, name);
  });
});

describe('redact', () => {
  it('leaves no secret in a text, in upper or lower case', () => {
    const secret = fc.string({ minLength: 4 }).filter((text) => !'•••'.includes(text.trim()));
    fc.assert(
      fc.property(fc.string(), fc.array(secret), fc.string(), (before, secrets, after) => {
        const safe = redact(before + secrets.join('') + after, secrets);
        for (const each of secrets) {
          assert.ok(!safe.toLowerCase().includes(each.toLowerCase()), `${each} in ${safe}`);
        }
      }),
    );
  });

  it('redacts all of the longer one of two overlapping secrets', () => {
    assert.equal(redact('key abc-def', ['abc', 'abc-def']), 'key •••');
  });

  it("makes a single pass, so that its own placeholder isn't searched again", () => {
    assert.equal(redact('a•', ['a', '•']), '••••••');
  });

  it("doesn't treat a secret as a pattern", () => {
    assert.equal(redact('a.c abc $&', ['a.c', '$&']), '••• abc •••');
  });

  it('finds a secret in JSON and in a URL', () => {
    const secret = String.raw`a"b\c/d é`;
    const texts = [JSON.stringify(secret), encodeURIComponent(secret)];
    assert.equal(redact(texts.join(' '), [secret]), '"•••" •••');
    assert.equal(redact('half \ud800', ['\ud800']), 'half •••');
  });

  it('leaves a text alone if there is nothing to redact', () => {
    assert.equal(redact('text', ['']), 'text');
  });
});

describe('secretsOf', () => {
  it('returns every form in which credentials are sent', () => {
    assert.deepEqual(secretsOf({ kind: 'token', token: 't' }), ['t', 't']);
    assert.deepEqual(secretsOf({ kind: 'basic', key: 'k', secret: 's' }), [
      'k',
      's',
      Buffer.from('k:s').toString('base64'),
    ]);
  });
});
