import assert from 'node:assert/strict';
import { isCertificateCode } from '../../../src/api/errors';

describe('Codes of failed connections', () => {
  const certificate = [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'SELF_SIGNED_CERT_IN_CHAIN',
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'UNABLE_TO_GET_ISSUER_CERT',
    'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
    'CERT_HAS_EXPIRED',
    'CERT_NOT_YET_VALID',
    'CERT_REVOKED',
    'CERT_UNTRUSTED',
    'ERR_TLS_CERT_ALTNAME_INVALID',
    'HOSTNAME_MISMATCH',
    'INVALID_CA',
  ];
  for (const code of certificate) {
    it(`treats ${code} as a certificate problem`, () => {
      assert.equal(isCertificateCode(code), true);
    });
  }

  for (const code of [undefined, 'ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'UND_ERR_SOCKET']) {
    it(`treats ${code ?? 'none'} as a connection problem`, () => {
      assert.equal(isCertificateCode(code), false);
    });
  }
});
