import type { Confirmation } from '../base/questions';
import { isForeign, type Origin, type StagedChange } from './stagedChange';
import { type Account, describeEnvironment, isProduction } from '../accounts/account';
import type { RateLimit } from '../api/scheduling/scheduler';
import { toPlain } from '../base/foreignText';
import { markOddities } from '../base/oddText';
import { describeWhole } from '../documents/history/describeChanges';
import { findKind, type KindId } from '../resources/kinds/kinds';
import {
  collectionOf,
  type CollectionReference,
  type ResourceReference,
  toKey,
} from '../resources/reference';
import { formats, t } from '../base/l10n';
import { plannedWritesOf } from './applyChanges';
import { actions } from '../actions/actions';
import type { Resource } from '../resources/kinds/kind';
import { effectOf } from '../resources/lockOut/findLockOuts';

interface Share {
  readonly collection: CollectionReference;
  readonly count: number;
  /** Undefined if it isn't known; then any share counts as large. */
  readonly total: number | undefined;
}

export interface AskedAccount {
  readonly account: Account;
  readonly limit: RateLimit | undefined;
}

/** From this number and this share of a collection on, the account's name must be typed. */
const largeCount = 10;
const largeShare = 0.3;

/** A change takes a read and a write, and another read if the answer doesn't show the result. */
const mostRequests = 3;

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

/** Most characters of others' changes, in all and in a line: more can't be judged at a glance. */
const mostOfOthers = 2_500;
const longestLine = 500;

/** Who made a change that the person didn't make. */
export function describeOrigin(origin: Origin): string {
  const words: Readonly<Record<Origin, string>> = {
    person: '',
    folder: t('From a folder'),
    model: t('From a model'),
    extension: t('From another extension'),
    unknown: t('From an earlier version'),
  };
  return words[origin];
}

export function describeOperation(operation: 'create' | 'delete'): string {
  return operation === 'create' ? t('Will be created.') : t('Will be deleted.');
}

/** Marks a name with who staged a change: Source Control shows nothing else in a row. */
export function markOrigin(name: string, origin: Origin): string {
  if (origin === 'model') return t('{0} (model)', name);
  return origin === 'extension' ? t('{0} (extension)', name) : name;
}

interface Affected {
  readonly accounts: readonly AskedAccount[];
  readonly servers: readonly string[];
  readonly shares: readonly Share[];
  readonly access: ReadonlySet<StagedChange>;
}

/** The one question before staged changes are applied. It shows what the person didn't stage. */
export function toApplyQuestion(
  staged: readonly StagedChange[],
  { accounts: asked, servers, shares, access }: Affected,
): Confirmation {
  const { shown, hidden } = showOthers(staged);
  const large = shares.filter(
    ({ count, total }) => total === undefined || count > total * largeShare,
  );
  // Deletions have a question of their own.
  const isGrave = (each: StagedChange): boolean =>
    each.operation !== 'delete' && (isForeign(each) || access.has(each));
  const owners = asked.filter(
    ({ account }) =>
      large.some(({ collection }) => collection.account === account.id) ||
      hidden.some(({ reference }) => reference.account === account.id) ||
      (isProduction(account) &&
        staged.some((each) => each.reference.account === account.id && isGrave(each))),
  );
  const count = staged.length;
  const own = staged.filter((each) => !isForeign(each)).length;
  return {
    message: count === 1 ? t('Apply 1 pending change?') : t('Apply {0} pending changes?', count),
    detail: [
      ...asked.map((each) => {
        const { label, environment } = each.account;
        return `${toPlain(label)} (${describeEnvironment(environment)}): ${countOf(staged, each)}`;
      }),
      ...servers,
      ...shown,
      ...(hidden.length > 0 ? [t('{0} more by others: review them first.', hidden.length)] : []),
      ...(own > 0 && own < count ? [t('Your own changes: {0}', own)] : []),
      describeEffort(staged, asked),
      ...large.map(describeShare),
    ].join('\n'),
    button: t('Apply'),
    typed: owners.length > 0 ? owners.map(({ account }) => account.label).join(', ') : undefined,
  };
}

