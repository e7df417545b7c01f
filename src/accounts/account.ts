import * as z from 'zod/mini';
import { referencePathWords } from '../api/request';
import { randomHex } from '../base/random';
import { t } from '../base/l10n';

/** How critical an account's servers are; unknown counts as production. */
export const environments = ['production', 'staging', 'development'] as const;
export type Environment = (typeof environments)[number];

const baseUrl = z.string().check(z.refine((text) => findBaseUrlProblem(text) === undefined));
const pathWord = z.string().check(z.refine(isPathWord));

/** The stored form of an account, credentials included; kept in secret storage only. */
export const accountRecord = z.object({
  id: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  label: z.string().check(z.minLength(1)),
  baseUrl,
  environment: z.catch(z.enum(environments), 'production'),
  /** The vendor's words in two paths, in place of "platform" in the reference. */
  pathWords: z.catch(z.object({ cache: pathWord, hub: pathWord }), referencePathWords),
  /** The control panel's page of a server, with `{serverId}` and `{webappId}` in place of ids. */
  panelPage: z.catch(z.optional(z.string().check(z.refine(isPanelPage))), undefined),
  /** True if nothing may be written to it, which a value that can't be read counts as. */
  isReadOnly: z.catch(z.optional(z.boolean()), true),
  /** When the permission to write to a read-only one ends, in milliseconds since the epoch. */
  writableUntil: z.catch(z.optional(z.number()), undefined),
  /** Milliseconds since the epoch; accounts are sorted by this. */
  addedAt: z.number(),
  credentials: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('token'), token: z.string().check(z.minLength(1)) }),
    z.object({
      kind: z.literal('basic'),
      key: z.string().check(z.minLength(1)),
      secret: z.string().check(z.minLength(1)),
    }),
  ]),
});
/** An account with its credentials; don't keep it or pass it on. */
export type AccountRecord = z.infer<typeof accountRecord>;

/** An account without credentials, as everything except the client sees it. */
export interface Account extends Readonly<Omit<AccountRecord, 'addedAt' | 'credentials'>> {
  /** A token gives access to v2 and v3, a legacy key and secret to v2 only (API §5). */
  readonly authentication: 'token' | 'basic';
  readonly isSandbox: boolean;
}

export function toAccount({ addedAt: _addedAt, credentials, ...account }: AccountRecord): Account {
  return { ...account, authentication: credentials.kind, isSandbox: false };
}

/** How long a read-only account can be written to once the person allows it, in milliseconds. */
export const permissionMs = 3_600_000;

type Permission = Pick<Account, 'isReadOnly' | 'writableUntil'>;

/** The only judgement of whether anything may be written to an account. */
export function mayWrite(account: Permission, now: number): boolean {
  return account.isReadOnly !== true || permissionLeft(account, now) > 0;
}

/** The milliseconds for which a read-only account may still be written to. */
export function permissionLeft({ isReadOnly, writableUntil = 0 }: Permission, now: number): number {
  const left = writableUntil - now;
  // A clock that was set back doesn't prolong it.
  return isReadOnly && left > 0 && left <= permissionMs ? left : 0;
}

/** Compares the service and how it is reached, regardless of the label. */
export function hasSameConnection(one: AccountRecord, other: AccountRecord): boolean {
  const connectionOf = ({ baseUrl: address, pathWords, credentials }: AccountRecord): string =>
    JSON.stringify([address, pathWords, credentials]);
  return connectionOf(one) === connectionOf(other);
}

/**
 * An id that no account has or ever had, so that data kept for a removed account can't end up with
 * another. It starts with the label, because people read it in document paths. The rest is random:
 * a list of used ids could be lost, and unsaved texts outlive it in VS Code's own backups.
 */
export function toAccountId(label: string): string {
  const words = label
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .match(/[a-z0-9]+/g) ?? ['account'];
  return `${words.join('-').slice(0, 40)}-${randomHex(randomBytes)}`;
}

export function toAccountName(id: string): string {
  return id.replace(new RegExp(`-[0-9a-f]{${2 * randomBytes}}$`), '');
}

const randomBytes = 5;

/** Applies what the person changed in an earlier version of an account to its latest version. */
export function withEdit(
  latest: AccountRecord,
  { before, after }: { readonly before: AccountRecord; readonly after: AccountRecord },
): AccountRecord {
  const pathWords = { ...latest.pathWords, ...differingMembers(before.pathWords, after.pathWords) };
  return { ...latest, ...differingMembers(before, after), pathWords };
}

function differingMembers<T extends object>(before: T, after: T): Partial<T> {
  const earlier = new Map(
    Object.entries(before).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const changed = Object.entries(after).filter(
    ([name, value]) => earlier.get(name) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed) as Partial<T>;
}

export type BaseUrlProblem = 'malformed' | 'insecure' | 'credentials' | 'extra';

/** https, or http to this machine: a token must only reach its own service (API §1). */
export function findBaseUrlProblem(text: string): BaseUrlProblem | undefined {
  if (!URL.canParse(text)) return 'malformed';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'malformed';
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return 'insecure';
  if (url.username !== '' || url.password !== '') return 'credentials';
  return url.search !== '' || url.hash !== '' ? 'extra' : undefined;
}

/** Allows what the browser may open: https, or http to this machine. */
export function isPanelPage(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return isSafe && username === '' && password === '' && !/[{}]/.test(hostname);
}

/** The stored form of a base URL: without trailing slashes and without `/api`. */
export function normalizeBaseUrl(text: string): string {
  const url = new URL(text);
  return `${url.origin}${url.pathname}`.replace(/(\/api(\/v[23])?)?\/*$/, '');
}

/** Compares more than the origin: each path at one origin may be another service's. */
export function isSameService(one: string, other: string): boolean {
  return normalizeBaseUrl(one) === normalizeBaseUrl(other);
}

/** A token is only meant for one origin. */
export function isSameOrigin(one: string, other: string): boolean {
  return new URL(one).origin === new URL(other).origin;
}

/** True if the text needs no encoding as one path segment. */
export function isPathWord(text: string): boolean {
  return /^[\w~-][\w.~-]*$/.test(text);
}

/** Only these: VS Code sends requests to any other name through a proxy, if one is set. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '127.0.0.1' || host === '[::1]';
}

/** Theme colors that mark the risk; there are always words for it, too. */
export const environmentColors: Readonly<Record<Environment, string>> = {
  production: 'charts.red',
  staging: 'charts.orange',
  development: 'charts.green',
};

export function describeEnvironment(environment: Environment): string {
  const words: Readonly<Record<Environment, string>> = {
    production: t('Production'),
    staging: t('Staging'),
    development: t('Development'),
  };
  return words[environment];
}

export function isProduction({ environment, isSandbox }: Account): boolean {
  return environment === 'production' && !isSandbox;
}
