import * as z from 'zod/mini';
import { hasFacts } from './entryFacts';
import type { IndexedCollection, ResourceIndex } from './resourceIndex';
import { isKindId, type KindId } from '../kinds/kinds';
import type { Folder } from '../storage/folder';
import { readStoredFile, storedId } from '../storage/readStored';
import { inPieces } from '../../base/pieces';

const storedIndex = z.object({
  version: z.literal(1),
  collections: z.array(
    z.object({
      kind: z.custom<KindId>(isKindId),
      parents: z.array(storedId),
      readAt: z.number(),
      /** Id, label, detail, and when it was last seen. */
      entries: z.array(z.tuple([storedId, z.string(), z.string()], z.number())),
      /** Further facts, one per entry; earlier versions stored none. */
      facts: z.optional(
        z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
      ),
    }),
  ),
});
type StoredCollection = z.infer<typeof storedIndex>['collections'][number];

export class IndexStorage {
  readonly #index: ResourceIndex;
  readonly #folder: Folder;
  #last: Promise<void> = Promise.resolve();
  readonly #note: (what: string) => void;

  /** @param note called with the name of a file that couldn't be read. */
  constructor(
    index: ResourceIndex,
    folder: Folder,
    note: (what: string) => void = () => undefined,
  ) {
    this.#note = note;
    this.#index = index;
    this.#folder = folder;
  }

  async restore(account: string): Promise<void> {
    const content = await readStoredFile(storedIndex, this.#folder, indexFile(account), this.#note);
    for (const { kind, parents, readAt, entries, facts } of content?.collections ?? []) {
      const collection = { account, kind, parents };
      // Data stored by an earlier version only has names.
      const isWhole = !hasFacts(kind) || facts !== undefined || entries.length === 0;
      this.#index.put({
        collection,
        readAt: isWhole ? readAt : 0,
        entries: entries.map(([entryId, label, detail, seenAt = readAt], index) => ({
          id: entryId,
          label,
          detail,
          seenAt,
          ...(facts?.[index] ? { facts: facts[index] } : {}),
        })),
      });
    }
  }

  /** Stores what is known of an account, a piece at a time so that nothing else waits for long. */
  keep(account: string): Promise<void> {
    return this.#afterLast(() => this.#write(account));
  }

  forget(account: string): Promise<void> {
    return this.#afterLast(() => this.#folder.remove(indexFile(account)));
  }

  /** Changes files one at a time, so that the last change counts. */
  #afterLast(change: () => Promise<void>): Promise<void> {
    const changed = this.#last.then(change);
    this.#last = changed.catch(() => undefined);
    return changed;
  }

  async #write(account: string): Promise<void> {
    const known = this.#index.of(account);
    const collections = await inPieces(toTexts(known));
    await this.#folder.write(
      indexFile(account),
      `{"version":1,"collections":[${collections.join(',')}]}`,
    );
  }
}

function toStored({ collection, readAt, entries }: IndexedCollection): StoredCollection {
  return {
    kind: collection.kind,
    parents: [...collection.parents],
    readAt,
    entries: entries.map(({ id, label, detail, seenAt = 0 }) => [id, label, detail, seenAt]),
    // Known of all entries or of none.
    ...(entries.length > 0 && entries.every(({ facts }) => facts)
      ? { facts: entries.map(({ facts }) => ({ ...facts })) }
      : {}),
  };
}

function* toTexts(known: readonly IndexedCollection[]): Generator<unknown, readonly string[]> {
  const texts: string[] = [];
  for (const each of known) yield texts.push(JSON.stringify(toStored(each)));
  return texts;
}

function indexFile(account: string): string {
  return `index-${account}.json`;
}
