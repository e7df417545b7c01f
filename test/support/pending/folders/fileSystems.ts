import type { FolderEntry } from '../../../../src/pending/folders/folderFiles';
import { MemoryFiles } from './folderWorld';

interface Rules {
  /** Equal for names of the same file. */
  readonly compared: (name: string) => string;
  readonly kept: (name: string) => string;
  readonly canHold: (name: string) => boolean;
}

function isShort(name: string): boolean {
  return name.length <= 255;
}

/** By the documentation of each, in their usual form; none of them runs in these tests. */
export const fileSystems: Readonly<Record<string, Rules>> = {
  ext4: {
    compared: (name) => name,
    kept: (name) => name,
    canHold: (name) => Buffer.byteLength(name) <= 255 && !name.includes('\0'),
  },
  // Windows uppercases each UTF-16 code unit on its own, and drops trailing dots and spaces.
  NTFS: {
    compared: (name) =>
      Array.from(withoutEnd(name), (each) =>
        each.toUpperCase().length === 1 ? each.toUpperCase() : each,
      ).join(''),
    kept: withoutEnd,
    canHold: (name) =>
      isShort(name) &&
      withoutEnd(name) !== '' &&
      !/[<>:"\\|?*\p{Cc}]/u.test(name) &&
      !/^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(\.|$)/i.test(name),
  },
  // APFS keeps names as they are and compares them decomposed, with all case folded.
  APFS: {
    compared: (name) => name.normalize('NFD').toUpperCase().normalize('NFD'),
    kept: (name) => name,
    canHold: (name) => Buffer.byteLength(name) <= 255 && !name.includes('\0') && isWhole(name),
  },
  // HFS+ decomposes names, and compares them letter by letter without case.
  'HFS+': {
    compared: (name) =>
      Array.from(name.normalize('NFD'), (each) =>
        each.toLowerCase().length === each.length ? each.toLowerCase() : each,
      ).join(''),
    kept: (name) => name.normalize('NFD'),
    canHold: (name) => isShort(name.normalize('NFD')) && isWhole(name) && !name.includes(':'),
  },
};

function withoutEnd(name: string): string {
  return name.replace(/[. ]+$/, '');
}

function isWhole(name: string): boolean {
  return !/\p{Surrogate}/u.test(name);
}

/** A folder in memory where names are kept and compared as on a file system. */
export class FileSystem extends MemoryFiles {
  readonly #rules: Rules;
  readonly #kept = new Map<string, string>();

  constructor(rules: Rules) {
    super();
    this.#rules = rules;
  }

  override list(): Promise<readonly FolderEntry[]> {
    const folders = [...this.#kept.values()].filter((path) => !this.texts.has(path));
    return super
      .list()
      .then((files) => [...files, ...folders.map((path) => ({ path, type: 'folder' as const }))]);
  }

  override read(path: string, mostBytes: number): Promise<Uint8Array | undefined> {
    return super.read(this.#find(path), mostBytes);
  }

  override write(path: string, bytes: Uint8Array): Promise<void> {
    const segments = path.split('/');
    for (const name of segments) {
      if (!this.#rules.canHold(name)) return Promise.reject(new TypeError(path));
    }
    for (const [index, name] of segments.entries()) {
      const folder = index === 0 ? '' : `${this.#find(segments.slice(0, index).join('/'))}/`;
      const key = this.#keyOf(segments.slice(0, index + 1).join('/'));
      if (!this.#kept.has(key)) this.#kept.set(key, `${folder}${this.#rules.kept(name)}`);
    }
    return super.write(this.#find(path), bytes);
  }

  override delete(path: string): Promise<void> {
    return super.delete(this.#find(path));
  }

  #find(path: string): string {
    return this.#kept.get(this.#keyOf(path)) ?? path;
  }

  #keyOf(path: string): string {
    return path.split('/').map(this.#rules.compared).join('/');
  }
}
