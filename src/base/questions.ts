import type { JsonObject, JsonValue } from './json';

export type Values = JsonObject;

export interface Option {
  /** If absent, the field is left out of the values. */
  readonly value?: JsonValue;
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
}

interface FieldBase {
  readonly name: string;
  readonly prompt: string;
  /** When to ask, given the answers so far; defaults to always. */
  readonly when?: (values: Values) => boolean;
  /** Initial value in a draft; if absent, the draft starts without the field. */
  readonly start?: JsonValue;
}

interface TypedField extends FieldBase {
  /** If left empty, it is left out of the values. */
  readonly isOptional?: boolean;
  /** Returns what's wrong with a text, while typing. */
  readonly validate?: (text: string) => string | undefined;
  /** Returns what the service may not accept in a text that can be sent. */
  readonly warn?: (text: string) => string | undefined;
  /** Like `validate`, for an accepted text, if checking takes time; the box is busy meanwhile. */
  readonly check?: (
    text: string,
    given: Values,
    signal: AbortSignal,
  ) => Promise<string | undefined>;
}

export interface TextField extends TypedField {
  readonly type: 'text';
  readonly value?: string | ((given: Values) => string);
  readonly placeholder?: string;
  readonly parse?: (text: string) => JsonValue;
}

/** A password or key: masked while typing, and optionally generated. */
export interface SecretField extends TypedField {
  readonly type: 'secret';
  /** False for a key from another service. */
  readonly isGenerated: boolean;
}

/** Reads what a field offers; `From` is what the form passes, such as the resource it's about. */
type Offers<From extends readonly unknown[], T> = (
  ...from: readonly [...From, signal: AbortSignal]
) => readonly T[] | Promise<readonly T[]>;

export interface ChoiceField<From extends readonly unknown[] = readonly []> extends FieldBase {
  readonly type: 'choice';
  readonly options: Offers<From, Option>;
  /** True if the reference doesn't define a complete list, so that other values may be typed. */
  readonly isOpen?: boolean;
  readonly isOptional?: boolean;
  readonly unread?: () => readonly Option[];
  readonly validate?: (text: string) => string | undefined;
  readonly warn?: (text: string) => string | undefined;
  readonly parse?: (text: string) => JsonValue;
}

export interface KnownChoice extends ChoiceField {
  readonly options: () => readonly Option[];
}

/** When a cron job runs: five cron fields joined by single spaces (API §2.3). */
export interface ScheduleField extends FieldBase {
  readonly type: 'schedule';
  readonly value?: string;
  readonly start?: string;
}

/** Flags to turn on or off: only the changed ones are included in the values. */
export interface SwitchesField<From extends readonly unknown[] = readonly []> {
  readonly type: 'switches';
  /** The member that contains the flags; if absent, they are members of the values themselves. */
  readonly name?: string;
  readonly prompt: string;
  readonly options: Offers<From, SwitchOption>;
  /** The options that are known even if their states can't be read. */
  readonly unread?: () => readonly SwitchOption[];
  /** The options for a text typed because the list can't be read; absent if typing isn't possible. */
  readonly toTyped?: (typed: string) => readonly SwitchOption[];
}

export interface SwitchOption {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly isOn: boolean;
  /** Value set by choosing it if its state is unknown; defaults to the opposite of its state. */
  readonly sets?: boolean;
}

/** A set of words, answered as a whole: known ones to tick, and new ones to type. */
export interface WordsField<From extends readonly unknown[] = readonly []> extends FieldBase {
  readonly type: 'words';
  readonly options: Offers<From, Word>;
  readonly validate?: (word: string) => string | undefined;
}

export interface Word {
  readonly word: string;
  readonly isOn: boolean;
}

/** Settings that all have defaults: one question that shows them and asks for each one to change. */
export interface SettingsField<From extends readonly unknown[] = readonly []> {
  readonly type: 'settings';
  readonly name?: undefined;
  readonly prompt: string;
  /** Members of the values, each with its default as `start`. */
  readonly fields: readonly Setting<From>[];
  /** What follows from all answers, these included. */
  readonly explain?: (
    values: Values,
    ...from: readonly [...From, signal: AbortSignal]
  ) => Promise<string>;
}

export type Setting<From extends readonly unknown[] = readonly []> = TextField | ChoiceField<From>;

export type Field<From extends readonly unknown[] = readonly []> =
  | TextField
  | SecretField
  | ChoiceField<From>
  | ScheduleField
  | SwitchesField<From>
  | WordsField<From>
  | SettingsField<From>;

export interface Form<From extends readonly unknown[] = readonly []> {
  readonly title: string;
  readonly fields: readonly Field<From>[];
  /** Passed to the fields that read what they offer. */
  readonly from: From;
  readonly given: Values;
  /** Lets the form be shown again as the person left it. */
  readonly savedAnswers: Map<Field<From>, SavedAnswer>;
  /** Why the service rejected answers: the first of these questions is shown first. */
  readonly refused?: ReadonlyMap<Field<From>, string>;
}

export interface SavedAnswer {
  readonly answer?: JsonValue | undefined;
  /** Typed since, but not submitted. */
  readonly typed?: string | undefined;
}

export interface MessageAction {
  readonly title: string;
  readonly run: () => unknown;
}

export interface Confirmation {
  readonly message: string;
  readonly detail: string;
  readonly button: string;
  readonly typed?: string | undefined;
  readonly review?: (() => unknown) | undefined;
  /** Another way to agree, with a button of its own. */
  readonly otherWay?: { readonly button: string; readonly choose: () => void } | undefined;
}

