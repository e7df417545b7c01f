import assert from 'node:assert/strict';
import { makePassword } from '../../../src/actions/makePassword';

describe('Generated passwords', () => {
  it('are long, contain every kind of character, and never repeat', () => {
    const passwords = Array.from({ length: 500 }, makePassword);
    for (const password of passwords) {
      assert.match(password, /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[-_.+])[-\w.+]{24}$/);
    }
    assert.equal(new Set(passwords).size, passwords.length);
  });
});
