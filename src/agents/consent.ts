import type { Account } from '../accounts/account';

export interface Question {
  readonly about: readonly string[];
  readonly message: string;
  readonly allow: string;
}

export interface Caller {
  /** Its own claim, which proves nothing; empty if it has no name. */
  readonly name: string;
  /** Absent if it can't put a question to the person. */
  readonly asking?: Agent | undefined;
}

export interface Agent {
  /** Identifies the agent: the person's answer to one agent doesn't apply to others. */
  readonly id: string;
  /** The person's answer; undefined if the agent couldn't ask. */
  elicit(question: Question): Promise<boolean | undefined>;
}

/** How long a refusal lasts, in milliseconds: an agent must not ask again and again. */
const refusalMs = 10 * 60_000;

interface Asking {
  /** In the editor. */
  readonly ask: (accounts: readonly Account[]) => Promise<boolean>;
  readonly question: (accounts: readonly Account[]) => Question;
  readonly reportAllowed: (accounts: readonly Account[]) => void;
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
    const byAgent =
      agent &&
      (await this.#decide(accounts, isWhole, agent.id, async (open) => {
        const isAllowed = await agent.elicit(this.#asking.question(open));
        if (isAllowed) this.#asking.reportAllowed(open);
        return isAllowed;
      }));
    return byAgent ?? (await this.#decide(accounts, isWhole, '', this.#asking.ask)) ?? [];
  }

  /** Undefined if it couldn't be asked at this place. */
  #decide(
    accounts: readonly Account[],
    isWhole: boolean,
    place: string,
    ask: (accounts: readonly Account[]) => Promise<boolean | undefined>,
  ): Promise<readonly Account[] | undefined> {
    return this.#inTurn(place, async () => {
      const { allowed, open } = this.#sort(accounts, isWhole, ['', place]);
      if (open.length === 0) return allowed;
      const isAllowed = await ask(open);
      if (isAllowed === undefined) return undefined;
      this.#keep(open, place, isAllowed);
      return isAllowed ? [...allowed, ...open] : allowed;
    });
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
