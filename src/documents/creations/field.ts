import { type JsonObject, type JsonValue, pick } from '../../base/json';
import type { Target } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/store/resourceStore';

/** Answers to the questions of an action or creation, by field name. */
export type Values = JsonObject;

export interface FieldContext {
  readonly client: Pick<ResourceClient, 'read' | 'perform' | 'readAll'>;
  readonly store: ResourceStore;
}

/** A value to choose, and how it is shown. */
export interface Option {
  /** If absent, the field is left out of the values. */
  readonly value?: JsonValue;
  readonly label: string;
  readonly description?: string;
}

interface FieldBase {
  /** The member of the values that holds the answer. */
  readonly name: string;
  readonly prompt: string;
  /** Its name on a page; defaults to the prompt. */
  readonly label?: string;
  /** When to ask, given the answers so far; defaults to always. */
  readonly when?: (values: Values) => boolean;
  /** Initial value in a draft; if absent, the draft starts without the field. */
  readonly start?: JsonValue;
}

/** A text to type; surrounding whitespace is trimmed. */
export interface TextField extends FieldBase {
  readonly type: 'text';
  readonly value?: string;
  readonly placeholder?: string;
  /** If left empty, it is left out of the values. */
  readonly isOptional?: boolean;
  /** Returns an error message for an invalid text. */
  readonly validate?: (text: string) => string | undefined;
  /** Converts the text to a value; defaults to the text itself. */
  readonly parse?: (text: string) => JsonValue;
}

/** A password or key: masked while typing, and optionally generated. */
export interface SecretField extends FieldBase {
  readonly type: 'secret';
  /** False for a key from another service. */
  readonly isGenerated: boolean;
  /** If left empty, it is left out of the values. */
  readonly isOptional?: boolean;
  readonly validate?: (text: string) => string | undefined;
}

/** One of several values. */
export interface ChoiceField extends FieldBase {
  readonly type: 'choice';
  readonly options: (
    context: FieldContext,
    target: Target,
    signal: AbortSignal,
  ) => readonly Option[] | Promise<readonly Option[]>;
  /** True if the reference doesn't define a complete list, so that other values may be typed. */
  readonly isOpen?: boolean;
  readonly isOptional?: boolean;
  /** The options that are known even if the others can't be read. */
  readonly unread?: () => readonly Option[];
  /** Returns an error message for an invalid typed value. */
  readonly validate?: (text: string) => string | undefined;
  /** Converts a typed text to a value; defaults to the text itself. */
  readonly parse?: (text: string) => JsonValue;
}

/** One of several values that are known without reading. */
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
export interface SwitchesField {
  readonly type: 'switches';
  /** The member that contains the flags; if absent, they are members of the values themselves. */
  readonly name?: string;
  readonly prompt: string;
  readonly options: (
    context: FieldContext,
    target: Target,
    signal: AbortSignal,
  ) => readonly SwitchOption[] | Promise<readonly SwitchOption[]>;
  /** The options that are known even if their states can't be read. */
  readonly unread?: () => readonly SwitchOption[];
  /** The options for a text typed because the list can't be read; absent if typing isn't possible. */
  readonly toTyped?: (typed: string) => readonly SwitchOption[];
}

/** A set of words, answered as a whole: known ones to tick, and new ones to type. */
export interface WordsField extends FieldBase {
  readonly type: 'words';
  readonly options: (
    context: FieldContext,
    target: Target,
    signal: AbortSignal,
  ) => readonly Word[] | Promise<readonly Word[]>;
  /** Returns an error message for an invalid word. */
  readonly validate?: (word: string) => string | undefined;
}

/** A known word, and whether it's in the set. */
export interface Word {
  readonly word: string;
  readonly isOn: boolean;
}

/** Settings that all have defaults: one question that shows them and asks for each one to change. */
export interface SettingsField {
  readonly type: 'settings';
  readonly name?: undefined;
  readonly prompt: string;
  /** Members of the values, each with its default as `start`. */
  readonly fields: readonly Setting[];
}

/** A setting with a default. */
export type Setting = TextField | ChoiceField;

/** A flag and its current state. */
export interface SwitchOption {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  readonly isOn: boolean;
  /** Value set by choosing it if its state is unknown; defaults to the opposite of its state. */
  readonly sets?: boolean;
}

/** One question of an action or creation. */
export type Field =
  | TextField
  | SecretField
  | ChoiceField
  | ScheduleField
  | SwitchesField
  | WordsField
  | SettingsField;

/**
 * The values of settings: defaults unless given, without those that have no meaning given the
 * others.
 */
export function settingsOf({ fields }: SettingsField, given: Values = {}): Values {
  const started = fields.filter(
    ({ name, start }) => given[name] !== undefined || start !== undefined,
  );
  const all = Object.fromEntries(
    started.map(({ name, start = '' }) => [name, given[name] ?? start] as const),
  );
  return pick(
    all,
    started.filter(({ when }) => when?.({ ...given, ...all }) !== false).map(({ name }) => name),
  );
}
