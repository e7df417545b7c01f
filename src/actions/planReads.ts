import type { QuestionReads } from './questions/questionReads';
import type { Resource } from '../resources/kinds/kind';
import { type ResourceReference, toKey } from '../resources/reference';
import type { ResourceClient } from '../resources/resourceClient';

/** Reads resources. */
type ResourceReader = Pick<ResourceClient, 'read'>;

/**
 * Reads for one plan, each resource only once: the request and the state kept for a revert come from
 * the same read. A request is never built from what a question read, which may have changed since.
 */
export class PlanReads implements ResourceReader {
  readonly #client: ResourceReader;
  readonly #asked: Pick<QuestionReads, 'recent'> | undefined;
  readonly #reads = new Map<string, Promise<Resource>>();

  /** @param asked what was read for the questions, if it may stand for the state before. */
  constructor(client: ResourceReader, asked: Pick<QuestionReads, 'recent'> | undefined) {
    this.#client = client;
    this.#asked = asked;
  }

  /** Reads the current state, for a request. @throws ApiError, UnknownAccountError. */
  read(...[reference, options]: Parameters<ResourceReader['read']>): Promise<Resource> {
    const key = toKey(reference);
    const reading = this.#reads.get(key) ?? this.#client.read(reference, options);
    this.#reads.set(key, reading);
    return reading;
  }

  /** Reads the state before a write, unless a question just did. @throws ApiError, UnknownAccountError. */
  async readBefore(reference: ResourceReference, signal: AbortSignal): Promise<Resource> {
    const recent = this.#reads.has(toKey(reference)) ? undefined : this.#asked?.recent(reference);
    return recent ?? this.read(reference, { signal });
  }
}
