import type { TextQuestion } from './question';
import type { StepOutcome, StepPosition } from './wizard';

/** Asks with the text that the person typed before going back, if any, in place of the proposed one. */
export async function askWithTyped(
  { prompt, value = '' }: TextQuestion,
  { typed }: StepPosition,
  ask: (value: string) => Promise<StepOutcome<string>>,
): Promise<StepOutcome<string>> {
  const outcome = await ask(typed?.get(prompt) ?? value);
  // A proposed text wasn't typed, and another one may be proposed next time.
  if (outcome.type === 'back' && outcome.typed && outcome.typed !== value) {
    typed?.set(prompt, outcome.typed);
  } else {
    typed?.delete(prompt);
  }
  return outcome;
}
