import type { Action, ActionCall, ActionContext } from './action';
import { UnknownAccountError } from '../accounts/sessions';
import { ApiError } from '../api/errors';
import type { Values } from '../documents/creations/field';
import { describeTargets } from './subject';
import { findName } from './target';
import { readAfter, refreshAfter } from './refreshAfter';
import { PlanReads } from './planReads';
import type { QuestionReads } from './questions/questionReads';
import type { ActionFound } from './result';
import { creations } from '../documents/creations/creations';
import { nameOfNew } from '../documents/history/nameOfNew';
import type { ActionWrite } from '../documents/history/loggedAction';
import type { Resource, ResourceId } from '../resources/kinds/kind';
import { findKind } from '../resources/kinds/kinds';
import {
  collectionOf,
  type CollectionReference,
  type ResourceReference,
  type Target,
} from '../resources/reference';
import { answeredResource } from '../documents/writing/answeredResource';
import { createdIn } from '../documents/writing/lookup/createdIn';
import { findCreated } from '../documents/writing/creationJob';
import { knownIds } from '../documents/writing/lookup/knownIds';
import { toOutcome } from '../documents/writing/outcome';
import type { Job, Plan, Sent } from '../documents/writing/performWrite';
import { createReader } from '../documents/writing/lookup/reader';
import type { WriteVerdict } from '../documents/writing/lookup/verdict';
import { judgeChange } from '../documents/writing/lookup/verifyChange';
import { verifySetUp } from '../documents/writing/lookup/verifyCreation';
import { verifyDeletion } from '../documents/writing/lookup/verifyDeletion';
import { isObject, type JsonObject } from '../base/json';

/** What an action is performed on, and with which answers. */
interface Answered {
  readonly target: Target;
  readonly values: Values;
  /** What was read for its questions, if any were asked. */
  readonly reads?: QuestionReads | undefined;
}

/** An action on one target, performed once, or again if its answer is lost. */
export class ActionJob implements Job<ActionFound> {
  readonly target: Target;
  readonly #context: ActionContext;
  readonly #action: Action;
  readonly #values: Values;
  readonly #reads: QuestionReads | undefined;
  /** The state that the resource should have afterwards, if known. */
  #aim: JsonObject | undefined;
  /** The ids in the collection before; undefined if unknown. */
  #known: readonly ResourceId[] | undefined;
  #write: ActionWrite | undefined;
  /** The created resource, once it is identified; only children have no id of their own. */
  #created: ResourceReference | undefined;
  /** Whether the collection has been read since. */
  #isListed = false;

  constructor(context: ActionContext, action: Action, { target, values, reads }: Answered) {
    this.#context = context;
    this.#action = action;
    this.target = target;
    this.#values = values;
    this.#reads = reads;
    if (action.creates && 'ids' in target) this.#created = target;
  }

