import assert from 'node:assert/strict';
import { hasExtras, parseText } from '../../../src/documents/content';
import { conflictError, DocumentError, isConflict } from '../../../src/documents/documentError';
import { maskCredentials, maskedCredential } from '../../../src/documents/maskCredentials';

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
        keys: [maskedCredential, { id: 1, value: 'b' }],
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

describe('The text of a document', () => {
  it('may have comments and a trailing comma while being typed', () => {
    const text = '{\n  // mine\n  "label": "x",\n}\n';
    assert.deepEqual(parseText(text), { label: 'x' });
    assert.ok(hasExtras(text));
    assert.ok(hasExtras('{ "label": "x" } // mine'));
    assert.ok(hasExtras('{ "label": "x", }'));
    assert.ok(!hasExtras('{ "label": "// mine," }\n'));
  });
});

describe('A problem that prevents saving a document', () => {
  it("is described with its field and the service's message", () => {
    const { message } = new DocumentError([
      { reason: 'readOnly', path: ['ssh', 'id'] },
      { reason: 'notAnObject', path: [] },
      { reason: 'syntax', path: [], detail: 'CommaExpected' },
    ]);
    assert.equal(message, 'readOnly ssh.id; notAnObject; syntax CommaExpected');
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
