import { type Guard, isSameWrite, type WayBack } from './guard';
import {
  answerTo,
  errorsOf,
  isRefusal,
  joinErrors,
  mayApplyLater,
  mayHaveArrived,
  mayStillArrive,
  isAsMeant,
  type Outcome,
  StoppedError,
  WriteError,
  DocumentError,
  type SentDifference,
  type OutcomeSoFar,
  isConflict,
} from './outcome';
import { ApiError } from '../../api/errors';
import { type Clock, sleep } from '../../api/scheduling/clock';
import type { JsonObject, Change, Path } from '../../base/json';
import { joinWords } from '../../base/foreignText';
import type { ResourceId } from '../../resources/kinds/kind';
import type { PlannedWrite } from '../../resources/lockOut/findLockOuts';
import type { ResourceReference, Target } from '../../resources/reference';
import type { ResourceClient, WriteRequest } from '../../resources/resourceClient';
import { hasFormMask } from '../maskCredentials';
import { findBodyFlaw } from '../../api/request';
import { isCancellation } from '../describeError';

export interface Plan {
  readonly requests: readonly WriteRequest[];
  /** If several are sent in order. @throws if it can't be planned. */
  next?(sent: Sent, signal: AbortSignal | undefined): Promise<WriteRequest | undefined>;
  /** True if they are independent of each other, so that a refused one doesn't stop the others. */
  readonly isSplit?: boolean;
  /** The content of the document that they change, as just read. */
  readonly current?: JsonObject;
}

export interface Sent {
  readonly taken: readonly WriteRequest[];
  /** Independent requests that the service refused before others were sent. */
  readonly refused?: readonly WriteRequest[];
  readonly answer?: unknown;
  /** Why one was refused or not answered; an AggregateError if there are several reasons. */
  readonly error?: unknown;
}

interface WriteState {
  readonly outcome: Outcome;
  readonly arrived?: readonly Change[];
  readonly kept?: readonly SentDifference[];
  readonly created?: ResourceReference | undefined;
  /** The ids in the collection before something may have been created in it, if known. */
  readonly known?: readonly ResourceId[] | undefined;
}

/** The steps that differ between saving a document, creating from a draft and running an action. */
export interface Job<Found extends WriteState> {
  readonly target: Target;
  /** Reads and plans; undefined if there is nothing to send. @throws if nothing can be sent. */
  plan(signal: AbortSignal | undefined): Promise<Plan | undefined>;
  /** Called just before the first request: from here on it may have been sent. */
  beforeSend?(): Promise<void>;
  withdraw?(): Promise<void>;
  /**
   * From the answer or by reading. Never throws.
   * @param isAgain whether it is the second time, because the service may apply it late.
   */
  verify(sent: Sent, isAgain: boolean): Promise<Found>;
  refresh(found: Found): Promise<void> | void;
  /** Logs the write in the history. */
  note(found: Found, sent: Sent): Promise<void> | void;
  /** Maps a field that the service rejected to its path in the typed text, if there is one. */
  toPath?(field: readonly string[]): Path;
}

export interface Done<Found> {
  readonly found: Found;
  readonly lost: unknown;
}

export interface WriteServices {
  readonly client: Pick<ResourceClient, 'requireWritable' | 'write'>;
  readonly guard: Guard;
  readonly clock: Clock;
}

export type Progress = <T>(work: (signal?: AbortSignal) => Promise<T>) => Promise<T>;

/**
 * The only way to write. Returns undefined if there was nothing to send.
 * @throws StoppedError, DocumentError, ApiError, UnknownAccountError if nothing was received;
 * WriteError if something may have, but it isn't as meant.
 */
export async function performWrite<Found extends WriteState>(
  { client, guard, clock }: WriteServices,
  job: Job<Found>,
  progress: Progress = (work) => work(),
): Promise<Done<Found> | undefined> {
  if (!guard.permits) await client.requireWritable(job.target);
  const planned = await planGuarded(guard, job, progress);
  if (!planned) return undefined;
  return progress(async (signal) => {
    if (signal?.aborted) throw new StoppedError();
    const { plan, wayBack } = planned;
    try {
      await wayBack?.begin();
      await job.beforeSend?.();
    } catch (error) {
      // Nothing was sent that could be reverted.
      await wayBack?.end();
      throw error;
    }
    const sent = await sendAll({ client, guard }, job.target, plan, signal);
    const error = assignFieldErrors(sent.error, job);
    if (sent.error !== undefined && sent.taken.length === 0 && !mayHaveArrived(sent.error)) {
      await job.withdraw?.();
      await wayBack?.end();
      throw error;
    }
    const found = await verifyAndShow(clock, job, sent);
    if (found.outcome === 'failed') await wayBack?.end();
    else await job.note(found, sent);
    const isOpen = found.outcome === 'unknown' && mayStillArrive(sent.error);
    return toDone(found, error, isOpen ? verifyLater(clock, job, sent) : undefined);
  });
}

