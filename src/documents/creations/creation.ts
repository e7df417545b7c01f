import type { SecretField } from '../../base/questions';
import type * as z from 'zod/mini';
import { type Field, type Setting, settingsOf } from './fields';
import type { Endpoint } from '../../api/contract/endpoint';
import { type JsonObject, type JsonValue, pick } from '../../base/json';
import { splitTime } from '../../resources/cron/cronSchedule';

export interface Creation {
  readonly endpoint: Endpoint;
  readonly reads?: readonly Endpoint[];
  readonly fields: () => readonly Field[];
  readonly toBody?: (values: JsonObject) => JsonObject;
  /** Converts an existing resource's document to a draft; defaults to the same fields. */
  readonly fromContent?: (content: JsonObject) => JsonObject;
  /** Converts what was sent to the form that a read returns; defaults to the same fields. */
  readonly toRead?: (body: JsonObject) => JsonObject;
  readonly variants?: readonly CreationVariant[];
}

export interface CreationVariant extends Creation {
  readonly name: () => string;
  /** Judges the content of a draft, or of an existing resource. */
  readonly fits: (content: JsonObject) => boolean;
}

/** The secrets needed for creating; they are asked for and never part of a draft's text. */
export function secretFields({ fields }: Creation): SecretField[] {
  return fields().filter((field) => field.type === 'secret');
}

export function settingsIn({ fields }: Creation): readonly Setting[] {
  return fields().flatMap((field) => (field.type === 'settings' ? field.fields : []));
}

function initialContent({ fields }: Creation): JsonObject {
  return Object.assign(
    {},
    ...fields().map((field): JsonObject => {
      if (field.type === 'settings') return settingsOf(field);
      if (field.type === 'switches' || field.start === undefined) return {};
      return field.type === 'schedule'
        ? splitTime(field.start ?? '')
        : { [field.name]: field.start };
    }),
  ) as JsonObject;
}

/** Defaults, or the parts of an existing resource that can be created. */
export function toDraftContent(creation: Creation, source?: JsonObject): JsonObject {
  const shape = (creation.endpoint.body as { shape?: object } | undefined)?.shape ?? {};
  const secrets = new Set(secretFields(creation).map(({ name }) => name));
  const names = Object.keys(shape).filter((name) => !secrets.has(name));
  const start = pick(initialContent(creation), names);
  if (!source) return start;
  const copied = pick(creation.fromContent?.(source) ?? source, names);
  const wanted = Object.keys(start).filter(
    (name) => copied[name] !== null || !isOptional(shape, name),
  );
  return { ...pick(start, wanted), ...omitMissing(copied) };
}

/** If so, a default doesn't replace a value that the source lacks. */
function isOptional(shape: object, name: string): boolean {
  const member = (shape as Record<string, z.ZodMiniType>)[name];
  return member?.safeParse(undefined).success === true;
}

export function omitMissing(members: Record<string, JsonValue | undefined>): JsonObject {
  return Object.fromEntries(
    Object.entries(members).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, value]],
    ),
  );
}
