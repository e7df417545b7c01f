import * as z from 'zod/mini';
import { isInReference } from '../api/contract/endpoint';
import { creations } from './creations/creations';
import {
  type Creation,
  type CreationVariant,
  settingsIn,
  secretFields,
  toDraftContent,
} from './creations/creation';
import { examplesOf } from '../api/contract/fields';
import { type KindId, type ResourceKind, findKind, isKindId } from '../resources/kinds/kinds';
import { t } from '../base/l10n';
import type { Field } from './creations/fields';
import { holdsWritable } from './plan/savePlan';
import { spareFields } from '../resources/kinds/webApplication';
import { cronFieldNames } from '../resources/cron/cronSchedule';
import { isObject } from '../base/json';
import type { Editing } from '../resources/kinds/kind';

/** Fields that mean the same in every kind. */
export const commonTexts = {
  id: 'ID on the service.',
  created_at: 'Created.',
  updated_at: 'Last changed.',
  status: 'Installation state.',
  branch: 'Deployed branch.',
  latestDeployment: 'Latest deployment.',
  apiKey: 'Cache key. Never shown here.',
  apiSecret: 'Cache secret. Never shown here.',
  pullKey1: 'Key. Never shown here.',
  pullKey2: 'Key. Never shown here.',
};

export function describeField(
  { id, fieldTexts }: ResourceKind,
  path: readonly string[],
): string | undefined {
  const texts: Readonly<Record<string, string>> = { ...commonTexts, ...fieldTexts };
  const name = path.at(-1) ?? '';
  const meaning = texts[path.join('.')] ?? texts[name];
  return meaning === undefined ? describeQuestion(id, name) : t(meaning);
}

/** Says if the fields are in the reference or were only observed. */
function sourceOf({ id, operations }: ResourceKind): string {
  const { list, read, writesById = [] } = operations;
  const endpoints = [list, read, ...writesById, creations[id]?.endpoint];
  return endpoints.some(isInReference) ? t('documented') : t('observed');
}

/** The form's question, with known values, the usual one of a setting, and a variant's name. */
function describeQuestion(kind: KindId, name: string): string | undefined {
  const usual = creations[kind];
  const all: readonly (Creation & Partial<CreationVariant>)[] = usual
    ? [usual, ...(usual.variants ?? [])]
    : [];
  for (const creation of all) {
    const setting = settingsIn(creation).find((each) => each.name === name);
    const asked = setting ?? creation.fields().find((each) => each.name === name);
    if (!asked) continue;
    const { shape } = creation.endpoint.body as { shape?: Record<string, z.ZodMiniType> };
    const known = shape?.[name] ? examplesOf(shape[name]).join(', ') : '';
    const question = [asked.prompt.replace(/\?$/, ''), known].filter(Boolean).join(': ');
    if (setting?.start) return t('{0}; usually {1}.', question, JSON.stringify(setting.start));
    return creation.name ? `${question} (${creation.name()}).` : `${question}.`;
  }
  return undefined;
}

export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Derived from the contract. Only constrains types, because the service may accept more. */
export function toJsonSchema(kind: ResourceKind): JsonSchema {
  const { schema, editing } = kind.document ?? {};
  const read = convert(schema ?? kind.schema);
  const written = editing?.schema ? convert(editing.schema) : {};
  const body = creations[kind.id]?.endpoint.body;
  const created = body ? textsIn(convert(body)) : [];
  const writable = created.filter((name) => editing?.writable.includes(name));
  const all = { ...read.properties, ...written.properties };
  const properties = { ...all, ...toFilled(all, [...textsIn(written), ...writable]) };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: t(kind.names.one),
    type: 'object',
    properties: explain(kind, properties, { editing, isDraft: false }),
    ...conditionOf(kind.id, []),
  };
}

/** The texts that can't be left out; the parts of schedules have marks of their own. */
function textsIn({ properties = {}, required = [] }: JsonSchema): readonly string[] {
  const names: readonly string[] = cronFieldNames;
  return required.filter((name) => properties[name]?.type === 'string' && !names.includes(name));
}

function toFilled(properties: SchemaProperties, texts: readonly string[]): SchemaProperties {
  const filled = { pattern: String.raw`\S`, patternErrorMessage: t('This field is required.') };
  return Object.fromEntries(texts.map((name) => [name, { ...properties[name], ...filled }]));
}

/** A snippet for each creation. A variant's members are only required if one of its own is used. */
export function toDraftsSchema(kind: ResourceKind): JsonSchema | undefined {
  const usual = creations[kind.id];
  if (!usual) return undefined;
  const { variants = [] } = usual;
  const schema = schemaOf(kind, usual);
  const others = variants.map((variant) => schemaOf(kind, variant));
  const all = [...others, schema].map(({ properties }) => properties);
  return {
    ...schema,
    properties: Object.assign({}, ...all) as SchemaProperties,
    ...(others.length === 0 ? {} : { allOf: others.map((other) => requireIfUsed(schema, other)) }),
    defaultSnippets: [
      { label: t('New: {0}', t(kind.names.one)), body: toDraftContent(usual) },
      ...variants.map((variant) => {
        return { label: t('New: {0}', variant.name()), body: toDraftContent(variant) };
      }),
    ],
  };
}

type SchemaProperties = NonNullable<JsonSchema['properties']>;

