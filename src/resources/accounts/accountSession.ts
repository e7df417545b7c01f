import { ApiClient, type Exchange } from '../../api/client';
import type { Credentials } from '../../api/credentials';
import { ApiError } from '../../api/errors';
import type { RateLimit } from '../../api/rateLimit';
import type { PathWords } from '../../api/request';
import { Emitter, type Event } from '../../shared/emitter';

/** How an account stands with its service, as its last answer told. */
export type SessionState = 'unknown' | 'signedIn' | 'needsSignIn' | 'offline' | 'rateLimited';

/** What a session needs to reach its service. */
export interface Connection {
  readonly baseUrl: string;
  readonly pathWords: PathWords;
  readonly credentials: () => Promise<Credentials>;
  /** The way to a service that is reached by no other; the platform's own `fetch` where it is absent. */
  readonly fetch?: typeof globalThis.fetch;
}

/**
 * One account's client and standing. After a 401 nothing more is sent until `forgetRefusal`: a dead
 * token is not tried over and over (reference §5 rule 5).
 */
export class AccountSession {
  readonly client: ApiClient;
  readonly #changed = new Emitter<SessionState>();
  readonly onDidChangeState: Event<SessionState> = this.#changed.event;
  #state: SessionState = 'unknown';
  #rateLimit: RateLimit | undefined;

  constructor(connection: Connection) {
    const { fetch } = connection;
    this.client = new ApiClient({
      ...(fetch && { fetch }),
      target: { baseUrl: connection.baseUrl, pathWords: connection.pathWords },
      credentials: async () => {
        if (this.#state === 'needsSignIn') throw refused();
        return connection.credentials();
      },
    });
    this.client.onDidExchange((exchange) => this.#enter(stateAfter(exchange, this.#state)));
    this.client.onDidChangeRateLimit((limit) => {
      this.#rateLimit = limit;
    });
  }

  get state(): SessionState {
    return this.#state;
  }

  /** Why nothing is sent any more; nothing while requests go. */
  get refusal(): ApiError | undefined {
    return this.#state === 'needsSignIn' ? refused() : undefined;
  }

  /** What the service last said of its rate limit (reference §8 rule 3). */
  get rateLimit(): RateLimit | undefined {
    return this.#rateLimit;
  }

  /** Lets requests go again: the person asked for another try or gave new credentials. */
  forgetRefusal(): void {
    if (this.#state === 'needsSignIn') this.#enter('unknown');
  }

  #enter(state: SessionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#changed.fire(state);
  }
}

function stateAfter({ outcome }: Exchange, before: SessionState): SessionState {
  if (outcome === 401) return 'needsSignIn';
  if (before === 'needsSignIn') return before;
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
