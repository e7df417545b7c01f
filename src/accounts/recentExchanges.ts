import type { Exchange } from '../api/client';
import type { Disposable, Event } from '../base/emitter';

export type AccountExchange = Exchange & { readonly account: string };

const capacity = 50;

/** The last exchanges with all services: method, path, outcome and time, without content. */
export class RecentExchanges implements Disposable {
  readonly #exchanges: AccountExchange[] = [];
  readonly #subscription: Disposable;

  constructor(onDidExchange: Event<AccountExchange>) {
    this.#subscription = onDidExchange((exchange) => {
      this.#exchanges.push(exchange);
      if (this.#exchanges.length > capacity) this.#exchanges.shift();
    });
  }

  get all(): readonly AccountExchange[] {
    return this.#exchanges;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
