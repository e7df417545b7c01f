import type { Confirmation, MessageAction, Values } from '../../../src/base/questions';
import { type Field, type Form, settingsOf } from '../../../src/documents/creations/fields';
import { isObject } from '../../../src/base/json';
import type { Prompts } from '../../../src/actions/action';
import type { Retry, Summary } from '../../../src/actions/result';

/** A person with scripted answers, who records the questions. */
export class ScriptedPrompts implements Prompts {
  readonly confirmations: Confirmation[] = [];
  readonly summaries: Summary[] = [];
  /** The title of work that the person cancels at once. */
  cancelled = '';
  readonly told: string[] = [];
  /** The next steps that it was offered. */
  readonly nexts: MessageAction[] = [];
  readonly warnings: string[] = [];
  readonly forms: Form[] = [];
  #answers: Values;
  /** Whether the person cancels at the first question, or cancels the work if there is none. */
  readonly #givesUp: boolean;
  /** Called before the person retries; without it, there is no retry. */
  readonly #beforeRetry: (() => Promise<void>) | undefined;
  /** The person's new answers after going back to the questions. */
  readonly #changes: Values | undefined;
  /** Stops the work once this resolves. */
  readonly #stopAfter: (() => Promise<void>) | undefined;

  constructor({
    answers = {},
    givesUp = false,
    beforeRetry,
    stopAfter,
    changes,
  }: {
    answers?: Values;
    givesUp?: boolean;
    beforeRetry?: () => Promise<void>;
    stopAfter?: () => Promise<void>;
    changes?: Values;
  } = {}) {
    this.#changes = changes;
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
    this.forms.push(form);
    let values = form.given;
    for (const field of form.fields) {
      const isAlways = field.type === 'switches' || field.type === 'settings';
      if (!isAlways && field.when?.(values) === false) continue;
      // A later question may depend on an earlier answer.
      values = { ...values, ...(await this.#answer(field, form)) };
    }
    return values;
  }

  show<T>({
    title,
    run,
  }: {
    title: string;
    run: (signal: AbortSignal, report: (text: string) => void) => Promise<T>;
  }): Promise<T> {
    const stop = new AbortController();
    if (this.#givesUp || title === this.cancelled) stop.abort();
    void this.#stopAfter?.().then(() => stop.abort());
    return run(stop.signal, () => undefined);
  }

  async askToRetry(summary: Summary): Promise<Retry | undefined> {
    this.summaries.push(summary);
    if (this.summaries.length > 1 || !(this.#beforeRetry || this.#changes)) return undefined;
    await this.#beforeRetry?.();
    if (!this.#changes) return 'again';
    this.#answers = { ...this.#answers, ...this.#changes };
    return 'change';
  }

  tell(text: string, nexts: readonly MessageAction[] = []): void {
    this.told.push(text);
    this.nexts.push(...nexts);
  }

  warn(text: string): void {
    this.warnings.push(text);
  }

  async #answer(field: Field, { from }: Form): Promise<Values> {
    const { signal } = new AbortController();
    if (field.type === 'settings') return settingsOf(field, this.#answers);
    if (field.type === 'switches') {
      const switches = await field.options(...from, signal);
      const given = field.name === undefined ? undefined : this.#answers[field.name];
      const answers = isObject(given) ? given : this.#answers;
      const turned = switches.filter(({ name, isOn }) => name in answers && answers[name] !== isOn);
      const values = Object.fromEntries(turned.map(({ name, isOn }) => [name, !isOn]));
      if (field.name === undefined) return values;
      return turned.length > 0 ? { [field.name]: values } : {};
    }
    const answer = this.#answers[field.name];
    if (answer === undefined) {
      if ('isOptional' in field && field.isOptional) return {};
      throw new Error(`Nobody knows what to answer to "${field.prompt}"`);
    }
    if (field.type === 'choice') {
      const options = await field.options(...from, signal);
      const isOffered = options.some(({ value }) => value === answer);
      if (isOffered) return { [field.name]: answer };
      if (!field.isOpen) throw new Error(`${field.name}: not on offer`);
    }
    if (field.type === 'words') return { [field.name]: answer };
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    const problem = 'validate' in field ? field.validate?.(text) : undefined;
    if (problem) throw new Error(`${field.name}: ${problem}`);
    const parsed = 'parse' in field ? field.parse?.(text) : undefined;
    return { [field.name]: parsed ?? text };
  }
}
