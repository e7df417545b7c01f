import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { redactForms } from '../../../src/api/credentials';
import type { JsonValue } from '../../../src/base/json';
import { planSave } from '../../../src/documents/plan/savePlan';
import { findKind } from '../../../src/resources/kinds/kinds';
import { describeProblem } from '../../../src/documents/describeError';
import { hasExtras, parseText, toContent } from '../../../src/documents/content';
import { conflictError, DocumentError, isConflict } from '../../../src/documents/writing/outcome';
import {
  maskCredentials,
  maskedCredential,
  maskForms,
  maskMembers,
} from '../../../src/documents/maskCredentials';

describe('Credentials in a document', () => {
  it("are masked in fields that aren't in the contract", () => {
    const shown = maskCredentials({
      name: 'shop',
      webhookToken: 't',
      pinToken: 4711,
      smtp: { user: 'u', smtp_password: 'p', keys: ['a', { id: 1, value: 'b' }] },
      accessKeys: ['c', '', 12],
      privateKey: '',
      publicKey: 'ssh-ed25519 AAAA',
      tokenExpiresAt: 'tomorrow',
      hasPassword: true,
    });
    assert.deepEqual(shown, {
      name: 'shop',
      webhookToken: maskedCredential,
      pinToken: maskedCredential,
      smtp: {
        user: 'u',
        smtp_password: maskedCredential,
        keys: [maskedCredential, { id: 1, value: maskedCredential }],
      },
      accessKeys: [maskedCredential, '', maskedCredential],
      privateKey: '',
      publicKey: 'ssh-ed25519 AAAA',
      tokenExpiresAt: 'tomorrow',
      hasPassword: true,
    });
  });

  it('are masked in lists, at any depth', () => {
    const shown = maskCredentials({ users: [{ name: 'a', password: 'x' }, [{ token: 'y' }]] });
    assert.deepEqual(shown, {
      users: [{ name: 'a', password: maskedCredential }, [{ token: maskedCredential }]],
    });
  });
});