export function toDone<Found extends WriteState>(
  found: Found,
  lost: unknown,
  later?: Promise<Found | undefined>,
): Done<Found> {
  const { outcome, arrived = [], kept = [], created, known } = found;
  // A resource was created, whatever its values are: repeating would create a second one.
  if (isAsMeant(outcome) || (outcome === 'partly' && created)) return { found, lost };
  throw new WriteError(outcome, {
    arrived,
    // If it failed, nothing changed, which the outcome already says.
    kept: outcome === 'failed' ? [] : kept,
    known,
    cause: lost,
    later: later?.then((shown) => shown && (shown.arrived ?? [])),
  });
}

/** Rechecks a write whose outcome is unknown, before anything is repeated. */
export async function verifyAgain<Found extends WriteState>(
  clock: Clock,
  job: Job<Found>,
  error: unknown = new WriteError('unknown', { arrived: [], kept: [] }),
): Promise<Found> {
  const sent = { taken: [], error };
  const found = await verifyAndShow(clock, job, sent);
  // The unknown outcome is already in the history.
  if (found.outcome === 'done') await job.note(found, sent);
  return found;
}

/** Wait before a second look if the first one didn't find what was meant, in milliseconds. */
const secondCheckAfter = 1_000;

const missed: ReadonlySet<Outcome> = new Set(['partly', 'notApplied', 'failed']);

/** Looks twice, for services that apply changes late. */
async function verifyAndShow<Found extends WriteState>(
  clock: Clock,
  job: Job<Found>,
  sent: Sent,
): Promise<Found> {
  let found = await job.verify(sent, false);
  if (missed.has(found.outcome) && mayApplyLater(sent.error)) {
    await sleep(clock, secondCheckAfter);
    found = await job.verify(sent, true);
  }
  // One look after a time limit proves nothing.
  if (found.outcome === 'failed' && mayStillArrive(sent.error)) {
    found = { ...found, outcome: 'unknown' };
  }
  await job.refresh(found);
  return found;
}

/** When to look again after a time limit, in milliseconds. */
const laterLooks = [10_000, 30_000];

/** Looks again while the service may still be working on it, and corrects what is shown. */
async function verifyLater<Found extends WriteState>(
  clock: Clock,
  job: Job<Found>,
  sent: Sent,
): Promise<Found | undefined> {
  let waited = 0;
  for (const at of laterLooks) {
    await sleep(clock, at - waited);
    waited = at;
    const found = await job.verify(sent, true);
    if (found.outcome !== 'done') continue;
    await job.refresh(found);
    await job.note(found, sent);
    return found;
  }
  return undefined;
}

/** The guard judges the exact requests; asking takes time, so they are planned again after it. */
async function planGuarded<Found extends WriteState>(
  guard: Guard,
  job: Job<Found>,
  progress: Progress,
): Promise<{ readonly plan: Plan; readonly wayBack?: WayBack | undefined } | undefined> {
  let agreed: readonly PlannedWrite[] | undefined;
  let wayBack: WayBack | undefined;
  for (;;) {
    const plan = await progress((signal) => planOnce(job, signal));
    if (!plan) return undefined;
    const writes = plan.requests.map(({ endpoint, body }) => ({
      endpoint,
      body,
      target: job.target,
      current: plan.current,
    }));
    const isAgreed = (write: PlannedWrite, index: number): boolean =>
      agreed?.[index] !== undefined && isSameWrite(agreed[index], write);
    if (agreed?.length === writes.length && writes.every(isAgreed)) return { plan, wayBack };
    const answer = await guard.ask(writes);
    if (answer === 'refused') throw new StoppedError();
    if (answer === 'unasked') return { plan };
    wayBack = typeof answer === 'object' ? answer : undefined;
    agreed = writes;
  }
}

async function planOnce<Found extends WriteState>(
  job: Job<Found>,
  signal: AbortSignal | undefined,
): Promise<Plan | undefined> {
  try {
    const plan = await job.plan(signal);
    const [first, ...later] = plan?.requests ?? [];
    if (!first || later.length === 0) return plan;
    // A later request must not fail for a reason that is known before the first one is sent.
    const flaws = [first, ...later].flatMap((each) => findBodyFlaw(each.endpoint, each.body) ?? []);
    if (flaws.length > 0) throw assignFieldErrors(joinErrors(flaws), job);
    return plan;
  } catch (error) {
    throw signal?.aborted ? new StoppedError() : error;
  }
}

