import {
  accountRecord,
  type Account,
  type AccountRecord,
  isSameService,
  toAccount,
  toAccountId,
  withEdit,
} from './account';
import { type Disposable, Emitter, type Event } from '../base/emitter';

export interface SecretStore {
  keys(): PromiseLike<string[]>;
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
  delete(key: string): PromiseLike<void>;
  readonly onDidChange: Event<{ readonly key: string }>;
}

interface AccountListing {
  readonly accounts: readonly Account[];
  readonly broken: readonly string[];
}

const accountPrefix = 'account.';

/** The accounts, one secret storage entry each: no other storage notifies all windows at once. */
export class AccountStore implements Disposable {
  readonly #secrets: SecretStore;
  readonly #changed = new Emitter<string>();
  readonly #subscription: Disposable;
  /** The accounts without credentials, cached until the storage reports a change. */
  #listing: Promise<AccountListing> | undefined;

  /** Fires with an account's id after it was added, changed or removed in any window. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(secrets: SecretStore) {
    this.#secrets = secrets;
    this.#subscription = secrets.onDidChange(({ key }) => {
      if (!key.startsWith(accountPrefix)) return;
      this.#listing = undefined;
      this.#changed.fire(key.slice(accountPrefix.length));
    });
  }

  /** Lists the accounts in the order they were added; broken entries are kept, apart. */
  list(): Promise<AccountListing> {
    const listing = (this.#listing ??= this.#list());
    // An entry that can't be read now may be readable later.
    const forget = (): void => {
      if (this.#listing === listing) this.#listing = undefined;
    };
    listing.then(({ broken }) => (broken.length > 0 ? forget() : undefined), forget);
    return listing;
  }

  async #list(): Promise<AccountListing> {
    const keys = (await this.#secrets.keys()).filter((key) => key.startsWith(accountPrefix));
    const ids = keys.map((key) => key.slice(accountPrefix.length));
    const entries = await Promise.all(ids.map(async (id) => ({ id, ...(await this.#read(id)) })));
    const records = entries.flatMap(({ record }) => (record ? [record] : []));
    return {
      accounts: records.toSorted((a, b) => a.addedAt - b.addedAt).map(toAccount),
      broken: entries.filter(({ isBroken }) => isBroken).map(({ id }) => id),
    };
  }

  /** An account with its credentials, for the client only. */
  async record(id: string): Promise<AccountRecord | undefined> {
    return (await this.#read(id)).record;
  }

  async save(record: AccountRecord): Promise<void> {
    await this.#secrets.store(
      accountPrefix + record.id,
      JSON.stringify(accountRecord.parse(record)),
    );
    this.#listing = undefined;
  }

  /**
   * Applies a person's edit to an account that they saw as `before`; another window may have
   * changed it since. Another address means another service, or another tenant of it, which must not
   * receive anything kept for this account, above all unsaved changes, so the account gets a new id. Undefined if the
   * account is gone.
   */
  async edit(before: AccountRecord, after: AccountRecord): Promise<AccountRecord | undefined> {
    const latest = await this.record(before.id);
    // What was typed for one service, above all credentials, must not reach another.
    if (!latest || !isSameService(latest.baseUrl, before.baseUrl)) return undefined;
    const edited = withEdit(latest, { before, after });
    const isMoved = !isSameService(edited.baseUrl, latest.baseUrl);
    const kept = isMoved ? { ...edited, id: toAccountId(edited.label) } : edited;
    await this.save(kept);
    if (isMoved) await this.remove(latest.id);
    return kept;
  }

  async remove(id: string): Promise<void> {
    await this.#secrets.delete(accountPrefix + id);
    this.#listing = undefined;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** A missing entry is not broken: another window may have just removed it. */
  async #read(id: string): Promise<{ record?: AccountRecord; isBroken: boolean }> {
    try {
      const text = await this.#secrets.get(accountPrefix + id);
      if (text === undefined) return { isBroken: false };
      const record = accountRecord.parse(JSON.parse(text));
      // An entry copied to another key would let one account's token be used as another's.
      return record.id === id ? { record, isBroken: false } : { isBroken: true };
    } catch {
      // The error may quote the entry, including the token.
      return { isBroken: true };
    }
  }
}
