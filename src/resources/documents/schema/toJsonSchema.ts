import * as z from 'zod';
import { fieldTexts } from './descriptions';
import { isWritable } from '../savePlan';
import { isObject } from '../../../shared/json';
import type { Translate } from '../../../shared/translate';
import type { Editing, ResourceKind } from '../../kinds/kind';

/** As much of a JSON Schema (draft 7) as is made here. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/**
 * The JSON Schema of a kind's document, from the contract: what fields mean, which can be written,
 * values that are known. It requires and forbids nothing but types, as the service may know more.
 */
export function toJsonSchema(kind: ResourceKind, t: Translate): JsonSchema {
  const { schema, editing } = kind.document ?? {};
  const read = convert(schema ?? kind.schema);
  const written = editing?.schema ? convert(editing.schema) : {};
  const properties = { ...read.properties, ...written.properties };
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: t(kind.names.one),
    type: 'object',
    properties: explain(kind, properties, t, { editing, isDraft: false }),
  };
}

/** The JSON Schema of what a new resource of a kind is created from. */
export function toDraftSchema(
  kind: ResourceKind,
  body: z.ZodType,
  t: Translate,
  { secrets }: { readonly secrets: readonly string[] },
): JsonSchema {
  const { properties = {}, required = [] } = convert(body);
  const typed = Object.entries(properties).filter(([name]) => !secrets.includes(name));
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: t('New: {0}', t(kind.names.one)),
    type: 'object',
    properties: explain(kind, Object.fromEntries(typed), t, { isDraft: true }),
    required: required.filter((name) => !secrets.includes(name)),
  };
}

interface Circumstances {
  readonly editing?: Editing | undefined;
  readonly isDraft: boolean;
}

function convert(schema: z.ZodType): JsonSchema {
  return z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as JsonSchema;
}

/** The fields with their meaning, its source, and whether they can be written. */
function explain(
  kind: ResourceKind,
  properties: Readonly<Record<string, JsonSchema>>,
  t: Translate,
  circumstances: Circumstances,
  above: readonly string[] = [],
): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const path = [...above, name];
      const isReadOnly = !circumstances.isDraft && !holdsWritable(circumstances.editing, path);
      return [
        name,
        {
          ...plain(schema),
          ...(schema.properties
            ? { properties: explain(kind, schema.properties, t, circumstances, path) }
            : {}),
          markdownDescription: toText(kind, path, isReadOnly, t),
          ...(isReadOnly ? { readOnly: true } : {}),
        },
      ];
    }),
  );
}

function holdsWritable(editing: Editing | undefined, path: readonly string[]): boolean {
  if (!editing) return false;
  const prefix = `${path.join('.')}.`;
  return isWritable(editing, path) || editing.writable.some((name) => name.startsWith(prefix));
}

function toText(
  kind: ResourceKind,
  path: readonly string[],
  isReadOnly: boolean,
  t: Translate,
): string {
  const texts = fieldTexts[kind.id];
  const meaning = texts?.fields[path.join('.')];
  return [
    meaning === undefined ? '' : t(meaning),
    isReadOnly ? t('*Read-only.*') : '',
    meaning === undefined || !texts ? '' : `*(${t(texts.source)})*`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Without the bounds of whole numbers in JavaScript, and without what forbids or requires fields. */
function plain(schema: JsonSchema): JsonSchema {
  const { minimum, maximum, required: _required, additionalProperties: _more, ...rest } = schema;
  const { items, anyOf, properties } = rest;
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
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
