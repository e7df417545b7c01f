import * as z from 'zod';
import type { KindId, Resource, ResourceId } from './kinds/kind';
import { findKind, isKindId } from './kinds/kinds';
import type { KeyValues } from './memory/keyValues';
import { summarize } from './memory/summary';
import { type CollectionReference, type ResourceReference, collectionOf, toKey } from './reference';
import { type Disposable, Emitter, type Event } from '../shared/emitter';

/** A resource that stands on top of its collection, whatever page it is on. */
export interface Favourite {
  readonly reference: ResourceReference;
  /** What was last known of it, without secrets. */
  readonly resource: Resource;
}

const key = 'favourites';

const kept = z.array(
  z.object({
    reference: z.object({
      account: z.string(),
      kind: z.custom<KindId>(isKindId),
      ids: z.array(z.union([z.number(), z.string()])),
    }),
    resource: z.record(z.string(), z.unknown()),
  }),
);

/** The resources that a person pinned or opened by id, kept between sessions. */
export class Favourites implements Disposable {
  readonly #values: KeyValues;
  readonly #changed = new Emitter<CollectionReference>();
  readonly onDidChange: Event<CollectionReference> = this.#changed.event;
  #all: readonly Favourite[];

  constructor(values: KeyValues) {
    this.#values = values;
    this.#all = kept.catch([]).parse(values.get(key));
  }

  /** All of them, in the order in which they were pinned. */
  get all(): readonly Favourite[] {
    return this.#all;
  }

  /** The ones of a collection. */
  of(collection: CollectionReference): readonly Favourite[] {
    const collectionKey = toKey(collection);
    return this.#all.filter(({ reference }) => toKey(collectionOf(reference)) === collectionKey);
  }

  /** The favourite of this reference, if it is one. */
  find(reference: ResourceReference): Favourite | undefined {
    const wanted = toKey(reference);
    return this.#all.find((each) => toKey(each.reference) === wanted);
  }

  /** Pins a resource. */
  async add(reference: ResourceReference, resource: Resource): Promise<void> {
    const id: ResourceId | undefined = reference.ids.at(-1);
    const summary = {
      ...summarize(findKind(reference.kind), resource),
      ...(id === undefined ? {} : { id }),
    };
    const { account, kind, ids } = reference;
    const added = { reference: { account, kind, ids }, resource: summary };
    await this.#replace([...this.#without(reference), added], reference);
  }

  /** Unpins a resource. */
  async remove(reference: ResourceReference): Promise<void> {
    await this.#replace(this.#without(reference), reference);
  }

  /** Unpins everything of an account. */
  async removeAccount(account: string): Promise<void> {
    const others = this.#all.filter(({ reference }) => reference.account !== account);
    if (others.length === this.#all.length) return;
    this.#all = others;
    await this.#values.update(key, others);
  }

  /** Unpins everything, and keeps not even that. */
  async clear(): Promise<void> {
    this.#all = [];
    await this.#values.update(key, undefined);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #without(reference: ResourceReference): readonly Favourite[] {
    const unwanted = toKey(reference);
    return this.#all.filter((each) => toKey(each.reference) !== unwanted);
  }

  async #replace(all: readonly Favourite[], changed: ResourceReference): Promise<void> {
    this.#all = all;
    this.#changed.fire(collectionOf(changed));
    await this.#values.update(key, all);
  }
}