/** The changes of others with all their values, as far as these can be judged in a question. */
function showOthers(staged: readonly StagedChange[]): {
  readonly shown: readonly string[];
  readonly hidden: readonly StagedChange[];
} {
  const shown: string[] = [];
  const hidden: StagedChange[] = [];
  let left = mostOfOthers;
  for (const change of staged.filter(isForeign)) {
    const lines = describeForeign(change);
    left -= lines.join('\n').length;
    if (left < 0 || lines.some(({ length }) => length > longestLine)) hidden.push(change);
    else shown.push(...lines);
  }
  return { shown, hidden };
}

function describeForeign(staged: StagedChange): readonly string[] {
  const { origin, path, reason, operation, changes } = staged;
  const place = path
    .slice(1)
    .replace(/\.[a-z-]+\.[a-z]+$/, '')
    .replaceAll('/', ' › ');
  const mark = markOrigin('', origin);
  const unmarked = place.slice(0, place.endsWith(mark) ? place.length - mark.length : undefined);
  return [
    '',
    `${describeOrigin(origin)}: ${toPlain(unmarked)}`,
    ...(reason === undefined ? [] : [markOddities(toPlain(reason))]),
    ...(operation ? [describeOperation(operation)] : []),
    ...(operation === 'delete' ? [] : describeWhole(changes)),
  ];
}

function countOf(staged: readonly StagedChange[], { account }: AskedAccount): number {
  return staged.filter(({ reference }) => reference.account === account.id).length;
}

/** How long requests have to wait, assuming that a window of the rate limit lasts a minute. */
export function minutesFor(requests: number, limit: RateLimit | undefined): number {
  return limit ? Math.max(0, Math.ceil((requests - limit.remaining) / limit.limit)) : 0;
}

/** Accounts don't wait for each other. */
function describeEffort(staged: readonly StagedChange[], asked: readonly AskedAccount[]): string {
  const minutes = asked.map((each) => minutesFor(mostRequests * countOf(staged, each), each.limit));
  return addMinutes(t('Up to {0} requests', mostRequests * staged.length), Math.max(0, ...minutes));
}

/** Says how long something takes, if the rate limit is what slows it. */
export function addMinutes(words: string, minutes: number): string {
  if (minutes < 1) return words;
  return minutes === 1
    ? t('{0}, about a minute because of the rate limit', words)
    : t('{0}, about {1} minutes because of the rate limit', words, formats.number(minutes));
}

function describeShare({ collection, count, total }: Share): string {
  const kind = t(findKind(collection.kind).names.many);
  return total === undefined
    ? t('{0}: {1} at once', kind, count)
    : t('{0}: {1} of {2} at once', kind, count, total);
}

/** The kinds whose changes affect access: rules, keys, users, credentials. */
const accessKinds: ReadonlySet<KindId> = new Set(
  actions.flatMap(({ changesAccess, kind }) => (changesAccess === true ? [kind] : [])),
);

/** Includes what runs as root. `read` returns undefined if that isn't known, which counts as root. */
export async function changesAccess(
  staged: StagedChange,
  read: (reference: ResourceReference) => Promise<Resource | undefined>,
): Promise<boolean> {
  const { reference, changes } = staged;
  if (accessKinds.has(reference.kind) || plannedWritesOf(staged).some(effectOf)) return true;
  if (!findKind(reference.kind).fields.includes('username')) return false;
  const users = changes.flatMap(({ path, before, after }) =>
    path.join('.') === 'username' ? [before, after] : [],
  );
  if (users.length > 0) return users.includes('root');
  const user = (await read(reference))?.['username'];
  return typeof user !== 'string' || user === 'root';
}
