import type { Values } from '../base/questions';
import type { Action, ActionCall, ActionContext, Effect } from './action';
import type { CallOptions } from '../api/client';
import { ApiError } from '../api/errors';
import type { Guard } from '../documents/writing/guard';
import {
  type Done,
  type Job,
  performWrite,
  applyAll,
  type Applying,
  type Settled,
  type Plan,
  type Sent,
  toDone,
  verifyAgain,
} from '../documents/writing/performWrite';
import { UnknownAccountError } from '../accounts/sessions';
import { toRaw } from '../base/foreignText';
import { describeTargets, type Naming, type RunNames, type Subject } from './subject';
import type { FieldContext, Form } from '../documents/creations/fields';
import { creations } from '../documents/creations/creations';
import { nameOfNew } from '../resources/names/resourceNames';
import type { ActionWrite } from '../documents/history/changeLog';
import type { Resource, ResourceId } from '../resources/kinds/kind';
import { childKinds, findKind } from '../resources/kinds/kinds';
import {
  asResource,
  collectionOf,
  type CollectionReference,
  resourceIn,
  type ResourceReference,
  type Target,
  toKey,
} from '../resources/reference';
import {
  answeredResource,
  describeKept,
  judgeChange,
  type Judged,
  createdIn,
  judgeSetUp,
  judgeCreation,
} from '../documents/writing/judge';
import {
  createReader,
  isThere,
  type Live,
  verifyDeletion,
  verifyOptions,
  isListed,
  knownIds,
  noteIds,
} from '../documents/writing/findLive';
import { isAsMeant, toOutcome, WriteError, type WriteVerdict } from '../documents/writing/outcome';
import { t } from '../base/l10n';
import type { Result, State } from './result';
import { isObject, type JsonObject } from '../base/json';
import { randomHex } from '../base/random';
import { toMissing } from '../resources/readSubstitutes';
import { isWhole } from '../resources/store/listing';

/** The longest list that is read to see what became of one of its items: about a page. */
const mostListed = 40;

interface ActionFound extends Judged {
  readonly after: Resource | undefined;
  readonly created?: ResourceReference | undefined;
  /** The ids in the collection before something was created in it, if known. */
  readonly known?: readonly ResourceId[] | undefined;
}

/** Undefined if there was nothing to do. */
type Performed = Done<ActionFound> | undefined;

/** An action, its questions and the answers to them. */
export interface Asked {
  readonly context: ActionContext;
  readonly action: Action;
  readonly values: Values;
  /** Answers passed by the caller of the command: another extension, or a key binding. */
  readonly passed: Values;
  readonly isAsked: boolean;
  readonly reads: ActionReads;
  readonly form: Form | undefined;
  readonly subjects: readonly Subject[];
}

/** The subjects have the names that the person was asked about. */
export interface Approved extends Asked {
  /** Lets the requests pass. */
  readonly guard: Guard;
  readonly names: RunNames;
}

/**
 * What is said about an action while it runs and afterwards. A name that only becomes known by what
 * the action reads is in it from then on.
 */
export function textsOf(
  action: Action,
  naming: Naming,
  targets: readonly Target[],
  values: Values,
) {
  const what = (): string => describeTargets(naming, targets);
  return {
    get progress(): string {
      return action.progressTitle(what());
    },
    /** Undefined if no read shows the result. */
    get done(): string | undefined {
      return action.done?.(what(), values);
    },
    get accepted(): string {
      const text = t('{0}: the service accepted the request.', this.progress);
      return action.accepted?.(what()) ?? text;
    },
  };
}

interface Sending {
  readonly target: Target;
  readonly values: Values;
  readonly naming: Naming;
  readonly reads?: ActionReads | undefined;
}

/** An action on one target, performed once, or again if its answer is lost. */
export class ActionJob implements Job<ActionFound> {
  readonly target: Target;
  readonly texts: ReturnType<typeof textsOf>;
  readonly #id = randomHex(8);
  readonly #context: ActionContext;
  readonly #action: Action;
  readonly #sending: Sending;
  #aim: JsonObject | undefined;
  /** The ids in the collection before; undefined if unknown. */
  #known: readonly ResourceId[] | undefined;
  #write: ActionWrite | undefined;
  /** The created resource, once it is identified; only children have no id of their own. */
  #created: ResourceReference | undefined;
  #isListed = false;
  /** The firewall rules before; undefined if they aren't known completely. */
  #rules: readonly Resource[] | undefined;

