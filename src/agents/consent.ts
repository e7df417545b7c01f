import type { Account } from '../accounts/account';
import type { Agent, Question } from './agent';

/** How long a refusal lasts, in milliseconds: an agent must not ask again and again. */
const refusalMs = 10 * 60_000;

/** How the person is asked whether agents may use accounts. */
interface Asking {
  /** In the editor. */
  ask(accounts: readonly Account[]): Promise<boolean>;
  /** The question that an agent asks. */
  question(accounts: readonly Account[]): Question;
  /** Reports in the editor that the person allowed this in an agent. */
  reportAllowed(accounts: readonly Account[]): void;
}

/**
 * The person's consent for agents, per account, until the window closes. Consent given in the
 * editor is for all agents; consent given in an agent is for that agent alone.
 */
export class Consent {
  readonly #asking: Asking;
  readonly #now: () => number;
  /** The places where each account was allowed, by its id. */
  readonly #allowed = new Map<string, Set<string>>();
  readonly #refusedAt = new Map<string, number>();
  /** Questions at one place wait for each other: one yes may answer the next. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(asking: Asking, now: () => number = Date.now) {
    this.#asking = asking;
    this.#now = now;
  }

  /** Returns the accounts that the person doesn't allow, after asking about undecided ones. */
  async refused(accounts: readonly Account[], agent?: Agent): Promise<readonly Account[]> {
    const byAgent = agent && (await this.#inTurn(agent.id, () => this.#decide(accounts, agent)));
    return byAgent ?? this.#inTurn('', () => this.#decideHere(accounts));
  }

  /** Undefined if the agent couldn't ask. */
  async #decide(
    accounts: readonly Account[],
    agent: Agent,
  ): Promise<readonly Account[] | undefined> {
    const places = ['', agent.id];
    const { refused, open } = this.#sort(accounts, places);
    if (refused.length > 0 || open.length === 0) return refused;
    const isAllowed = await agent.elicit(this.#asking.question(open));
    if (isAllowed === undefined) return undefined;
    if (isAllowed) this.#asking.reportAllowed(open);
    return this.#keep(open, agent.id, isAllowed);
  }

  async #decideHere(accounts: readonly Account[]): Promise<readonly Account[]> {
    const { refused, open } = this.#sort(accounts, ['']);
    if (refused.length > 0 || open.length === 0) return refused;
    return this.#keep(open, '', await this.#asking.ask(open));
  }

  /** Which accounts were refused at these places, and which still have to be asked about. */
  #sort(accounts: readonly Account[], places: readonly string[]) {
    const open = accounts.filter(
      ({ id }) => !places.some((place) => this.#allowed.get(id)?.has(place)),
    );
    const refused = open.filter((account) =>
      places.some((place) => this.#isRefused(toConsentKey(place, account))),
    );
    return { refused, open };
  }

  #keep(accounts: readonly Account[], place: string, isAllowed: boolean): readonly Account[] {
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
    return isAllowed ? [] : accounts;
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
