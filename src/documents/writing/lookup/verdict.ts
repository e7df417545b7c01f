import type { CallOptions } from '../../../api/client';
import type { Resource } from '../../../resources/kinds/kind';
import type { CollectionReference, ResourceReference } from '../../../resources/reference';

export interface Reader {
  /** @throws ApiError, UnknownAccountError. */
  read(reference: ResourceReference, options?: CallOptions): Promise<Resource>;
  /** Undefined if it can't be read completely. @throws ApiError, UnknownAccountError. */
  list(
    collection: CollectionReference,
    options?: CallOptions,
  ): Promise<readonly Resource[] | undefined>;
}

/** Longest time to check the result, in milliseconds: the person is waiting. */
const maxLookupMs = 15_000;

/** Ends a check that takes too long; cancelling the write doesn't cancel the check. */
export function verifyOptions(): CallOptions {
  return { signal: AbortSignal.timeout(maxLookupMs) };
}
