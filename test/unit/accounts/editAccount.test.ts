import assert from 'node:assert/strict';
import type { AccountPrompts } from '../../../src/accounts/questions/accountPrompts';
import { askForChanges, askForName } from '../../../src/accounts/questions/editAccount';
import { untranslated } from '../../../src/base/translate';
import { recordFor } from '../../support/accountRecord';

const record = recordFor({ url: 'https://api.example.com' });

/** Answers in order: the label of a choice, or a text, typed again while it isn't valid. */
function answering(...answers: string[]): AccountPrompts & { readonly problems: string[] } {
  const problems: string[] = [];
  return {
    t: untranslated,
    describeError: String,
    problems,
    askText({ validate }) {
      const text = answers.shift();
      if (text === undefined) return Promise.resolve({ type: 'cancel' });
      const problem = validate?.(text);
      if (problem === undefined) return Promise.resolve({ type: 'next', state: text });
      problems.push(problem);
      return Promise.resolve({ type: 'back' });
    },
    askChoice(_prompt, choices) {
      const label = answers.shift();
      const chosen = choices.find((choice) => choice.label === label);
      return Promise.resolve(chosen ? { type: 'next', state: chosen.value } : { type: 'cancel' });
    },
  };
}

describe('Questions about an account', () => {
  it('change its name, which no other account has', async () => {
    const prompts = answering('Name', 'Shop', 'Name', '', 'Name', 'Blog');
    const edited = await askForChanges(prompts, record, ['Shop']);
    assert.deepEqual(edited?.record, { ...record, label: 'Blog' });
    assert.deepEqual(prompts.problems, [
      'Another account has this name.',
      'Enter a value, or press Escape to cancel.',
    ]);
  });

  it('change its use', async () => {
    const edited = await askForChanges(answering('Use', 'production'), record, []);
    assert.deepEqual(edited?.record, { ...record, environment: 'production' });
  });

  it('change one path segment and leave the other', async () => {
    const prompts = answering('Cache path segment', 'a/b', 'Cache path segment', 'cache');
    const edited = await askForChanges(prompts, record, []);
    const pathWords = { ...record.pathWords, cache: 'cache' };
    assert.deepEqual(edited?.record, { ...record, pathWords });
    assert.deepEqual(prompts.problems, ['Use letters, digits, "-", "_" and "." only.']);
  });

  it("don't take an address over which others could read the token", async () => {
    const prompts = answering('Address', 'http://api.example.com', 'Address', 'api.example.com');
    assert.equal(await askForChanges(prompts, record, []), undefined);
    assert.deepEqual(prompts.problems, [
      'Use https: over http, others could read the token.',
      'Type a full URL, such as https://api.example.com',
    ]);
  });

  it('return nothing if the person cancels', async () => {
    assert.equal(await askForChanges(answering(), record, []), undefined);
    assert.equal(await askForChanges(answering('Name'), record, []), undefined);
    assert.equal(await askForName(answering(), record, []), undefined);
    assert.equal(await askForName(answering('Blog'), record, []), 'Blog');
  });
});
