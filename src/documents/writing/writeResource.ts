import {
  type Job,
  performWrite,
  type Plan,
  type Progress,
  type Sent,
  type WriteServices,
} from './performWrite';
import {
  outcomeOfAccepted,
  type Outcome,
  conflictError,
  mayHaveArrived,
  type OutcomeSoFar,
  type SentDifference,
} from './outcome';
import { liveOf, maskChange, maskForms } from '../maskCredentials';
import { type JsonObject, pick, apply, type Change, type Path } from '../../base/json';
import type { Resource, Write, Editing } from '../../resources/kinds/kind';
import { ownOf, ownPart, partOf, resourcesIn, type ShownResource } from '../../resources/readWhole';
import type { ResourceReference } from '../../resources/reference';
import { answeredResource, findDifferences } from './judge';
import { randomHex } from '../../base/random';
import { toContent } from '../content';
import { planSave, type SavePlan, type SaveSides, isWithinMembers } from '../plan/savePlan';
import { findKind, isKindId, type ResourceKind } from '../../resources/kinds/kinds';
import type { ResourceClient, WriteRequest } from '../../resources/resourceClient';

export interface Written {
  /** Secrets within texts are masked, unless just typed. */
  readonly changes: readonly Change[];
  readonly content: JsonObject;
  readonly resource?: Resource | undefined;
  /** Why the answer was lost, if it was; the write still took effect. */
  readonly lost?: unknown;
}

/**
 * Planned against the service's current state; the result is compared with what was sent.
 * @throws StoppedError, DocumentError, ApiError, UnknownAccountError if nothing was changed;
 * WriteError if something may have been, but not everything that was sent.
 */
export async function writeResource(
  services: MergeServices,
  update: ResourceUpdate,
  progress?: Progress,
): Promise<Written> {
  const job = new MergeJob(services, update);
  const done = await performWrite(services, job, progress);
  const { theirs, plan } = job.planned;
  if (!done) return { changes: [], content: theirs };
  const { content, resource } = done.found;
  const expected = apply(theirs, plan.changes);
  // A part that can't be read right now is assumed to be as it was sent.
  const unread = Object.keys(expected).filter(
    (name) => partOf(update.reference.kind, [name]) !== ownPart && content?.[name] === undefined,
  );
  const known = maskForms(content ? { ...content, ...pick(expected, unread) } : expected);
  return { changes: plan.changes, content: known as JsonObject, resource, lost: done.lost };
}

interface MergeServices extends WriteServices {
  readonly client: WriteClient;
  readonly noteRead: (reference: ResourceReference, resource: Resource) => void;
  readonly noteWrite: (write: LoggedWrite) => void;
}

/** Longest time to check the result of a write, in milliseconds. */
const maxCheckMs = 15_000;

interface WriteComparison {
  /** The content as shown since; undefined if it wasn't shown. */
  readonly content: JsonObject | undefined;
  readonly resource: Resource | undefined;
  readonly arrived: readonly Change[];
  readonly kept: readonly SentDifference[];
  /** How many changes the service doesn't return. */
  readonly unreturned: number;
}

interface VerifiedState extends WriteComparison {
  readonly outcome: LoggedWrite['outcome'] | 'failed';
}

class MergeJob implements Job<VerifiedState> {
  readonly target: ResourceReference;
  readonly #id = randomHex(8);
  readonly #services: MergeServices;
  readonly #update: ResourceUpdate;
  readonly #kind: ResourceKind;
  #planned: { readonly theirs: JsonObject; readonly plan: SavePlan } | undefined;
  #left: readonly Change[] = [];
  /** The service's content with its secrets, as far as it was last shown. */
  #content: JsonObject = {};
  /** Its own fields, if an answer or a read showed them since the first request. */
  #own: Resource | undefined;
  #taken = 0;
  /** The parts that were written, and not shown since. */
  readonly #unseen = new Set<string>();
  /** Parts that are resources of their own, as last shown, by kind. */
  readonly #others = new Map<string, ShownResource>();

