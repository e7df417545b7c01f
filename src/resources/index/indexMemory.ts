import * as z from 'zod';
import type { ResourceIndex } from './resourceIndex';
import type { KindId } from '../kinds/kind';
import { isKindId } from '../kinds/kinds';
import type { Folder } from '../memory/folder';

const id = z.union([z.number(), z.string()]);
const kept = z.object({
  version: z.literal(1),
  collections: z.array(
    z.object({
      kind: z.custom<KindId>(isKindId),
      parents: z.array(id),
      readAt: z.number(),
      /** Id, label and detail. */
      entries: z.array(z.tuple([id, z.string(), z.string()])),
    }),
  ),
});
type Kept = z.infer<typeof kept>;

/** Keeps the index between sessions, a file for each account. */
export class IndexMemory {
  readonly #index: ResourceIndex;
  readonly #folder: Folder;

  constructor(index: ResourceIndex, folder: Folder) {
    this.#index = index;
    this.#folder = folder;
  }

  /** Puts back what was kept of an account. */
  async restore(account: string): Promise<void> {
    const content = parse(await this.#folder.read(fileOf(account)).catch(() => undefined));
    for (const { kind, parents, readAt, entries } of content?.collections ?? []) {
      const collection = { account, kind, parents };
      this.#index.put({
        collection,
        readAt,
        entries: entries.map(([entryId, label, detail]) => ({ id: entryId, label, detail })),
      });
    }
  }

  /** Writes what is known of an account. */
  async keep(account: string): Promise<void> {
    const content: Kept = {
      version: 1,
      collections: this.#index.of(account).map(({ collection, readAt, entries }) => ({
        kind: collection.kind,
        parents: [...collection.parents],
        readAt,
        entries: entries.map(({ id: entryId, label, detail }) => [entryId, label, detail]),
      })),
    };
    await this.#folder.write(fileOf(account), JSON.stringify(content));
  }

  /** Forgets what was kept of an account. */
  async forget(account: string): Promise<void> {
    await this.#folder.remove(fileOf(account));
  }
}

function parse(text: string | undefined): Kept | undefined {
  try {
    return text === undefined ? undefined : kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function fileOf(account: string): string {
  return `index-${account}.json`;
}
