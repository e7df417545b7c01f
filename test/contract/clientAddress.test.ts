import assert from 'node:assert/strict';
import { findBaseUrlProblem } from '../../src/accounts/account';

describe('The client sends credentials over HTTPS (§1)', () => {
  it('accepts https anywhere, and http only to this machine', () => {
    for (const address of [
      'https://api.example.com',
      'https://192.0.2.1:8443/prefix',
      'http://127.0.0.1:4000',
      'http://localhost:4000',
      'http://[::1]:4000',
    ]) {
      assert.equal(findBaseUrlProblem(address), undefined, address);
    }
    for (const address of [
      'http://api.example.com',
      'http://192.0.2.1',
      'http://localhost.example.com',
      'http://127.0.0.1.example.com',
      'http://[2001:db8::1]',
    ]) {
      assert.equal(findBaseUrlProblem(address), 'insecure', address);
    }
    assert.equal(findBaseUrlProblem('ftp://api.example.com'), 'malformed');
  });
});
