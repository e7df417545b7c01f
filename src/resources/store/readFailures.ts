import {
  type CollectionReference,
  collectionOf,
  type ResourceReference,
  toKey,
} from '../reference';
import { findKind } from '../kinds/kinds';
import { ApiError } from '../../api/errors';

/** Why collections and resources couldn't be read last time, and what a service doesn't offer. */
export class ReadFailures {
  readonly #failures = new Map<string, Failure<unknown>>();
  /** Kinds that a service doesn't offer at all, and individual lists that it doesn't offer. */
  readonly #refusals = new Map<string, Failure<ApiError>>();
  /** The same, but known for longer: until the list can be read or the credentials change. */
  readonly #unlisted = new Set<string>();
  /** Kinds of which the service could read a resource individually. */
  readonly #readable = new Set<string>();

  of(reference: CollectionReference | ResourceReference): unknown {
    return this.#failures.get(toKey(reference))?.error;
  }

  /** The error that showed that the service doesn't offer a collection, or anything of its kind. */
  refusalOf(collection: CollectionReference): ApiError | undefined {
    const refusal = this.#refusals.get(toKindKey(collection));
    return (refusal ?? this.#refusals.get(toKey(collection)))?.error;
  }

  note(reference: CollectionReference | ResourceReference, error: unknown): void {
    this.#failures.set(toKey(reference), { reference, error });
  }

  /** Records why a resource couldn't be read; if it may just be missing, its kind isn't offered. */
  noteUnread(reference: ResourceReference, error: unknown): void {
    this.note(reference, error);
    if (!findKind(reference.kind).operations.mayBeMissing || !isNotOffered(error)) return;
    this.#refusals.set(toKindKey(reference), { reference, error });
  }

  noteRefusal(collection: CollectionReference, error: unknown): void {
    if (!isNotOffered(error)) return;
    // A 404 may be about the parent; these mean that the service doesn't have the operation at all.
    const key = [405, 501].includes(error.status ?? 0) ? toKindKey(collection) : toKey(collection);
    this.#refusals.set(key, { reference: collection, error });
    this.#unlisted.add(toKey(collection));
  }

  noteListed(collection: CollectionReference): void {
    this.forget(collection);
    this.#unlisted.delete(toKey(collection));
  }

  /** True if the service refused to list a collection when it was last asked. */
  isUnlisted(collection: CollectionReference): boolean {
    return this.#unlisted.has(toKey(collection)) || this.refusalOf(collection) !== undefined;
  }

  noteRead(reference: ResourceReference): void {
    this.forget(reference);
    if (findKind(reference.kind).operations.mayBeMissing) {
      this.#refusals.delete(toKindKey(reference));
    }
    this.#readable.add(toKindKey(reference));
  }

  /** True if the resource is gone, rather than the service unable to read any of its kind. */
  isGone(reference: ResourceReference, error: unknown): boolean {
    if (!(error instanceof ApiError) || error.status !== 404) return false;
    return error.reason === 'notFound' || this.#readable.has(toKindKey(reference));
  }

  forget(reference: CollectionReference | ResourceReference): void {
    this.#failures.delete(toKey(reference));
    this.#refusals.delete(toKey(reference));
  }

  forgetWhere(matches: (collection: CollectionReference) => boolean): void {
    for (const map of [this.#failures, this.#refusals] as const) {
      for (const [key, { reference }] of map) {
        if (matches('ids' in reference ? collectionOf(reference) : reference)) map.delete(key);
      }
    }
  }

  forgetAccount(account: string): void {
    this.forgetWhere((collection) => collection.account === account);
    for (const key of this.#unlisted) if (key.startsWith(`${account}/`)) this.#unlisted.delete(key);
  }
}

interface Failure<Kind> {
  readonly reference: CollectionReference | ResourceReference;
  readonly error: Kind;
}

function toKindKey({ account, kind }: CollectionReference | ResourceReference): string {
  return `${account}/${kind}`;
}

/** True if a list isn't offered, so that asking again is pointless. */
function isNotOffered(error: unknown): error is ApiError {
  return error instanceof ApiError && error.reason === 'unsupported';
}
