import { once } from '../../base/lazy';

export interface FolderEntry {
  /** Relative to the folder, separated by slashes. */
  readonly path: string;
  /** `link`: a symbolic link, which isn't followed. */
  readonly type: 'file' | 'folder' | 'link';
}

export interface Disk {
  /** Everything below the folder except what `isSkipped`, and `.gitattributes`. */
  list(): Promise<readonly FolderEntry[]>;
  /** Undefined if the file has more bytes than given. */
  read(path: string, mostBytes: number): Promise<Uint8Array | undefined>;
  /** Writes a file, creating its folders. */
  write(path: string, bytes: Uint8Array): Promise<void>;
  delete(path: string): Promise<void>;
}

export type FolderReason =
  | 'noLock'
  | 'damagedLock'
  | 'changedLock'
  | 'unsafePath'
  | 'link'
  | 'otherFiles'
  | 'nothing';

/** A folder can't be used: nothing was written, staged or sent. */
export class FolderError extends Error {
  override readonly name = 'FolderError';
  readonly reason: FolderReason;
  readonly path: string;

  constructor(reason: FolderReason, path: string) {
    super(`${reason} ${path}`);
    this.reason = reason;
    this.path = path;
  }
}

const gitAttributes = '.gitattributes';

const mostFileBytes = 1_000_000;

/** The only way to a folder's files: nothing outside is reached, texts are read exactly. */
export class FolderFiles {
  /** Content of the folder when it was opened; names are composed, however the disk spells them. */
  readonly entries: readonly FolderEntry[];
  readonly #disk: Disk;
  readonly #spelled = new Map<string, string>();
  readonly #links: ReadonlySet<string>;
  readonly #taken: ReadonlySet<string>;

  private constructor(disk: Disk, entries: readonly FolderEntry[]) {
    this.#disk = disk;
    this.entries = entries.map(({ path, type }) => {
      const composed = path.normalize();
      const own = this.#spelled.has(composed) ? path : composed;
      this.#spelled.set(own, path);
      return { path: own, type };
    });
    const links = this.entries.filter(({ type }) => type === 'link');
    this.#links = new Set(links.map(({ path }) => fold(path)));
    this.#taken = new Set(this.entries.map(({ path }) => fold(path)));
  }

  static async open(disk: Disk): Promise<FolderFiles> {
    return new FolderFiles(disk, await disk.list());
  }

  /** Finds paths even where case doesn't count. */
  has(path: string): boolean {
    return this.#taken.has(fold(path));
  }

  async read(path: string, mostBytes = mostFileBytes): Promise<string | UnusableFile> {
    this.check(path);
    const bytes = await this.#disk.read(this.#spell(path), mostBytes);
    if (!bytes) return { type: 'tooLarge' };
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      return { type: 'encoding' };
    }
  }

  /** @throws FolderError if the path leads out of the folder. */
  async write(path: string, text: string | Uint8Array): Promise<void> {
    this.check(path);
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    await this.#disk.write(this.#spell(path), bytes);
  }

  /** Git on Windows changes line ends of what it checks out, unless the folder says otherwise. */
  async keepLineEnds(): Promise<void> {
    if (this.has(gitAttributes)) return;
    await this.#disk.write(gitAttributes, new TextEncoder().encode('*.json\teol=lf\n'));
  }

  /** @throws FolderError if the path leads out of the folder. */
  async delete(path: string): Promise<void> {
    this.check(path);
    await this.#disk.delete(this.#spell(path));
  }

  /** Paths that lead out of the folder, or that Windows or Unix can't hold. @throws FolderError. */
  check(path: string): void {
    if (!path.split('/').every(isSafeSegment)) throw new FolderError('unsafePath', path);
    const link = withAncestors(path).find((each) => this.#links.has(fold(each)));
    if (link !== undefined) throw new FolderError('link', link);
  }

  #spell(path: string): string {
    const known = withAncestors(path).findLast((each) => this.#spelled.has(each));
    if (known === undefined) return path;
    return `${this.#spelled.get(known) ?? known}${path.slice(known.length)}`;
  }
}