export interface Work<T> {
  readonly title: string;
  readonly run: (signal: AbortSignal, report: (text: string) => void) => Promise<T>;
}

/** The outcome of a question: "cancelled" is a value, not an exception. */
export type StepOutcome<T> =
  | { readonly type: 'next'; readonly state: T }
  /** The typed text isn't an answer yet, but is kept so that it needn't be typed again. */
  | { readonly type: 'back' | 'cancel'; readonly typed?: string };

export interface StepPosition {
  readonly title: string;
  readonly step: number;
  readonly totalSteps: number;
  /** Set if the step number alone doesn't determine it. */
  readonly hasBack?: boolean;
  /** Why the last answer was rejected, with the question; shown in its place until edited. */
  readonly problem?: string | undefined;
}

export function hasBack({ hasBack: isGiven, step }: StepPosition): boolean {
  return isGiven ?? step > 1;
}

/** Asks one question; the answer is as given, so a text is as it was typed. */
type AskField<From extends readonly unknown[]> = (
  field: Field<From>,
  form: Form<From>,
  position: StepPosition,
  saved: SavedAnswer,
) => Promise<StepOutcome<JsonValue | undefined>>;

interface AnsweredQuestion {
  readonly index: number;
  readonly before: Values;
}

/** Undefined if cancelled. Going back shows earlier answers, also secrets, kept with the form. */
export async function runForm<From extends readonly unknown[]>(
  form: Form<From>,
  ask: AskField<From>,
): Promise<Values | undefined> {
  const { savedAnswers } = form;
  const problems = new Map(form.refused);
  const { asked, ...start } = replay(form);
  let { values } = start;
  for (let { index } = start; index < form.fields.length; index += 1) {
    const field = form.fields[index];
    if (!field || !isAsked(field, values)) continue;
    const position = {
      title: form.title,
      step: asked.length + 1,
      totalSteps: form.fields.filter((each) => isAsked(each, values)).length,
      problem: problems.has(field) ? `${field.prompt}: ${problems.get(field)}` : undefined,
    };
    const before = savedAnswers.get(field) ?? {};
    const outcome = await ask(field, { ...form, given: values }, position, before);
    if (outcome.type === 'next') {
      problems.delete(field);
      savedAnswers.set(field, { answer: outcome.state });
      asked.push({ index, before: values });
      values = { ...values, ...toFormValues(field, outcome.state) };
    } else {
      // A proposed text wasn't typed, and another one may be proposed next time.
      const isProposed =
        field.type === 'text' &&
        before.answer === undefined &&
        outcome.typed === initialTextOf(field, values, {});
      savedAnswers.set(field, isProposed ? {} : { ...before, typed: outcome.typed });
      if (outcome.type === 'cancel') return undefined;
      const last = asked.pop();
      index = (last?.index ?? 0) - 1;
      values = last?.before ?? form.given;
    }
  }
  return values;
}

/** Answers the questions before the first rejected answer as before; going back reaches them. */
function replay<From extends readonly unknown[]>({
  fields,
  given,
  savedAnswers,
  refused,
}: Form<From>): {
  readonly asked: AnsweredQuestion[];
  readonly values: Values;
  readonly index: number;
} {
  const asked: AnsweredQuestion[] = [];
  const end = fields.findIndex((field) => refused?.has(field));
  let values = given;
  for (const [index, field] of fields.slice(0, Math.max(0, end)).entries()) {
    if (!isAsked(field, values)) continue;
    const answered = savedAnswers.get(field);
    if (!answered || !('answer' in answered)) return { asked, values, index };
    asked.push({ index, before: values });
    values = { ...values, ...toFormValues(field, answered.answer) };
  }
  return { asked, values, index: Math.max(0, end) };
}

export function isAsked(field: Field<never>, values: Values): boolean {
  return field.type === 'switches' || field.type === 'settings' || field.when?.(values) !== false;
}

function toFormValues(field: Field<never>, answer: JsonValue | undefined): Values {
  if (answer === undefined) return {};
  if (field.type === 'settings') return answer as Values;
  if (field.type === 'switches') {
    const isChanged = Object.keys(answer as Values).length > 0;
    return field.name === undefined
      ? (answer as Values)
      : isChanged
        ? { [field.name]: answer }
        : {};
  }
  if (answer === '' && 'isOptional' in field && field.isOptional) return {};
  return { [field.name]: toFormValue(field, answer) ?? answer };
}

export function toFormValue(
  field: Field<never>,
  answer: JsonValue | undefined,
): JsonValue | undefined {
  if (field.type !== 'text' || typeof answer !== 'string') return answer;
  return field.parse?.(answer) ?? answer;
}

/** The initial text of a box: as the person left it, or else the proposed one. */
export function initialTextOf(
  field: TextField | SecretField,
  given: Values,
  { answer, typed }: SavedAnswer,
): string {
  const proposed = field.type === 'text' ? (field.value ?? '') : '';
  return (
    typed ??
    (typeof answer === 'string'
      ? answer
      : typeof proposed === 'string'
        ? proposed
        : proposed(given))
  );
}

export interface Start<Item> {
  readonly typed?: string;
  readonly active?: Item;
}

/** The initial state of a list that is shown again: the typed text, or the chosen entry. */
export function savedStart<Item>(
  { answer, typed }: SavedAnswer,
  items: readonly Item[],
  toAnswer: (item: Item) => JsonValue | undefined,
): Start<Item> {
  if (typed) return { typed };
  if (answer === undefined) return {};
  const active = items.find((item) => toAnswer(item) === answer);
  if (active) return { active };
  // An answer that isn't in the list was typed.
  return typeof answer === 'object' ? {} : { typed: String(answer) };
}
