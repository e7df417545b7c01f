import * as z from 'zod/mini';
import { apply, type Change, diff, isEqual, memberAt } from '../../base/patch';
import type { JsonObject, JsonValue } from '../../base/json';
import { randomHex } from '../../base/random';
import type { SharedValues } from '../../resources/storage/sharedValues';
import type { ResourceReference, CollectionReference } from '../../resources/reference';
import { partOutcomes, type LoggedWrite } from '../writing/writeResource';
import { maskChange, maskCredentials } from '../maskCredentials';
import { isKindId, type KindId, findKind } from '../../resources/kinds/kinds';
import { toContent } from '../content';
import { createdIn } from '../writing/creationJob';
import { isCredentialField } from '../../api/credentials';
import type { Resource, Editing } from '../../resources/kinds/kind';
import { isWritable } from '../plan/savePlan';

const value = z.optional(z.custom<JsonValue>((each) => each !== undefined));

export const storedChanges = z.pipe(
  z.array(z.object({ path: z.array(z.string()), before: value, after: value })),
  z.transform((changes) =>
    changes.map(({ path, before, after }): Change => ({ path, before, after })),
  ),
);

export const storedReference = z.object({
  account: z.string(),
  kind: z.custom<KindId>((each) => isKindId(each)),
  ids: z.array(z.union([z.number(), z.string()])),
});

const historyVerbs = ['created', 'deleted', 'enabled', 'disabled'] as const;

/** For changes of a resource as a whole. */
export type HistoryVerb = (typeof historyVerbs)[number];

const storedEntry = z.object({
  at: z.number(),
  reference: storedReference,
  label: z.string(),
  changes: storedChanges,
  outcome: z.enum(['done', 'accepted', 'partly', 'unknown', 'notApplied']),
  parts: z.catch(
    z.optional(
      z.array(
        // Earlier versions said "refused".
        z.object({ operation: z.string(), outcome: z.catch(z.enum(partOutcomes), 'failed') }),
      ),
    ),
    undefined,
  ),
  isCommand: z.optional(z.boolean()),
  verb: z.catch(z.optional(z.enum(historyVerbs)), undefined),
  name: z.optional(z.string()),
  reason: z.optional(z.string()),
  write: z.optional(z.string()),
});

const callOutcomes = ['done', 'failed', 'refused', 'unanswered'] as const;

const storedCall = z.object({
  at: z.number(),
  agent: z.string(),
  tool: z.string(),
  accounts: z.array(z.string()),
  outcome: z.enum(callOutcomes),
});

export interface AgentCall {
  readonly at: number;
  /** Its own claim; empty if it has no name. */
  readonly agent: string;
  readonly tool: string;
  /** The ids of the accounts that it was about, as far as they're known. */
  readonly accounts: readonly string[];
  readonly outcome: (typeof callOutcomes)[number];
}

/** One write made by this extension. Documents mask credentials, so none are logged. */
export interface LoggedChange {
  /** When it was made, in milliseconds since the epoch. */
  readonly at: number;
  readonly reference: ResourceReference;
  readonly label: string;
  /** Its own name alone; empty if it has none. Entries of earlier versions lack it. */
  readonly name?: string | undefined;
  readonly verb?: HistoryVerb | undefined;
  readonly changes: readonly Change[];
  readonly outcome: LoggedWrite['outcome'];
  readonly reason?: string | undefined;
  readonly parts?: LoggedWrite['parts'];
  /** True if a command made it instead of a document: its label then describes the action. */
  readonly isCommand?: boolean | undefined;
  /** Identifies the write, whose entry is corrected if its outcome becomes known later. */
  readonly write?: string | undefined;
}

const longestLog = 200;
const mostCalls = 500;
const callPrefix = 'call/';
/** Maximum size in characters of JSON: storage is not an archive. */
const largestLog = 2_000_000;

/** The writes made by this extension and the calls of agents in any window, latest first. */
export class ChangeLog {
  readonly #values: SharedValues;

  constructor(values: SharedValues) {
    this.#values = values;
  }

  async refresh(): Promise<void> {
    await this.#values.refresh();
  }

  get entries(): readonly LoggedChange[] {
    return this.#fitting().map(({ change }) => change);
  }

  async add(logged: LoggedChange): Promise<void> {
    const added = { ...logged, changes: logged.changes.map(maskChange) };
    await this.#values.ready();
    const earlier = this.#fitting().find(
      ({ change }) => change.write !== undefined && change.write === added.write,
    );
    if (earlier) {
      const corrected = { ...added, at: earlier.change.at };
      await this.#values.change([{ key: earlier.key, value: corrected }]);
      return;
    }
    const change = added;
    const kept = new Set(this.#fitting([change]).map(({ key }) => key));
    const isOver = (key: string): boolean => !kept.has(key) && !key.startsWith(callPrefix);
    this.#values.drop(this.#values.list('').flatMap(({ key }) => (isOver(key) ? [key] : [])));
    await this.#values.change([{ key: toEntryKey(change), value: change }]);
  }

  get calls(): readonly AgentCall[] {
    return this.#values
      .list(callPrefix)
      .flatMap(({ value }) => storedCall.safeParse(value).data ?? [])
      .toReversed();
  }