  constructor(context: ActionContext, action: Action, sending: Sending) {
    this.#context = context;
    this.#action = action;
    this.#sending = sending;
    this.target = sending.target;
    this.texts = textsOf(action, sending.naming, [sending.target], sending.values);
    if (action.creates && 'ids' in this.target) this.#created = this.target;
  }

  /** @throws what `performWrite` throws. */
  send(guard: Guard, signal: AbortSignal): Promise<Performed> {
    const { client, clock } = this.#context;
    return performWrite({ client, guard, clock }, this, (work) => work(signal));
  }

  /** Checks what may be done, because a write that arrived late must not be repeated. @throws WriteError. */
  async recheck(error: unknown): Promise<Performed> {
    return toDone(await verifyAgain(this.#context.clock, this, error), error);
  }

  /** Undefined if a toggle's resource is in the intended state: toggling would undo that. */
  async plan(signal = new AbortController().signal): Promise<Plan | undefined> {
    const { target, values, reads: earlier } = this.#sending;
    const { store } = this.#context;
    const { endpoint, toCall, toRead, sets, verb } = this.#action;
    // A request isn't built from what a question read, which may have changed since. A toggle
    // depends on the state right before it.
    const reads = new ActionReads(this.#context, sets ? undefined : earlier);
    const usual: ActionCall = endpoint.body ? { body: values } : {};
    const own = await toCall?.(reads.context, target, values, signal);
    const call = { endpoint, ...usual, ...own };
    const shown = 'ids' in target ? store.find(target) : undefined;
    const before = await this.#findBefore(reads, shown, signal);
    const body = isObject(call.body) ? (call.body as JsonObject) : undefined;
    const { method } = call.endpoint;
    const written = method === 'PATCH' || method === 'PUT' ? body : undefined;
    this.#aim ??= sets ?? toRead?.(values) ?? written;
    this.#write = {
      target,
      title: this.texts.progress,
      outcome: 'unknown',
      verb,
      name: this.#findName(body),
      body,
      before,
      answer: undefined,
    };
    if (sets && this.#isReached(before)) return undefined;
    const isNew = !('ids' in target) && this.#action.creates;
    this.#known = isNew ? await noteIds(store, target, signal) : undefined;
    if (this.#action.effect === 'firewallDeployed') this.#rules = await this.#readRules({ signal });
    if (this.#action.effect === 'firewallChanged') {
      const listed = store.peek(collectionOf(target));
      this.#rules = listed && isWhole(listed) ? listed.items : undefined;
    }
    return { requests: [call] };
  }

  async beforeSend(): Promise<void> {
    this.#sending.reads?.clear();
    if (this.#action.effect !== 'firewallDeployed') return;
    await this.#context.pendingFirewalls.forgetDeployment(this.target);
  }

  async verify({ taken: [request], answer, error }: Sent): Promise<ActionFound> {
    const { target } = this;
    const accepted = error === undefined ? { value: answer } : undefined;
    const id = 'ids' in target ? target.ids.at(-1) : undefined;
    const answered = request && answeredResource(findKind(target.kind), request, answer, id);
    const now = await this.#readAfter(answered);
    const judged = await this.#judge(now, accepted);
    const after = now === 'gone' ? undefined : now;
    return { ...judged, after, created: this.#created, known: this.#known };
  }

  async refresh({ outcome, after }: ActionFound): Promise<void> {
    const { effect } = this.#action;
    // Earlier rule changes stay pending unless the deployment is confirmed.
    if (effect === 'firewallDeployed' && !isAsMeant(outcome)) return;
    // The collection was just listed, so there is no need to refresh it.
    const isRefreshed =
      effect === 'collection' && (this.#isListed || isListed(this.#context.store, this.#created));
    if (effect === 'firewallDeployed') await this.#noteDeployment();
    else if (!isRefreshed) await this.#refreshAfter(effect, after);
    for (const kind of this.#action.changesNextTo ?? []) {
      this.#context.store.forget({ ...collectionOf(this.target), kind });
    }
  }

  async note({ outcome, after, created, kept = [] }: ActionFound, { answer }: Sent): Promise<void> {
    if (!this.#write || outcome === 'failed') return;
    const { noteWrite, prompts } = this.#context;
    if (created && kept.length > 0) prompts.warn(kept.map((each) => describeKept(each)).join(' '));
    const write = { ...this.#write, answer, after, outcome, write: this.#id };
    // Only what was done or created gets its completion text as a title.
    if (outcome !== 'done' && !(outcome === 'partly' && this.#created)) return noteWrite(write);
    const { done, accepted } = this.texts;
    return noteWrite({ ...write, title: (done ?? accepted).replace(/\.$/, '') });
  }

  /** Many writes don't return the resource (observed). Undefined if it's another, or unreadable. */
  async #readAfter(answered: Resource | undefined): Promise<Live> {
    const { effect } = this.#action;
    if (effect !== 'resource' && effect !== 'resourceAndBelow') return undefined;
    const reference = asResource(this.target);
    const { operations, variable } = findKind(reference.kind);
    try {
      if (answered || operations.read) {
        return answered ?? (await this.#context.client.read(reference));
      }
      const items = await createReader(this.#context).list(collectionOf(reference));
      return items && (items.find(({ id }) => id === reference.ids.at(-1)) ?? 'gone');
    } catch (error) {
      const isGone = error instanceof ApiError && error.status === 404;
      // If it could be read before, the service offers that.
      const saysSo = variable
        ? isGone && error.reason === 'notFound'
        : toMissing(error, this.#write?.before !== undefined);
      if (isGone && saysSo) return 'gone';
      // The action was sent all the same; opening the resource shows why it can't be read.
      if (error instanceof ApiError || error instanceof UnknownAccountError) return undefined;
      throw error;
    }
  }

  /** @param after the target as read since; undefined if it couldn't be read. */
  async #refreshAfter(
    effect: Exclude<Effect, 'firewallDeployed'>,
    after: Resource | undefined,
  ): Promise<void> {
    const { store, documents, pendingFirewalls } = this.#context;
    if (effect === 'none') return;
    if (effect === 'firewallChanged') {
      await pendingFirewalls.note(this.target, this.#rules, this.#created);
    }
    if (effect === 'firewallChanged' || effect === 'collection') {
      store.forget(collectionOf(this.target));
      return;
    }
    const reference = asResource(this.target);
    const { account, kind, ids } = reference;
    const below = effect === 'resource' ? [] : childKinds(kind);
    for (const { id } of below) store.forget({ account, kind: id, parents: ids });
    if (after) store.replace(reference, after);
    else store.forget(collectionOf(reference));
    documents.refresh(reference, after);
  }

  /** Which rules were deployed is known if they were the same before and after. */
  async #noteDeployment(): Promise<void> {
    const { pendingFirewalls, clock } = this.#context;
    const [before, after] = [this.#rules, this.#rules && (await this.#readRules(verifyOptions()))];
    const isSame = after && JSON.stringify(before) === JSON.stringify(after);
    await pendingFirewalls.settle(
      this.target,
      isSame ? { at: clock.now(), rules: after } : undefined,
    );
  }

  #readRules(options: CallOptions): Promise<readonly Resource[] | undefined> {
    const reader = createReader(this.#context);
    return reader.list(collectionOf(this.target), options).catch(() => undefined);
  }

  #findName(body: JsonObject | undefined): string {
    const { target } = this;
    if (!('ids' in target)) return body ? nameOfNew(target.kind, body) : '';
    return findKind(target.kind).variable ? toRaw(this.#context.names.nameOf(target)) : '';
  }

  #isReached(before: Resource | undefined): boolean {
    const { target } = this;
    if (!('ids' in target) || !this.#aim || !before) return false;
    const { outcome } = judgeChange(target.kind, this.#aim, before, { isAccepted: false });
    if (outcome !== 'done') return false;
    this.#context.store.replace(target, before);
    return true;
  }

  /**
   * For the history. What can be written back must be recent: a revert must not restore old values.
   * @throws ApiError if a toggle's state can't be read.
   */
  async #findBefore(
    own: ActionReads,
    shown: Resource | undefined,
    signal: AbortSignal,
  ): Promise<Resource | undefined> {
    const { target } = this;
    const { effect, sets, reads = [] } = this.#action;
    if (!('ids' in target)) return undefined;
    const { document, operations } = findKind(target.kind);
    // The request was built from this read, so it costs no other.
    const isRead = operations.read !== undefined && reads.includes(operations.read);
    if (effect !== 'resource' || !(document?.editing || isRead)) return shown;
    try {
      return await own.readBefore(target, signal);
    } catch (error) {
      // What is shown may be outdated, and toggling then does the opposite.
      if (sets) throw error;
      // The action may still succeed; the history then lacks the previous state.
      return undefined;
    }
  }

  /** @param accepted the answer; undefined if it was lost. */
  async #judge(now: Live, accepted: { readonly value: unknown } | undefined): Promise<Judged> {
    const { target } = this;
    const { judge, effect, endpoint, command } = this.#action;
    const isAccepted = accepted !== undefined;
    if (!('ids' in target)) this.#identify(accepted?.value);
    if (judge) {
      const resource = now === 'gone' ? undefined : now;
      const judging = judge(this.#context, target, this.#sending.values, resource);
      return { outcome: toOutcome(await orUnknown(judging), isAccepted) };
    }
    if (!('ids' in target)) return this.#judgeCreation(target, accepted);
    // A DELETE may also be about something below the target, or a state of it.
    const isOfTarget = effect === 'collection' || command === 'serverManagement.delete';
    if (endpoint.method === 'DELETE' && isOfTarget) {
      return { outcome: toOutcome(await this.#judgeDeletion(target, now), isAccepted) };
    }
    const before = this.#write?.before;
    const sent = this.#sent;
    const isSetUp = endpoint.method === 'POST' && !findKind(target.kind).variable;
    if (isSetUp && sent) return judgeSetUp(target, sent, { before, now, isAccepted });
    if (!this.#aim || !now || now === 'gone') return { outcome: toOutcome('unknown', isAccepted) };
    return judgeChange(target.kind, this.#aim, now, { before, isAccepted });
  }

  /** A list that is shown is read again anyway, so it is what shows the result. */
  async #judgeDeletion(target: ResourceReference, now: Live): Promise<WriteVerdict> {
    if (now !== undefined) return now === 'gone' || !isThere(now) ? 'done' : 'failed';
    if (this.#action.effect === 'resource') return 'unknown';
    const { store } = this.#context;
    const known = findKind(target.kind).variable && knownIds(store, collectionOf(target));
    this.#isListed = known !== undefined && known.length <= mostListed;
    return verifyDeletion(createReader(this.#context), target, this.#isListed);
  }

  /** Finds the created resource: in the answer, or else on the service. */
  async #judgeCreation(
    target: CollectionReference,
    accepted: { readonly value: unknown } | undefined,
  ): Promise<Judged> {
    const sent = this.#sent;
    if (!this.#action.creates || !sent) return { outcome: toOutcome('unknown', !!accepted) };
    const creation = { collection: target, sent, before: this.#known };
    const { created, ...judged } = await judgeCreation(this.#context, creation, accepted);
    this.#created ??= created;
    return judged;
  }

  #identify(answer: unknown): void {
    const { target } = this;
    if ('ids' in target || !this.#action.creates) return;
    const id = createdIn(answer)?.['id'] as ResourceId | undefined;
    if (id !== undefined) this.#created = resourceIn(target, id);
  }

  get #sent(): JsonObject | undefined {
    const body = this.#write?.body;
    return body && (creations[this.target.kind]?.toRead?.(body) ?? body);
  }
}

async function orUnknown(judging: WriteVerdict | Promise<WriteVerdict>): Promise<WriteVerdict> {
  try {
    return await judging;
  } catch (error) {
    if (error instanceof ApiError || error instanceof UnknownAccountError) return 'unknown';
    throw error;
  }
}

/** How long a read counts as the state before a write, in milliseconds. */
const recentMs = 15_000;

interface Read {
  readonly at: number;
  readonly resource: Promise<Resource>;
}

type ReadContext = FieldContext & Naming;

/** Reads each resource once: for all questions of an action, and again for each of its requests. */
export class ActionReads {
  readonly context: ReadContext;
  readonly #read: FieldContext['client']['read'];
  readonly #earlier: ActionReads | undefined;
  readonly #now: () => number;
  readonly #reads = new Map<string, Read>();

  /**
   * @param earlier what was read for the questions, if it may stand for the state before a write.
   * @param now a monotonic time, in milliseconds.
   */
  constructor(context: ReadContext, earlier?: ActionReads, now = () => performance.now()) {
    const { client } = context;
    this.#read = (reference, options) => client.read(reference, options);
    this.#earlier = earlier;
    this.#now = now;
    this.context = {
      ...context,
      client: {
        read: (reference, options) => this.read(reference, options),
        perform: (...given) => client.perform(...given),
        readAll: (...given) => client.readAll(...given),
      },
    };
  }

  /** @throws ApiError, UnknownAccountError. */
  read(...[reference, options]: Parameters<FieldContext['client']['read']>): Promise<Resource> {
    const key = toKey(reference);
    const known = this.#reads.get(key);
    if (known) return known.resource;
    const resource = this.#read(reference, options);
    this.#reads.set(key, { at: this.#now(), resource });
    resource.catch(() => this.#reads.delete(key));
    return resource;
  }

  /** Reads the state before a write, unless a question just did. @throws ApiError, UnknownAccountError. */
  readBefore(reference: ResourceReference, signal: AbortSignal): Promise<Resource> {
    const key = toKey(reference);
    const asked = this.#reads.has(key) ? undefined : this.#earlier?.recent(key);
    return asked ?? this.read(reference, { signal });
  }

  /** Forgets everything: a request was sent, which may have changed it. */
  clear(): void {
    this.#reads.clear();
  }

  /** A resource that was read only seconds ago. */
  recent(key: string): Promise<Resource> | undefined {
    const read = this.#reads.get(key);
    return read && this.#now() - read.at <= recentMs ? read.resource : undefined;
  }
}

/** The work for a target, or a part of it, and what became of it so far. */
export interface Tried extends Result {
  readonly job: ActionJob;
  /** True if it was sent, but isn't done. */
  readonly isOpen?: boolean;
  /** Settles once later checks end, if nobody waited for the answer; undefined if they found nothing. */
  readonly later?: Promise<unknown> | undefined;
}

/** The work for targets: for each some parts of its action, or all of them. */
export function toUnsent(
  { context, action, values, reads, names }: Approved,
  targets: RunNames['each'] = names.each,
): readonly Tried[] {
  return targets.flatMap(({ target, name }) => {
    const parts = action.toParts?.(context, target, values) ?? [{ name, values }];
    return parts.map((part): Tried => {
      const sending = { target, values: part.values, naming: names.naming, reads };
      const job = new ActionJob(context, action, sending);
      return { target, name: part.name, job, state: { type: 'notSent' } };
    });
  });
}

interface SendOptions {
  /** What is to be sent, of what was to be done before. */
  readonly left: readonly Tried[];
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

/** One after another, so that the person can cancel in between. Returns the results of all. */
export function sendAll(
  { context, guard }: Approved,
  before: readonly Tried[],
  { left, signal, report }: SendOptions,
): Promise<readonly Tried[]> {
  return settleSome(before, left, {
    apply: ({ target, job }) => context.busyState.run(target, () => job.send(guard, signal)),
    signal,
    report: (number, { name }) => {
      if (before.length > 1) report(`${name} (${number}/${left.length})`);
    },
  });
}

/** Checks what was sent and isn't done: a write that arrived late must not be repeated. */
export function recheckAll(before: readonly Tried[]): Promise<readonly Tried[]> {
  const open = before.filter(({ isOpen }) => isOpen);
  return settleSome(before, open, {
    apply: ({ state, job }) => job.recheck('error' in state ? state.error : undefined),
  });
}

async function settleSome(
  before: readonly Tried[],
  some: readonly Tried[],
  applying: Omit<Applying<Tried, Performed>, 'accountOf' | 'onSettled'>,
): Promise<readonly Tried[]> {
  const after = new Map<Tried, Tried>();
  await applyAll([some], {
    ...applying,
    accountOf: ({ target }) => target.account,
    onSettled: (result, settled) => after.set(result, afterwards(result, settled)),
  });
  return before.map((result) => after.get(result) ?? result);
}

/** The result after it was sent or checked; if it wasn't, it stays as it was. */
function afterwards(before: Tried, { outcome, value, error }: Settled<Performed>): Tried {
  const { target, name, job } = before;
  const to = (state: State): Tried => ({ target, name, job, state });
  if (outcome === 'done') {
    const { outcome: type, created } = value?.found ?? {};
    return to({ type: type === 'accepted' ? type : 'done', created });
  }
  if (error instanceof WriteError) {
    const { cause, later } = error;
    const isUnmet = outcome === 'partly' || outcome === 'notApplied';
    const type = outcome === 'unknown' ? outcome : 'failed';
    return { ...to({ type, error: isUnmet ? error : cause }), isOpen: true, later };
  }
  return error === undefined ? before : to({ type: 'failed', error });
}
