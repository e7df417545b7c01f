import { createHmac } from 'node:crypto';

/** The server proves in it that it knows the token: another program may have taken its port. */
export const challengeHeader = 'agent-challenge';

/** Each side proves it in its own name, so that neither proof can be sent back as the other. */
export function proofOf(token: string, side: 'agent' | 'server', challenge: string): string {
  return createHmac('sha256', token).update(`${side} ${challenge}`).digest('hex');
}
