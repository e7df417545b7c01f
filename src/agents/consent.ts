import type { Account } from '../accounts/account';
import type { Agent, Question } from './agent';

/** How long a refusal lasts, in milliseconds: an agent must not ask again and again. */
const refusalMs = 10 * 60_000;

interface Asking {
  /** In the editor. */
  ask(accounts: readonly Account[]): Promise<boolean>;
  question(accounts: readonly Account[]): Question;
  reportAllowed(accounts: readonly Account[]): void;
}

interface Wanted {
  readonly accounts: readonly Account[];
  readonly isWhole: boolean;
}

/** Lasts until the window closes. Given in the editor, it covers all agents; in an agent, only that one. */
export class Consent {
  readonly #asking: Asking;
  readonly #now: () => number;
  readonly #allowed = new Map<string, Set<string>>();
  readonly #refusedAt = new Map<string, number>();
  /** Questions at one place wait for each other: one yes may answer the next. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(asking: Asking, now: () => number = Date.now) {
    this.#asking = asking;
    this.#now = now;
  }

  /** @param isWhole whether a call needs all accounts: if one was refused, nothing is asked. */
  async allowed(
    accounts: readonly Account[],
    isWhole: boolean,
    agent?: Agent,
  ): Promise<readonly Account[]> {
    const ask = { accounts, isWhole };
    const byAgent = agent && (await this.#inTurn(agent.id, () => this.#decide(ask, agent)));
    return byAgent ?? this.#inTurn('', () => this.#decideHere(ask));
  }

  /** Undefined if the agent couldn't ask. */
  async #decide(
    { accounts, isWhole }: Wanted,
    agent: Agent,
  ): Promise<readonly Account[] | undefined> {
    const { allowed, open } = this.#sort(accounts, isWhole, ['', agent.id]);
    if (open.length === 0) return allowed;
    const isAllowed = await agent.elicit(this.#asking.question(open));
    if (isAllowed === undefined) return undefined;
    if (isAllowed) this.#asking.reportAllowed(open);
    this.#keep(open, agent.id, isAllowed);
    return isAllowed ? [...allowed, ...open] : allowed;
  }

  async #decideHere({ accounts, isWhole }: Wanted): Promise<readonly Account[]> {
    const { allowed, open } = this.#sort(accounts, isWhole, ['']);
    if (open.length === 0) return allowed;
    const isAllowed = await this.#asking.ask(open);
    this.#keep(open, '', isAllowed);
    return isAllowed ? [...allowed, ...open] : allowed;
  }

  /** Which accounts were allowed at these places, and which still have to be asked about. */
  #sort(accounts: readonly Account[], isWhole: boolean, places: readonly string[]) {
    const isAllowed = ({ id }: Account): boolean =>
      places.some((place) => this.#allowed.get(id)?.has(place));
    const isRefused = (account: Account): boolean =>
      !isAllowed(account) && places.some((place) => this.#isRefused(toConsentKey(place, account)));
    const open = accounts.filter((each) => !isAllowed(each) && !isRefused(each));
    const isPointless = isWhole && accounts.some(isRefused);
    return { allowed: accounts.filter(isAllowed), open: isPointless ? [] : open };
  }

  #keep(accounts: readonly Account[], place: string, isAllowed: boolean): void {
    for (const account of accounts) {
      const allowed = this.#allowed.get(account.id) ?? new Set();
      if (isAllowed) {
        this.#allowed.set(account.id, allowed.add(place));
        continue;
      }
      this.#refusedAt.set(toConsentKey(place, account), this.#now());
      // An earlier yes in an agent doesn't outweigh a no to all agents.
      if (place === '') allowed.clear();
    }
  }

  #inTurn<T>(place: string, decide: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(place) ?? Promise.resolve()).then(decide);
    const forget = (): void => {
      if (this.#turns.get(place) === done) this.#turns.delete(place);
    };
    const done: Promise<unknown> = turn.then(forget, forget);
    this.#turns.set(place, done);
    return turn;
  }

  #isRefused(key: string): boolean {
    const at = this.#refusedAt.get(key);
    return at !== undefined && this.#now() - at < refusalMs;
  }
}

function toConsentKey(place: string, { id }: Account): string {
  return JSON.stringify([place, id]);
}
