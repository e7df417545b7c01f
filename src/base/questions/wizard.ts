/** The outcome of a step: "cancelled" is a value, not an exception. */
export type StepOutcome<State> =
  | { readonly type: 'next'; readonly state: State }
  /** The typed text isn't an answer yet, but is kept so that it needn't be typed again. */
  | { readonly type: 'back' | 'cancel'; readonly typed?: string };

/** A step's position, for its title bar. */
export interface StepPosition {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  /** Set if the step number alone doesn't determine it. */
  readonly hasBack?: boolean;
  /** Typed but not submitted before the person went back, by the prompts of its questions. */
  readonly typed?: Map<string, string>;
  /** Why the last answer was rejected, with the question; shown in its place until edited. */
  readonly problem?: string | undefined;
}

export function hasBack(position: StepPosition): boolean {
  return position.hasBack ?? position.step > 1;
}

/** An outcome with its state converted. */
export function mapOutcome<From, To>(
  outcome: StepOutcome<From>,
  map: (state: From) => To,
): StepOutcome<To> {
  return outcome.type === 'next' ? { type: 'next', state: map(outcome.state) } : outcome;
}

/** A question, asked given the answers so far. */
export type Step<State> = (state: State, position: StepPosition) => Promise<StepOutcome<State>>;

/**
 * Asks the questions in order, back and forth; returns undefined if the person cancelled. Going
 * back shows the earlier answers; returning to a question shows what was typed there.
 */
export async function runWizard<State>(
  title: string,
  steps: readonly Step<State>[],
  initial: State,
): Promise<State | undefined> {
  let state = initial;
  const typed = new Map<string, string>();
  for (let index = 0; ;) {
    const step = steps[index];
    if (!step) return state;
    // Each answer determines whether there is a next question.
    const outcome = await step(state, { title, step: index + 1, totalSteps: steps.length, typed });
    if (outcome.type === 'cancel') return undefined;
    if (outcome.type === 'next') state = outcome.state;
    index = Math.max(0, index + (outcome.type === 'next' ? 1 : -1));
  }
}
