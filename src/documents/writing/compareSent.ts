import { type Change, isEqual, memberAt } from '../../base/patch';
import { isObject, type JsonObject, type JsonValue } from '../../base/json';

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
export function isSameValue(sent: JsonValue | undefined, told: JsonValue | undefined): boolean {
  if (isEqual(sent, told)) return true;
  if (sent === undefined || told === undefined) return false;
  if (Array.isArray(sent)) {
    return (
      Array.isArray(told) &&
      sent.length === told.length &&
      sent.every((item, index) => isSameValue(item, told[index]))
    );
  }
  if (isObject(sent)) {
    // Ids belong to the service, which may assign new ones to what it replaces as a whole.
    const names = Object.keys(sent).filter((name) => name !== 'id');
    return isObject(told) && names.every((name) => isSameValue(sent[name], told[name]));
  }
  if (Array.isArray(told) || isObject(told)) return false;
  if (typeof sent === 'string' && typeof told === 'string') return sent.trim() === told.trim();
  return toComparableScalar(sent) === toComparableScalar(told);
}

function toComparableScalar(value: null | boolean | number | string): string {
  if (value === null) return '';
  if (typeof value === 'boolean') return value ? '1' : '0';
  const text = String(value).trim();
  if (/^(true|false)$/i.test(text)) return text.toLowerCase() === 'true' ? '1' : '0';
  // JSON and text may write the same number differently: 5 and "5.0".
  return /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text;
}
