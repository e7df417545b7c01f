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

/** All accounts that could be read, and the ids of those whose entries could not. */
export interface AccountListing {
  readonly accounts: readonly Account[];
  readonly broken: readonly string[];
}

const prefix = 'account.';

/**
 * The accounts, one entry of secret storage each: that storage alone tells every window at once.
 */
export class AccountStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  /** The accounts, without their credentials, until the storage tells of a change. */
  #listing: Promise<AccountListing> | undefined;

  /** An account's id, when it was added, changed or removed in any window. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (!key.startsWith(prefix)) return;
      this.#listing = undefined;
      this.#changed.fire(key.slice(prefix.length));
    });
  }

  /** Lists the accounts in the order they were added. A broken entry is set aside, never deleted. */
  list(): Promise<AccountListing> {
    const listing = (this.#listing ??= this.#list());
    // What could not be read now may be read later.
    const forget = (): void => {
      if (this.#listing === listing) this.#listing = undefined;
    };
    listing.then(({ broken }) => (broken.length > 0 ? forget() : undefined), forget);
    return listing;
  }

  async #list(): Promise<AccountListing> {
    const keys = (await this.#secrets.keys()).filter((key) => key.startsWith(prefix));
    const ids = keys.map((key) => key.slice(prefix.length));
    const entries = await Promise.all(ids.map(async (id) => ({ id, ...(await this.#read(id)) })));
    const records = entries.flatMap(({ record }) => (record ? [record] : []));
    return {
      accounts: records.toSorted((a, b) => a.addedAt - b.addedAt).map(toAccount),
      broken: entries.filter(({ isBroken }) => isBroken).map(({ id }) => id),
    };
  }

  /** An account with its credentials, for the client alone. */
  async record(id: string): Promise<AccountRecord | undefined> {
    return (await this.#read(id)).record;
  }

  /** Adds an account or replaces it. */
  async save(record: AccountRecord): Promise<void> {
    await this.#secrets.store(prefix + record.id, JSON.stringify(accountRecord.parse(record)));
    this.#listing = undefined;
  }

  /** Removes an account and its credentials, whether it can be read or not. */
  async remove(id: string): Promise<void> {
    await this.#secrets.delete(prefix + id);
    this.#listing = undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  /** An entry that is gone is not broken: another window may have removed it just now. */
  async #read(id: string): Promise<{ record?: AccountRecord; isBroken: boolean }> {
    try {
      const text = await this.#secrets.get(prefix + id);
      if (text === undefined) return { isBroken: false };
      const record = accountRecord.parse(JSON.parse(text));
      // Who put it under another name would have one account's token used as another's.
      return record.id === id ? { record, isBroken: false } : { isBroken: true };
    } catch {
      // What failed may quote the entry, and with it the token.
      return { isBroken: true };
    }
  }
}
