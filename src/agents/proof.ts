import { createHmac } from 'node:crypto';

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
