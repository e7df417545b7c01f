import { isObject } from '../shared/json';

/** What an account proves itself with: a token (v2 and v3), or the legacy pair (v2 only; reference §5). */
export type Credentials =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'basic'; readonly key: string; readonly secret: string };

/** The `Authorization` header (reference §5 rules 1 and 3). */
export function toAuthorization(credentials: Credentials): string {
  return credentials.kind === 'token'
    ? `Bearer ${credentials.token}`
    : `Basic ${toBase64(`${credentials.key}:${credentials.secret}`)}`;
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** Whether the credentials can stand in a header: a token that was pasted with a line break can't. */
export function isSendable(credentials: Credentials): boolean {
  return /^[\x20-\x7e]*$/.test(toAuthorization(credentials));
}

/** Names of fields whose values are credentials (reference §2.4, §2.9, §2.13, §2.14). */
const credentialFields: ReadonlySet<string> = new Set([
  'secret',
  'password',
  'apiKey',
  'apiSecret',
  'privateKey',
  'pullKey1',
  'pullKey2',
]);

/** Whether a field of a request or an answer holds a credential. */
export function isCredentialField(name: string): boolean {
  return credentialFields.has(name);
}

/** The values of all credential fields in a body, however deep. */
export function credentialValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(credentialValues);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isCredentialField(name) && typeof member === 'string' ? [member] : credentialValues(member),
  );
}

/**
 * A text with every given secret blotted out, whatever its case: a service may quote what it was
 * sent, as it is, as JSON or as part of an address, and a host name comes back in lower case.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const patterns = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), toUrlText(secret)])
    .toSorted((a, b) => b.length - a.length)
    .map((secret) => secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return patterns.length === 0
    ? text
    : text.replaceAll(new RegExp(patterns.join('|'), 'gi'), '•••');
}

function toUrlText(secret: string): string {
  return encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\u{fffd}'));
}

/** Every form in which credentials travel, for blotting them out of texts. */
export function secretsOf(credentials: Credentials): string[] {
  const parts =
    credentials.kind === 'token' ? [credentials.token] : [credentials.key, credentials.secret];
  return [...parts, toAuthorization(credentials).split(' ')[1] ?? ''];
}
