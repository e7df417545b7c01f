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
  it('tells tokens that no header can hold', () => {
    assert.equal(isSendable({ kind: 'token', token: 'abc_-+/=' }), true);
    assert.equal(isSendable({ kind: 'basic', key: 'clé\n', secret: '€' }), true);
    for (const token of ['abc\n', 'a\0', '€', 'abc\r\nX-Own: injected']) {
      assert.equal(isSendable({ kind: 'token', token }), false, JSON.stringify(token));
    }
  });
});

describe('credentialValues', () => {
  it('finds the credential fields of the reference, however deep', () => {
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

  it('finds what stands inside a credential field that is not a text', () => {
    assert.deepEqual(credentialValues({ secret: { password: 'p' } }), ['p']);
  });

  it('is not misled by fields that merely sound alike', () => {
    for (const name of ['passwordlessLogin', 'publicKey', 'username', 'label']) {
      assert.equal(isCredentialField(name), false, name);
    }
  });
});

describe('redact', () => {
  it('leaves no secret in a text, whatever its case', () => {
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

  it('blots out the longer of two secrets that overlap whole', () => {
    assert.equal(redact('key abc-def', ['abc', 'abc-def']), 'key •••');
  });

  it('takes no secret for a pattern', () => {
    assert.equal(redact('a.c abc $&', ['a.c', '$&']), '••• abc •••');
  });

  it('knows a secret in JSON and in an address', () => {
    const secret = String.raw`a"b\c/d é`;
    const texts = [JSON.stringify(secret), encodeURIComponent(secret)];
    assert.equal(redact(texts.join(' '), [secret]), '"•••" •••');
    assert.equal(redact('half \ud800', ['\ud800']), 'half •••');
  });

  it('leaves a text alone where there is nothing to hide', () => {
    assert.equal(redact('text', ['']), 'text');
  });
});

describe('secretsOf', () => {
  it('names every form in which credentials travel', () => {
    assert.deepEqual(secretsOf({ kind: 'token', token: 't' }), ['t', 't']);
    assert.deepEqual(secretsOf({ kind: 'basic', key: 'k', secret: 's' }), [
      'k',
      's',
      Buffer.from('k:s').toString('base64'),
    ]);
  });
});
