import * as z from 'zod';
import type { StateStorage } from './documentState';
import type { DocumentWrite } from './performAll';
import { apply, type Change } from './patch';
import type { JsonObject, JsonValue } from '../../shared/json';
import { isKindId } from '../kinds/kinds';
import type { KindId } from '../kinds/kind';
import type { ResourceReference } from '../reference';

const value = z.custom<JsonValue>((each) => each !== undefined).optional();

const entry = z.object({
  at: z.number(),
  reference: z.object({
    account: z.string(),
    kind: z.custom<KindId>((each) => isKindId(each)),
    ids: z.array(z.union([z.number(), z.string()])),
  }),
  label: z.string(),
  changes: z.array(z.object({ path: z.array(z.string()), before: value, after: value })),
  outcome: z.enum(['done', 'partly', 'unknown']),
  isCommand: z.boolean().optional(),
});

/** One write that was made from here. Credentials are masked in documents, so that none gets here. */
export interface LoggedChange {
  /** When, in milliseconds since the epoch. */
  readonly at: number;
  readonly reference: ResourceReference;
  /** What the resource was called then. */
  readonly label: string;
  readonly changes: readonly Change[];
  readonly outcome: DocumentWrite['outcome'];
  /** Whether a command made it rather than a document: then its label says what was done. */
  readonly isCommand?: boolean | undefined;
}

const key = 'changes';
const longestLog = 200;
/** How much of it is kept, in characters of JSON: storage is no archive. */
const largestLog = 2_000_000;

/** The writes that were made from here, the latest first. */
export class ChangeLog {
  readonly #storage: StateStorage;

  constructor(storage: StateStorage) {
    this.#storage = storage;
  }

  get entries(): readonly LoggedChange[] {
    const stored = this.#storage.get(key);
    return (Array.isArray(stored) ? stored : []).flatMap((each) => {
      const { data } = entry.safeParse(each);
      return data ? [{ ...data, changes: data.changes.map(toChange) }] : [];
    });
  }

  async add(change: LoggedChange): Promise<void> {
    const kept: LoggedChange[] = [];
    let size = 0;
    for (const each of [change, ...this.entries].slice(0, longestLog)) {
      size += JSON.stringify(each).length;
      if (size > largestLog && kept.length > 0) break;
      kept.push(each);
    }
    await this.#storage.update(key, kept);
  }
}

/** The changed members as they were and as they became. */
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

function toChange({
  path,
  before,
  after,
}: {
  path: string[];
  before?: JsonValue | undefined;
  after?: JsonValue | undefined;
}): Change {
  return { path, before, after };
}
