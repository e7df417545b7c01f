import type { KnownChoice, Option, SecretField, TextField } from '../../base/questions';
import type * as z from 'zod/mini';
import { markInvisible } from '../../base/foreignText';
import { examplesOf } from '../../api/contract/fields';
import { nameConstant, namePhp, newestFirst } from '../../resources/names/constants';
import { readPhpVersions } from '../../api/contract/webApplication';
import { liveValues } from '../plan/liveValues';
import type { ChoiceField } from './field';
import { t } from '../../base/l10n';

type Base = Omit<TextField, 'type' | 'name' | 'prompt'>;

type More = Pick<ChoiceField, 'when' | 'start' | 'isOptional'>;

/** The name of a domain, or of all domains below one (`*.example.org`). */
export function domainName(name: string): TextField {
  const labels =
    /^(\*\.)?([\p{L}\p{N}]([\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.)+(\p{L}[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])$/u;
  const words = t('Enter a domain such as www.example.org, without spaces or https://.');
  return text(name, t('Name of the domain'), {
    start: '',
    placeholder: 'www.example.org',
    warn: (value) => (labels.test(value) && value.length <= 253 ? undefined : words),
  });
}

export function userName(name: string, prompt: string): TextField {
  return text(name, prompt, {
    start: '',
    placeholder: 'deploy',
    warn: unlike(
      /^[a-z_][a-z0-9_-]{0,31}$/,
      t(
        'Enter a user name such as deploy: at most 32 lower-case letters, digits, - and _, and no digit first.',
      ),
    ),
  });
}

/** The words for texts that a pattern doesn't match. */
export function unlike(pattern: RegExp, words: string): (text: string) => string | undefined {
  return (typed) => (pattern.test(typed) ? undefined : words);
}

/** Refuses characters nobody sees, such as ones that were pasted with it. */
export function refuseInvisible(value: string): string | undefined {
  const marked = markInvisible(value);
  return marked === value ? undefined : t('Remove the invisible characters: {0}', marked);
}

export function text(name: string, prompt: string, more: Base = {}): TextField {
  return {
    type: 'text',
    name,
    prompt,
    ...more,
    validate: (value) => {
      if (value !== '') return more.validate?.(value) ?? refuseInvisible(value);
      return more.isOptional ? undefined : t('Enter a value, or press Escape to cancel.');
    },
    warn: (value) => (value === '' && !more.isOptional ? undefined : more.warn?.(value)),
  };
}

export function integer(name: string, prompt: string, more: Base = {}): TextField {
  return text(name, prompt, { ...more, ...wholeNumber() });
}

export function oneNumberOf(
  name: string,
  prompt: string,
  numbers: readonly number[],
  more: More = {},
): KnownChoice {
  const options = (): Option[] => numbers.map((value) => ({ value, label: String(value) }));
  return { type: 'choice', name, prompt, isOpen: true, options, ...wholeNumber(), ...more };
}

/** Accepts integers, and warns below 1. */
function wholeNumber(): Required<Pick<TextField, 'validate' | 'warn' | 'parse'>> {
  return {
    validate: (typed) =>
      /^-?\d+$/.test(typed) && Number.isSafeInteger(Number(typed))
        ? undefined
        : t('Type a whole number.'),
    warn: (typed) =>
      Number(typed) < 1 && typed !== '' ? t('The service may reject numbers below 1.') : undefined,
    parse: Number,
  };
}

/** Yes or no; the first option is the default. */
export function flag(
  name: string,
  prompt: string,
  { isOn = true, ...more }: More & { isOn?: boolean } = {},
): KnownChoice {
  const yes: Option = { value: true, label: t('Yes') };
  const no: Option = { value: false, label: t('No') };
  const options = (): Option[] => (isOn ? [yes, no] : [no, yes]);
  return { type: 'choice', name, prompt, options, start: isOn, ...more };
}

/** One of the observed values, or any other: the reference doesn't define a complete list. */
export function oneOf(
  name: string,
  prompt: string,
  schema: z.ZodMiniType,
  more: More = {},
): KnownChoice {
  const options = (): Option[] =>
    examplesOf(schema).map((value) => ({ value, label: nameConstant(value) }));
  return { type: 'choice', name, prompt, isOpen: true, options, ...more };
}

/** One of the resources that a document's field of this name refers to; others may be typed. */
function oneResource(name: string, prompt: string): ChoiceField {
  const options: ChoiceField['options'] = async (context, target, signal) => {
    const found = await liveValues(context, target, [name], { signal });
    // A resource without a name can't be referenced in a request.
    return found.flatMap(({ value, label }) =>
      value === '' ? [] : [{ value, label: label || String(value as string | number) }],
    );
  };
  return { type: 'choice', name, prompt, isOpen: true, options };
}

export function resourceId(name: string, prompt: string): ChoiceField {
  return { ...oneResource(name, prompt), ...wholeNumber(), isOpen: false, start: 0 };
}

export function phpVersionField(prompt: string): ChoiceField {
  const options: ChoiceField['options'] = async ({ client }, target, signal) => {
    const versions = await client.perform(target, readPhpVersions, undefined, { signal });
    return newestFirst(versions as string[]).map((value) => ({ value, label: namePhp(value) }));
  };
  return { type: 'choice', name: 'phpVersion', prompt, isOpen: true, options };
}

export function systemUserName(prompt: string): ChoiceField {
  return { ...oneResource('username', prompt), start: '' };
}

export function required(value: string): string | undefined {
  return value === '' ? t('Enter a value.') : undefined;
}

/** If it's left empty, but required, it is generated unless `validate` refuses that. */
export function password(more: Partial<SecretField> = {}): SecretField {
  return {
    type: 'secret',
    name: 'password',
    prompt: more.isOptional
      ? t('Password (optional). The button generates and copies one.')
      : t('Password. Press Enter to generate and copy one.'),
    isGenerated: true,
    warn: (value) =>
      value === '' || value.length >= 8
        ? undefined
        : t('Use at least 8 characters; 20 or more is better.'),
    ...more,
  };
}

export function foreignSecret(): SecretField {
  return {
    type: 'secret',
    name: 'secret',
    prompt: t('Provider secret'),
    isGenerated: false,
    validate: (value) => (value === '' ? t('Enter the secret.') : undefined),
  };
}
