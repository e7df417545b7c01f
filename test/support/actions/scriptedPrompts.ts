import type { Field, Values } from '../../../src/ui/actions/field';
import type { Confirmation, Form, Prompts } from '../../../src/ui/actions/prompts';
import type { Summary } from '../../../src/ui/actions/summary';

/** A person who answers as scripted, and remembers what was asked. */
export class ScriptedPrompts implements Prompts {
  readonly confirmations: Confirmation[] = [];
  readonly summaries: Summary[] = [];
  readonly told: string[] = [];
  readonly #answers: Values;
  /** Whether the person gives up at the first question, or stops the work where there is none. */
  readonly #givesUp: boolean;
  /** What happens before the person asks for another try; without it there is none. */
  readonly #beforeRetry: (() => Promise<void>) | undefined;
  /** The work is stopped when this has come about. */
  readonly #stopAfter: (() => Promise<void>) | undefined;

  constructor({
    answers = {},
    givesUp = false,
    beforeRetry,
    stopAfter,
  }: {
    answers?: Values;
    givesUp?: boolean;
    beforeRetry?: () => Promise<void>;
    stopAfter?: () => Promise<void>;
  } = {}) {
    this.#answers = answers;
    this.#stopAfter = stopAfter;
    this.#givesUp = givesUp;
    this.#beforeRetry = beforeRetry;
  }

  confirm(confirmation: Confirmation): Promise<boolean> {
    this.confirmations.push(confirmation);
    return Promise.resolve(!this.#givesUp);
  }

  async ask(form: Form): Promise<Values | undefined> {
    if (this.#givesUp) return undefined;
    let values = form.given;
    for (const field of form.fields) {
      if (field.type !== 'switches' && field.when?.(values) === false) continue;
      // A later question may depend on an earlier answer.
      // oxlint-disable-next-line no-await-in-loop
      values = { ...values, ...(await this.#answer(field, form)) };
    }
    return values;
  }

  show<T>({
    run,
  }: {
    run: (signal: AbortSignal, report: (text: string) => void) => Promise<T>;
  }): Promise<T> {
    const stop = new AbortController();
    if (this.#givesUp) stop.abort();
    void this.#stopAfter?.().then(() => stop.abort());
    return run(stop.signal, () => undefined);
  }

  async askToRetry(summary: Summary): Promise<boolean> {
    this.summaries.push(summary);
    if (!this.#beforeRetry || this.summaries.length > 1) return false;
    await this.#beforeRetry();
    return true;
  }

  tell(text: string): void {
    this.told.push(text);
  }

  async #answer(field: Field, { context, target }: Form): Promise<Values> {
    const { signal } = new AbortController();
    if (field.type === 'switches') {
      const switches = await field.options(context, target, signal);
      const turned = switches.filter(
        ({ name, isOn }) => name in this.#answers && this.#answers[name] !== isOn,
      );
      return Object.fromEntries(turned.map(({ name, isOn }) => [name, !isOn]));
    }
    const answer = this.#answers[field.name];
    if (answer === undefined) {
      if ('isOptional' in field && field.isOptional) return {};
      throw new Error(`Nobody knows what to answer to "${field.prompt}"`);
    }
    if (field.type === 'choice') {
      const options = await field.options(context, target, signal);
      const isOffered = options.some(({ value }) => value === answer);
      if (isOffered) return { [field.name]: answer };
      if (!field.isOpen) throw new Error(`${field.name}: not on offer`);
    }
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const problem = 'validate' in field ? field.validate?.(text) : undefined;
    if (problem) throw new Error(`${field.name}: ${problem}`);
    const parsed = 'parse' in field ? field.parse?.(text) : undefined;
    return { [field.name]: parsed ?? text };
  }
}
