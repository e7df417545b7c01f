import type { TextQuestion, ValueChoice } from '../../base/questions/question';
import type { StepOutcome, StepPosition } from '../../base/questions/wizard';

/** How questions about an account are asked. */
export interface AccountPrompts {
  readonly describeError: (error: unknown) => string;
  readonly askText: (
    question: TextQuestion,
    position: StepPosition,
  ) => Promise<StepOutcome<string>>;
  readonly askChoice: <T>(
    prompt: string,
    choices: readonly ValueChoice<T>[],
    active: T | undefined,
    position: StepPosition,
  ) => Promise<StepOutcome<T>>;
}
