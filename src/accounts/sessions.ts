import {
  type Account,
  type AccountRecord,
  hasSameConnection,
  mayWrite,
  permissionLeft,
} from './account';
import type { AccountStore } from './accountStore';
import { ApiClient, type Exchange } from '../api/client';
import { redact, secretsOf, type Credentials } from '../api/credentials';
import type { AccountExchange } from './recentExchanges';
import { type Clock, systemClock } from '../api/scheduling/clock';
import { type Disposable, Emitter, type Event } from '../base/emitter';
import type { ApiVersion } from '../api/contract/endpoint';
import { ping } from '../api/contract/ping';
import { ApiError, type Operation } from '../api/errors';
import { type PathWords, referencePathWords } from '../api/request';

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
  readonly #exchanged = new Emitter<AccountExchange>();
  readonly #subscriptions: Disposable[];

  /** Fires with an account's id after it was added, changed or removed in any window. */
  readonly onDidChangeAccounts: Event<string> = this.#accountsChanged.event;
  /** Fires before `onDidChangeAccounts`, when what was read may not be the account's own. */
  readonly onDidChangeConnection: Event<string> = this.#connectionChanged.event;
  readonly onDidChangeState: Event<SessionChange> = this.#stateChanged.event;
  readonly onDidExchange: Event<AccountExchange> = this.#exchanged.event;

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
    const isSandbox = id === sandboxAccountId;
    const record = isSandbox ? undefined : await this.#store.record(id);
    if (isSandbox ? !this.#sandbox.isEnabled : !record) throw new UnknownAccountError(id);
    const connection = record ? this.#toService(record) : await this.#sandbox.connect();
    const session = new AccountSession(connection);
    session.onDidChangeState((state) => this.#stateChanged.fire({ account: id, state }));
    session.client.onDidExchange((exchange) => this.#exchanged.fire({ ...exchange, account: id }));
    this.#opened.set(id, { session, record });
    return session;
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
  pathWords: referencePathWords,
  isSandbox: true,
} as const;

export type SessionState = 'unknown' | 'signedIn' | 'needsSignIn' | 'offline' | 'rateLimited';

export interface Connection {
  readonly baseUrl: string;
  readonly pathWords: PathWords;
  readonly credentials: () => Promise<Credentials>;
  readonly mayWrite?: () => Promise<boolean>;
  readonly fetch?: typeof globalThis.fetch;
  readonly indexingShare?: number;
}

/**
 * The client and state of one account. Each API version judges the credentials on its own, by its
 * ping: a 401 of another operation may be about that operation alone, so ping is asked. After a 401
 * of ping nothing more is sent to that version until `forgetRefusal`, because a dead token must not
 * be retried (API §5 rule 5). The other version continues.
 */
export class AccountSession {
  readonly client: ApiClient;
  readonly #changed = new Emitter<SessionState>();
  readonly onDidChangeState: Event<SessionState> = this.#changed.event;
  readonly #refused = new Set<ApiVersion>();
  /** Versions that accepted the credentials, with no refusal by any version since. */
  readonly #accepted = new Set<ApiVersion>();
  /** Operations with a 401 for which ping was or is being asked. */
  readonly #doubted = new Set<string>();
  /** Answers to ping that decide whether a version is sent anything else. */
  readonly #asked = new Map<ApiVersion, Promise<unknown>>();
  #state: SessionState = 'unknown';

  constructor({ baseUrl, pathWords, ...connection }: Connection) {
    this.client = new ApiClient({
      ...connection,
      target: { baseUrl, pathWords },
      credentials: async (version, path) => {
        if (version && path !== pingPath(version)) await this.#asked.get(version);
        if (version && this.#refused.has(version)) throw refused();
        return connection.credentials();
      },
    });
    this.client.onDidExchange((exchange) => this.#judge(exchange));
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Why no version is known to accept the credentials; undefined if one does. */
  get refusal(): ApiError | undefined {
    return this.#state === 'needsSignIn' ? refused() : undefined;
  }

  /** Allows requests again after the person retried or entered new credentials. */
  forgetRefusal(): void {
    this.#refused.clear();
    this.#doubted.clear();
    if (this.#state === 'needsSignIn') this.#enter('unknown');
  }

  #judge({ operation, version, outcome }: Exchange): void {
    if (this.#refused.has(version)) return;
    if (outcome === 401) {
      if (operation.path === pingPath(version)) this.#refuse(version);
      else this.#doubt(operation, version);
    } else {
      const isAccepted = typeof outcome === 'number' && outcome < 300;
      if (isAccepted) this.#accepted.add(version);
      const isLocked = this.#state === 'needsSignIn' && !isAccepted;
      if (!isLocked) this.#enter(stateAfter(outcome, this.#state));
    }
  }

  /** Asks ping once for operations that differ in ids alone, or again if it gave no answer. */
  #doubt({ method, path }: Operation, version: ApiVersion): void {
    const doubted = `${method} ${path.replaceAll(/\d+/g, '0')}`;
    if (this.#doubted.has(doubted)) return;
    this.#doubted.add(doubted);
    const answered = this.client
      .call(ping, {}, { version, priority: 'signIn' })
      .catch(() => this.#doubted.delete(doubted));
    this.#asked.set(version, answered);
  }

  /** The credentials may be dead for this version only: asks one that accepted them before. */
  #refuse(version: ApiVersion): void {
    this.#refused.add(version);
    this.#accepted.delete(version);
    const [other] = this.#accepted;
    this.#accepted.clear();
    if (other === undefined) this.#enter('needsSignIn');
    else void this.client.call(ping, {}, { version: other }).catch(() => undefined);
  }

  #enter(state: SessionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#changed.fire(state);
  }
}

function pingPath(version: ApiVersion): string {
  return `/api/${version}${ping.path}`;
}

function stateAfter(outcome: Exchange['outcome'], before: SessionState): SessionState {
  if (outcome === 429) return 'rateLimited';
  if (outcome === 'network' || outcome === 'timeout') return 'offline';
  return outcome === 'cancelled' ? before : 'signedIn';
}

function refused(): ApiError {
  return new ApiError(
    'unauthorized',
    { method: 'GET', path: '/api' },
    'not sent: the service refused these credentials before; sign in again',
    { status: 401 },
  );
}
