import * as z from 'zod';
import { referencePathWords } from '../../api/request';

/** Where an account's servers matter how much; unknown counts as production. */
export type Environment = 'production' | 'staging' | 'development';

const baseUrl = z.string().refine(isAllowedBaseUrl);
const pathWord = z.string().refine(isPathWord);

/** What is kept of an account, credentials included; it lives in secret storage only. */
export const accountRecord = z.object({
  id: z.string().regex(/^[a-z0-9-]+$/),
  label: z.string().min(1),
  baseUrl,
  environment: z.enum(['production', 'staging', 'development']).catch('production'),
  /** The vendor's words in two paths, where the reference says "platform". */
  pathWords: z.object({ cache: pathWord, hub: pathWord }).catch(referencePathWords),
  /** Milliseconds since the epoch; accounts are listed in this order. */
  addedAt: z.number(),
  credentials: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('token'), token: z.string().min(1) }),
    z.object({ kind: z.literal('basic'), key: z.string().min(1), secret: z.string().min(1) }),
  ]),
});
/** An account with its credentials; not to be kept or passed on. */
export type AccountRecord = z.infer<typeof accountRecord>;

/** An account as everything but the client sees it: without credentials. */
export interface Account {
  readonly id: string;
  readonly label: string;
  readonly baseUrl: string;
  readonly environment: Environment;
  /** A token reaches v2 and v3, a legacy key and secret v2 only (reference §5). */
  readonly authentication: 'token' | 'basic';
  readonly pathWords: AccountRecord['pathWords'];
  /** Whether it is the local sandbox rather than a service. */
  readonly isSandbox: boolean;
}

/** An account without its credentials. */
export function toAccount(record: AccountRecord): Account {
  const { id, label, environment, pathWords, credentials } = record;
  return {
    id,
    label,
    baseUrl: record.baseUrl,
    environment,
    pathWords,
    authentication: credentials.kind,
    isSandbox: false,
  };
}

/** Whether two versions of an account reach the same service in the same way, whatever they are called. */
export function hasSameConnection(one: AccountRecord, other: AccountRecord): boolean {
  const connectionOf = ({ baseUrl: address, pathWords, credentials }: AccountRecord): string =>
    JSON.stringify([address, pathWords, credentials]);
  return connectionOf(one) === connectionOf(other);
}

/**
 * An id for a new account, from its label: it stands in the paths of documents, where people read it.
 * @param taken ids that are in use.
 */
export function toAccountId(label: string, taken: readonly string[]): string {
  const words = label
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .match(/[a-z0-9]+/g) ?? ['account'];
  const id = words.join('-').slice(0, 40);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? id : `${id}-${number}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** What is wrong with a base URL, if anything. */
export type BaseUrlProblem = 'malformed' | 'insecure' | 'credentials' | 'extra';

/**
 * Checks a base URL: https, or http to this machine itself; no credentials, query or fragment, since
 * a token must reach its own service and nothing else (reference §1: all requests use HTTPS).
 */
export function findBaseUrlProblem(text: string): BaseUrlProblem | undefined {
  if (!URL.canParse(text)) return 'malformed';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'malformed';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'insecure';
  if (url.username !== '' || url.password !== '') return 'credentials';
  return url.search !== '' || url.hash !== '' ? 'extra' : undefined;
}

/** A base URL in the one form that is kept: without trailing slashes and without `/api`. */
export function normalizeBaseUrl(text: string): string {
  const url = new URL(text.trim());
  return `${url.origin}${url.pathname}`.replace(/(\/api(\/v[23])?)?\/*$/, '');
}

/** Whether two addresses have one origin, which is all that a token is meant for. */
export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** Whether a word can stand in a path as it is, for one segment. */
export function isPathWord(text: string): boolean {
  return /^[\w~-][\w.~-]*$/.test(text);
}

function isAllowedBaseUrl(text: string): boolean {
  return findBaseUrlProblem(text) === undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
