import { type JsonSchema, toDraftSchema } from './toJsonSchema';
import { type Creation, secretFields, toDraftContent } from '../creations/creation';
import { creations } from '../creations/creations';
import type { ResourceKind } from '../../resources/kinds/kinds';
import { t } from '../../base/l10n';

/**
 * The JSON Schema of a kind's drafts, with a snippet for each creation; undefined if the kind can't
 * be created. A variant's members are only required if one of its own is used.
 */
export function toDraftsSchema(kind: ResourceKind): JsonSchema | undefined {
  const usual = creations[kind.id];
  if (!usual) return undefined;
  const { variants = [] } = usual;
  const schema = schemaOf(kind, usual);
  const others = variants.map((variant) => schemaOf(kind, variant));
  return {
    ...schema,
    properties: Object.assign({}, ...others.map(membersOf), membersOf(schema)) as SchemaProperties,
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

function membersOf({ properties = {} }: JsonSchema): SchemaProperties {
  return properties;
}

function schemaOf(kind: ResourceKind, creation: Creation): JsonSchema {
  const { body } = creation.endpoint;
  const secrets = secretFields(creation).map(({ name }) => name);
  return body ? toDraftSchema(kind, body, { secrets }) : {};
}

function requireIfUsed(usual: JsonSchema, variant: JsonSchema): JsonSchema {
  const own = Object.keys(membersOf(variant)).filter((name) => !(name in membersOf(usual)));
  return {
    if: { not: { anyOf: own.map((name) => ({ required: [name] })) } },
    else: { required: variant.required ?? [] },
  };
}
