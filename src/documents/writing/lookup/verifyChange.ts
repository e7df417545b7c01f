import { compareRead } from '../compareRead';
import type { SentDifference } from '../compareSent';
import { type Outcome, outcomeOfAccepted, type WriteVerdict } from '../outcome';
import { isEqual } from '../../../base/patch';
import type { JsonObject } from '../../../base/json';
import type { Resource } from '../../../resources/kinds/kind';
import { findKind } from '../../../resources/kinds/kinds';
import type { ResourceReference } from '../../../resources/reference';

/** How an accepted write compares with what is there. */
export interface Judged {
  readonly outcome: Outcome;
  /** Where the service has other values than were sent. */
  readonly kept?: readonly SentDifference[];
}

/** Judges by the current resource whether an accepted change was applied. */
export function judgeAccepted(
  { kind: id }: Pick<ResourceReference, 'kind'>,
  aim: JsonObject,
  before: Resource | undefined,
  now: Resource,
): Judged {
  const kind = findKind(id);
  const { returned, kept } = compareRead(kind, aim, now);
  const isAsBefore = before && isEqual(compareRead(kind, aim, before).returned, returned);
  // Values that were there before prove nothing.
  const arrived = isAsBefore && kept.length > 0 ? 0 : Object.keys(returned).length - kept.length;
  return { outcome: outcomeOfAccepted(arrived, kept.length), kept };
}

/**
 * Whether a change whose answer was lost was applied, judged by the current resource. If it is
 * unchanged, the change wasn't applied; if it is neither unchanged nor as intended, someone else
 * may have changed it.
 * @param aim the intended state: the fields that were sent, or that a toggle stands for.
 */
export function judgeChange(
  { kind: id }: Pick<ResourceReference, 'kind'>,
  aim: JsonObject,
  before: Resource | undefined,
  now: Resource,
): WriteVerdict {
  const kind = findKind(id);
  const { returned, kept } = compareRead(kind, aim, now);
  const count = Object.keys(returned).length;
  const { unread = [] } = kind.document?.editing ?? {};
  const readable = Object.keys(aim).filter((name) => !unread.includes(name));
  if (count === 0 || count < readable.length) return 'unknown';
  const isAsBefore = before && isEqual(compareRead(kind, aim, before).returned, returned);
  if (kept.length > 0) return isAsBefore ? 'failed' : 'unknown';
  // A request applies completely or not at all: a visible change proves the unreadable fields too.
  const isProven = readable.length === Object.keys(aim).length || (before && !isAsBefore);
  return isProven ? 'done' : 'unknown';
}
