import * as z from 'zod/mini';
import { DelayedWrites, type Folder, readStoredFile, storedId, storedKind } from './stored';
import { isStored, summarize } from './summary';
import { findKind } from '../kinds/kinds';
import type { Listing } from '../store/listing';
import type { CollectionReference, ResourceReference } from '../reference';
import type { ResourceStore } from '../store/resourceStore';
import { type Disposable, Emitter, type Event } from '../../base/emitter';

const resource = z.record(z.string(), z.unknown());
const storedTree = z.object({
  version: z.literal(1),
  listings: z.array(
    z.object({
      kind: storedKind,
      parents: z.array(storedId),
      items: z.array(resource),
      pages: z.nullable(z.number()),
      total: z.optional(z.number()),
      isComplete: z.boolean(),
      missing: z.number(),
    }),
  ),
  singles: z.array(z.object({ kind: storedKind, ids: z.array(storedId), resource })),
});
type StoredTree = z.infer<typeof storedTree>;

/** The tree's last state by account, for the next session to show at once. Without credentials. */
export class TreeStorage implements Disposable {
  readonly #store: ResourceStore;
  readonly #folder: Folder;
  readonly #note: (what: string) => void;
  readonly #restored = new Map<string, Promise<void>>();
  readonly #writes = new DelayedWrites((account) => this.#keep(account));
  readonly #subscription: Disposable;
  readonly #didRestore = new Emitter<void>();
  readonly onDidRestore: Event<void> = this.#didRestore.event;

  /** @param note called with the name of a file that couldn't be read. */
  constructor(
    store: ResourceStore,
    folder: Folder,
    note: (what: string) => void = () => undefined,
  ) {
    this.#note = note;
    this.#store = store;
    this.#folder = folder;
    this.#subscription = store.onDidChange(({ collection: { account } }) => {
      // What is stored of an account that isn't restored yet would be lost.
      if (this.#restored.has(account)) this.#writes.note(account);
    });
  }

  restore(account: string): Promise<void> {
    const restored = this.#restored.get(account) ?? this.#restore(account);
    this.#restored.set(account, restored);
    return restored;
  }

  flush(): Promise<void> {
    return this.#writes.flush();
  }

  async forget(account: string): Promise<void> {
    this.#writes.drop(account);
    this.#restored.delete(account);
    await this.#folder.remove(treeFile(account));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#writes.dispose();
  }

  async #keep(account: string): Promise<void> {
    await this.#restored.get(account);
    const { listings, singles } = this.#store.known(account);
    const storedListings = listings.filter(({ reference }) => isStored(reference.kind));
    const content: StoredTree = {
      version: 1,
      listings: storedListings.map(({ reference, value }) => ({
        kind: reference.kind,
        parents: [...reference.parents],
        items: value.items.map((item) => ({ ...summarize(findKind(reference.kind), item) })),
        // JSON has no infinity.
        pages: Number.isFinite(value.pages) ? value.pages : null,
        ...(value.total === undefined ? {} : { total: value.total }),
        isComplete: value.isComplete,
        missing: value.missing,
      })),
      singles: singles.map(({ reference, value }) => ({
        kind: reference.kind,
        ids: [...reference.ids],
        resource: { ...summarize(findKind(reference.kind), value) },
      })),
    };
    await this.#folder.write(treeFile(account), JSON.stringify(content));
  }

  async #restore(account: string): Promise<void> {
    const began = this.#store.nextOrder();
    const content = await readStoredFile(storedTree, this.#folder, treeFile(account), this.#note);
    if (!content) return;
    const listings = content.listings.map(({ kind: kindId, parents, pages, total, ...rest }) => ({
      reference: { account, kind: kindId, parents } satisfies CollectionReference,
      value: {
        ...rest,
        total,
        pages: pages ?? Number.POSITIVE_INFINITY,
        freshness: 'restored',
      } satisfies Listing,
    }));
    const singles = content.singles.map(({ kind: kindId, ids, resource: value }) => ({
      reference: { account, kind: kindId, ids } satisfies ResourceReference,
      value,
    }));
    this.#store.restore({ listings, singles }, began);
    this.#didRestore.fire();
  }
}

function treeFile(account: string): string {
  return `tree-${account}.json`;
}
