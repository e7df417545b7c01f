import type { Exchange } from '../api/client';
import type { Disposable, Event } from '../base/emitter';

export type AccountExchange = Exchange & { readonly account: string };

const capacity = 50;

/** The last exchanges with all services so far: method, path, outcome and time, without content. */
export function keepRecent(onDidExchange: Event<AccountExchange>): readonly AccountExchange[] {
  const exchanges: AccountExchange[] = [];
  onDidExchange((exchange) => {
    exchanges.push(exchange);
    if (exchanges.length > capacity) exchanges.shift();
  });
  return exchanges;
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
