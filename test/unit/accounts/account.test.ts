import assert from 'node:assert/strict';
import { findBaseUrlProblem } from '../../../src/accounts/account';

describe('The address of an account', () => {
  it('may use http only for names that no proxy is asked for', () => {
    for (const host of ['localhost', 'localhost:8080', '127.0.0.1:1', '[::1]', '127.1']) {
      assert.equal(findBaseUrlProblem(`http://${host}/base`), undefined, host);
    }
    for (const host of [
      '127.0.0.2',
      '127.255.255.254',
      'a.localhost',
      '[::ffff:127.0.0.1]',
      '0.0.0.0',
    ]) {
      assert.equal(findBaseUrlProblem(`http://${host}`), 'insecure', host);
      assert.equal(findBaseUrlProblem(`https://${host}`), undefined, host);
    }
  });
});
