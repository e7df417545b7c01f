import { randomHex } from '../../base/random';
import { canElicit } from './elicitation';
import { isRecord, type Message } from './message';
import { toVisible } from '../../base/foreignText';

const asking = '-asks';
const longestName = 60;

/**
 * The id of a new session. It says whether the client can ask the person and what it calls itself,
 * so that nothing needs to be stored and sessions survive a restart of the server.
 */
export function startSession({ capabilities, clientInfo }: Message['params']): string {
  const canAsk = isRecord(capabilities) && canElicit(capabilities);
  return `${randomHex(16)}${canAsk ? asking : ''}.${encodeURIComponent(nameIn(clientInfo))}`;
}

/** What a client calls itself; empty if it has no name. */
export function nameIn(clientInfo: unknown): string {
  const name = isRecord(clientInfo) ? (clientInfo['title'] ?? clientInfo['name']) : undefined;
  return typeof name === 'string' ? toVisible(name, longestName) : '';
}

/** What the client of a session calls itself; empty if that isn't known. */
export function sessionName(id: unknown): string {
  const [, name = ''] = typeof id === 'string' ? (/\.(.*)$/.exec(id) ?? []) : [];
  try {
    return toVisible(decodeURIComponent(name), longestName);
  } catch {
    return '';
  }
}

/** The session of a client that can ask the person; undefined for any other. */
export function askingSession(id: unknown): string | undefined {
  return typeof id === 'string' && /^[0-9a-f]{32}-asks(?:\..*)?$/.test(id) ? id : undefined;
}
