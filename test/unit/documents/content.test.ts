import assert from 'node:assert/strict';
import { maskCredentials, maskedCredential } from '../../../src/documents/content';

describe('Credentials in a document', () => {
  it('are masked in fields that no contract knows', () => {
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
});
