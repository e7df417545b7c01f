import {
  type Account,
  type AccountRecord,
  hasSameConnection,
  mayWrite,
  permissionLeft,
} from './account';
import { AccountSession, type Connection, type SessionState } from './accountSession';
import type { AccountStore } from './accountStore';
import type { ApiClient, Exchange } from '../api/client';
import { redact, secretsOf } from '../api/credentials';
import { type Clock, systemClock } from '../api/scheduling/clock';
import { type Disposable, Emitter, type Event } from '../base/emitter';

/** Id of the sandbox in references and URIs; the only account without a service. */
export const sandboxAccountId = 'sandbox';

export interface SandboxAccount {
  readonly isEnabled: boolean;
  readonly onDidChange: Event<void>;
  /** Starts the sandbox unless it is already running. */
  connect(): Promise<Connection>;
}

export interface SessionChange {
  readonly account: string;
  readonly state: SessionState;
}

export class Sessions implements Disposable {
  readonly #store: AccountStore;
  readonly #sandbox: SandboxAccount;
  readonly #sandboxAccount: Account;
  readonly #clock: Clock;
  /** The accounts as last read, for what can't wait. */
  #known: readonly Account[] = [];
  readonly #ends = new Map<string, () => void>();
  readonly #sessions = new Map<string, Promise<AccountSession>>();
  readonly #opened = new Map<
    string,
    { readonly session: AccountSession; readonly record: AccountRecord | undefined }
  >();
  /** Accounts that just changed, until the effect on their sessions is settled. */
  readonly #following = new Map<string, Promise<void>>();
  readonly #connectionChanged = new Emitter<string>();
  readonly #accountsChanged = new Emitter<string>();
  readonly #stateChanged = new Emitter<SessionChange>();
  readonly #exchanged = new Emitter<Exchange & { readonly account: string }>();
  readonly #subscriptions: Disposable[];

  /** Fires with an account's id after it was added, changed or removed in any window. */
  readonly onDidChangeAccounts: Event<string> = this.#accountsChanged.event;
  /** Fires before `onDidChangeAccounts`, when what was read may not be the account's own. */
  readonly onDidChangeConnection: Event<string> = this.#connectionChanged.event;
  readonly onDidChangeState: Event<SessionChange> = this.#stateChanged.event;
  readonly onDidExchange: Event<Exchange & { readonly account: string }> = this.#exchanged.event;

  constructor(
    store: AccountStore,
    sandbox: SandboxAccount,
    sandboxLabel: string,
    clock: Clock = systemClock,
  ) {
    this.#store = store;
    this.#clock = clock;
    this.#sandbox = sandbox;
    this.#sandboxAccount = { ...sandboxTraits, label: sandboxLabel };
    this.#subscriptions = [
      store.onDidChange((id) => this.#following.set(id, this.#follow(id))),
      sandbox.onDidChange(() => {
        this.#drop(sandboxAccountId);
        this.#accountsChanged.fire(sandboxAccountId);
      }),
    ];
  }

  async accounts(): Promise<readonly Account[]> {
    const { accounts } = await this.#store.list();
    for (const account of accounts) this.#expectEnd(account);
    this.#known = this.#sandbox.isEnabled ? [...accounts, this.#sandboxAccount] : accounts;
    return this.#known;
  }

