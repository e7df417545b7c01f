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

/** Logs exchanges by method, path, outcome and duration; bodies and credentials never get here. */
export function logExchanges(
  log: { debug(line: string): void; warn(line: string): void },
  onDidExchange: Event<AccountExchange>,
): Disposable {
  return onDidExchange(({ account, operation, outcome, duration }) => {
    const line = `${account} ${operation.method} ${operation.path} ${outcome} ${Math.round(duration)} ms`;
    if (typeof outcome === 'number' && outcome < 400) log.debug(line);
    else log.warn(line);
  });
}