  async addCall(call: AgentCall): Promise<void> {
    await this.#values.ready();
    const known = this.#values.list(callPrefix).map(({ key }) => key);
    this.#values.drop(known.slice(0, Math.max(0, known.length + 1 - mostCalls)));
    await this.#values.change([{ key: `${callPrefix}${toEntryKey(call)}`, value: call }]);
  }

  async clear(): Promise<void> {
    await this.#values.clear();
  }

  #fitting(added: readonly LoggedChange[] = []): readonly StoredChange[] {
    const known = this.#values.list('').flatMap(({ key, value: stored }) => {
      const { data } = storedEntry.safeParse(stored);
      return data ? [{ key, change: data }] : [];
    });
    const all = [...known, ...added.map((change) => ({ key: '', change }))];
    let size = 0;
    const kept = all
      .toReversed()
      .slice(0, longestLog)
      .filter(({ change }, index) => {
        size += JSON.stringify(change).length;
        return size <= largestLog || index === 0;
      });
    return kept;
  }
}

interface StoredChange {
  readonly key: string;
  readonly change: LoggedChange;
}

function toEntryKey({ at }: { readonly at: number }): string {
  return `${at}-${randomHex(4)}`;
}

export function sidesOf(changes: readonly Change[]): { before: JsonObject; after: JsonObject } {
  const side = (pickValue: (change: Change) => JsonValue | undefined): JsonObject =>
    apply(
      {},
      changes.flatMap((change) => {
        const after = pickValue(change);
        return after === undefined ? [] : [{ path: change.path, before: undefined, after }];
      }),
    );
  return { before: side((change) => change.before), after: side((change) => change.after) };
}

export interface ActionWrite {
  readonly target: ResourceReference | CollectionReference;
  readonly title: string;
  readonly verb?: HistoryVerb | undefined;
  readonly name: string;
  readonly isDeletion: boolean;
  readonly body: JsonObject | undefined;
  readonly answer: unknown;
  readonly before: Resource | undefined;
  readonly after?: Resource | undefined;
  readonly outcome: LoggedChange['outcome'];
  readonly write?: string;
}

/** A command's write as a history entry: no credentials, but the content of what was deleted. */
export function toLoggedAction(write: ActionWrite, at: number): LoggedChange {
  return {
    at,
    reference: createdReference(write),
    label: write.title,
    name: write.name,
    ...(write.verb ? { verb: write.verb } : {}),
    changes: toChanges(write),
    outcome: write.outcome,
    write: write.write,
    isCommand: true,
  };
}

function createdReference({ target, answer }: ActionWrite): ResourceReference {
  if ('ids' in target) return target;
  const { account, kind, parents } = target;
  const id = createdIn(answer)?.['id'];
  return { account, kind, ids: typeof id === 'number' ? [...parents, id] : parents };
}

/** Changes to the document's fields: the ones sent, or all that differ if nothing was sent. */
function toChanges({ target, isDeletion, body, before, after }: ActionWrite): readonly Change[] {
  const kind = findKind(target.kind);
  const known = before ? toContent(kind, before) : {};
  if (isDeletion) return diff(known, {});
  if (!body) return before && after ? diff(known, toContent(kind, after)) : [];
  const toPath = kind.document?.editing?.toPath ?? ((field: readonly string[]) => field);
  return diff({}, maskCredentials(body) as JsonObject)
    .map(({ path, after: value }) => ({ path: toPath(path), after: value }))
    .filter(({ path }) => path.length > 0 && !path.some(isCredentialField))
    .map((change) => ({ ...change, before: memberAt(known, change.path) }))
    .filter((change) => !isEqual(change.before, change.after));
}

/** Why a change can't be undone by writing fields. */
export type Obstacle =
  | 'accountRemoved'
  | 'created'
  | 'deleted'
  | 'nothing'
  | 'unknown'
  | 'readOnly';

/** @param accounts ids of the existing accounts. */
export function findObstacle(
  { reference, changes, outcome }: LoggedChange,
  accounts: ReadonlySet<string>,
): Obstacle | undefined {
  if (!accounts.has(reference.account)) return 'accountRemoved';
  const editing = findKind(reference.kind).document?.editing;
  const unread = new Set(editing?.unread);
  if (changes.length === 0 || outcome === 'notApplied') return 'nothing';
  if (changes.every(({ after }) => after === undefined)) return 'deleted';
  if (changes.some((each) => each.before === undefined && !isRemovable(editing, changes, each))) {
    const isReturned = changes.some(({ path }) => !unread.has(path.join('.')));
    const isNew = isReturned && changes.every(({ before }) => before === undefined);
    return isNew ? 'created' : 'unknown';
  }
  return editing && changes.every(({ path }) => isWritable(editing, path)) ? undefined : 'readOnly';
}

function isRemovable(
  editing: Editing | undefined,
  changes: readonly Change[],
  { path }: Change,
): boolean {
  if (!editing?.mayRemove) return false;
  const { before, after } = sidesOf(changes);
  return editing.mayRemove(path, before) && !editing.mayRemove(path, after);
}
