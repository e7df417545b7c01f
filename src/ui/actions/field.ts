import type { ActionContext } from './action';
import type { ResourceReference, CollectionReference } from '../../resources/reference';
import type { JsonObject, JsonValue } from '../../shared/json';

/** Answers to an action's questions, by field name. */
export type Values = JsonObject;

/** A value to choose, and what a person sees of it. */
export interface Option {
  /** Left out of the values where absent. */
  readonly value?: JsonValue;
  readonly label: string;
  readonly description?: string;
}

/** What an action works on: a resource, or the collection that gets a new one. */
export type Target = ResourceReference | CollectionReference;

/** The target as one resource. @throws TypeError where it is a collection. */
export function asResource(target: Target): ResourceReference {
  if ('ids' in target) return target;
  throw new TypeError(`Expected one ${target.kind}, not all of them`);
}

interface FieldBase {
  /** The member of the values that the answer becomes. */
  readonly name: string;
  readonly prompt: string;
  /** Whether it is asked, given the answers so far; always where absent. */
  readonly when?: (values: Values) => boolean;
}

/** A text that is typed; surrounding blanks are no part of it. */
export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly value?: string;
  readonly placeholder?: string;
  /** Left out of the values where it is left empty. */
  readonly isOptional?: boolean;
  /** What is wrong with a text, in words. */
  readonly validate?: (text: string) => string | undefined;
  /** The value that the text stands for, where that is not the text. */
  readonly parse?: (text: string) => JsonValue;
}

/** A password or key: masked as it is typed, and generated on demand. */
export interface SecretField extends FieldBase {
  readonly type: 'secret';
  /** Whether a password can be made up for it; a key of another service can't. */
  readonly isGenerated: boolean;
  readonly validate?: (text: string) => string | undefined;
}

/** One of several values. */
export interface ChoiceField extends FieldBase {
  readonly type: 'choice';
  readonly options: (
    context: ActionContext,
    target: Target,
    signal: AbortSignal,
  ) => readonly Option[] | Promise<readonly Option[]>;
  /** Whether another value than those on offer may be typed: the reference closes no list. */
  readonly isOpen?: boolean;
  /** Whether an answer may be left out. */
  readonly isOptional?: boolean;
  /** What is wrong with a value that was typed, in words. */
  readonly validate?: (text: string) => string | undefined;
  /** The value that a typed text stands for, where that is not the text. */
  readonly parse?: (text: string) => JsonValue;
}

/** When a cron job runs: five cron fields, joined by single blanks (reference §2.3). */
export interface ScheduleField extends FieldBase {
  readonly type: 'schedule';
  readonly value?: string;
}

/** Switches that are on or off: those that were changed become members of the values. */
export interface SwitchesField {
  readonly type: 'switches';
  readonly prompt: string;
  readonly options: (
    context: ActionContext,
    target: Target,
    signal: AbortSignal,
  ) => Promise<readonly SwitchOption[]>;
}

/** A switch and how it stands. */
export interface SwitchOption {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly isOn: boolean;
}

/** One question of an action. */
export type Field = TextField | SecretField | ChoiceField | ScheduleField | SwitchesField;
