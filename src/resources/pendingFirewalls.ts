import * as z from 'zod/mini';
import type { SharedValues } from './storage/sharedValues';
import { storedId } from './storage/stored';
import { type CollectionReference, toKey, idsOf, type Target } from './reference';
import { type Disposable, Emitter, type Event } from '../base/emitter';

const firewallPrefix = 'firewall/';

const pendingRules = z.object({
  account: z.string(),
  parents: z.tuple([storedId]),
});

/**
 * Servers whose firewall rules were changed by this extension and not deployed since. The service
 * doesn't report this (observed: created and deleted rules have no effect until deployed), so it is
 * remembered across restarts and in all windows.
 */
export class PendingFirewalls implements Disposable {
  readonly #values: SharedValues;
  readonly #changed = new Emitter<CollectionReference>();
  readonly #subscription: Disposable;
  #pending: ReadonlyMap<string, CollectionReference>;

  /** Fires with a server's rules when their deployment becomes or stops being pending. */
  readonly onDidChange: Event<CollectionReference> = this.#changed.event;

  constructor(values: SharedValues) {
    this.#values = values;
    this.#pending = this.#read();
    this.#subscription = values.onDidChange(() => this.#follow());
  }

  isPending(reference: Target): boolean {
    return reference.kind === 'firewallRule' && this.#pending.has(toFirewallKey(reference));
  }

  /** Repeats the mark if there is one, because another window may deploy the rules. */
  async note(reference: Target): Promise<void> {
    const { account, parents } = rulesOf(reference);
    await this.#values.change([{ key: toFirewallKey(reference), value: { account, parents } }]);
  }

  async settle(reference: Target): Promise<void> {
    await this.#values.change([{ key: toFirewallKey(reference), value: undefined }]);
  }

  async removeAccount(account: string): Promise<void> {
    const gone = [...this.#pending].filter(([, each]) => each.account === account);
    await this.#values.change(gone.map(([key]) => ({ key, value: undefined })));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #follow(): void {
    const before = this.#pending;
    this.#pending = this.#read();
    for (const [key, server] of [...before, ...this.#pending]) {
      if (before.has(key) !== this.#pending.has(key)) this.#changed.fire(server);
    }
  }

  #read(): ReadonlyMap<string, CollectionReference> {
    return new Map(
      this.#values.list(firewallPrefix).flatMap(({ key, value }) => {
        const { data } = pendingRules.safeParse(value);
        const reference = data && ({ ...data, kind: 'firewallRule' } as const);
        return reference && toFirewallKey(reference) === key ? [[key, reference] as const] : [];
      }),
    );
  }
}

function toFirewallKey(reference: Target): string {
  return firewallPrefix + toKey(rulesOf(reference));
}

function rulesOf(reference: Target): CollectionReference {
  return {
    account: reference.account,
    kind: 'firewallRule',
    parents: idsOf(reference).slice(0, 1),
  };
}