/** Sends the requests in order: the service may check one against the previous result. */
async function sendAll(
  { client, guard }: Pick<WriteServices, 'client' | 'guard'>,
  target: Target,
  plan: Plan,
  signal: AbortSignal | undefined,
): Promise<Sent> {
  const taken: WriteRequest[] = [];
  const refused: WriteRequest[] = [];
  const errors: unknown[] = [];
  let answer: unknown;
  try {
    let next = plan.requests[0];
    while (next) {
      try {
        if (hasFormMask(next.body)) throw new DocumentError([{ reason: 'mask', path: [] }]);
        const isAgreed = guard.permits?.({ ...next, target });
        answer = await answerTo(client.write(target, next, { signal, isAgreed }));
        taken.push(next);
      } catch (error) {
        if (!plan.isSplit || !isRefusal(error)) throw error;
        answer = undefined;
        refused.push(next);
        errors.push(error);
      }
      next = await plan.next?.({ taken: [...taken], refused: [...refused], answer }, signal);
    }
  } catch (error) {
    errors.push(error);
  }
  return { taken, refused, answer, error: joinErrors(errors) };
}

/** Assigns the service's field errors to the typed fields; returns other errors unchanged. */
function assignFieldErrors<Found extends WriteState>(error: unknown, job: Job<Found>): unknown {
  const toProblems = (each: unknown): unknown => {
    const fields = each instanceof ApiError ? Object.entries(each.fieldErrors) : [];
    if (!job.toPath || fields.length === 0) return each;
    return new DocumentError(
      fields.map(([field, texts]) => ({
        reason: 'refused',
        path: field === '' ? [] : (job.toPath?.(field.split('.')) ?? []),
        detail: joinWords(texts),
      })),
    );
  };
  return joinErrors(errorsOf(error).map(toProblems));
}

export interface Settled<T> {
  readonly outcome: OutcomeSoFar | 'conflict';
  readonly value?: T;
  /** Why it isn't as meant; undefined if the person stopped it. */
  readonly error?: unknown;
}

export interface Applying<C, T> {
  /** Applies one. @throws StoppedError if it isn't sent; whatever `performWrite` throws. */
  readonly apply: (change: C) => Promise<T>;
  readonly accountOf: (change: C) => string;
  readonly signal?: AbortSignal | undefined;
  readonly report?: ((number: number, change: C) => void) | undefined;
  readonly onSettled: (change: C, settled: Settled<T>) => void;
  readonly rollout?: Rollout | undefined;
}

/** The first line alone, then a question, then the others; what isn't sent stays as it was. */
export interface Rollout {
  /** Called once the first line has ended. */
  readonly mayFollow: () => Promise<boolean>;
  /** How many of the other lines run next to each other. */
  readonly atOnce: number;
  /** After so many changes that aren't done, no other is sent. */
  readonly mostFailures: number;
}

/** Lines run next to each other, unless there is a rollout. What ends them for an account, such as its limit, is returned. */
export async function applyAll<C, T>(
  lines: readonly Iterable<C>[],
  { apply, accountOf, signal, report, onSettled, rollout }: Applying<C, T>,
): Promise<ReadonlyMap<string, unknown>> {
  const stops = new Map<string, unknown>();
  let number = 0;
  let failures = 0;
  let isOver = false;
  const applyOne = async (change: C): Promise<Settled<T>> => {
    if (signal?.aborted || isOver || stops.has(accountOf(change))) return { outcome: 'notSent' };
    report?.((number += 1), change);
    try {
      return { outcome: 'done', value: await apply(change) };
    } catch (error) {
      if (error instanceof StoppedError || isCancellation(error)) return { outcome: 'notSent' };
      const isEnd = endsAll(error);
      if (isEnd) stops.set(accountOf(change), error);
      failures += 1;
      if (rollout && failures >= rollout.mostFailures) isOver = true;
      return { outcome: isEnd ? 'notSent' : outcomeOfError(error), error };
    }
  };
  const runAll = async (some: Iterable<Iterable<C>>): Promise<void> => {
    for (const line of some) {
      for (const change of line) onSettled(change, await applyOne(change));
    }
  };
  if (rollout) {
    await runAll(lines.slice(0, 1));
    isOver = !(await rollout.mayFollow());
    failures = 0;
  }
  const waiting = lines.slice(rollout ? 1 : 0).values();
  await Promise.all(Array.from({ length: rollout?.atOnce ?? lines.length }, () => runAll(waiting)));
  return stops;
}

function endsAll(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { reason, isUnsent } = error;
  return (
    reason === 'unauthorized' ||
    reason === 'readOnly' ||
    reason === 'rateLimited' ||
    (reason === 'network' && isUnsent)
  );
}

function outcomeOfError(error: unknown): Settled<never>['outcome'] {
  if (isConflict(error)) return 'conflict';
  return error instanceof WriteError ? error.outcome : 'failed';
}
