import { accountRecord, type Account, type AccountRecord, toAccount } from './account';
import { type Disposable, Emitter, type Event } from '../../shared/emitter';

/** Storage for secrets, as the editor offers it. */
export interface SecretStore {
  keys(): PromiseLike<string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

/** All accounts that could be read, and the keys of entries that could not. */
export interface AccountListing {
  readonly accounts: readonly Account[];
  readonly brokenKeys: readonly string[];
}

const prefix = 'account.';

/**
 * The accounts, one entry of secret storage each: that storage alone tells every window at once.
 */
export class AccountStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;

  /** An account's id, when it was added, changed or removed in any window. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (key.startsWith(prefix)) this.#changed.fire(key.slice(prefix.length));
    });
  }

  /** Lists the accounts in the order they were added. A broken entry is set aside, never deleted. */
  async list(): Promise<AccountListing> {
    const keys = (await this.#secrets.keys()).filter((key) => key.startsWith(prefix));
    const entries = await Promise.all(
      keys.map(async (key) => ({ key, record: await this.#read(key) })),
    );
    const records = entries.flatMap(({ record }) => (record ? [record] : []));
    return {
      accounts: records.toSorted((a, b) => a.addedAt - b.addedAt).map(toAccount),
      brokenKeys: entries.filter(({ record }) => !record).map(({ key }) => key),
    };
  }

  /** An account with its credentials, for the client alone. */
  record(id: string): Promise<AccountRecord | undefined> {
    return this.#read(prefix + id);
  }

  /** Adds an account or replaces it. */
  async save(record: AccountRecord): Promise<void> {
    await this.#secrets.store(prefix + record.id, JSON.stringify(accountRecord.parse(record)));
  }

  /** Removes an account and its credentials. */
  async remove(id: string): Promise<void> {
    await this.#secrets.delete(prefix + id);
  }

  /** Removes an entry that could not be read. */
  async removeBroken(key: string): Promise<void> {
    await this.#secrets.delete(key);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  async #read(key: string): Promise<AccountRecord | undefined> {
    const text = await this.#secrets.get(key);
    try {
      return accountRecord.safeParse(JSON.parse(text ?? '')).data;
    } catch {
      return undefined;
    }
  }
}
