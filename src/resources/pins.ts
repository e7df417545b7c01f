import * as z from 'zod/mini';
import type { Resource, ResourceId } from './kinds/kind';
import { findKind } from './kinds/kinds';
import type { SharedValues } from './storage/sharedValues';
import { storedReference } from './storage/stored';
import { summarize } from './storage/summary';
import { type CollectionReference, type ResourceReference, collectionOf, toKey } from './reference';
import { Emitter, type Event } from '../base/emitter';

export interface Pin {
  readonly reference: ResourceReference;
  /** Its last known state, without secrets. */
  readonly resource: Resource;
}

const pinPrefix = 'pin/';

const pin = z.object({
  reference: storedReference,
  resource: z.record(z.string(), z.unknown()),
});

/** Resources that a person pinned or opened by id; persisted and shared by all windows. */
export class Pins {
  readonly #values: SharedValues;
  readonly #changed = new Emitter<CollectionReference>();
  readonly onDidChange: Event<CollectionReference> = this.#changed.event;
  #byKey: ReadonlyMap<string, Pin>;

  constructor(values: SharedValues) {
    this.#values = values;
    this.#byKey = this.#read();
    values.onDidChange((keys) => this.#follow(keys));
  }

  get all(): readonly Pin[] {
    return [...this.#byKey.values()];
  }

  of(collection: CollectionReference): readonly Pin[] {
    const collectionKey = toKey(collection);
    return this.all.filter(({ reference }) => toKey(collectionOf(reference)) === collectionKey);
  }

  find(reference: ResourceReference): Pin | undefined {
    return this.#byKey.get(pinPrefix + toKey(reference));
  }

  async add(reference: ResourceReference, resource: Resource): Promise<void> {
    const id: ResourceId | undefined = reference.ids.at(-1);
    const summary = {
      ...summarize(findKind(reference.kind), resource),
      ...(id === undefined ? {} : { id }),
    };
    const { account, kind, ids } = reference;
    const value = { reference: { account, kind, ids }, resource: summary };
    await this.#values.change([{ key: pinPrefix + toKey(reference), value }]);
  }

  async remove(reference: ResourceReference): Promise<void> {
    await this.#values.change([{ key: pinPrefix + toKey(reference), value: undefined }]);
  }

  #follow(keys: ReadonlySet<string>): void {
    const before = this.#byKey;
    this.#byKey = this.#read();
    const collections = new Map<string, CollectionReference>();
    for (const [key, { reference }] of new Map([...before, ...this.#byKey])) {
      // Values from other windows may arrive before their change event.
      if (!keys.has(key) && before.has(key) === this.#byKey.has(key)) continue;
      const collection = collectionOf(reference);
      collections.set(toKey(collection), collection);
    }
    for (const collection of collections.values()) this.#changed.fire(collection);
  }

  #read(): ReadonlyMap<string, Pin> {
    const stored = this.#values.listOf(pinPrefix, pin);
    const own = stored.filter(({ key, value }) => key === pinPrefix + toKey(value.reference));
    return new Map(own.map(({ key, value }) => [key, value]));
  }
}
