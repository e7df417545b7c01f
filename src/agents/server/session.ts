import { randomHex } from '../../base/random';
import { canElicit } from './elicitation';
import { isRecord } from './message';

const asking = '-asks';

/**
 * The id of a new session. It says whether the client can ask the person, so that nothing needs to
 * be stored and sessions survive a restart of the server.
 */
export function startSession(capabilities: unknown): string {
  return `${randomHex(16)}${isRecord(capabilities) && canElicit(capabilities) ? asking : ''}`;
}

/** The session of a client that can ask the person; undefined for any other. */
export function askingSession(id: unknown): string | undefined {
  return typeof id === 'string' && /^[0-9a-f]{32}-asks$/.test(id) ? id : undefined;
}
