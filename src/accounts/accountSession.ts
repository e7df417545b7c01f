import { ApiClient, type Exchange } from '../api/client';
import type { ApiVersion } from '../api/contract/endpoint';
import { ping } from '../api/contract/ping';
import type { Credentials } from '../api/credentials';
import { ApiError, type Operation } from '../api/errors';
import type { PathWords } from '../api/request';
import { Emitter, type Event } from '../base/emitter';

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

  constructor(connection: Connection) {
    const { fetch, mayWrite, indexingShare } = connection;
    this.client = new ApiClient({
      ...(fetch && { fetch }),
      ...(mayWrite && { mayWrite }),
      indexingShare,
      target: { baseUrl: connection.baseUrl, pathWords: connection.pathWords },
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
