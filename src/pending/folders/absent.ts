import { isIn } from './layout';
import type { Place } from './lock';
import type { LiveTree, ReadPlace } from './readTree';

/** Why a resource isn't among those that were read: it may exist where reading failed. */
export function whyAbsent(
  place: Place,
  { failures, notOffered, scopes }: LiveTree,
): { readonly type: 'unread' | 'gone' } {
  const isRead = scopes === 'account' || scopes.some((scope) => isIn(place, scope));
  if (!isRead) return { type: 'unread' };
  const unread = [...failures.map((failure) => failure.place), ...notOffered];
  return { type: unread.some((each) => isUnread(place, each)) ? 'unread' : 'gone' };
}

/** Whether a resource or something in it belongs to a place that couldn't be read. */
export function isUnread(place: Place, unread: ReadPlace): boolean {
  const ids = 'ids' in unread ? unread.ids : unread.parents;
  return isIn(place, { kind: unread.kind, ids });
}
