import * as z from 'zod/mini';
import { sortMembers } from './fileContent';
import { FolderError, type FolderFiles } from './folderFiles';
import { once } from '../../base/lazy';
import { isObject, type JsonObject, type JsonValue, parseJson } from '../../base/json';
import { toText } from '../../documents/content';
import type { ResourceId } from '../../resources/kinds/kind';
import type { CollectionReference } from '../../resources/reference';
import type { KindId } from '../../resources/kinds/kinds';
import { storedReference } from '../../resources/storage/stored';

export const lockName = 'server-management.lock.json';

/** The most bytes in a lock, which has the values of all files. */
const mostLockBytes = 400_000_000;

const place = z.omit(storedReference, { account: true });

const file = z.extend(place, { read: z.custom<JsonObject>(isObject), check: z.string() });

const account = z.object({ id: z.string(), label: z.string(), service: z.string() });

const storedLock = z.object({
  version: z.literal(1),
  account,
  scopes: z.union([z.literal('account'), z.array(place)]),
  unfinished: z.optional(z.literal(true)),
  created: z.optional(z.array(z.string())),
  folders: z.custom<JsonObject>(isObject),
  files: z.custom<JsonObject>(isObject),
});

export type LockedPlace = Readonly<z.infer<typeof place>>;

export type LockedFile = Readonly<Omit<z.infer<typeof file>, 'check'>>;

export type LockedAccount = Readonly<z.infer<typeof account>>;

export interface Lock {
  readonly account: LockedAccount;
  readonly scopes: 'account' | readonly LockedPlace[];
  readonly isUnfinished: boolean;
  readonly folders: ReadonlyMap<string, LockedPlace>;
  readonly files: ReadonlyMap<string, LockedFile>;
  /** Checksums of what was created from files but couldn't be read since, one for each. */
  readonly created: readonly string[];
}

/** A file's entry as one text: an export keeps one for each file until its lock is written. */
export class CompactFile implements LockedFile {
  readonly #text: string;

  constructor({ kind, ids }: LockedPlace, read: JsonObject) {
    const text = JSON.stringify({ kind, ids, read } satisfies LockedFile);
    // Engines keep it as a dozen pieces, which take more memory than their characters.
    this.#text = new TextDecoder().decode(new TextEncoder().encode(text));
  }

  get kind(): KindId {
    return this.#parse().kind;
  }

  get ids(): readonly ResourceId[] {
    return this.#parse().ids;
  }

  get read(): JsonObject {
    return this.#parse().read;
  }

  #parse(): LockedFile {
    return JSON.parse(this.#text) as LockedFile;
  }
}

export async function writeLock(files: FolderFiles, lock: Lock): Promise<void> {
  let length = 0;
  // Serialized twice: a long lock takes too much memory to hold both its parts and its text.
  await forEachPart(lock, (part) => (length += part.length));
  const bytes = new Uint8Array(length);
  let end = 0;
  await forEachPart(lock, (part) => {
    bytes.set(part, end);
    end += part.length;
  });
  await files.write(lockName, bytes);
}

/** Serializes a lock in parts, so that other work isn't blocked. */
async function forEachPart(lock: Lock, take: (part: Uint8Array) => void): Promise<void> {
  const encoder = new TextEncoder();
  for (const part of toParts(lock)) {
    take(encoder.encode(part));
    await new Promise((resolve) => {
      setTimeout(resolve);
    });
  }
}

function* toParts(lock: Lock): Generator<string> {
  const { account, scopes } = lock;
  const created = lock.created.length > 0 ? `\n  "created": ${toLines([...lock.created], 1)},` : '';
  yield `{\n  "account": ${toLines({ ...account }, 1)},${created}\n  "files": `;
  yield* toMembers(lock.files, ({ kind, ids, read }) => {
    const place = { kind, ids };
    return { ...toStored(place), check: toCheck({ ...place, read }), read };
  });
  yield ',\n  "folders": ';
  yield* toMembers(lock.folders, toStored);
  const places = scopes === 'account' ? scopes : scopes.map(toStored);
  const unfinished = lock.isUnfinished ? '\n  "unfinished": true,' : '';
  yield `,\n  "scopes": ${toLines(places, 1)},${unfinished}\n  "version": 1\n}\n`;
}

