import * as z from 'zod/mini';
import { AccountFiles, type Folder, storedId, storedKind } from './stored';
import { isStored, summarize } from './summary';
import { findKind } from '../kinds/kinds';
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
export class TreeStorage extends AccountFiles<StoredTree> {
  readonly #store: ResourceStore;
  readonly #subscription: Disposable;
  readonly #didRestore = new Emitter<void>();
  readonly onDidRestore: Event<void> = this.#didRestore.event;

  constructor(
    store: ResourceStore,
    folder: Folder,
    note: (what: string) => void = () => undefined,
  ) {
    super('tree', storedTree, folder, note);
    this.#store = store;
    this.#subscription = store.onDidChange(({ collection: { account } }) => {
      // What is stored of an account is only read once it's shown.
      if (this.isRestored(account)) this.writeSoon(account);
    });
  }

  override dispose(): void {
    this.#subscription.dispose();
    super.dispose();
  }

  protected override toContent(account: string): StoredTree {
    const { listings, singles } = this.#store.known(account);
    const storedListings = listings.filter(({ reference }) => isStored(reference.kind));
    return {
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
  }

  protected override async takeIn(
    account: string,
    read: Promise<StoredTree | undefined>,
  ): Promise<void> {
    const began = this.#store.nextOrder();
    const content = await read;
    if (!content) return;
    const listings = content.listings.map(({ kind, parents, pages, total, ...rest }) => ({
      reference: { account, kind, parents },
      value: {
        ...rest,
        total,
        pages: pages ?? Number.POSITIVE_INFINITY,
        freshness: 'restored' as const,
      },
    }));
    const singles = content.singles.map(({ kind, ids, resource: value }) => {
      return { reference: { account, kind, ids }, value };
    });
    this.#store.restore({ listings, singles }, began);
    this.#didRestore.fire();
  }
}
