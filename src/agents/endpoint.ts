import { createHmac } from 'node:crypto';

/** Where agents reach the tools. */
export interface AgentEndpoint {
  readonly url: string;
  /** Known only to programs that can read the file or got it from the editor. */
  readonly token: string;
}

/** The header that identifies an agent's connection by a random id, which no other agent knows. */
export const connectionHeader = 'agent-connection';

/** Prefix of the file with which a bridge requests a server; the rest of its name is the place. */
export const wantedPrefix = 'wanted-';

/**
 * The file with the server's address for agents in a place, in a folder that only this user can
 * read.
 */
export function toEndpointFile(place: string): string {
  return `server-${place}.json`;
}

/** Whether a file has a server's address, for any place. */
export function isEndpointFile(name: string): boolean {
  return /^server-[0-9a-f]+\.json$/.test(name);
}

/**
 * The header with which a bridge challenges a server, and in which the server proves that it knows
 * the token: after a crash, another program may listen on the port in the file.
 */
export const challengeHeader = 'agent-challenge';

/**
 * Proves to know the token without revealing it. Each side proves it in its own name, so that
 * neither proof can be sent back as the other.
 */
export function proofOf(token: string, side: 'agent' | 'server', challenge: string): string {
  return createHmac('sha256', token).update(`${side} ${challenge}`).digest('hex');
}
