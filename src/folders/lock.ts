import * as z from 'zod/mini';
import { sortMembers } from './fileContent';
import { FolderError, type FolderFiles } from './folderFiles';
import { isObject, type JsonObject, parseJson } from '../base/json';
import { textHash } from '../base/textHash';
import { toText } from '../documents/content';
import type { ResourceId } from '../resources/kinds/kind';
import { isKindId, type KindId } from '../resources/kinds/kinds';

/** The name of the file with each resource's values as read. */
export const lockName = 'server-management.lock.json';

/** The most bytes in a lock, which has the values of all files. */
const mostLockBytes = 400_000_000;

const place = z.object({
  kind: z.custom<KindId>((each) => isKindId(each)),
  ids: z.array(z.union([z.number(), z.string()])),
});

const file = z.extend(place, { read: z.custom<JsonObject>(isObject), check: z.string() });

const storedLock = z.object({
  version: z.literal(1),
  account: z.object({ id: z.string(), label: z.string(), service: z.string() }),
  scopes: z.union([z.literal('account'), z.array(place)]),
  folders: z.custom<JsonObject>(isObject),
  files: z.custom<JsonObject>(isObject),
});

/** A resource, without its account. */
export interface Place {
  readonly kind: KindId;
  readonly ids: readonly ResourceId[];
}

/** A file's entry: the values when its resource was last read. */
export interface LockedFile extends Place {
  readonly read: JsonObject;
}

/** What a folder was exported from. */
export interface LockedAccount {
  readonly id: string;
  readonly label: string;
  /** The address of its service. */
  readonly service: string;
}

/** The lock of a folder: the values of its files as read. */
export interface Lock {
  readonly account: LockedAccount;
  /** What was exported: everything in these resources, or in the account. */
  readonly scopes: 'account' | readonly Place[];
  /** The resources that folders are about, by path. */
  readonly folders: ReadonlyMap<string, Place>;
  readonly files: ReadonlyMap<string, LockedFile>;
}

/** Writes the lock of a folder. */
export async function writeLock(files: FolderFiles, lock: Lock): Promise<void> {
  const { account, scopes } = lock;
  const locked = [...lock.files].map(([path, each]): [string, JsonObject] => {
    const { kind, ids, read } = each;
    return [path, { kind, ids: [...ids], check: toCheck(each), read }];
  });
  const content = {
    version: 1,
    account: { ...account },
    scopes:
      scopes === 'account' ? scopes : scopes.map(({ kind, ids }) => ({ kind, ids: [...ids] })),
    folders: Object.fromEntries(
      [...lock.folders].map(([path, { kind, ids }]) => [path, { kind, ids: [...ids] }]),
    ),
    files: Object.fromEntries(locked),
  };
  await files.write(lockName, toText(sortMembers(content)));
}

/** Reads the lock of a folder. @throws FolderError if there is none, or if it can't be trusted. */
export async function readLock(files: FolderFiles): Promise<Lock> {
  if (!files.entries.some(({ path }) => path === lockName)) {
    throw new FolderError('noLock', lockName);
  }
  const text = await files.read(lockName, mostLockBytes);
  const { data } = storedLock.safeParse(typeof text === 'string' ? parseJson(text) : undefined);
  if (!data) throw new FolderError('damagedLock', lockName);
  const { account, scopes } = data;
  const folders = toMap(data.folders, place, files);
  const locked = toMap(data.files, file, files);
  for (const [path, each] of locked) {
    if (each.check !== toCheck(each)) throw new FolderError('changedLock', path);
  }
  return { account, scopes, folders, files: locked };
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

/** A checksum, because plans start from an entry's values and must not trust an altered one. */
function toCheck({ kind, ids, read }: LockedFile): string {
  return textHash(JSON.stringify([kind, ids, sortMembers(read)]));
}
