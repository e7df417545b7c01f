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

  it('contain every character with the same probability', () => {
    const original = crypto.getRandomValues.bind(crypto);
    // 240 is the largest multiple of the 60 characters below 256.
    const bytes = [255, 240, 239, 0, 24, 48];
    let count = 0;
    crypto.getRandomValues = (array) => {
      assert.ok(array instanceof Uint8Array);
      array[0] = bytes[count++ % bytes.length] ?? 0;
      return array;
    };
    try {
      assert.equal(makePassword(), '+Aa2'.repeat(6));
    } finally {
      crypto.getRandomValues = original;
    }
  });
});