export interface UnusableFile {
  readonly type: 'encoding' | 'tooLarge';
}

function withAncestors(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** Characters that Windows or Unix don't allow in names, and invisible ones. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cf}\u{2028}\u{2029}]/u;
const device = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;
const mostNameBytes = 255;

/** True for entries that belong to others: hidden ones, and packages of Node. */
function isSkipped(name: string): boolean {
  return name.startsWith('.') || fold(name) === 'node_modules';
}

function isSafeSegment(segment: string): boolean {
  return (
    segment !== '' &&
    !forbidden.test(segment) &&
    !device.test(segment) &&
    !isSkipped(segment) &&
    !/^[.\s]|[.\s]$/.test(segment) &&
    new TextEncoder().encode(segment).length <= mostNameBytes
  );
}

/** The first one takes a while, which reading a folder doesn't have to wait for. */
const segmenter = once(() => new Intl.Segmenter());
const allForbidden = new RegExp(forbidden.source, 'gu');
const encoder = new TextEncoder();

/** The longest name of a resource in a path, in bytes: Windows limits paths as a whole. */
const longestNameBytes = 80;

/** A resource's name as a segment of a path that all systems can hold; never empty. */
export function toFileName(name: string): string {
  const allowed = name
    .normalize()
    .replaceAll(/\p{Surrogate}/gu, '-')
    .replaceAll(allForbidden, '-')
    .replaceAll(/\s+/g, ' ');
  let short = '';
  for (const { segment } of segmenter().segment(allowed)) {
    if (encoder.encode(short + segment).length > longestNameBytes) break;
    short += segment;
  }
  const trimmed = short.replaceAll(/^[.\s]+|[.\s]+$/g, '');
  return device.test(trimmed) || isSkipped(trimmed) ? `_${trimmed}` : trimmed || '-';
}

/** Everything below a folder, for a `Disk`. @param read lists one folder; what is neither file nor folder is a link. */
export async function listBelow(
  read: (folder: string) => Promise<readonly (readonly [string, FolderEntry['type']])[]>,
  folder = '',
): Promise<readonly FolderEntry[]> {
  const entries = await read(folder);
  const found = await Promise.all(
    entries.map(async ([name, type]): Promise<readonly FolderEntry[]> => {
      const path = [folder, name].filter(Boolean).join('/');
      if (isSkipped(name) && path !== gitAttributes) return [];
      return [{ path, type }, ...(type === 'folder' ? await listBelow(read, path) : [])];
    }),
  );
  return found.flat().toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

export class FreeNames {
  /** By the folder that they are in. */
  readonly #taken = new Map<string, Set<string>>();

  take(path: string): void {
    const folded = fold(path);
    const folder = folderOf(folded);
    this.#taken.set(folder, (this.#taken.get(folder) ?? new Set()).add(folded));
  }

  forget(folder: string): void {
    this.#taken.delete(fold(folder));
  }

  /** Takes the path for a name; adds the id if the path is already taken. */
  free(toPath: (name: string) => string, name: string, id: number | string): string {
    const own = toFileName(name);
    for (const candidate of candidates(own, id)) {
      const path = toPath(candidate);
      const folded = fold(path);
      if (this.#taken.get(folderOf(folded))?.has(folded)) continue;
      this.take(path);
      return path;
    }
    throw new FolderError('unsafePath', toPath(own));
  }
}

/** Lazily, because the first one is nearly always free. */
function* candidates(own: string, id: number | string): Generator<string> {
  yield own;
  const withId = toFileName(`${own.slice(0, longestNameBytes / 4)}~${id}`);
  yield withId;
  for (let number = 2; number <= 100; number += 1) yield `${withId}~${number}`;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Equal for names that any system takes for the same: neither case alone says so (ς, ß). */
function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}
