import assert from 'node:assert/strict';
import {
  type Field,
  runForm,
  savedStart,
  initialTextOf,
  type StepOutcome,
  type TextField,
} from '../../../src/base/questions';

type Outcome = StepOutcome<string>['type'];

function question(name: string): TextField {
  return { type: 'text', name, prompt: name };
}

/** What a form results in, and the questions asked, if the person first does this, then answers. */
async function asking(
  ...first: readonly Outcome[]
): Promise<{ readonly answers: string | undefined; readonly asked: readonly string[] }> {
  const names = ['1', '2', '3'].slice(0, Math.max(2, first.length));
  const moves = new Map(first.map((type, index) => [names[index], type]));
  const asked: string[] = [];
  const form = { title: 'Title', fields: names.map(question), from: [] as const, given: {} };
  const values = await runForm({ ...form, savedAnswers: new Map() }, (field, _form, position) => {
    const type = moves.get(field.prompt) ?? 'next';
    moves.delete(field.prompt);
    asked.push(`${position.title} ${position.step}/${position.totalSteps} ${field.prompt}`);
    return Promise.resolve(type === 'next' ? { type, state: field.prompt } : { type });
  });
  return { answers: values && Object.values(values as Record<string, string>).join(''), asked };
}

describe('A form', () => {
  it('asks its questions in order, each with its position', async () => {
    assert.deepEqual(await asking('next', 'next', 'next'), {
      answers: '123',
      asked: ['Title 1/3 1', 'Title 2/3 2', 'Title 3/3 3'],
    });
  });

  it('returns undefined if the person cancels', async () => {
    assert.equal((await asking('next', 'cancel', 'next')).answers, undefined);
  });

  it('goes back and asks from there', async () => {
    const { answers, asked } = await asking('next', 'next', 'back');
    assert.equal(answers, '123');
    assert.deepEqual(
      asked.map((each) => each.at(-1)),
      ['1', '2', '3', '2', '3'],
    );
  });

  it('stays at its first question if there is no earlier one', async () => {
    const { answers, asked } = await asking('back', 'next');
    assert.equal(answers, '12');
    assert.deepEqual(
      asked.map((each) => each.at(-1)),
      ['1', '1', '2'],
    );
  });

  it("doesn't keep a proposed text as typed, since another one may be proposed next time", async () => {
    const host: TextField = { ...question('name'), value: (given) => given['host'] as string };
    const fields: Field[] = [question('host'), host];
    const shown: string[] = [];
    const hosts = ['one', 'other'];
    let back = true;
    const form = { title: '', fields, from: [] as const, given: {}, savedAnswers: new Map() };
    await runForm(form, (field, { given }, _position, saved) => {
      if (field !== host) return Promise.resolve({ type: 'next', state: hosts.shift() });
      const text = initialTextOf(host, given, saved);
      shown.push(text);
      const isBack = back;
      back = false;
      return Promise.resolve(
        isBack ? { type: 'back', typed: text } : { type: 'next', state: text },
      );
    });
    assert.deepEqual(shown, ['one', 'other']);
  });
});

describe('Going back to a question', () => {
  it('shows the text typed last, whether or not it was submitted', () => {
    const field = { ...question('name'), value: 'proposed' };
    assert.equal(initialTextOf(field, {}, {}), 'proposed');
    assert.equal(initialTextOf(field, {}, { answer: 'Tidy up' }), 'Tidy up');
    assert.equal(initialTextOf(field, {}, { answer: 'Tidy up', typed: '' }), '');
    assert.equal(initialTextOf(field, {}, { answer: 90 }), 'proposed');
  });

  it('selects the chosen entry, or shows the text if there is no such entry', () => {
    const items = [{ value: 'shop' }, { value: false }];
    const start = (saved: Parameters<typeof savedStart>[0]) =>
      savedStart(saved, items, ({ value }) => value);
    assert.deepEqual(start({}), {});
    assert.deepEqual(start({ answer: 'shop' }), { active: items[0] });
    assert.deepEqual(start({ answer: false, typed: '' }), { active: items[1] });
    assert.deepEqual(start({ answer: 'another' }), { typed: 'another' });
    assert.deepEqual(start({ answer: 90 }), { typed: '90' });
    assert.deepEqual(start({ answer: ['shop'] }), {});
    assert.deepEqual(start({ answer: 'shop', typed: 'web' }), { typed: 'web' });
  });
});
