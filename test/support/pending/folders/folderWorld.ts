import { exportFolder } from '../../../../src/pending/folders/exportFolder';
import type { Disk, FolderEntry } from '../../../../src/pending/folders/folderFiles';
import {
  findLargeLoss,
  type FolderPlan,
  planFolder,
  recordApplied,
  type Updated,
  updateFolder,
} from '../../../../src/pending/folders/planFolder';
import type { AppliedChange } from '../../../../src/pending/applyChanges';
import type { Lock } from '../../../../src/pending/folders/lock';
import { openFolder, readFolder, type ReadFolder } from '../../../../src/pending/folders/readFiles';
import {
  type LiveTree,
  readTree,
  type TreeReading,
  walkTree,
} from '../../../../src/pending/folders/readTree';
import { ApiError } from '../../../../src/api/errors';
import type { Resource } from '../../../../src/resources/kinds/kind';
import {
  collectionOf,
  type CollectionReference,
  type ResourceReference,
  toKey,
} from '../../../../src/resources/reference';

/** A folder in memory. */
export class MemoryFiles implements Disk {
  readonly texts = new Map<string, string>();
  /** Files that are no texts. */
  readonly bytes = new Map<string, Uint8Array>();
  /** The paths of symbolic links. */
  readonly links = new Set<string>();

  list(): Promise<readonly FolderEntry[]> {
    const files = [...this.texts.keys(), ...this.bytes.keys()];
    return Promise.resolve([
      ...files.map((path) => ({ path, type: 'file' as const })),
      ...[...this.links].map((path) => ({ path, type: 'link' as const })),
    ]);
  }

  read(path: string, mostBytes: number): Promise<Uint8Array | undefined> {
    const text = this.texts.get(path);
    const bytes = text === undefined ? this.bytes.get(path) : new TextEncoder().encode(text);
    if (!bytes) return Promise.reject(new Error(path));
    return Promise.resolve(bytes.length > mostBytes ? undefined : bytes);
  }

  write(path: string, bytes: Uint8Array): Promise<void> {
    this.texts.set(path, new TextDecoder().decode(bytes));
    return Promise.resolve();
  }

  delete(path: string): Promise<void> {
    this.texts.delete(path);
    return Promise.resolve();
  }

  /** Replaces a part of a file's text. */
  edit(path: string, from: string, to: string): void {
    const text = this.texts.get(path) ?? '';
    if (!text.includes(from)) throw new TypeError(`${path} has no ${from}: ${text}`);
    this.texts.set(path, text.replace(from, to));
  }
}

/** A service with lists of resources, and a folder exported from it. */
export class FolderWorld {
  readonly files: MemoryFiles;
  /** By the key of their collection. */
  readonly lists = new Map<string, Resource[]>();
  /** The keys of collections that can't be read. */
  readonly broken = new Set<string>();
  /** The keys of collections that the service no longer offers. */
  readonly withdrawn = new Set<string>();
  /** The keys of collections whose count exceeds the returned items. */
  readonly incomplete = new Set<string>();

  constructor(files = new MemoryFiles()) {
    this.files = files;
  }

  readonly reading: TreeReading = {
    account: { id: 'a', authentication: 'token' },
    list: async (collection) => {
      const items = await this.#list(collection);
      return { items, missing: this.incomplete.has(toKey(collection)) ? 1 : 0 };
    },
    read: async (reference) => {
      const items = await this.#list(collectionOf(reference));
      const id = reference.ids.at(-1);
      const found = items.find((item) => item['id'] === id) ?? items[0];
      if (!found) throw new ApiError('notFound', operation, '404', { status: 404 });
      return found;
    },
  };

  /** The items of a collection of the account. */
  at(kind: CollectionReference['kind'], ...parents: readonly (number | string)[]): Resource[] {
    const key = toKey({ account: 'a', kind, parents });
    const items = this.lists.get(key) ?? [];
    this.lists.set(key, items);
    return items;
  }

  tree(scopes: Lock['scopes'] = 'account'): Promise<LiveTree> {
    return readTree(this.reading, scopes);
  }

  /** How many files there are after an export; throws why it was stopped. */
  async export(): Promise<number> {
    const { count, stopped } = await exportFolder(this.files, {
      account: { id: 'a', label: 'Example', service: 'https://example.com' },
      scopes: 'account',
      nameOf,
      walk: (visitor) => walkTree(this.reading, 'account', visitor),
    });
    if (stopped) throw stopped.error;
    return count;
  }

  async plan(): Promise<FolderPlan> {
    const { folder, tree } = await this.#open();
    return planFolder(folder, tree, (kind) => kind !== 'sshSettings');
  }

  async update(only?: ReadonlySet<string>): Promise<Updated> {
    const { folder, tree } = await this.#open();
    return updateFolder(folder, tree, nameOf, only);
  }

  /** What an update would ask about. */
  async loss(): Promise<ReturnType<typeof findLargeLoss>> {
    const { folder, tree } = await this.#open();
    return findLargeLoss(folder, tree);
  }

  /** Records applied changes in the folder. */
  async record(applied: readonly AppliedChange[]): Promise<void> {
    await recordApplied(await this.#read(), await this.tree(), applied);
  }

  async #open(): Promise<{ readonly folder: ReadFolder; readonly tree: LiveTree }> {
    const folder = await this.#read();
    return { folder, tree: await this.tree(folder.lock.scopes) };
  }

  async #read(): Promise<ReadFolder> {
    const opened = await openFolder(this.files);
    return readFolder(opened.lock.account.id, opened);
  }

  #list(collection: CollectionReference): Promise<readonly Resource[]> {
    const key = toKey(collection);
    if (this.broken.has(key)) return Promise.reject(new ApiError('server', operation, '500'));
    if (this.withdrawn.has(key)) {
      return Promise.reject(new ApiError('unsupported', operation, '404', { status: 404 }));
    }
    return Promise.resolve(this.lists.get(key) ?? []);
  }
}

const operation = { method: 'GET', path: '/' } as const;

function nameOf({ kind, ids }: ResourceReference): string {
  return `${kind} ${ids.join('-')}`;
}
