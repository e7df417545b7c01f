import { ApiClient } from '../../api/client';
import type { ApiVersion } from '../../api/contract/endpoint';
import { ping } from '../../api/contract/ping';
import type { Credentials } from '../../api/credentials';
import { ApiError } from '../../api/errors';
import { referencePathWords } from '../../api/request';

/** A version of the API that does not take an account's credentials. */
export interface Refusal {
  readonly version: ApiVersion;
  readonly error: ApiError;
}

/** The versions that credentials reach (reference §5 rules 1 and 3). */
export function versionsFor(kind: Credentials['kind']): readonly ApiVersion[] {
  return kind === 'token' ? ['v3', 'v2'] : ['v2'];
}

/**
 * Checks credentials by ping on every version that they reach, before anything is kept (reference §5
 * rule 4), and answers which versions refuse them while another takes them.
 * @throws ApiError where no version takes them, or where one could not be asked.
 */
export async function checkAccount(
  baseUrl: string,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<readonly Refusal[]> {
  const client = new ApiClient({
    target: { baseUrl, pathWords: referencePathWords },
    credentials: () => Promise.resolve(credentials),
  });
  const versions = versionsFor(credentials.kind);
  const outcomes = await Promise.all(
    versions.map((version) => pingVersion(client, version, signal)),
  );
  const refusals = outcomes.filter((outcome) => outcome !== undefined);
  const decisive = refusals.find(({ error }) => !refusingReasons.has(error.reason)) ?? refusals[0];
  if (
    decisive &&
    (refusals.length === versions.length || !refusingReasons.has(decisive.error.reason))
  )
    throw decisive.error;
  return refusals;
}

/** Reasons that say that a version does not take the credentials, rather than that nobody knows. */
const refusingReasons: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'notFound',
  'unsupported',
]);

/** @throws whatever is not an ApiError. */
async function pingVersion(
  client: ApiClient,
  version: ApiVersion,
  signal: AbortSignal | undefined,
): Promise<Refusal | undefined> {
  try {
    const { message } = await client.call(ping, {}, { version, signal });
    if (/pong/i.test(message)) return undefined;
    throw new ApiError(
      'contract',
      { method: 'GET', path: `/api/${version}/ping` },
      'ping is not answered with pong',
      { flaw: { type: 'noPong' } },
    );
  } catch (error) {
    if (error instanceof ApiError) return { version, error };
    throw error;
  }
}
