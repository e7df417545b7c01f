import { isCredentialField } from '../../api/credentials';
import { isObject, type JsonObject, type JsonValue, apply, diff, memberAt } from '../../base/json';
import { isUnused, parseText, toText } from '../../documents/content';
import { hasSecret, maskedCredential, maskMembers } from '../../documents/maskCredentials';
import { secretFields } from '../../documents/creations/creation';
import { creationFor, creations } from '../../documents/creations/creations';
import { DocumentError, type DocumentProblem } from '../../documents/writing/outcome';
import { findTypedSecrets } from '../../documents/drafts/typedSecrets';
import { canWrite, holdsWritable, isWithinMembers } from '../../documents/plan/savePlan';
import type { ResourceId } from '../../resources/kinds/kind';
import { isKindId, type ResourceKind } from '../../resources/kinds/kinds';

/** Stands for a secret, because files never contain one. */
const unchangedSecret = { $secret: 'unchanged' };

const identity = { kind: '$kind', ids: '$ids' } as const;

export interface FileContent {
  readonly ids: readonly ResourceId[] | undefined;
  readonly kind: string | undefined;
  readonly values: JsonObject;
}

export function hasFiles(kind: ResourceKind): boolean {
  if (kind.shownBy) return false;
  return kind.document?.editing !== undefined || creations[kind.id] !== undefined;
}

/** The part of a document that its file contains: fields that can be written or created. */
export function toFileValues(kind: ResourceKind, content: JsonObject): JsonObject {
  const { editing } = kind.document ?? {};
  const { unread = [] } = editing ?? {};
  const writable = editing && canWrite(kind, content) ? filedFields(kind) : [];
  const body = creationFor(kind.id, content)?.endpoint.body as { shape?: object } | undefined;
  const names = [...writable, ...Object.keys(body?.shape ?? {})];
  return apply(
    {},
    [...new Set(names)]
      .filter((name) => !unread.includes(name) && name !== 'id')
      .map((name) => {
        const path = name.split('.');
        return { path, before: undefined, after: memberAt(content, path) };
      }),
  );
}

/** The writable fields that are in a resource's file: a part that is a resource has its own file. */
export function filedFields({ document, operations }: ResourceKind): readonly string[] {
  const others = (operations.parts ?? []).flatMap(({ kind, member }) => (kind ? [member] : []));
  return (document?.editing?.writable ?? []).filter(
    (name) => !isWithinMembers(others, name.split('.')),
  );
}

export function toFileText(
  kind: ResourceKind,
  ids: readonly ResourceId[],
  values: JsonObject,
): string {
  const about = { [identity.kind]: kind.id, [identity.ids]: [...ids] };
  return toText({ ...about, ...(sortMembers(hideSecrets(values)) as JsonObject) });
}

/** True if what a file has was left out of its resource, or is of a type that its field never has. */
export function isIncomplete(kind: ResourceKind, read: JsonObject, live: JsonObject): boolean {
  const { editing } = kind.document ?? {};
  const wanted = diff(live, read).filter(
    ({ path, after }) => editing && holdsWritable(editing, path) && (after ?? null) !== null,
  );
  return wanted.some(({ path, before, after }) => {
    if (before !== undefined) return before !== null && isObject(before) !== isObject(after);
    // A file has an empty object for a part that was never read.
    if (isObject(after) && Object.keys(after).length === 0) return false;
    const part = kind.operations.parts?.find(({ member }) => member === path[0]);
    return part?.isIn?.(live) !== false && !isUnused(kind, path, live, after);
  });
}

/** @throws DocumentError if it isn't valid, or if it contains a secret. */
export function parseFile(kind: ResourceKind, text: string): FileContent {
  const content = parseText(text);
  const creation = creationFor(kind.id, content);
  const secrets = creation ? secretFields(creation).map(({ name }) => name) : [];
  const typed = findTypedSecrets(text, secrets).filter(({ path }) => path.at(-1) !== '$secret');
  const problems: DocumentProblem[] = [
    ...typed.map(({ path, offset, length }) => {
      return { reason: 'secretInText', path, offset, length } as const;
    }),
    ...misplaced(content, maskMembers(showSecrets(content, 'secret') as JsonObject), []),
    ...diff({}, content).flatMap(({ path, after }) =>
      hasSecret(after) ? [{ reason: 'secretKept', path } as const] : [],
    ),
  ];
  const { [identity.kind]: named, [identity.ids]: ids, ...values } = content;
  if (ids !== undefined && !isIds(ids)) {
    problems.push({ reason: 'readOnly', path: [identity.ids] });
  }
  if (named !== undefined && named !== kind.id) {
    problems.push({ reason: 'readOnly', path: [identity.kind] });
  }
  if (problems.length > 0) throw new DocumentError(problems);
  return {
    ids: isIds(ids) ? ids : undefined,
    kind: isKindId(named) ? named : undefined,
    values: showSecrets(values) as JsonObject,
  };
}

export function sortMembers(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (!isObject(value)) return value;
  const names = Object.keys(value).toSorted();
  return Object.fromEntries(names.map((name) => [name, sortMembers(value[name] as JsonValue)]));
}

export function withoutSecrets(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      isCredentialField(name) ? [] : [[name, isObject(value) ? withoutSecrets(value) : value]],
    ),
  );
}

function isIds(value: JsonValue | undefined): value is (number | string)[] {
  return (
    Array.isArray(value) && value.every((id) => typeof id === 'string' || Number.isSafeInteger(id))
  );
}

/**
 * Problems of members such as `$secret` that are anywhere but where they have a meaning.
 * @param masked the parts that an export would mask.
 */
function misplaced(
  value: JsonValue,
  masked: JsonValue | undefined,
  path: readonly string[],
): DocumentProblem[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const inner = [...path, name];
    if (name === '$secret') {
      const isOwn = isSecret(value) && masked === maskedCredential;
      return isOwn ? [] : [{ reason: 'credential', path: inner } as const];
    }
    return misplaced(member, isObject(masked) ? masked[name] : undefined, inner);
  });
}

function isSecret(value: JsonValue | Record<string, unknown>): boolean {
  return isObject(value) && value['$secret'] === 'unchanged' && Object.keys(value).length === 1;
}

function hideSecrets(value: JsonValue): JsonValue {
  return replaceIn(value, (each) => (each === maskedCredential ? unchangedSecret : undefined));
}

function showSecrets(value: JsonValue, as = maskedCredential): JsonValue {
  return replaceIn(value, (each) => (isSecret(each) ? as : undefined));
}

/** Replaces values at any depth. `by` returns undefined for what stays. */
function replaceIn(value: JsonValue, by: (value: JsonValue) => JsonValue | undefined): JsonValue {
  const own = by(value);
  if (own !== undefined) return own;
  if (Array.isArray(value)) return value.map((each) => replaceIn(each, by));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaceIn(each, by)]),
  );
}
