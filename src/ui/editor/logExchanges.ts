import type * as vscode from 'vscode';
import type { Log } from './log';
import type { Exchange } from '../../api/client';
import type { Event } from '../../base/emitter';

/** Logs exchanges by method, path, outcome and duration; bodies and credentials never get here. */
export function logExchanges(
  log: Pick<Log, 'debug' | 'warn'>,
  onDidExchange: Event<Exchange & { readonly account: string }>,
): vscode.Disposable {
  return onDidExchange(({ account, operation, outcome, duration }) => {
    const line = `${account} ${operation.method} ${operation.path} ${outcome} ${Math.round(duration)} ms`;
    if (typeof outcome === 'number' && outcome < 400) log.debug(line);
    else log.warn(line);
  });
}
