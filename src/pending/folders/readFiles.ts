import { type FileContent, parseFile, withoutSecrets } from './fileContent';
import { type Disk, FolderFiles, type UnusableFile } from './folderFiles';
import { byKey, keyOf, kindOf, toNewPlace } from './layout';
import { type Lock, type LockedFile, readLock } from './lock';
import { DocumentError, type DocumentProblem } from '../../documents/writing/outcome';
import type { LiveResource, LiveTree } from './readTree';
import { diff, memberAt, type JsonObject } from '../../base/json';
import { isSameValue, findNameField } from '../../documents/writing/judge';
import { collectionOf, toKey } from '../../resources/reference';

export type FileReason =
  | 'link'
  | 'twice'
  | 'otherFolder'
  | 'noPlace'
  | 'cantDelete'
  | 'gone'
  | 'unread'
  | UnusableFile['type'];

export interface FileProblem {
  readonly path: string;
  readonly why:
    | {
        readonly type: 'text';
        readonly text: string;
        readonly problems: readonly DocumentProblem[];
      }
    | { readonly type: FileReason };
}

export interface ReadFile {
  readonly path: string;
  readonly text: string;
  readonly content: FileContent;
}

export type KnownFile = ReadFile & { readonly locked: LockedFile };

export interface ReadFolder {
  readonly account: string;
  readonly lock: Lock;
  readonly files: FolderFiles;
  /** Files of resources that are in the lock, by key. */
  readonly known: ReadonlyMap<string, KnownFile>;
  readonly added: readonly ReadFile[];
  /** Locked files that are missing. Empty if a file that can't be read may be one of them. */
  readonly missing: readonly (LockedFile & { readonly path: string })[];
  readonly problems: readonly FileProblem[];
}

type OpenedFolder = Pick<ReadFolder, 'lock' | 'files'>;

/** @throws FolderError if it has no lock that can be trusted. */
export async function openFolder(disk: Disk): Promise<OpenedFolder> {
  const files = await FolderFiles.open(disk);
  return { lock: await readLock(files), files };
}

/** A folder as it was when last updated, whatever its files have now. */
export function readLocked(account: string, { lock, files }: OpenedFolder): ReadFolder {
  const known = [...byKey(account, lock.files)].map(([key, [path, locked]]) => {
    const content = { ids: locked.ids, kind: locked.kind, values: locked.read };
    return [key, { path, text: '', content, locked }] as const;
  });
  return { account, lock, files, known: new Map(known), added: [], missing: [], problems: [] };
}

export async function readFolder(
  account: string,
  { lock, files }: OpenedFolder,
): Promise<ReadFolder> {
  const problems: FileProblem[] = [];
  const known = new Map<string, KnownFile>();
  const added: ReadFile[] = [];
  const locked = byKey(account, lock.files);
  for (const { path, type } of files.entries) {
    const kind = kindOf(path);
    if (type === 'link') problems.push({ path, why: { type } });
    if (type !== 'file' || !kind) continue;
    const text = await files.read(path);
    if (typeof text !== 'string') {
      problems.push({ path, why: text });
      continue;
    }
    const content = parseOrNote(path, text, problems);
    if (!content) continue;
    const file = { path, text, content };
    const place = content.ids ? { kind: kind.id, ids: content.ids } : lock.files.get(path);
    const key = place && keyOf(account, place);
    const [, own] = (key !== undefined && locked.get(key)) || [];
    const earlier = key === undefined ? undefined : known.get(key);
    if (key === undefined) added.push(file);
    else if (!own) problems.push({ path, why: { type: 'otherFolder' } });
    else if (earlier) problems.push({ path, why: { type: 'twice' } });
    else known.set(key, { ...file, locked: own });
  }
  const isCertain = problems.length === 0;
  const missing = [...locked].flatMap(([key, [path, file]]) =>
    isCertain && !known.has(key) ? [{ ...file, path }] : [],
  );
  return { account, lock, files, known, added, missing, problems };
}

function parseOrNote(path: string, text: string, problems: FileProblem[]): FileContent | undefined {
  const kind = kindOf(path);
  try {
    return kind && parseFile(kind, text);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    problems.push({ path, why: { type: 'text', text, problems: error.problems } });
    return undefined;
  }
}

/** Created from these files, or equal ones of others: the folder doesn't know their ids yet. */
export function findAdded(
  { account, lock, added }: ReadFolder,
  { resources }: LiveTree,
): ReadonlyMap<string, LiveResource> {
  const taken = new Set(byKey(account, lock.files).keys());
  const found = new Map<string, LiveResource>();
  for (const file of added) {
    const [key, resource] =
      [...resources].find(([each, live]) => !taken.has(each) && isAbout(file, live, lock)) ?? [];
    if (key === undefined || !resource) continue;
    taken.add(key);
    found.set(file.path, resource);
  }
  return found;
}

function isAbout(
  { path, content }: ReadFile,
  { reference, values }: LiveResource,
  { folders }: ReadFolder['lock'],
): boolean {
  const place = toNewPlace(path, folders);
  if (!place || !values || place.kind.id !== reference.kind) return false;
  const collection = collectionOf(reference);
  const isThere = toKey(collection) === toKey({ ...collection, parents: place.parents });
  return isThere && isAsTyped(withoutSecrets(content.values), values);
}

function isAsTyped(typed: JsonObject, values: JsonObject): boolean {
  const returned = diff({}, typed).filter(({ path }) => memberAt(values, path) !== undefined);
  const name = findNameField(typed);
  return (
    returned.length > 0 &&
    (name === undefined || values[name] !== undefined) &&
    returned.every(
      ({ path, after }) => after !== undefined && isSameValue(after, memberAt(values, path)),
    )
  );
}
