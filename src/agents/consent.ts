import type { Account } from '../accounts/account';

/** How long a no stands, in milliseconds: an agent that repeats itself must not repeat the question. */
const refusalMs = 10 * 60_000;

/** Asks the person whether agents may use these accounts. */
type Ask = (accounts: readonly Account[]) => Promise<boolean>;

/** The person's yes for agents, once per account, until the window closes. */
export class Consent {
  readonly #ask: Ask;
  readonly #now: () => number;
  readonly #allowed = new Set<string>();
  readonly #refusedAt = new Map<string, number>();
  /** Questions wait for each other: one yes may answer the next. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(ask: Ask, now: () => number = Date.now) {
    this.#ask = ask;
    this.#now = now;
  }

  /** Which of these accounts the person doesn't allow, after asking about those that are open. */
  async refused(accounts: readonly Account[]): Promise<readonly Account[]> {
    const turn = this.#turn.then(() => this.#decide(accounts));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #decide(accounts: readonly Account[]): Promise<readonly Account[]> {
    const refused = accounts.filter((each) => this.#isRefused(each));
    const open = accounts.filter(({ id }) => !this.#allowed.has(id));
    if (refused.length > 0 || open.length === 0) return refused;
    if (await this.#ask(open)) {
      for (const { id } of open) this.#allowed.add(id);
      return [];
    }
    for (const { id } of open) this.#refusedAt.set(id, this.#now());
    return open;
  }

  #isRefused({ id }: Account): boolean {
    const at = this.#refusedAt.get(id);
    return at !== undefined && !this.#allowed.has(id) && this.#now() - at < refusalMs;
  }
}