/** How many members of a lock are sorted at once, and how many are written. */
const most = { sorted: 10_000, written: 200 };

function* toMembers<Value>(
  all: ReadonlyMap<string, Value>,
  toMember: (value: Value) => JsonObject,
): Generator<string> {
  const sorted: string[][] = [];
  const paths = [...all.keys()];
  for (let start = 0; start < paths.length; start += most.sorted) {
    sorted.push(
      paths
        .slice(start, start + most.sorted)
        .toSorted()
        .toReversed(),
    );
    yield '';
  }
  let members: string[] = [];
  let separator = '{';
  for (let path = takeFirst(sorted); path !== undefined; path = takeFirst(sorted)) {
    members.push(`\n    ${JSON.stringify(path)}: ${toLines(toMember(all.get(path) as Value), 2)}`);
    if (members.length < most.written) continue;
    yield `${separator}${members.join(',')}`;
    separator = ',';
    members = [];
  }
  if (members.length > 0) yield `${separator}${members.join(',')}`;
  yield paths.length === 0 ? '{}' : '\n  }';
}

/** Removes the smallest text from lists in descending order. */
function takeFirst(sorted: readonly string[][]): string | undefined {
  let first: string[] | undefined;
  for (const texts of sorted) {
    const [text, least] = [texts.at(-1), first?.at(-1)];
    if (text !== undefined && (least === undefined || text < least)) first = texts;
  }
  return first?.pop();
}

function toLines(value: JsonValue, level: number): string {
  return toText(sortMembers(value))
    .trimEnd()
    .replaceAll('\n', `\n${'  '.repeat(level)}`);
}

function toStored({ kind, ids }: LockedPlace): JsonObject {
  return { kind, ids: [...ids] };
}

/**
 * The entries of places and files are checked on first use: a service can answer meanwhile, which takes longer.
 *
 * @throws FolderError, also when entries that can't be trusted are used.
 */
export async function readLock(files: FolderFiles): Promise<Lock> {
  if (!files.entries.some(({ path }) => path === lockName)) {
    throw new FolderError('noLock', lockName);
  }
  const text = await files.read(lockName, mostLockBytes);
  const { data } = storedLock.safeParse(typeof text === 'string' ? parseJson(text) : undefined);
  if (!data) throw new FolderError('damagedLock', lockName);
  const { account, scopes, unfinished: isUnfinished = false, created = [] } = data;
  const folders = once(() => toMap(data.folders, place, files));
  const locked = once(() => {
    const entries = toMap(data.files, file, files);
    for (const [path, entry] of entries) {
      if (entry.check !== toCheck(entry)) throw new FolderError('changedLock', path);
    }
    return entries;
  });
  return {
    account,
    scopes,
    isUnfinished,
    created,
    get folders() {
      return folders();
    },
    get files() {
      return locked();
    },
  };
}

function toMap<Value>(
  members: JsonObject,
  schema: z.ZodMiniType<Value>,
  files: FolderFiles,
): ReadonlyMap<string, Value> {
  return new Map(
    Object.entries(members).map(([path, member]) => {
      files.check(path);
      const { data } = schema.safeParse(member);
      if (data === undefined) throw new FolderError('damagedLock', path);
      return [path, data];
    }),
  );
}

/** A checksum of what a file creates, wherever in its collection's folder the file is. */
export function toCreatedCheck(
  { kind, parents }: CollectionReference,
  content: JsonObject,
): string {
  return textHash(JSON.stringify([kind, parents, sortMembers(content)]));
}

/** A checksum, because plans start from an entry's values and must not trust an altered one. */
function toCheck({ kind, ids, read }: LockedFile): string {
  return textHash(JSON.stringify([kind, ids, sortMembers(read)]));
}

/** A short number for a text, to notice that it was changed by accident. Not cryptographic. */
function textHash(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 2_654_435_761);
    b = Math.imul(b ^ code, 1_597_334_677);
  }
  return [a, b].map((part) => (part >>> 0).toString(16).padStart(8, '0')).join('');
}
