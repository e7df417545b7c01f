import type { StagedChange } from './stagedChange';
import type { Account } from '../accounts/account';
import { describeEnvironment } from '../accounts/environments';
import type { RateLimit } from '../api/scheduling/rateLimit';
import { toPlain } from '../base/foreignText';
import type { Translate } from '../base/translate';
import type { Confirmation } from '../documents/writing/guard';
import { findKind } from '../resources/kinds/kinds';
import { type CollectionReference, collectionOf, toKey } from '../resources/reference';

/** How much of a collection is about to change. */
interface Share {
  readonly collection: CollectionReference;
  readonly count: number;
  /** Undefined if it isn't known; then any share counts as large. */
  readonly total: number | undefined;
}

/** What the question says about an account. */
export interface AskedAccount {
  readonly account: Pick<Account, 'id' | 'label' | 'environment'>;
  readonly limit: RateLimit | undefined;
}

/** From this number and this share of a collection on, the account's name must be typed. */
const largeCount = 10;
const largeShare = 0.3;

/** A change takes a read and a write, and another read if the answer doesn't show the result. */
const mostRequests = 3;

/** Assumed length of a rate limit's window, in minutes. */
const windowMinutes = 1;

/** The collections with enough changes to compare their number with the collection's size. */
export function collectionsToCount(
  staged: readonly StagedChange[],
): readonly Omit<Share, 'total'>[] {
  const shares = new Map<string, Omit<Share, 'total'>>();
  for (const { reference } of staged) {
    const collection = collectionOf(reference);
    const key = toKey(collection);
    shares.set(key, { collection, count: (shares.get(key)?.count ?? 0) + 1 });
  }
  return [...shares.values()].filter(({ count }) => count >= largeCount);
}

/** The one question before staged changes are applied. */
export function toApplyQuestion(
  staged: readonly StagedChange[],
  asked: readonly AskedAccount[],
  shares: readonly Share[],
  t: Translate,
): Confirmation {
  const large = shares.filter(
    ({ count, total }) => total === undefined || count > total * largeShare,
  );
  const owners = asked.filter(({ account }) =>
    large.some(({ collection }) => collection.account === account.id),
  );
  const count = staged.length;
  return {
    message: count === 1 ? t('Apply 1 pending change?') : t('Apply {0} pending changes?', count),
    detail: [
      ...asked.map((each) => countInAccount(each, countOf(staged, each), t)),
      describeEffort(staged, asked, t),
      ...large.map((share) => describeShare(share, t)),
    ].join('\n'),
    button: t('Apply'),
    typed: owners.length > 0 ? owners.map(({ account }) => account.label).join(', ') : undefined,
  };
}

function countOf(staged: readonly StagedChange[], { account }: AskedAccount): number {
  return staged.filter(({ reference }) => reference.account === account.id).length;
}

function countInAccount({ account }: AskedAccount, count: number, t: Translate): string {
  const environment = describeEnvironment(account.environment, t);
  return `${toPlain(account.label)} (${environment}): ${count}`;
}

/** Accounts don't wait for each other. */
function describeEffort(
  staged: readonly StagedChange[],
  asked: readonly AskedAccount[],
  t: Translate,
): string {
  const minutes = asked.map((each) => {
    const { limit } = each;
    const waiting = mostRequests * countOf(staged, each) - (limit?.remaining ?? 0);
    return limit && limit.limit > 0 ? Math.ceil(waiting / limit.limit) * windowMinutes : 0;
  });
  const longest = Math.max(0, ...minutes);
  const requests = mostRequests * staged.length;
  return longest === 0
    ? t('Up to {0} requests', requests)
    : longest === 1
      ? t('Up to {0} requests, about a minute because of the rate limit', requests)
      : t('Up to {0} requests, about {1} minutes because of the rate limit', requests, longest);
}

function describeShare({ collection, count, total }: Share, t: Translate): string {
  const kind = t(findKind(collection.kind).names.many);
  return total === undefined
    ? t('{0}: {1} at once', kind, count)
    : t('{0}: {1} of {2} at once', kind, count, total);
}
