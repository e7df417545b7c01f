import { askByPicking } from './quickPick';
import type { ValueChoice } from '../../base/questions/question';
import { mapOutcome, type StepOutcome, type StepPosition } from '../../base/questions/wizard';

/** Asks for one of several choices; `active` is the one selected initially. */
export async function askChoice<T>(
  prompt: string,
  choices: readonly ValueChoice<T>[],
  active: T | undefined,
  position: StepPosition,
): Promise<StepOutcome<T>> {
  const marked = choices.find(({ value }) => value === active);
  const outcome = await askByPicking<ValueChoice<T>, ValueChoice<T>>({
    prompt,
    position,
    load: () => choices,
    start: () => (marked ? { active: marked } : {}),
    toAnswer: ([chosen]) => chosen,
  });
  return mapOutcome(outcome, ({ value }) => value);
}
