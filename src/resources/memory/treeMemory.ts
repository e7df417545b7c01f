import * as z from 'zod';
import type { Folder } from './folder';
import { isKept, summarize } from './summary';
import type { KindId, Resource } from '../kinds/kind';
import { findKind, isKindId } from '../kinds/kinds';
import type { Listing } from '../listing';
import type { CollectionReference, ResourceReference } from '../reference';
import type { ResourceStore } from '../resourceStore';
import type { Disposable } from '../../shared/emitter';
import { callLater } from '../../shared/callLater';

/** How long changes are gathered before they are written, in milliseconds. */
const delayMs = 1_000;

const id = z.union([z.number(), z.string()]);
const kind = z.custom<KindId>(isKindId);
const resource = z.record(z.string(), z.unknown());
const kept = z.object({
  version: z.literal(1),
  listings: z.array(
    z.object({
      kind,
      parents: z.array(id),
      items: z.array(resource),
      pages: z.number().nullable(),
      total: z.number().optional(),
      isComplete: z.boolean(),
      missing: z.number(),
    }),
  ),
  singles: z.array(z.object({ kind, ids: z.array(id), resource })),
});
type Kept = z.infer<typeof kept>;

/**
 * Keeps what the tree last showed, account by account, so that it stands at once in the next session.
 * Credentials are never part of that.
 */
export class TreeMemory implements Disposable {
  readonly #store: ResourceStore;
  readonly #folder: Folder;
  readonly #restored = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #subscription: Disposable;

  constructor(store: ResourceStore, folder: Folder) {
    this.#store = store;
    this.#folder = folder;
    this.#subscription = store.onDidChange(({ collection }) => this.#keepSoon(collection.account));
  }

  /** Puts back what was kept of an account, the first time it is asked for. */
  restore(account: string): Promise<void> {
    const known = this.#restored.get(account);
    if (known) return known;
    const restored = this.#restore(account);
    this.#restored.set(account, restored);
    return restored;
  }

  /** Writes what waits to be written. */
  async flush(): Promise<void> {
    const accounts = [...this.#waiting.keys()];
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    await Promise.all(accounts.map((account) => this.#keep(account)));
  }

  /** Forgets what was kept of an account. */
  async forget(account: string): Promise<void> {
    clearTimeout(this.#waiting.get(account));
    this.#waiting.delete(account);
    this.#restored.delete(account);
    await this.#folder.remove(fileOf(account));
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#waiting.values()) clearTimeout(timer);
  }

  /** What was not restored yet would be lost; what was forgotten is to stay so. */
  #keepSoon(account: string): void {
    if (this.#waiting.has(account) || !this.#restored.has(account)) return;
    const timer = callLater(delayMs, () => {
      this.#waiting.delete(account);
      // It is for convenience: without it the next session merely has to read first.
      void this.#keep(account).catch(() => undefined);
    });
    this.#waiting.set(account, timer);
  }

  async #keep(account: string): Promise<void> {
    await this.#restored.get(account);
    const { listings, singles } = this.#store.known(account);
    const keptListings = listings.filter(({ reference }) => isKept(reference.kind));
    const content: Kept = {
      version: 1,
      listings: keptListings.map(({ reference, value }) => ({
        kind: reference.kind,
        parents: [...reference.parents],
        items: value.items.map((item) => toKept(reference.kind, item)),
        // JSON has no infinity.
        pages: Number.isFinite(value.pages) ? value.pages : null,
        ...(value.total === undefined ? {} : { total: value.total }),
        isComplete: value.isComplete,
        missing: value.missing,
      })),
      singles: singles.map(({ reference, value }) => ({
        kind: reference.kind,
        ids: [...reference.ids],
        resource: toKept(reference.kind, value),
      })),
    };
    await this.#folder.write(fileOf(account), JSON.stringify(content));
  }

  async #restore(account: string): Promise<void> {
    const content = parse(await this.#folder.read(fileOf(account)).catch(() => undefined));
    if (!content) return;
    this.#store.restore(
      content.listings.map(({ kind: kindId, parents, pages, total, ...rest }) => ({
        reference: { account, kind: kindId, parents } satisfies CollectionReference,
        value: {
          ...rest,
          total,
          pages: pages ?? Number.POSITIVE_INFINITY,
          freshness: 'restored',
        } satisfies Listing,
      })),
      content.singles.map(({ kind: kindId, ids, resource: value }) => ({
        reference: { account, kind: kindId, ids } satisfies ResourceReference,
        value,
      })),
    );
  }
}

function toKept(kindId: KindId, item: Resource): Record<string, unknown> {
  return { ...summarize(findKind(kindId), item) };
}

/** What a file says; nothing where it is not there or not of this version: the service knows better. */
function parse(text: string | undefined): Kept | undefined {
  try {
    return text === undefined ? undefined : kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function fileOf(account: string): string {
  return `tree-${account}.json`;
}
