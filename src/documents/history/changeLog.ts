import * as z from 'zod/mini';
import {
  type Change,
  changedMembers,
  diff,
  isEqual,
  memberAt,
  type JsonObject,
  type JsonValue,
} from '../../base/json';
import { randomHex } from '../../base/random';
import { storedReference, storedWord } from '../../resources/storage/stored';
import type { SharedValues } from '../../resources/storage/sharedValues';
import { resourceIn, type ResourceReference, type Target } from '../../resources/reference';
import { partOutcomes } from '../writing/writeResource';
import { maskChange, maskCredentials } from '../maskCredentials';
import { findKind, type ResourceKind } from '../../resources/kinds/kinds';
import { isUnused, toContent } from '../content';
import { createdIn } from '../writing/judge';
import { isCredentialField } from '../../api/credentials';
import type { Resource } from '../../resources/kinds/kind';
import { isWritable } from '../plan/savePlan';

const value = z.optional(z.custom<JsonValue>((each) => each !== undefined));

export const storedChanges = z.pipe(
  z.array(z.object({ path: z.array(z.string()), before: value, after: value })),
  z.transform((changes): readonly Change[] =>
    changes.map(({ path, before, after }) => ({ path, before, after })),
  ),
);

const historyVerbs = ['created', 'deleted', 'enabled', 'disabled'] as const;

/** For changes of a resource as a whole. */
export type HistoryVerb = (typeof historyVerbs)[number];

const storedEntry = z.object({
  /** When it was made, in milliseconds since the epoch. */
  at: z.number(),
  reference: storedReference,
  label: z.string(),
  /** Its own name alone; empty if it has none. Entries of earlier versions lack it. */
  name: z.optional(z.string()),
  verb: z.catch(z.optional(z.enum(historyVerbs)), undefined),
  changes: storedChanges,
  outcome: z.enum(['done', 'accepted', 'partly', 'unknown', 'notApplied']),
  reason: z.optional(z.string()),
  parts: z.catch(
    z.optional(
      z.readonly(
        z.array(
          // Earlier versions said "refused".
          z.object({ operation: z.string(), outcome: z.catch(z.enum(partOutcomes), 'failed') }),
        ),
      ),
    ),
    undefined,
  ),
  /** True if a command made it instead of a document: its label then describes the action. */
  isCommand: z.optional(z.boolean()),
  /** Identifies the write, whose entry is corrected if its outcome becomes known later. */
  write: z.optional(z.string()),
});

/** One write made by this extension. Documents mask credentials, so none are logged. */
export type LoggedChange = z.infer<typeof storedEntry>;

const storedCall = z.object({
  at: z.number(),
  /** Its own claim; empty if it has no name. */
  agent: z.string(),
  tool: z.string(),
  /** The ids of the accounts that it was about, as far as they're known. */
  accounts: z.array(z.string()),
  /** `unknown`: the person hasn't answered yet. `notSent`: it was refused. */
  outcome: storedWord(['done', 'failed', 'notSent', 'unknown'], {
    refused: 'notSent',
    unanswered: 'unknown',
  }),
});

export type AgentCall = z.infer<typeof storedCall>;

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
      const value = { ...added, at: earlier.change.at };
      return this.#values.change([{ key: earlier.key, value }]);
    }
    const kept = new Set(this.#fitting([added]).map(({ key }) => key));
    const isOver = (key: string): boolean => !kept.has(key) && !key.startsWith(callPrefix);
    this.#values.drop(this.#values.list('').flatMap(({ key }) => (isOver(key) ? [key] : [])));
    return this.#values.change([{ key: toEntryKey(added), value: added }]);
  }

  get calls(): readonly AgentCall[] {
    return this.#values
      .listOf(callPrefix, storedCall)
      .map(({ value }) => value)
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

  #fitting(added: readonly LoggedChange[] = []) {
    const known = this.#values
      .listOf('', storedEntry)
      .map(({ key, value }) => ({ key, change: value }));
    let size = 0;
    return [...known, ...added.map((change) => ({ key: '', change }))]
      .toReversed()
      .slice(0, longestLog)
      .filter(({ change }, index) => {
        size += JSON.stringify(change).length;
        return size <= largestLog || index === 0;
      });
  }
}

function toEntryKey({ at }: { readonly at: number }): string {
  return `${at}-${randomHex(4)}`;
}

export function sidesOf(changes: readonly Change[]): { before: JsonObject; after: JsonObject } {
  const side = (name: 'before' | 'after'): JsonObject =>
    changedMembers(changes.map((each) => ({ ...each, after: each[name] })));
  return { before: side('before'), after: side('after') };
}

export interface ActionWrite {
  readonly target: Target;
  readonly title: string;
  readonly verb?: HistoryVerb | undefined;
  readonly name: string;
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
  const id = createdIn(answer)?.['id'];
  return resourceIn(target, typeof id === 'number' ? id : undefined);
}

/** Changes to the document's fields: the ones sent, or all that differ if nothing was sent. */
function toChanges({ target, verb, body, before, after }: ActionWrite): readonly Change[] {
  const kind = findKind(target.kind);
  const known = before ? toContent(kind, before) : {};
  if (verb === 'deleted') return diff(known, {});
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
  const kind = findKind(reference.kind);
  const { editing } = kind.document ?? {};
  const unread = new Set(editing?.unread);
  if (changes.length === 0 || outcome === 'notApplied') return 'nothing';
  if (changes.every(({ after }) => after === undefined)) return 'deleted';
  if (changes.some((each) => each.before === undefined && !isRemovable(kind, changes, each))) {
    const isReturned = changes.some(({ path }) => !unread.has(path.join('.')));
    const isNew = isReturned && changes.every(({ before }) => before === undefined);
    return isNew ? 'created' : 'unknown';
  }
  return editing && changes.every(({ path }) => isWritable(editing, path)) ? undefined : 'readOnly';
}

function isRemovable(kind: ResourceKind, changes: readonly Change[], change: Change): boolean {
  const { before, after } = sidesOf(changes);
  const isUnusedIn = (content: JsonObject): boolean =>
    isUnused(kind, change.path, content, change.after);
  return isUnusedIn(before) && !isUnusedIn(after);
}
