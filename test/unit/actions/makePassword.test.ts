import assert from 'node:assert/strict';
import { makePassword } from '../../../src/ui/actions/input/makePassword';

describe('Passwords that are made up', () => {
  it('are long, of every kind of character, and never the same', () => {
    const passwords = Array.from({ length: 500 }, makePassword);
    for (const password of passwords) {
      assert.match(password, /^(?=.*[A-Z])(?=.*[a-z])(?=.*\d)(?=.*[-_.+])[-\w.+]{24}$/);
    }
    assert.equal(new Set(passwords).size, passwords.length);
  });
});
