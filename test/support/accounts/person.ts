import type { AccountPrompts } from '../../../src/accounts/accountQuestions';
import { describeErrorIn } from '../../../src/documents/describeError';
import type { JsonValue } from '../../../src/base/json';
import {
  type ChoiceField,
  runForm,
  type SavedAnswer,
  savedStart,
  initialTextOf,
  type StepOutcome,
  type StepPosition,
} from '../../../src/base/questions';

type Asking = Parameters<typeof runForm<readonly []>>[1];

/** Presses Enter on the text in the field, or on the marked choice. */
export const enter = Symbol('Enter');
/** Presses the back button. */
export const goBack = Symbol('Back');

/** A text to type or a choice to pick, followed by Enter; a key; or a text to type before going back. */
export type Move = string | typeof enter | typeof goBack | { readonly typeAndGoBack: string };

/** A question as a person sees it. */
export interface ShownQuestion {
  readonly prompt: string;
  readonly title: string;
  /** Such as `2/5`. */
  readonly step: string;
  readonly hasBack: boolean;
  /** The text in the field at first, or the label of the choice marked at first. */
  readonly value: string | undefined;
  readonly placeholder?: string | undefined;
  readonly isMasked?: boolean;
  /** Label, description and detail of each choice. */
  readonly choices?: readonly string[];
  /** What the field said about each text that it refused. */
  readonly problems: string[];
}

/**
 * A person who answers questions about an account with these moves, and presses Escape after the last.
 * As in the editor, a field stays open with what was typed until its text is accepted.
 */
export class Person {
  readonly shown: ShownQuestion[] = [];
  readonly prompts: AccountPrompts;
  /** Called before a choice is shown. */
  beforeChoice: (() => void) | undefined;
  readonly #moves: Move[];
  readonly #escape = new AbortController();

  constructor(...moves: readonly Move[]) {
    this.#moves = [...moves];
    const language = { hidesWhyRequestsFail: false };
    this.prompts = {
      describeError: (error) => describeErrorIn(language, error),
      ask: (form) => runForm(form, this.#ask),
    };
  }

  /** Presses Escape, while a field is busy. */
  escape(): void {
    this.#escape.abort();
  }

  /** Prompts of the questions, in the order in which they were asked. */
  get asked(): readonly string[] {
    return this.shown.map(({ prompt }) => prompt);
  }

  /** What fields said about refused texts. */
  get problems(): readonly string[] {
    return this.shown.flatMap(({ problems }) => problems);
  }

  /** The last question with this prompt. */
  question(prompt: string): ShownQuestion {
    const found = this.shown.findLast((question) => question.prompt === prompt);
    if (!found) throw new Error(`"${prompt}" wasn't asked, but: ${this.asked.join(', ')}`);
    return found;
  }

  readonly #ask: Asking = async (field, { given }, position, saved) => {
    if (field.type === 'choice') return this.#choose(field, position, saved);
    if (field.type !== 'text' && field.type !== 'secret') throw new Error(`${field.type}?`);
    const { prompt } = field;
    const isMasked = field.type === 'secret';
    const value = initialTextOf(field, given, saved);
    const shown = this.#show(prompt, position, { value, problems: [] });
    const placeholder = field.type === 'text' ? field.placeholder : undefined;
    Object.assign(shown, { placeholder, isMasked });
    let text = value;
    for (;;) {
      const move = this.#moves.shift();
      if (move === undefined) return { type: 'cancel' };
      if (move === goBack) return { ...this.#leave(shown), typed: text };
      if (typeof move === 'object') return { ...this.#leave(shown), typed: move.typeAndGoBack };
      if (typeof move === 'string') text = move;
      const problem =
        field.validate?.(text) ??
        // The field is disabled until its text is checked.
        (await field.check?.(text, given, this.#escape.signal));
      if (this.#escape.signal.aborted) return { type: 'cancel' };
      if (problem === undefined) return { type: 'next', state: text };
      shown.problems.push(problem);
    }
  };

  async #choose(
    { prompt, options }: ChoiceField,
    position: StepPosition,
    saved: SavedAnswer,
  ): Promise<StepOutcome<JsonValue | undefined>> {
    this.beforeChoice?.();
    const choices = await options(this.#escape.signal);
    const marked = savedStart(saved, choices, ({ value }) => value).active ?? choices[0];
    const shown = this.#show(prompt, position, { value: marked?.label, problems: [] });
    Object.assign(shown, {
      choices: choices.map(({ label, description, detail }) =>
        [label, description, detail].filter(Boolean).join(' | '),
      ),
    });
    const move = this.#moves.shift();
    if (move === undefined) return { type: 'cancel' };
    if (move === goBack) return this.#leave(shown);
    const chosen = move === enter ? marked : choices.find(({ label }) => label === move);
    if (!chosen) throw new Error(`${JSON.stringify(move)} isn't offered for "${prompt}"`);
    return { type: 'next', state: chosen.value };
  }

  #show(
    prompt: string,
    { title, step, totalSteps, hasBack = step > 1 }: StepPosition,
    rest: Pick<ShownQuestion, 'value' | 'problems'>,
  ): ShownQuestion {
    const shown = { prompt, title, step: `${step}/${totalSteps}`, hasBack, ...rest };
    this.shown.push(shown);
    return shown;
  }

  #leave({ prompt, hasBack }: ShownQuestion): { readonly type: 'back' } {
    if (!hasBack) throw new Error(`"${prompt}" has no back button`);
    return { type: 'back' };
  }
}
