/** What a person did in a step: "cancelled" is a value, not an exception. */
export type StepOutcome<State> =
  | { readonly type: 'next'; readonly state: State }
  /** What was typed is no answer yet, but not to be typed again either. */
  | { readonly type: 'back'; readonly typed?: string }
  | { readonly type: 'cancel' };

/** Where a step stands, for its title bar. */
export interface StepPosition {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  /** Whether there is something to go back to, where the number of the step does not tell. */
  readonly hasBack?: boolean;
}

/** Whether a step shows the button that leads back. */
export function hasBack(position: StepPosition): boolean {
  return position.hasBack ?? position.step > 1;
}

/** An outcome with another state in it. */
export function mapOutcome<From, To>(
  outcome: StepOutcome<From>,
  map: (state: From) => To,
): StepOutcome<To> {
  return outcome.type === 'next' ? { type: 'next', state: map(outcome.state) } : outcome;
}

/** One question, asked with what was answered so far. */
export type Step<State> = (state: State, position: StepPosition) => Promise<StepOutcome<State>>;

/**
 * Asks the questions in order, back and forth; answers nothing where the person cancelled. Who goes back
 * finds what they answered.
 */
export async function runWizard<State>(
  title: string,
  steps: readonly Step<State>[],
  initial: State,
): Promise<State | undefined> {
  let state = initial;
  for (let index = 0; ;) {
    const step = steps[index];
    if (!step) return state;
    // Each answer decides whether there is a next question.
    // oxlint-disable-next-line no-await-in-loop
    const outcome = await step(state, { title, step: index + 1, totalSteps: steps.length });
    if (outcome.type === 'cancel') return undefined;
    if (outcome.type === 'next') state = outcome.state;
    index = Math.max(0, index + (outcome.type === 'next' ? 1 : -1));
  }
}
