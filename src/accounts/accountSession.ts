import { ApiClient, type Exchange } from '../api/client';
import type { ApiVersion } from '../api/contract/endpoint';
import { ping } from '../api/contract/ping';
import type { Credentials } from '../api/credentials';
import { ApiError } from '../api/errors';
import type { RateLimit } from '../api/scheduling/rateLimit';
import type { PathWords } from '../api/request';
import { Emitter, type Event } from '../base/emitter';

/** State of an account's session, according to the last answer of its service. */
export type SessionState = 'unknown' | 'signedIn' | 'needsSignIn' | 'offline' | 'rateLimited';

/** What a session needs to reach its service. */
export interface Connection {
  readonly baseUrl: string;
  readonly pathWords: PathWords;
  readonly credentials: () => Promise<Credentials>;
  /** Custom `fetch` for a service that can't be reached otherwise; defaults to the platform's. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * The client and state of one account. Each API version judges the credentials on its own: after a
 * 401 nothing more is sent to that version until `forgetRefusal`, because a dead token must not be
 * retried (API §5 rule 5). The other version continues.
 */
export class AccountSession {
  readonly client: ApiClient;
  readonly #changed = new Emitter<SessionState>();
  readonly onDidChangeState: Event<SessionState> = this.#changed.event;
  readonly #refused = new Set<ApiVersion>();
  /** Versions that accepted the credentials, with no refusal by any version since. */
  readonly #accepted = new Set<ApiVersion>();
  #state: SessionState = 'unknown';
  #rateLimit: RateLimit | undefined;

  constructor(connection: Connection) {
    const { fetch } = connection;
    this.client = new ApiClient({
      ...(fetch && { fetch }),
      target: { baseUrl: connection.baseUrl, pathWords: connection.pathWords },
      credentials: async (version) => {
        if (version && this.#refused.has(version)) throw refused();
        return connection.credentials();
      },
    });
    this.client.onDidExchange((exchange) => this.#judge(exchange));
    this.client.onDidChangeRateLimit((limit) => {
      this.#rateLimit = limit;
    });
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Why no version is known to accept the credentials; undefined if one does. */
  get refusal(): ApiError | undefined {
    return this.#state === 'needsSignIn' ? refused() : undefined;
  }

  /** The rate limit that the service last reported (API §8 rule 3). */
  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit;
  }

  /** Allows requests again after the person retried or entered new credentials. */
  forgetRefusal(): void {
    this.#refused.clear();
    if (this.#state === 'needsSignIn') this.#enter('unknown');
  }

  #judge({ version, outcome }: Exchange): void {
    if (outcome === 401) this.#refuse(version);
    else if (this.#refused.has(version)) return;
    else {
      const isAccepted = typeof outcome === 'number' && outcome < 300;
      if (isAccepted) this.#accepted.add(version);
      const isLocked = this.#state === 'needsSignIn' && !isAccepted;
      if (!isLocked) this.#enter(stateAfter(outcome, this.#state));
    }
  }

  /** The credentials may be dead for this version only: asks one that accepted them before. */
  #refuse(version: ApiVersion): void {
    if (this.#refused.has(version)) return;
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