  constructor(services: MergeServices, update: ResourceUpdate) {
    this.#services = services;
    this.#update = update;
    this.target = update.reference;
    this.#kind = findKind(update.reference.kind);
  }

  get planned() {
    if (!this.#planned) throw new TypeError('Nothing was planned yet');
    return this.#planned;
  }

  async plan(signal: AbortSignal | undefined): Promise<Plan | undefined> {
    const { toSides, theirs: known } = this.#update;
    // Content that was just read is outdated when planning again.
    const isFirst = this.#planned === undefined;
    const theirs = (isFirst ? known : undefined) ?? (await this.#readContent(signal));
    const plan = planSave(this.#kind, { ...toSides(theirs), theirs });
    // Reverting sends the requests in the opposite order.
    const writes = this.#update.isRevert ? plan.writes.toReversed() : plan.writes;
    this.#planned = { theirs, plan: { ...plan, writes } };
    this.#content = liveOf(theirs);
    this.#left = plan.meant;
    if (plan.conflicts.length > 0) throw conflictError(plan.conflicts);
    if (writes.length === 0) return undefined;
    return {
      requests: writes,
      current: theirs,
      isSplit: this.#kind.document?.editing?.parts !== undefined,
      next: (sent, stop) => this.#next(sent, stop),
    };
  }

  toPath(field: readonly string[]): Path {
    return this.#kind.document?.editing?.toPath?.(field) ?? field;
  }

  /** Cancelling the write doesn't stop this. */
  async verify(sent: Sent, isAgain: boolean): Promise<VerifiedState> {
    const isUnclear = isAgain || sent.error !== undefined;
    const isRead = await this.#readWithin(
      isUnclear ? this.#partsOf(this.#left) : [...this.#unseen],
    );
    // If only the second read fails, the first one counts.
    return this.#judge(sent, this.#compare(sent, isRead || isAgain));
  }

  refresh({ resource }: VerifiedState): void {
    const { noteRead } = this.#services;
    if (resource) noteRead(this.target, resource);
    for (const other of this.#others.values()) noteRead(other.reference, other.resource);
  }

  note({ outcome, ...shown }: VerifiedState, sent: Sent): void {
    if (outcome === 'failed') return;
    const { plan } = this.planned;
    const parts = toPartOutcomes(this.#kind.document?.editing, plan, sent, shown);
    const logged = { reference: this.target, changes: plan.changes, write: this.#id };
    this.#services.noteWrite({ ...logged, outcome, parts });
  }

  async #readContent(signal: AbortSignal | undefined): Promise<JsonObject> {
    const { client, noteRead } = this.#services;
    const resource = await client.readWhole(this.target, { signal });
    for (const each of resourcesIn(this.target, resource)) noteRead(each.reference, each.resource);
    return toContent(this.#kind, resource);
  }

  /** Unchanged values in a request would undo others' changes meanwhile. @throws DocumentError. */
  async #next(
    { taken, refused = [], answer }: Sent,
    signal: AbortSignal | undefined,
  ): Promise<WriteRequest | undefined> {
    const sent = [...taken, ...refused];
    const isSent = ({ endpoint }: Write): boolean =>
      sent.some((each) => each.endpoint === endpoint);
    const last = taken.at(-1);
    if (last && taken.length > this.#taken) this.#noteAnswer(last, answer);
    this.#taken = taken.length;
    const { theirs, plan } = this.planned;
    const base = liveOf(theirs);
    const mine = apply(base, plan.meant);
    for (const write of plan.writes.filter((each) => !isSent(each))) {
      const parts = new Set([...this.#unseen, ...this.#partsOf(this.#changesOf(write))]);
      // What the service has by now decides whether each request is still needed.
      await this.#read([...parts], signal);
      const rest = planSave(this.#kind, { base, mine, theirs: this.#content });
      if (rest.conflicts.length > 0) throw conflictError(rest.conflicts);
      const next = rest.writes.find(({ endpoint }) => endpoint === write.endpoint);
      if (next) return next;
    }
    return undefined;
  }

  #noteAnswer(request: WriteRequest, answer: unknown): void {
    const written = this.#partsOf(this.#changesOf(request));
    for (const part of written) this.#unseen.add(part);
    if (written.includes(ownPart)) this.#own = undefined;
    const { kind } = request;
    const answering = isKindId(kind) ? findKind(kind) : this.#kind;
    const answered = answeredResource(answering, request, answer);
    const [member = ''] = written;
    if (answered && answering === this.#kind) this.#show(answered, [ownPart]);
    else if (answered) this.#show({ [member]: answered }, [member]);
  }

  #changesOf(request: Pick<Write, 'endpoint'>): readonly Change[] {
    return changesOf(this.#kind.document?.editing, request, this.planned.plan.changes);
  }

  #partsOf(changes: readonly Change[]): readonly string[] {
    return [...new Set(changes.map(({ path }) => partOf(this.#kind.id, path)))];
  }

  async #read(parts: readonly string[], signal: AbortSignal | undefined): Promise<void> {
    this.#show(await this.#services.client.readWhole(this.target, { signal, parts }), parts);
  }

  /** Records parts as shown. A value that arrived but has changed again is someone else's. */
  #show(resource: Resource, parts: readonly string[]): void {
    const shown = liveOf(toContent(this.#kind, resource));
    const isIn = (name: string): boolean => parts.includes(partOf(this.#kind.id, [name]));
    const before = this.#content;
    // Members keep their order in the document.
    const names = [...new Set([...Object.keys(before), ...Object.keys(shown)])];
    this.#content = pick(
      Object.fromEntries(names.map((name) => [name, (isIn(name) ? shown : before)[name] as never])),
      names,
    );
    if (parts.includes(ownPart)) this.#own = ownOf(resource);
    const [, ...others] = resourcesIn(this.target, resource);
    for (const other of others) this.#others.set(other.reference.kind, other);
    for (const part of parts) this.#unseen.delete(part);
    this.#left = findDifferences(this.#left, this.#content);
  }

  /** @param isShown whether everything that was written could be read. */
  #compare({ error }: Sent, isShown: boolean): WriteComparison {
    const { meant: changes } = this.planned.plan;
    const resource = this.#own;
    if (!isShown) {
      const arrived = changes.filter(({ path }) => !this.#left.some((each) => each.path === path));
      const unreturned = changes.length - arrived.length;
      return { content: undefined, resource, arrived, kept: [], unreturned };
    }
    const { readsDiffer = [] } = this.#kind.document?.editing ?? {};
    const others = findDifferences(this.#left, this.#content);
    const kept = others.filter(
      ({ path, now }) => now !== undefined && !readsDiffer.includes(path[0] ?? ''),
    );
    // Accepted values that aren't returned count as applied, unless a returned one was ignored.
    const missing = error === undefined && kept.length === 0 ? [] : others;
    const arrived = changes.filter(({ path }) => !missing.some((each) => each.path === path));
    const unreturned = others.length - kept.length;
    return { content: this.#content, resource, arrived, kept, unreturned };
  }

  /** One request is applied completely or not at all: returned values settle unreturned ones. */
  #judge({ taken, error }: Sent, compared: WriteComparison): VerifiedState {
    const { arrived, kept, unreturned } = compared;
    const isOne = this.planned.plan.writes.length === 1;
    const isKnown = unreturned === 0 || (isOne && arrived.length > 0);
    const outcomeOf = (): VerifiedState['outcome'] => {
      const { length } = this.planned.plan.changes;
      if (error === undefined && unreturned === length) return 'accepted';
      if (error === undefined) return outcomeOfAccepted(arrived.length, kept.length);
      if (kept.length === 0 && isKnown) return 'done';
      if (arrived.length > 0) return 'partly';
      if (taken.length > 0) return 'partly';
      return kept.length > 0 ? 'failed' : 'unknown';
    };
    return {
      outcome: outcomeOf(),
      content: compared.content && (maskForms(compared.content) as JsonObject),
      resource: compared.resource,
      arrived: arrived.map(maskChange),
      kept: kept.map((each) => ({ ...maskChange(each), now: each.now && maskForms(each.now) })),
      unreturned,
    };
  }

  /** Reads parts of the resource; false if that fails or takes too long. */
  async #readWithin(parts: readonly string[]): Promise<boolean> {
    if (parts.length === 0) return true;
    const stop = new AbortController();
    const endWaiting = this.#services.clock.after(maxCheckMs, () => stop.abort());
    try {
      await this.#read(parts, stop.signal);
      return true;
    } catch {
      return false;
    } finally {
      endWaiting();
    }
  }
}

export type WriteClient = Pick<ResourceClient, 'requireWritable' | 'readWhole' | 'write'>;

/** A write as logged in the history; credentials are masked. */
export interface LoggedWrite {
  readonly reference: ResourceReference;
  readonly changes: readonly Change[];
  readonly outcome: Exclude<Outcome, 'failed'>;
  readonly reason?: string | undefined;
  readonly parts?: readonly PartOutcome[] | undefined;
  /** Identifies the write, which is logged again if its outcome becomes known later. */
  readonly write?: string;
}

export interface ResourceUpdate {
  readonly reference: ResourceReference;
  readonly theirs?: JsonObject | undefined;
  /** @throws DocumentError if the change can't be applied to the live content. */
  readonly toSides: (theirs: JsonObject) => Omit<SaveSides, 'theirs'>;
  /** True for a revert of an earlier one, whose requests are then undone last to first. */
  readonly isRevert?: boolean | undefined;
}

export const partOutcomes = [
  'done',
  'failed',
  'notApplied',
  'unknown',
  'notSent',
] as const satisfies readonly OutcomeSoFar[];

interface PartOutcome {
  readonly operation: string;
  readonly outcome: (typeof partOutcomes)[number];
}

function changesOf(
  editing: Editing | undefined,
  { endpoint }: Pick<Write, 'endpoint'>,
  changes: readonly Change[],
): readonly Change[] {
  const part = editing?.parts?.find(({ write }) => write === endpoint);
  return part ? changes.filter(({ path }) => isWithinMembers(part.fields, path)) : changes;
}

export function toPartOutcomes(
  editing: Editing | undefined,
  plan: { readonly writes: readonly Write[]; readonly changes: readonly Change[] },
  sent: Sent,
  { arrived, kept }: { readonly arrived: readonly Change[]; readonly kept: readonly Change[] },
): readonly PartOutcome[] | undefined {
  if (plan.writes.length < 2) return undefined;
  const isIn = (requests: readonly { readonly endpoint: unknown }[], write: Write): boolean =>
    requests.some(({ endpoint }) => endpoint === write.endpoint);
  const { taken, refused = [], error } = sent;
  const open = plan.writes.find((write) => !isIn([...taken, ...refused], write));
  const has = (changes: readonly Change[], { path }: Change): boolean =>
    changes.some((each) => each.path === path);
  return plan.writes.map((write) => {
    const changes = changesOf(editing, write, plan.changes);
    const outcomeOf = (): PartOutcome['outcome'] => {
      if (changes.every((change) => has(arrived, change))) return 'done';
      if (isIn(refused, write)) return 'failed';
      if (changes.some((change) => has(kept, change))) {
        const isRefused = write === open && !mayHaveArrived(error);
        return isIn(taken, write) ? 'notApplied' : isRefused ? 'failed' : 'notSent';
      }
      if (isIn(taken, write)) return error === undefined ? 'done' : 'unknown';
      return write === open && mayHaveArrived(error) ? 'unknown' : 'notSent';
    };
    return { operation: write.endpoint.id, outcome: outcomeOf() };
  });
}
