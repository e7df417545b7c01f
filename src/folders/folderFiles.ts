/** An entry below a folder. */
export interface FolderEntry {
  /** Relative to the folder, separated by slashes. */
  readonly path: string;
  /** `link`: a symbolic link, which isn't followed. */
  readonly type: 'file' | 'folder' | 'link';
}

export interface FolderFiles {
  /** Everything below the folder except hidden entries. */
  list(): Promise<readonly FolderEntry[]>;
  read(path: string): Promise<string>;
  /** Writes a file, creating its folders. */
  write(path: string, text: string): Promise<void>;
  delete(path: string): Promise<void>;
}

/** Why a folder can't be used. */
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
  /** The path in question. */
  readonly path: string;

  constructor(reason: FolderReason, path: string) {
    super(`${reason} ${path}`);
    this.reason = reason;
    this.path = path;
  }
}

/**
 * Refuses paths that lead out of the folder, or that Windows or Unix can't hold.
 * @throws FolderError.
 */
export function checkPath(path: string, entries: readonly FolderEntry[]): void {
  const segments = path.split('/');
  if (!segments.every(isSafeSegment)) throw new FolderError('unsafePath', path);
  const link = entries.find(
    (entry) => entry.type === 'link' && `${path}/`.startsWith(`${entry.path}/`),
  );
  if (link) throw new FolderError('link', link.path);
}

/** Characters that Windows or Unix don't allow in names, and invisible ones. */
const forbidden = /[<>:"/\\|?*\p{Cc}\p{Cf}\u{2028}\u{2029}]/u;
/** Names of devices on Windows, with any extension. */
const device = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³])\s*(\.|$)/i;
/** Most bytes in a name: file systems allow 255. */
const mostBytes = 255;

function isSafeSegment(segment: string): boolean {
  return (
    segment !== '' &&
    !forbidden.test(segment) &&
    !device.test(segment) &&
    !/^[.\s]|[.\s]$/.test(segment) &&
    new TextEncoder().encode(segment).length <= mostBytes
  );
}

/** The longest name of a resource in a path, in bytes: Windows limits paths as a whole. */
const longestNameBytes = 80;

/** A resource's name as a segment of a path that all systems can hold; never empty. */
export function toFileName(name: string): string {
  const allowed = name
    .normalize()
    .replaceAll(/\p{Surrogate}/gu, '-')
    .replaceAll(new RegExp(forbidden.source, 'gu'), '-')
    .replaceAll(/\s+/g, ' ');
  const encoder = new TextEncoder();
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(allowed)) {
    if (encoder.encode(short + segment).length > longestNameBytes) break;
    short += segment;
  }
  const trimmed = short.replaceAll(/^[.\s]+|[.\s]+$/g, '');
  return device.test(trimmed) ? `_${trimmed}` : trimmed || '-';
}

/** Gives each resource of a folder a unique name, even where case and accents don't count. */
export class FreeNames {
  readonly #taken = new Set<string>();

  /** Takes a path. */
  take(path: string): void {
    this.#taken.add(fold(path));
  }

  /** Takes the path for a name; adds the id if the path is already taken. */
  free(toPath: (name: string) => string, name: string, id: number | string): string {
    const own = toFileName(name);
    const withId = toFileName(`${own.slice(0, longestNameBytes / 4)}~${id}`);
    const candidates = [own, withId, ...Array.from({ length: 99 }, (_, n) => `${withId}~${n + 2}`)];
    const path = candidates.map(toPath).find((each) => !this.#taken.has(fold(each)));
    if (path === undefined) throw new FolderError('unsafePath', toPath(own));
    this.take(path);
    return path;
  }
}

function fold(path: string): string {
  return path.normalize('NFKC').toLowerCase();
}
