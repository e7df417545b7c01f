import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { challengeHeader, proofOf } from '../proof';

/** The path of the protocol's endpoint. */
export const protocolPath = '/mcp';

/** Why a request is refused: an HTTP status. */
type Refusal = 403 | 401 | 404 | 405;

/** Who may call: only programs of this machine that know the token. */
interface Door {
  readonly port: number;
  readonly token: string;
}

/**
 * Checks the caller before any of the body is read. A page in a browser has another origin or,
 * after rebinding its host name to this machine, another host.
 */
export function findRefusal(
  { headers, method, url }: IncomingMessage,
  door: Door,
): Refusal | undefined {
  const hosts = [`127.0.0.1:${door.port}`, `localhost:${door.port}`];
  if (headers.host === undefined || !hosts.includes(headers.host)) return 403;
  const { origin } = headers;
  if (origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) return 403;
  const isChallenge = challengeIn(headers, door.token) !== undefined;
  if (!isChallenge && !isSame(headers.authorization ?? '', `Bearer ${door.token}`)) return 401;
  if (url !== protocolPath) return 404;
  const isListening = method === 'GET' && headers.accept?.includes('text/event-stream');
  return method === 'POST' || isListening ? undefined : 405;
}

/** The challenge of a caller that knows the token, but first wants to know who listens here. */
export function challengeIn(headers: IncomingHttpHeaders, token: string): string | undefined {
  const challenge = headers[challengeHeader];
  if (typeof challenge !== 'string') return undefined;
  const proof = `Proof ${proofOf(token, 'agent', challenge)}`;
  return isSame(headers.authorization ?? '', proof) ? challenge : undefined;
}

/** Takes the same time wherever the texts differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
