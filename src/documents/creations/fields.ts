import type * as questions from '../../base/questions';
import type { KnownChoice, Option, SecretField, TextField } from '../../base/questions';
import type * as z from 'zod/mini';
import { markInvisible } from '../../base/foreignText';
import { examplesOf } from '../../api/contract/fields';
import { nameConstant, namePhp, newestFirst } from '../../resources/names/constants';
import { readPhpVersions } from '../../api/contract/webApplication';
import { t } from '../../base/l10n';
import { pick, type JsonValue } from '../../base/json';
import { type Target, type CollectionReference, idsOf } from '../../resources/reference';
import type { ResourceClient } from '../../resources/resourceClient';
import type { ResourceStore } from '../../resources/store/resourceStore';
import type { LockOutGuard } from '../writing/guard';
import type { CallOptions } from '../../api/client';
import { ifMissing } from '../../api/errors';
import { findKind, isKindId, type KindId, lineage } from '../../resources/kinds/kinds';

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

export interface FieldContext {
  readonly client: Pick<ResourceClient, 'read' | 'perform' | 'readAll'>;
  readonly store: ResourceStore;
  readonly guard: Pick<LockOutGuard, 'sshPortOf'>;
}

type From = readonly [context: FieldContext, target: Target];

export type Form = questions.Form<From>;
export type Field = questions.Field<From>;
export type ChoiceField = questions.ChoiceField<From>;
export type SwitchesField = questions.SwitchesField<From>;
export type SettingsField = questions.SettingsField<From>;
export type Setting = questions.Setting<From>;

/** Defaults unless given, without those that have no meaning given the others. */
export function settingsOf(
  { fields }: questions.SettingsField<never>,
  given: questions.Values = {},
): questions.Values {
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

/** Answers of forms that were left without sending, but no secrets; kept in memory only. */
export class UnfinishedForms {
  readonly #left = new Map<string, ReadonlyMap<string, questions.SavedAnswer>>();

  take(form: string, fields: readonly Field[]): Map<Field, questions.SavedAnswer> {
    const left = this.#left.get(form);
    this.#left.delete(form);
    return new Map(
      fields.flatMap((field) => {
        const saved = left?.get(field.prompt);
        return saved ? [[field, saved] as const] : [];
      }),
    );
  }

  leave(form: string, saved: ReadonlyMap<Field, questions.SavedAnswer>): void {
    const open = [...saved].filter(([field]) => !asksForSecret(field));
    this.#left.set(form, new Map(open.map(([{ prompt }, answer]) => [prompt, answer])));
  }
}

function asksForSecret(field: Field): boolean {
  return field.type === 'settings' ? field.fields.some(asksForSecret) : field.type === 'secret';
}

/** A value offered for a field because a resource with that name or number exists. */
interface LiveValue {
  readonly value: JsonValue;
  /** Set if the value doesn't show what it stands for. */
  readonly label?: string;
}

/** The field of a kind that accepts nothing but what a list has. */
export function listedField(kind: KindId): string | undefined {
  const sources = Object.entries(findKind(kind).values ?? {});
  return sources.find(([, source]) => 'list' in source && source.isComplete)?.[0];
}

/** Empty for a field that refers to no other resource. @throws ApiError, UnknownAccountError. */
export async function liveValues(
  { client, store }: Pick<FieldContext, 'client' | 'store'>,
  place: Target,
  path: readonly string[],
  options: CallOptions,
): Promise<readonly LiveValue[]> {
  const { account, kind } = place;
  const source = findKind(kind).values?.[path.join('.')];
  if (!source) return [];
  if ('list' in source) {
    const { list, otherwise } = source;
    const parents = list.path.includes('{') ? idsOf(place).slice(0, 1) : [];
    const reading = client.perform({ account, kind, parents }, list, undefined, options);
    const found = await (otherwise ? reading.catch(ifMissing(otherwise())) : reading);
    return (found as readonly string[]).map((value) => ({ value }));
  }
  const { of, namedBy, byName } = source;
  if (!isKindId(of)) return [];
  const above = findKind(of).parent;
  if (above && !lineage(kind).some(({ id }) => id === above)) {
    return everywhere(store, { account, kind: above, parents: [] }, { of, namedBy }, options);
  }
  const { items } = await store.all(collectionAt(place, of), undefined, options);
  return items.flatMap((item): LiveValue[] => {
    const name = item[namedBy];
    if (typeof name !== 'string') return byName ? [] : [{ value: Number(item['id']) }];
    return [byName ? { value: name } : { value: Number(item['id']), label: name }];
  });
}

/** Only below what is listed so far: an account may have many. Known lists cost no request. */
async function everywhere(
  store: ResourceStore,
  above: CollectionReference,
  { of, namedBy }: { readonly of: KindId; readonly namedBy: string },
  options: CallOptions,
): Promise<LiveValue[]> {
  const parents = await store.list(above, options);
  const lists = await Promise.all(
    parents.items.map(async ({ id, [namedBy]: name }) => {
      const collection = { account: above.account, kind: of, parents: [Number(id)] };
      const listed = await store.list(collection, options);
      const { items } = listed.isComplete
        ? listed
        : await store.all(collection, undefined, options);
      return items.map((item) => ({
        value: Number(item['id']),
        label: [item[namedBy], name].filter(Boolean).map(String).join(' · '),
      }));
    }),
  );
  return lists.flat();
}

function collectionAt(place: Target, kind: KindId): CollectionReference {
  const depth = lineage(kind).filter(({ variable }) => variable).length - 1;
  return { account: place.account, kind, parents: idsOf(place).slice(0, depth) };
}
