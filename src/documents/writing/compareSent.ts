import { type Outcome, outcomeOfAccepted, type SentDifference } from './outcome';
import { isCredentialField } from '../../api/credentials';
import {
  type Change,
  diff,
  isEqual,
  memberAt,
  isObject,
  type JsonObject,
  type JsonValue,
} from '../../base/json';
import { toPlain } from '../../base/foreignText';
import { t } from '../../base/l10n';
import type { Resource, ResourceId, Write } from '../../resources/kinds/kind';
import { findKind, type KindId, type ResourceKind } from '../../resources/kinds/kinds';
import { toContent } from '../content';
import { maskForms } from '../maskCredentials';

const maxValueLength = 80;

export function findDifferences(changes: readonly Change[], content: JsonObject): SentDifference[] {
  return changes
    .map((change) => ({ ...change, now: memberAt(content, change.path) }))
    .filter(({ after, now }) => !isSameValue(after, now));
}

/** A service may return numbers as strings, `true` as 1, '' as null, and members of its own. */
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

export function describeKept({ path, now }: SentDifference): string {
  const value = toPlain(JSON.stringify(now), maxValueLength);
  return t('The server kept "{0}" = {1}.', toPlain(path.join('.')), value);
}

/** Undefined for any other answer. `id` finds it in one that is the whole collection. */
export function answeredResource(
  { operations: { list, read, toItems }, document }: ResourceKind,
  { endpoint }: Pick<Write, 'endpoint'>,
  answer: unknown,
  id?: ResourceId,
): Resource | undefined {
  const known = read ?? list;
  if (!known || endpoint.answer !== known.answer || document?.editing?.isReadBack) return undefined;
  if (!known.answer.safeParse(answer).success) return undefined;
  return read ? (answer as Resource) : toItems?.(answer).find((item) => item['id'] === id);
}

interface ReadComparison {
  /** The sent fields that a read returns, with their values; never credentials. */
  readonly returned: JsonObject;
  readonly kept: readonly SentDifference[];
}

export function compareRead(
  kind: ResourceKind,
  sent: JsonObject,
  resource: Resource,
): ReadComparison {
  const content = toContent(kind, resource);
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  const { readsDiffer = [] } = kind.document?.editing ?? {};
  const kept: SentDifference[] = [];
  const returned: JsonObject = {};
  for (const change of diff({}, sent)) {
    const { path, after } = change;
    if (after === undefined || path.some(isCredentialField)) continue;
    if (readsDiffer.includes(path[0] ?? '')) continue;
    const now = memberAt(content, toPath(path)) ?? memberAt(content, path);
    if (now === undefined || now === null) continue;
    const name = path.join('.');
    returned[name] = now;
    if (!isSameValue(maskForms(after), now)) kept.push({ ...change, now });
  }
  return { returned, kept };
}

export interface Judged {
  readonly outcome: Outcome;
  readonly kept?: readonly SentDifference[];
}

interface Judging {
  readonly before?: Resource | undefined;
  /** False if the answer was lost. */
  readonly isAccepted: boolean;
}

/**
 * If its answer was lost: an unchanged resource means that it wasn't applied; one neither unchanged
 * nor as intended may have been changed by someone else.
 * @param aim the intended state: the fields that were sent, or that a toggle stands for.
 */
export function judgeChange(
  kindId: KindId,
  aim: JsonObject,
  now: Resource,
  { before, isAccepted }: Judging,
): Judged {
  const kind = findKind(kindId);
  const { returned, kept } = compareRead(kind, aim, now);
  const count = Object.keys(returned).length;
  const isAsBefore = before && isEqual(compareRead(kind, aim, before).returned, returned);
  if (isAccepted) {
    // Values that were there before prove nothing.
    const arrived = isAsBefore && kept.length > 0 ? 0 : count - kept.length;
    return { outcome: outcomeOfAccepted(arrived, kept.length), kept };
  }
  const { unread = [] } = kind.document?.editing ?? {};
  const readable = Object.keys(aim).filter((name) => !unread.includes(name));
  if (count === 0 || count < readable.length) return { outcome: 'unknown' };
  if (kept.length > 0) return { outcome: isAsBefore ? 'failed' : 'unknown' };
  // A request applies completely or not at all: a visible change proves the unreadable fields too.
  const isProven = readable.length === Object.keys(aim).length || (before && !isAsBefore);
  return { outcome: isProven ? 'done' : 'unknown' };
}
