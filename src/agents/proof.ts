import { createHmac } from 'node:crypto';

/**
 * The header with which a bridge challenges a server, and in which the server proves that it knows
 * the token: after a crash, another program may listen on the port in the file.
 */
export const challengeHeader = 'agent-challenge';

/** The proof for a challenge, which doesn't reveal the token. */
export function proofOf(token: string, challenge: string): string {
  return createHmac('sha256', token).update(challenge).digest('hex');
}
