import type * as z from 'zod';
import type { KindId, Resource } from '../../../resources/kinds/kind';
import { lineage } from '../../../resources/kinds/kinds';
import type { Translate } from '../../../shared/translate';
import type { ChoiceField, Option, TextField, Values } from '../field';

type Base = Omit<TextField, 'type' | 'name' | 'prompt'>;

/** A text that must be typed. */
export function text(name: string, prompt: string, t: Translate, more: Base = {}): TextField {
  return {
    type: 'text',
    name,
    prompt,
    ...more,
    validate: (value) =>
      value === '' && !more.isOptional
        ? t('Type something, or press Escape to cancel.')
        : value === ''
          ? undefined
          : more.validate?.(value),
  };
}

/** A whole number of at least one. */
export function integer(
  name: string,
  prompt: string,
  t: Translate,
  more: { value?: string } = {},
): TextField {
  return text(name, prompt, t, { ...more, ...wholeNumber(t) });
}

/** One of some whole numbers, or another one of at least one. */
export function oneNumberOf(
  name: string,
  prompt: string,
  t: Translate,
  numbers: readonly number[],
): ChoiceField {
  return {
    type: 'choice',
    name,
    prompt,
    isOpen: true,
    options: () => numbers.map((value) => ({ value, label: String(value) })),
    ...wholeNumber(t),
  };
}

function wholeNumber(t: Translate): Required<Pick<TextField, 'validate' | 'parse'>> {
  return {
    validate: (typed) =>
      /^\d+$/.test(typed) && Number(typed) >= 1
        ? undefined
        : t('Type a whole number of at least {0}.', 1),
    parse: Number,
  };
}

/** Yes or no; the first is what Enter takes. */
export function flag(
  name: string,
  prompt: string,
  t: Translate,
  more: { isOn?: boolean; when?: (values: Values) => boolean } = {},
): ChoiceField {
  const yes: Option = { value: true, label: t('Yes') };
  const no: Option = { value: false, label: t('No') };
  return {
    type: 'choice',
    name,
    prompt,
    options: () => (more.isOn === false ? [no, yes] : [yes, no]),
    ...(more.when ? { when: more.when } : {}),
  };
}

/** One of the values that were seen, or another one: the reference closes no list. */
export function oneOf(
  name: string,
  prompt: string,
  schema: z.ZodType,
  more: { when?: (values: Values) => boolean } = {},
): ChoiceField {
  const examples = unwrap(schema).meta()?.['examples'];
  const values = Array.isArray(examples) ? examples.map(String) : [];
  return {
    type: 'choice',
    name,
    prompt,
    isOpen: true,
    options: () => values.map((value) => ({ value, label: value })),
    ...(more.when ? { when: more.when } : {}),
  };
}

/** One of the resources of a kind under the same server, or at the account. */
export function oneResource(
  name: string,
  prompt: string,
  kind: KindId,
  toOption: (resource: Resource) => Option,
  isOpen = false,
): ChoiceField {
  return {
    type: 'choice',
    name,
    prompt,
    isOpen,
    options: async ({ store }, target, signal) => {
      const ids = 'ids' in target ? target.ids : target.parents;
      const depth = lineage(kind).filter(({ variable }) => variable).length - 1;
      const collection = { account: target.account, kind, parents: ids.slice(0, depth) };
      const { items } = await store.all(collection, undefined, { signal });
      return items.map(toOption);
    },
  };
}

/** The system user that something runs as; another name may be typed. */
export function systemUserName(prompt: string): ChoiceField {
  return oneResource(
    'username',
    prompt,
    'systemUser',
    ({ username }) => ({ value: String(username), label: String(username) }),
    true,
  );
}

function unwrap(schema: z.ZodType): z.ZodType {
  return 'unwrap' in schema && typeof schema.unwrap === 'function'
    ? (schema.unwrap() as z.ZodType)
    : schema;
}
