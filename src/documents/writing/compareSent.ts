import { type Change, isEqual, memberAt } from '../../base/patch';
import { toPlain } from '../../base/foreignText';
import { isObject, type JsonObject, type JsonValue } from '../../base/json';
import type { Resource, ResourceId, VersionedEndpoint } from '../../resources/kinds/kind';
import type { ResourceKind } from '../../resources/kinds/kinds';
import { t } from '../../base/l10n';

/** The longest value to show in full. */
const maxValueLength = 80;

/** A value that was sent, and what the service has instead. */
export interface SentDifference extends Change {
  /** Undefined if the service doesn't return it. */
  readonly now: JsonValue | undefined;
}

/** The changes that aren't in the content. */
export function findDifferences(changes: readonly Change[], content: JsonObject): SentDifference[] {
  return changes
    .map((change) => ({ ...change, now: memberAt(content, change.path) }))
    .filter(({ after, now }) => !isSameValue(after, now));
}

/**
 * Whether a returned value means the same as the one sent: a service may return a number as a
 * string, `true` as 1, an empty string as null, and objects with members of its own.
 */
export function isSameValue(sent: JsonValue | undefined, returned: JsonValue | undefined): boolean {
  if (isEqual(sent, returned)) return true;
  if (sent === undefined || returned === undefined) return false;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(returned) &&
      sent.length === returned.length &&
      sent.every((item, index) => isSameValue(item, returned[index]))
    );
  }
  if (isObject(sent)) {
    // Ids belong to the service, which may assign new ones to what it replaces as a whole.
    const names = Object.keys(sent).filter((name) => name !== 'id');
    return isObject(returned) && names.every((name) => isSameValue(sent[name], returned[name]));
  }
  if (Array.isArray(returned) || isObject(returned)) return false;
  if (typeof sent === 'string' && typeof returned === 'string')
    return sent.trim() === returned.trim();
  return toComparableScalar(sent) === toComparableScalar(returned);
}

function toComparableScalar(value: null | boolean | number | string): string {
  if (value === null) return '';
  const text = String(value).trim();
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? '1' : '0';
  // JSON and text may write the same number differently: 5 and "5.0".
  return /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text;
}

/** Describes what the service stores instead of what was sent. */
export function describeKept({ path, now }: SentDifference): string {
  const value = toPlain(JSON.stringify(now), maxValueLength);
  return t('The server kept "{0}" = {1}.', toPlain(path.join('.')), value);
}

/**
 * The resource in the answer to a write; undefined if the answer is anything else.
 * @param id finds it in an answer that is the whole collection.
 */
export function answeredResource(
  { operations: { list, read, toItems }, document }: ResourceKind,
  { endpoint }: VersionedEndpoint,
  answer: unknown,
  id?: ResourceId,
): Resource | undefined {
  const known = read ?? list;
  if (!known || endpoint.answer !== known.answer || document?.editing?.isReadBack) return undefined;
  if (!known.answer.safeParse(answer).success) return undefined;
  return read ? (answer as Resource) : toItems?.(answer).find((item) => item['id'] === id);
}
