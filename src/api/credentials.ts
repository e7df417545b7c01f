import { isObject } from '../base/json';

/** An account's credentials: a token (v2 and v3), or the legacy pair (v2 only; API §5). */
export type Credentials =
  | { readonly kind: 'token'; readonly token: string }
  | { readonly kind: 'basic'; readonly key: string; readonly secret: string };

/** The `Authorization` header (API §5 rules 1 and 3). */
export function toAuthorization(credentials: Credentials): string {
  return credentials.kind === 'token'
    ? `Bearer ${credentials.token}`
    : `Basic ${toBase64(`${credentials.key}:${credentials.secret}`)}`;
}

function toBase64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}

/** False if the credentials aren't valid in a header, such as a token pasted with a line break. */
export function isSendable(credentials: Credentials): boolean {
  return /^[\x20-\x7e]*$/.test(toAuthorization(credentials));
}

/** Words before "key" that mean the key is public, or isn't a credential at all. */
const openKeys = /^(public|deployment|ssh|host|primary|foreign|sort|cache|object)$/;
/** Last words of names that describe a credential without containing it. */
const descriptions = /^(at|id|type|count|length|enabled|required|expiry|expires|expiration)$/;

/** Decided by name in any spelling, because services may have fields that no contract knows. */
export function isCredentialField(name: string): boolean {
  const words = splitName(name);
  const last = words.at(-1) ?? '';
  if (/^keys?$/.test(last)) return !openKeys.test(words.at(-2) ?? '');
  if (/^(api|access|auth|pull|private|secret|encryption|signing|license)keys?$/.test(last))
    return true;
  if (
    /^((smtp|db|ftp|mail|user|admin|root)?pass|pwd|authorization|cookies?|jwts?|bearer)$|\wpwd$/.test(
      last,
    )
  )
    return true;
  if (words.length > 1 && descriptions.test(last)) return false;
  return words.some((word) => /secret|passphrase|passw(or)?d(?!less)|tokens?$/.test(word));
}

/** Splits `apiKey1`, `API_KEY` and `api-key` alike into `api`, `key`. */
function splitName(name: string): string[] {
  return name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean);
}

const secretForms: readonly RegExp[] = [
  /(?<=-----BEGIN [A-Z ]*PRIVATE KEY-----)(?:(?!-----(?:BEGIN|END) )[\s\S])+/,
  // The password in the user info of a URL.
  /(?<=\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s/?#@:"']{0,200}:)[^\s/?#@"']+(?=@)/,
  /(?<=\b(?:bearer|basic) )[\w.~+/=-]{16,}/,
  /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/,
  /\b(?:gh[pousr]_\w{20,}|github_pat_\w{20,}|glpat-[\w-]{20,}|npm_\w{30,})/,
  /\b(?:xox[abeprs]-[\w-]{10,}|[sr]k_(?:live|test)_\w{16,}|sk-[\w-]{20,}|SG\.[\w-]{16,}\.[\w-]{16,})/,
  /\b(?:A[KS]IA[A-Z\d]{16}|AIza[\w-]{35}|dop_v1_[\da-f]{64})\b/,
];

export const secretForm = new RegExp(secretForms.map(({ source }) => source).join('|'), 'gi');

export function redactForms(text: string, by: string = redacted): string {
  return text.replaceAll(secretForm, by);
}

export function credentialValues(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(credentialValues);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    isCredentialField(name)
      ? [...[member].flat().filter((each) => typeof each === 'string'), ...credentialValues(member)]
      : credentialValues(member),
  );
}

export const redacted = '•••';

/** A service may quote a secret as sent, as JSON or within a URL, and host names in lower case. */
export function redact(text: string, secrets: readonly string[]): string {
  return redactorOf(secrets)(text);
}

/** `redact` for many texts with the same secrets; the search is prepared once. */
export function redactorOf(secrets: readonly string[]): (text: string) => string {
  const patterns = secrets
    .filter((secret) => secret !== '')
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), toUrlText(secret)])
    .toSorted((a, b) => b.length - a.length)
    .map((secret) => secret.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  if (patterns.length === 0) return (text) => text;
  const pattern = new RegExp(patterns.join('|'), 'gi');
  return (text) => text.replaceAll(pattern, redacted);
}

function toUrlText(secret: string): string {
  return encodeURIComponent(secret.replaceAll(/\p{Surrogate}/gu, '\u{fffd}'));
}

/** Every form in which credentials are sent, for redacting texts. */
export function secretsOf(credentials: Credentials): string[] {
  const parts =
    credentials.kind === 'token' ? [credentials.token] : [credentials.key, credentials.secret];
  return [...parts, toAuthorization(credentials).split(' ')[1] ?? ''];
}