  /**
   * Undefined if a toggle's resource is already in the intended state: toggling would undo that.
   */
  async plan(signal = new AbortController().signal): Promise<Plan | undefined> {
    const { target } = this;
    const { store, t } = this.#context;
    const { endpoint, toCall, toRead, fallback, progressTitle, intent, command, verb } =
      this.#action;
    // A toggle depends on the state right before it.
    const client = new PlanReads(this.#context.client, intent ? undefined : this.#reads);
    const call: ActionCall = (await toCall?.(
      { ...this.#context, client },
      target,
      this.#values,
      signal,
    )) ?? {
      endpoint,
      ...(endpoint.body ? { body: this.#values } : {}),
    };
    const shown = 'ids' in target ? store.find(target) : undefined;
    const before = await this.#findBefore(client, shown, signal);
    const body = isObject(call.body) ? (call.body as JsonObject) : undefined;
    // The intended state of a toggle is the opposite of the one shown.
    const from = shown ?? before;
    this.#aim ??= intent && from ? intent(from) : (toRead?.(this.#values) ?? aimOf(call, body));
    this.#known = 'ids' in target ? undefined : knownIds(store, target);
    this.#write = {
      target,
      title: progressTitle(describeTargets(this.#context, [target]), t),
      verb,
      name: this.#findName(body),
      isDeletion: command === 'serverManagement.delete',
      body,
      before,
      answer: undefined,
    };
    if (intent && this.#isReached(before)) return undefined;
    const fallbacks = fallback ? [{ endpoint: fallback }] : [];
    return { requests: [{ ...call, fallbacks }] };
  }

  begin(): Promise<void> {
    this.#reads?.clear();
    return Promise.resolve();
  }

  async look({ taken: [request], answer, error }: Sent): Promise<ActionFound> {
    const isAnswered = error === undefined;
    const { target } = this;
    const id = 'ids' in target ? target.ids.at(-1) : undefined;
    const answered = request && answeredResource(findKind(target.kind), request, answer, id);
    const after = await readAfter(this.#context, this.#action.effect, this.target, answered);
    if (isAnswered) await this.#identify(answer);
    const outcome = isAnswered ? 'done' : toOutcome(await this.#judge(after));
    return { outcome, after, created: this.#created };
  }

  async refresh({ outcome, after }: ActionFound): Promise<void> {
    const { effect } = this.#action;
    // Earlier rule changes stay pending unless the deployment is confirmed.
    if (effect === 'firewallDeployed' && outcome !== 'done') return;
    // The collection was just listed, so there is no need to refresh it.
    if (effect === 'collection' && this.#isListed) return;
    await refreshAfter(this.#context, effect, this.target, after);
    for (const kind of this.#action.changesNextTo ?? []) {
      this.#context.store.forget({ ...collectionAround(this.target), kind });
    }
  }

  async note({ outcome, after }: ActionFound, { answer }: Sent): Promise<void> {
    if (!this.#write) return;
    const { t, noteWrite } = this.#context;
    const write = { ...this.#write, answer, after };
    if (outcome === 'unknown') return noteWrite({ ...write, isUnclear: true });
    const what = describeTargets(this.#context, [this.target]);
    return noteWrite({
      ...write,
      title: this.#action.done(what, t, this.#values).replace(/\.$/, ''),
    });
  }

  /** The target's name for the history; empty if it has none. */
  #findName(body: JsonObject | undefined): string {
    const { target } = this;
    if (!('ids' in target)) return body ? nameOfNew(target.kind, body, this.#context) : '';
    return findKind(target.kind).variable ? findName(this.#context, target) : '';
  }

  #isReached(before: Resource | undefined): boolean {
    const { target } = this;
    if (!('ids' in target) || !this.#aim || !before) return false;
    if (judgeChange(target, this.#aim, undefined, before) !== 'done') return false;
    this.#context.store.replace(target, before);
    return true;
  }

  /**
   * A target's state before an action, for the history. If it can be written back, it must
   * be recent, because a revert must not restore outdated values.
   * @throws ApiError if a toggle's state can't be read and none is shown.
   */
  async #findBefore(
    client: PlanReads,
    shown: Resource | undefined,
    signal: AbortSignal,
  ): Promise<Resource | undefined> {
    const { target } = this;
    const { effect, intent, reads = [] } = this.#action;
    if (!('ids' in target)) return undefined;
    const { document, operations } = findKind(target.kind);
    // What the request was built from costs no other read.
    const isRead = operations.read !== undefined && reads.includes(operations.read);
    if (effect !== 'resource' || !(document?.editing || isRead)) return shown;
    try {
      return await client.readBefore(target, signal);
    } catch (error) {
      if (intent && !shown) throw error;
      // The action may still succeed; the history then lacks the previous state.
      return undefined;
    }
  }

  async #judge(now: Resource | undefined): Promise<WriteVerdict> {
    const { target } = this;
    const { judge } = this.#action;
    if (judge) return orUnclear(judge(this.#context, target, this.#values, now));
    if (!('ids' in target)) return this.#findCreation();
    const { client, store } = this.#context;
    const { endpoint, effect, command } = this.#action;
    const { method } = endpoint;
    const reader = createReader(client, store);
    // A DELETE may also be about something below the target, or a state of it.
    const isOfTarget = effect === 'collection' || command === 'serverManagement.delete';
    if (method === 'DELETE' && isOfTarget) return verifyDeletion(reader, target);
    const before = this.#write?.before;
    const sent = this.#sent;
    const isSetUp = method === 'POST' && !findKind(target.kind).variable;
    if (isSetUp && sent) return verifySetUp(reader, target, sent, { before, now });
    return this.#aim && now ? judgeChange(target, this.#aim, before, now) : 'unclear';
  }

  /** Reads the resource that was created; reports if there is more than one candidate. */
  async #findCreation(): Promise<WriteVerdict> {
    const { target } = this;
    const { place, endpoint } = this.#action;
    const sent = this.#sent;
    const isCreation = 'collection' in place && endpoint.method === 'POST';
    if (!isCreation || !sent || 'ids' in target) return 'unclear';
    const creation = { collection: target, sent, before: this.#known };
    this.#isListed = true;
    const { verdict, reference } = await findCreated(this.#context, creation);
    this.#created = reference;
    return verdict;
  }

  /** Finds the created resource: in the answer, or else on the service. */
  async #identify(answer: unknown): Promise<void> {
    const { target } = this;
    if ('ids' in target || !this.#action.creates) return;
    const id = createdIn(answer)?.['id'] as ResourceId | undefined;
    if (this.#context.mayRepeatWrites || id === undefined) await this.#findCreation();
    const { account, kind, parents } = target;
    if (id !== undefined) this.#created = { account, kind, ids: [...parents, id] };
  }

  /** The sent values in the form that a read returns. */
  get #sent(): JsonObject | undefined {
    const body = this.#write?.body;
    return body && (creations[this.target.kind]?.toRead?.(body) ?? body);
  }
}

/** What can't be read can't be judged. */
async function orUnclear(judging: WriteVerdict | Promise<WriteVerdict>): Promise<WriteVerdict> {
  try {
    return await judging;
  } catch (error) {
    if (error instanceof ApiError || error instanceof UnknownAccountError) return 'unclear';
    throw error;
  }
}

/** The collection that a target is in, or is. */
function collectionAround(target: Target): CollectionReference {
  return 'ids' in target ? collectionOf(target) : target;
}

/** The expected state after a request that contains it. */
function aimOf({ endpoint }: ActionCall, body: JsonObject | undefined): JsonObject | undefined {
  return endpoint.method === 'PATCH' || endpoint.method === 'PUT' ? body : undefined;
}
