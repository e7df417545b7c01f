import { type CollectionReference, type ResourceReference, toKey } from './reference';
import { type Disposable, Emitter, type Event } from '../shared/emitter';

/** Storage for a few plain values, as the editor offers it. */
export interface KeyValueStore {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const storageKey = 'firewalls.notDeployed';

/**
 * Servers whose firewall rules were changed from here and not deployed since. The service does not
 * tell (observed: created and deleted rules change nothing until they are deployed), so it is noted,
 * across restarts.
 */
export class PendingFirewalls implements Disposable {
  readonly #storage: KeyValueStore;
  readonly #changed = new Emitter<CollectionReference>();

  /** The rules of a server, when they began or ceased to wait for their deployment. */
  readonly onDidChange: Event<CollectionReference> = this.#changed.event;

  constructor(storage: KeyValueStore) {
    this.#storage = storage;
  }

  /** Whether a server's rules wait for their deployment. */
  isPending(reference: ResourceReference | CollectionReference): boolean {
    return reference.kind === 'firewallRule' && this.#keys().includes(toKey(rulesOf(reference)));
  }

  /** Notes that a server's rules were changed. */
  async note(reference: ResourceReference | CollectionReference): Promise<void> {
    const rules = rulesOf(reference);
    if (this.isPending(rules)) return;
    await this.#storage.update(storageKey, [...this.#keys(), toKey(rules)]);
    this.#changed.fire(rules);
  }

  /** Notes that a server's rules were deployed. */
  async settle(reference: ResourceReference | CollectionReference): Promise<void> {
    const rules = rulesOf(reference);
    const key = toKey(rules);
    await this.#storage.update(
      storageKey,
      this.#keys().filter((each) => each !== key),
    );
    this.#changed.fire(rules);
  }

  dispose(): void {
    this.#changed.dispose();
  }

  #keys(): string[] {
    const stored = this.#storage.get(storageKey);
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  }
}

/** All rules of the server that a rule, a collection or the server itself belongs to. */
export function rulesOf(reference: ResourceReference | CollectionReference): CollectionReference {
  const ids = 'ids' in reference ? reference.ids : reference.parents;
  return { account: reference.account, kind: 'firewallRule', parents: ids.slice(0, 1) };
}