  /** For what is offered; a request is judged by the account as it is stored at the time. */
  isReadOnly(id: string): boolean {
    const account = this.#known.find((each) => each.id === id);
    return account !== undefined && !mayWrite(account, this.#clock.now());
  }

  /** How long each read-only account may still be written to, in milliseconds. */
  permissions(): readonly { readonly account: Account; readonly left: number }[] {
    const now = this.#clock.now();
    return this.#known
      .map((account) => ({ account, left: permissionLeft(account, now) }))
      .filter(({ left }) => left > 0);
  }

  /** What is shown follows the end of a permission; what is sent doesn't wait for this. */
  #expectEnd(account: Account): void {
    const { id } = account;
    this.#ends.get(id)?.();
    this.#ends.delete(id);
    const left = permissionLeft(account, this.#clock.now());
    if (left === 0) return;
    const end = this.#clock.after(left, () => this.#accountsChanged.fire(id));
    this.#ends.set(id, end);
  }

  /** Ids of accounts that exist but couldn't be read. */
  async broken(): Promise<readonly string[]> {
    return (await this.#store.list()).broken;
  }

  async account(id: string): Promise<Account | undefined> {
    return (await this.accounts()).find((account) => account.id === id);
  }

  /** An account's session. @throws UnknownAccountError if there is no such account. */
  async session(id: string): Promise<AccountSession> {
    await this.#following.get(id);
    const known = this.#sessions.get(id);
    if (known) return known;
    const session = this.#open(id);
    this.#sessions.set(id, session);
    session.catch(() => this.#sessions.delete(id));
    return session;
  }

  /** An account's client. @throws UnknownAccountError if there is no such account. */
  async client(id: string): Promise<ApiClient> {
    return (await this.session(id)).client;
  }

  /** A text without the credentials of any account: a script or a log may contain them. */
  async redact(text: string): Promise<string> {
    const { accounts } = await this.#store.list();
    const records = await Promise.all(accounts.map(({ id }) => this.#store.record(id)));
    return redact(
      text,
      records.flatMap((record) => (record ? secretsOf(record.credentials) : [])),
    );
  }

  opened(id: string): AccountSession | undefined {
    return this.#opened.get(id)?.session;
  }

  forgetRefusals(id?: string): void {
    for (const [account, { session }] of this.#opened) {
      if (id === undefined || id === account) session.forgetRefusal();
    }
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const cancel of this.#ends.values()) cancel();
    this.#connectionChanged.dispose();
    this.#accountsChanged.dispose();
    this.#stateChanged.dispose();
    this.#exchanged.dispose();
  }

  /** A new label or environment keeps the session, so that a refused token isn't retried. */
  async #follow(id: string): Promise<void> {
    const record = await this.#store.record(id);
    const opened = this.#opened.get(id);
    if (!record || !opened?.record || !hasSameConnection(record, opened.record)) this.#drop(id);
    else {
      // Saved again unchanged: the person signed in again and the credentials were accepted.
      if (JSON.stringify(record) === JSON.stringify(opened.record)) opened.session.forgetRefusal();
      this.#opened.set(id, { ...opened, record });
    }
    await this.accounts().catch(() => undefined);
    this.#accountsChanged.fire(id);
  }

  #drop(id: string): void {
    this.#sessions.delete(id);
    this.#opened.delete(id);
    this.#connectionChanged.fire(id);
  }

  async #open(id: string): Promise<AccountSession> {
    const record = id === sandboxAccountId ? undefined : await this.#store.record(id);
    if (id !== sandboxAccountId && !record) throw new UnknownAccountError(id);
    const session = new AccountSession(
      record ? this.#toService(record) : await this.#connectSandbox(),
    );
    session.onDidChangeState((state) => this.#stateChanged.fire({ account: id, state }));
    session.client.onDidExchange((exchange) => this.#exchanged.fire({ ...exchange, account: id }));
    this.#opened.set(id, { session, record });
    return session;
  }

  async #connectSandbox(): Promise<Connection> {
    if (!this.#sandbox.isEnabled) throw new UnknownAccountError(sandboxAccountId);
    return this.#sandbox.connect();
  }

  #toService(record: AccountRecord): Connection {
    const { id, baseUrl, pathWords } = record;
    return {
      baseUrl,
      pathWords,
      mayWrite: async () => {
        const current = await this.#store.record(id);
        return current !== undefined && mayWrite(current, this.#clock.now());
      },
      credentials: async () => {
        const current = await this.#store.record(id);
        // Anyone still holding this client must not send the token of another address to this one.
        if (!current || !hasSameConnection(current, record)) throw new UnknownAccountError(id);
        return current.credentials;
      },
    };
  }
}

export class UnknownAccountError extends Error {
  override readonly name = 'UnknownAccountError';
  readonly account: string;

  constructor(account: string) {
    super(`There is no account "${account}"; it may have been removed`);
    this.account = account;
  }
}

const sandboxTraits = {
  id: sandboxAccountId,
  baseUrl: 'http://127.0.0.1',
  environment: 'development',
  authentication: 'token',
  pathWords: { cache: 'platformcache', hub: 'platformhub' },
  isSandbox: true,
} as const;
