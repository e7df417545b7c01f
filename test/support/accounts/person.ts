import type { AccountPrompts } from '../../../src/accounts/questions/accountPrompts';
import { describeErrorIn } from '../../../src/documents/errors/describeError';
import { askWithTyped } from '../../../src/base/questions/askWithTyped';
import type { TextQuestion } from '../../../src/base/questions/question';
import type { StepOutcome, StepPosition } from '../../../src/base/questions/wizard';

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
  readonly #moves: Move[];
  readonly #escape = new AbortController();

  constructor(...moves: readonly Move[]) {
    this.#moves = [...moves];
    const language = { hidesWhyRequestsFail: false };
    this.prompts = {
      describeError: (error) => describeErrorIn(language, error),
      askText: (...asked) => this.#askText(...asked),
      askChoice: (...asked) => this.#askChoice(...asked),
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

  readonly #askText: AccountPrompts['askText'] = (question, position) =>
    askWithTyped(question, position, (value) => this.#answer(question, position, value));

  async #answer(
    question: TextQuestion,
    position: StepPosition,
    value: string,
  ): Promise<StepOutcome<string>> {
    const { prompt, placeholder, isSecret = false } = question;
    const shown = this.#show(prompt, position, { value, problems: [] });
    Object.assign(shown, { placeholder, isMasked: isSecret });
    let text = value;
    for (;;) {
      const move = this.#moves.shift();
      if (move === undefined) return { type: 'cancel' };
      if (move === goBack) return { ...this.#leave(shown), typed: text };
      if (typeof move === 'object') return { ...this.#leave(shown), typed: move.typeAndGoBack };
      if (typeof move === 'string') text = move;
      const problem =
        question.validate?.(text) ??
        // The field is disabled until its text is checked.
        (await question.check?.(text, this.#escape.signal));
      if (this.#escape.signal.aborted) return { type: 'cancel' };
      if (problem === undefined) return { type: 'next', state: text };
      shown.problems.push(problem);
    }
  }

  readonly #askChoice: AccountPrompts['askChoice'] = (prompt, choices, active, position) => {
    const marked = choices.find(({ value }) => value === active);
    const shown = this.#show(prompt, position, { value: marked?.label, problems: [] });
    Object.assign(shown, {
      choices: choices.map(({ label, description, detail }) =>
        [label, description, detail].filter(Boolean).join(' | '),
      ),
    });
    const move = this.#moves.shift();
    if (move === undefined) return Promise.resolve({ type: 'cancel' });
    if (move === goBack) return Promise.resolve(this.#leave(shown));
    const chosen = move === enter ? marked : choices.find(({ label }) => label === move);
    if (!chosen) throw new Error(`${JSON.stringify(move)} isn't offered for "${prompt}"`);
    return Promise.resolve({ type: 'next', state: chosen.value });
  };

  #show(
    prompt: string,
    { title, step, totalSteps, hasBack = step > 1 }: Parameters<AccountPrompts['askText']>[1],
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