describe('Planted secrets', () => {
  const server = findKind('server');
  const secret = fc.stringMatching(/^[a-zA-Z0-9]{24,36}$/);
  const plain = fc.constantFrom<JsonValue>('shop', 12, true, null, 'https://example.org/a');
  const names = fc.constantFrom(
    'clientSecret',
    'encryptionkey',
    'smtpPass',
    'Authorization',
    'cookie',
    'session_jwt',
    'dbpwd',
    'tokens',
  );
  /** Ways to name a secret, with it in its place. */
  const named = fc.tuple(names, secret, fc.nat(4)).map(([name, text, way]): [JsonValue, string] => {
    const ways: JsonValue[] = [
      { [name]: text },
      { [name]: { value: text, id: 3 } },
      { [name]: [{ name: 'a', value: text }, { deep: [{ text }] }] },
      { variables: [{ name: name.toUpperCase(), value: text }] },
      { headers: [{ key: name, content: text }] },
    ];
    return [ways[way] ?? null, text];
  });
  /** Texts that are secrets by their form. */
  const formed = fc.tuple(secret, fc.nat(5)).map(([text, way]): [JsonValue, string] => {
    const ways: JsonValue[] = [
      `git clone https://deploy:${text}@git.example.org/shop`,
      `see ghp_${text}, please`,
      `-----BEGIN OPENSSH PRIVATE KEY-----\n${text}\n-----END OPENSSH PRIVATE KEY-----`,
      `curl -H "Authorization: Bearer ${text}" https://example.org`,
      `glpat-${text}`,
      `eyJ${text}.${text}.${text}`,
    ];
    return [ways[way] ?? null, text];
  });
  /** Wraps a value in lists and objects. */
  const within = (inner: fc.Arbitrary<[JsonValue, string]>): fc.Arbitrary<[JsonValue, string]> =>
    fc
      .tuple(inner, fc.array(fc.boolean(), { maxLength: 4 }), plain)
      .map(([[value, text], ups, beside]) => [
        ups.reduce<JsonValue>(
          (all, isList) => (isList ? [beside, all] : { info: all, beside }),
          value,
        ),
        text,
      ]);

  it('never occur in a document, a tool or a report, at any depth', () => {
    fc.assert(
      fc.property(within(fc.oneof(named, formed)), ([value, text]) => {
        const content = toContent(server, { id: 1, name: 'a', extra: value });
        assert.ok(!JSON.stringify(content).includes(text), JSON.stringify(content));
        const report = JSON.stringify(maskForms(maskCredentials(value)));
        assert.ok(!report.includes(text), report);
        const answer = redactForms(JSON.stringify(maskCredentials(value)));
        assert.ok(!answer.includes(text), answer);
      }),
      { numRuns: 1_000 },
    );
  });

  it('are never sent back as masks if something beside them is changed', () => {
    const canvas = findKind('canvas');
    const none = { data: [] };
    fc.assert(
      fc.property(within(named), ([more]) => {
        const item = { id: 3, name: 'Shop', slug: 'shop', activate: false, more };
        const bundles = { themes: none, customThemes: none, customPlugins: none };
        const read = { id: 1, name: 'a', plugins: { data: [item] }, ...bundles };
        const base = toContent(canvas, { ...read, settings: { language: 'en' } });
        const data = [{ ...item, ...maskMembers({ more }), activate: true }];
        for (const mine of [
          { ...base, name: 'b' },
          { ...base, plugins: { data } },
        ]) {
          const { writes } = planSave(canvas, { base, mine, theirs: base });
          assert.equal(writes.length, 1);
          assert.ok(!JSON.stringify(writes).includes('•'));
        }
        // The settings are sent as a whole.
        const set = toContent(canvas, { ...read, settings: { language: 'en', more } });
        const mine = { ...set, name: 'b' };
        assert.throws(() => planSave(canvas, { base: set, mine, theirs: set }), DocumentError);
      }),
    );
  });

  it("don't hide what isn't one", () => {
    const shown = {
      command: 'curl https://user@example.org:8080/a@b',
      note: 'basic auth, bearer of news',
      rules: [{ name: 'X-Frame-Options', value: 'DENY' }],
      compass: 'n',
      bypass: 'x',
      cookieDomain: 'example.org',
    };
    assert.deepEqual(maskForms(maskCredentials(shown)), shown);
  });
});

describe('The text of a document', () => {
  it('may have comments and a trailing comma while being typed', () => {
    const text = '{\n  // mine\n  "label": "x",\n}\n';
    assert.deepEqual(parseText(text), { label: 'x' });
    assert.ok(hasExtras(text));
    assert.ok(hasExtras('{ "label": "x" } // mine'));
    assert.ok(hasExtras('{ "label": "x", }'));
    assert.ok(!hasExtras('{ "label": "// mine," }\n'));
  });

  it('says in which line it is wrong', () => {
    assert.throws(
      () => parseText('{\n  "label": "x"\n  "hour": "4"\n}\n'),
      (error: DocumentError) => {
        const texts = error.problems.map((each) => describeProblem(each));
        assert.deepEqual(texts, ["The text isn't valid JSON: check line 3."]);
        return true;
      },
    );
  });
});

describe('A problem that prevents saving a document', () => {
  it("is described with its field and the service's message", () => {
    const { message } = new DocumentError([
      { reason: 'readOnly', path: ['ssh', 'id'] },
      { reason: 'notAnObject', path: [] },
      { reason: 'syntax', path: [], detail: '3' },
    ]);
    assert.equal(message, 'readOnly ssh.id; notAnObject; syntax 3');
  });

  it('is a conflict if any problem is', () => {
    assert.ok(isConflict(conflictError([['hour']])));
    const both = [
      { reason: 'readOnly', path: ['id'] },
      { reason: 'conflict', path: ['hour'] },
    ] as const;
    assert.ok(isConflict(new DocumentError(both)));
    assert.ok(!isConflict(new DocumentError(both.slice(0, 1))));
    assert.ok(!isConflict(new Error('conflict')));
  });
});
