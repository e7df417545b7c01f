import type { Exchange } from '../../api/client';
import type { Disposable, Event } from '../../shared/emitter';

/** An exchange and the account that it was for. */
export type AccountExchange = Exchange & { readonly account: string };

const capacity = 50;

/** The last exchanges with all services: by method, path, outcome and time, without content. */
export class RecentExchanges implements Disposable {
  readonly #exchanges: AccountExchange[] = [];
  readonly #subscription: Disposable;

  constructor(onDidExchange: Event<AccountExchange>) {
    this.#subscription = onDidExchange((exchange) => {
      this.#exchanges.push(exchange);
      if (this.#exchanges.length > capacity) this.#exchanges.shift();
    });
  }

  /** From the oldest to the newest. */
  get all(): readonly AccountExchange[] {
    return this.#exchanges;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
