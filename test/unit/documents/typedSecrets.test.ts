import assert from 'node:assert/strict';
import { findTypedSecrets, RemovedSecrets } from '../../../src/documents/drafts/typedSecrets';

/** A text without its secrets, and the secrets. */
function takenFrom(text: string): { readonly left: string; readonly values: readonly string[] } {
  const found = findTypedSecrets(text, ['phrase']);
  const left = found
    .toReversed()
    .reduce(
      (rest, { offset, length }) => rest.slice(0, offset) + rest.slice(offset + length),
      text,
    );
  return { left, values: found.map(({ path, value }) => `${path.join('.')}=${value}`) };
}

describe('Secrets in the text of a draft', () => {
  const cases: readonly (readonly [text: string, left: string, ...values: readonly string[]])[] = [
    ['{"password": "abc"}', '{"password": ""}', 'password=abc'],
    ['{"phrase": "a\\"b"}', '{"phrase": ""}', 'phrase=a"b'],
    ['{"a": {"apiToken": "x"}}', '{"a": {"apiToken": ""}}', 'a.apiToken=x'],
    ['{"a": [{"apiToken": "x"}]}', '{"a": [{"apiToken": ""}]}', 'a.0.apiToken=x'],
    ['{"password": ["x", 7]}', '{"password": ["", ]}', 'password.0=x', 'password.1=7'],
    ['{"password": 12}', '{"password": }', 'password=12'],
    [
      '{"password": "a", "password": "b"}',
      '{"password": "", "password": ""}',
      'password=a',
      'password=b',
    ],
    ['{"password": "half ty', '{"password": "', 'password=half ty'],
    ['{"password": "abc",}', '{"password": "",}', 'password=abc'],
    ['{"name": , "password": "abc"', '{"name": , "password": ""', 'password=abc'],
  ];
  for (const [text, left, ...values] of cases) {
    it(`are found in ${text}`, () => assert.deepEqual(takenFrom(text), { left, values }));
  }

  it('are in quotes unless they are numbers', () => {
    const found = findTypedSecrets('{"password": 12, "phrase": "x"}', ['phrase']);
    assert.deepEqual(
      found.map(({ isQuoted }) => isQuoted),
      [false, true],
    );
  });

  for (const text of [
    '',
    '[',
    '{"password": ""}',
    '{"password": null}',
    '{"publicKey": "x"}',
    '{"a": {"phrase": "x"}}',
    '{"pairs": [["password", "x"]]}',
  ]) {
    it(`aren't found in ${JSON.stringify(text)}`, () =>
      assert.deepEqual(findTypedSecrets(text, ['phrase']), []));
  }
});

describe('Secrets taken from a draft', () => {
  const path = ['password'];

  it('are one secret if typed key by key', () => {
    const taken = new RemovedSecrets();
    for (const value of ['a', 'b', 'cd']) taken.take({ path, value });
    assert.deepEqual(taken.all, [{ path, value: 'abcd' }]);
  });

  it('are replaced by text that is pasted later or typed into another member', () => {
    const taken = new RemovedSecrets();
    taken.take({ path, value: 'old' });
    taken.endTyping();
    taken.take({ path, value: 'new' });
    taken.take({ path: ['apiToken'], value: 'x' });
    taken.take({ path, value: 'y' });
    assert.deepEqual(taken.all, [
      { path, value: 'y' },
      { path: ['apiToken'], value: 'x' },
    ]);
  });
});
