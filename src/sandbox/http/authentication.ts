import type { Caller, SandboxMiddleware } from './environment';
import { Refusal } from './refusal';

/** The credentials that the sandbox accepts (API §5). */
export interface Credentials {
  readonly token: string;
  /** A token that may only read; anything else is refused with 403. */
  readonly readOnlyToken?: string | undefined;
  /** The legacy key pair, accepted by v2 only. */
  readonly basic?: { readonly key: string; readonly secret: string } | undefined;
}

/** Compares in constant time, so that the duration doesn't reveal how much was right. */
function equals(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < expected.length; index += 1) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index);
  }
  return difference === 0;
}

function afterScheme(header: string, scheme: 'Bearer' | 'Basic'): string | undefined {
  const [name, ...rest] = header.split(' ');
  return name?.toLowerCase() === scheme.toLowerCase() ? rest.join(' ').trim() : undefined;
}

/** Identifies the caller; undefined if the credentials are missing or wrong. */
export function identify(
  credentials: Credentials,
  header: string | undefined,
  path: string,
): Caller | undefined {
  const bearer = afterScheme(header ?? '', 'Bearer');
  if (bearer !== undefined) {
    if (equals(bearer, credentials.token)) return 'token';
    const { readOnlyToken } = credentials;
    return readOnlyToken && equals(bearer, readOnlyToken) ? 'readOnlyToken' : undefined;
  }
  const pair = afterScheme(header ?? '', 'Basic');
  if (pair === undefined || !credentials.basic || !path.startsWith('/api/v2/')) return undefined;
  const { key, secret } = credentials.basic;
  return equals(fromBase64(pair), `${key}:${secret}`) ? 'basic' : undefined;
}

/** Decodes Base64; empty if the text is invalid. */
function fromBase64(encoded: string): string {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/** Records the caller; whether that is sufficient is decided later. */
export function identifyCaller(credentials: Credentials): SandboxMiddleware {
  return async (context, next) => {
    const header = context.req.header('Authorization');
    context.set('caller', identify(credentials, header, context.req.path));
    await next();
  };
}

/** Refuses unknown callers with 401, and writes with a read-only token with 403 (API §5). */
export const requireCaller: SandboxMiddleware = async (context, next) => {
  const caller = context.get('caller');
  if (!caller) throw new Refusal(401, 'Unauthenticated: the token or key is wrong or missing.');
  if (caller === 'readOnlyToken' && !['GET', 'HEAD'].includes(context.req.method)) {
    throw new Refusal(403, 'Forbidden: this token may only read.');
  }
  await next();
};
