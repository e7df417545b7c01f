import type { Resource } from '../kinds/kind';
import { append, type Listing, renewFirstPage } from './listing';
import type { CollectionReference } from '../reference';
import type { ResourceClient } from '../resourceClient';
import type { CallOptions } from '../../api/client';
import type { Page } from '../../api/page';

/** Reads a collection from the first page on, as far as it was known. @throws ApiError. */
export async function readAsFarAs(
  client: Pick<ResourceClient, 'page'>,
  collection: CollectionReference,
  known: Listing | undefined,
  options: CallOptions,
): Promise<Listing> {
  const first = await client.page(collection, 1, options);
  if (known?.freshness === 'restored') return renewFirstPage(known, first);
  let listing = append(undefined, first);
  // The pages already shown only have to be verified, which no one waits for.
  const rest = { ...options, priority: 'background' } as const;
  while (!listing.isComplete && listing.pages < (known?.pages ?? 1)) {
    // Each page shows whether there is a next one.
    // oxlint-disable-next-line no-await-in-loop
    const next = await readNext(client, collection, listing, rest);
    listing = next.reduce(append, listing);
  }
  return listing;
}

/**
 * Reads the page after the known ones. If the service counts fewer items than before, some have
 * moved to pages that were already read, so as many of these are reread.
 * @throws ApiError.
 */
export async function readNext(
  client: Pick<ResourceClient, 'page'>,
  collection: CollectionReference,
  known: Listing,
  options: CallOptions,
): Promise<readonly Page<Resource>[]> {
  const next = await client.page(collection, known.pages + 1, options);
  const fewer = Math.max(0, (known.total ?? 0) - (next.total ?? known.total ?? 0));
  const again = Math.min(known.pages, Math.ceil(fewer / next.perPage));
  const pages = await Promise.all(
    Array.from({ length: again }, (_, index) =>
      client.page(collection, known.pages - again + 1 + index, options),
    ),
  );
  return [...pages, next];
}
