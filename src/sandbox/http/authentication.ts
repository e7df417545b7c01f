import type { SandboxMiddleware } from './environment';
import { Refusal } from './refusal';

/** Which of the accepted credentials a request carries. */
export type Caller = 'token' | 'readOnlyToken' | 'basic';

/** The credentials that the sandbox accepts (reference §5). */
export interface Credentials {
  readonly token: string;
  /** A token that may read and is refused everything else with 403. */
  readonly readOnlyToken?: string | undefined;
  /** The legacy key pair, accepted by v2 alone. */
  readonly basic?: { readonly key: string; readonly secret: string } | undefined;
}

/** Compares without telling by its duration how much was right: it looks at every character. */
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

/** Finds out who calls; undefined when the credentials are absent or wrong. */
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

/** The text; empty where it is not encoded so. */
function fromBase64(encoded: string): string {
  try {
    const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
    return new TextDecoder().decode(bytes);
  } catch {
    return '';
  }
}

/** Notes who calls; whether that is enough is decided later. */
export function identifyCaller(credentials: Credentials): SandboxMiddleware {
  return async (context, next) => {
    const header = context.req.header('Authorization');
    context.set('caller', identify(credentials, header, context.req.path));
    await next();
  };
}

/** Refuses whom it does not know with 401, and writes with a read-only token with 403 (reference §5). */
export const requireCaller: SandboxMiddleware = async (context, next) => {
  const caller = context.get('caller');
  if (!caller) throw new Refusal(401, 'Unauthenticated: the token or key is wrong or missing.');
  if (caller === 'readOnlyToken' && !['GET', 'HEAD'].includes(context.req.method)) {
    throw new Refusal(403, 'Forbidden: this token may only read.');
  }
  await next();
};
