import assert from 'node:assert/strict';
import { runWizard, type Step, type StepOutcome } from '../../../src/base/questions/wizard';

/** Steps that add their number to the state, unless given another outcome for the first time. */
function stepsOf(...first: readonly (StepOutcome<string>['type'] | undefined)[]): Step<string>[] {
  const pending = [...first];
  return first.map((_, index) => (state) => {
    const type = pending[index] ?? 'next';
    pending[index] = undefined;
    return Promise.resolve(type === 'next' ? { type, state: `${state}${index + 1}` } : { type });
  });
}

describe('A wizard', () => {
  it('asks its questions in order', async () => {
    assert.equal(await runWizard('', stepsOf('next', 'next', 'next'), ''), '123');
  });

  it('returns undefined if the person cancels', async () => {
    assert.equal(await runWizard('', stepsOf('next', 'cancel', 'next'), ''), undefined);
  });

  it('goes back and keeps the answers', async () => {
    assert.equal(await runWizard('', stepsOf(undefined, undefined, 'back'), ''), '1223');
  });

  it('stays at its first question if there is no earlier one', async () => {
    assert.equal(await runWizard('', stepsOf('back', undefined), ''), '12');
  });

  it('passes each step its position', async () => {
    const positions: string[] = [];
    const note: Step<string> = (state, { title, step, totalSteps }) => {
      positions.push(`${title} ${step}/${totalSteps}`);
      return Promise.resolve({ type: 'next', state });
    };
    await runWizard('Title', [note, note], '');
    assert.deepEqual(positions, ['Title 1/2', 'Title 2/2']);
  });
});