function schemaOf(kind: ResourceKind, creation: Creation): JsonSchema {
  const { body } = creation.endpoint;
  if (!body) return {};
  const secrets = secretFields(creation).map(({ name }) => name);
  const whole = convert(body);
  const required = whole.required?.filter((name) => !secrets.includes(name)) ?? [];
  const typed = Object.entries(whole.properties ?? {}).filter(([name]) => !secrets.includes(name));
  const properties = explain(kind, Object.fromEntries(typed), { isDraft: true });
  const optional = creation.fields().filter(mayBeEmpty);
  const texts = textsIn({ properties, required }).filter(
    (each) => !optional.some(({ name }) => name === each),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: t('New: {0}', t(kind.names.one)),
    type: 'object',
    properties: { ...properties, ...toFilled(properties, texts) },
    ...conditionOf(kind.id, []),
    required,
  };
}

function mayBeEmpty(field: Field): boolean {
  if (field.type === 'choice' && field.unread?.().some(({ value }) => value === '')) return true;
  return 'isOptional' in field && field.isOptional;
}

function requireIfUsed(usual: JsonSchema, variant: JsonSchema): JsonSchema {
  const { properties = {} } = usual;
  const own = Object.keys(variant.properties ?? {}).filter((name) => !(name in properties));
  return {
    if: { not: { anyOf: own.map((name) => ({ required: [name] })) } },
    else: { required: variant.required ?? [] },
  };
}

interface Circumstances {
  readonly editing?: Editing | undefined;
  readonly isDraft: boolean;
}

function convert(schema: z.ZodMiniType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as JsonSchema;
}

/** Adds descriptions, their source, and whether fields are writable. */
function explain(
  kind: ResourceKind,
  properties: Readonly<Record<string, JsonSchema>>,
  circumstances: Circumstances,
  above: readonly string[] = [],
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const path = [...above, name];
      const { editing, isDraft } = circumstances;
      const isReadOnly = !isDraft && !(editing && holdsWritable(editing, path));
      return [
        name,
        {
          ...plain(schema),
          ...ranges[kind.id]?.[path.join('.')],
          ...(circumstances.editing?.worksUnread ? orNull(schema) : {}),
          ...(schema.properties
            ? { properties: explainMembers(kind, schema.properties, circumstances, path) }
            : {}),
          ...conditionOf(kind.id, path),
          // In an editable document, the hover says why a field can't be edited.
          markdownDescription: describe(kind, path, isReadOnly && !editing),
          ...(isReadOnly ? { readOnly: true, doNotSuggest: true } : {}),
        },
      ];
    }),
  );
}

/** Members of a part that is a document of its own are described as in that document. */
function explainMembers(
  kind: ResourceKind,
  properties: Readonly<Record<string, JsonSchema>>,
  circumstances: Circumstances,
  path: readonly string[],
): Record<string, JsonSchema> {
  const part = kind.operations.parts?.find(({ member }) => member === path.join('.'));
  if (!isKindId(part?.kind)) return explain(kind, properties, circumstances, path);
  const own = findKind(part.kind);
  return explain(own, properties, { ...circumstances, editing: own.document?.editing });
}

/** On services that can't read it, a field is null until it is set. */
function orNull({ type }: JsonSchema): Pick<JsonSchema, 'type'> {
  return type === undefined ? {} : { type: [...new Set([type, 'null'].flat())] };
}

function describe(kind: ResourceKind, path: readonly string[], isReadOnly: boolean): string {
  const meaning = describeField(kind, path);
  return [
    meaning,
    isReadOnly ? t('*Read-only.*') : undefined,
    meaning === undefined ? undefined : `*(${sourceOf(kind)})*`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Drops JavaScript's integer limits (`ranges` has the real ones), `required` and the like. */
function plain(schema: JsonSchema): JsonSchema {
  const { minimum: _least, maximum: _most, ...limitless } = schema;
  const { required: _required, additionalProperties: _more, ...rest } = limitless;
  const { items, anyOf, properties } = rest;
  return {
    ...rest,
    ...(isObject(items) ? { items: plain(items) } : {}),
    ...(Array.isArray(anyOf) ? { anyOf: (anyOf as JsonSchema[]).map(plain) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [name, plain(member)]),
          ),
        }
      : {}),
  };
}

interface Range {
  readonly minimum: number;
  readonly maximum?: number;
}

const positive: Range = { minimum: 1 };

/** Keys are dotted paths. Numbers out of range are marked but can be saved: the service decides. */
const ranges: Readonly<Partial<Record<KindId, Readonly<Record<string, Range>>>>> = {
  firewallRule: { port: { minimum: 1, maximum: 65_535 } },
  hubCache: { cacheFolderSize: positive, cacheValidMinute: positive },
  webApplication: {
    'settings.memoryLimit': positive,
    'settings.maxInputVars': positive,
    'settings.postMaxSize': positive,
    'settings.uploadMaxFilesize': positive,
    'settings.sessionGcMaxlifetime': positive,
    'settings.processManagerMaxChildren': positive,
  },
  supervisorJob: { numprocs: positive },
  waf: { paranoia: { minimum: 1, maximum: 4 }, anomaly: positive },
};

/** The dotted paths of the objects that have them; empty for the document or draft itself. */
const withProcesses: Readonly<Partial<Record<KindId, readonly string[]>>> = {
  webApplication: ['', 'settings'],
};

/** The part of an object's schema about fields that depend on others. */
export function conditionOf(
  kind: KindId,
  path: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!withProcesses[kind]?.includes(path.join('.'))) return {};
  const errorMessage = t('Only used with the process manager dynamic.');
  const unused = { not: {}, errorMessage, doNotSuggest: true };
  return {
    if: { properties: { processManager: { pattern: '^dynamic$' } } },
    else: { properties: Object.fromEntries(spareFields.map((name) => [name, unused])) },
  };
}
