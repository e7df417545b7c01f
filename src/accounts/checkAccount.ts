import { ApiClient } from '../api/client';
import type { ApiVersion } from '../api/contract/endpoint';
import { isPong, ping } from '../api/contract/ping';
import type { Credentials } from '../api/credentials';
import { ApiError } from '../api/errors';
import { referencePathWords } from '../api/request';

export interface CredentialRefusal {
  readonly version: ApiVersion;
  readonly error: ApiError;
}

/** The API versions that credentials give access to (API §5 rules 1 and 3). */
function versionsFor(kind: Credentials['kind']): readonly ApiVersion[] {
  return kind === 'token' ? ['v3', 'v2'] : ['v2'];
}

/**
 * Checks credentials by pinging every version they give access to, before anything is stored (API
 * §5 rule 4). Returns the versions that reject them while another accepts them.
 * @throws ApiError if no version accepts them or one couldn't be asked.
 */
export async function checkAccount(
  baseUrl: string,
  credentials: Credentials,
  signal?: AbortSignal,
): Promise<readonly CredentialRefusal[]> {
  const client = new ApiClient({
    target: { baseUrl, pathWords: referencePathWords },
    credentials: () => Promise.resolve(credentials),
  });
  const outcomes = await pingVersions(client, credentials.kind, signal);
  const refusals = outcomes.flatMap(({ version, error }) => (error ? [{ version, error }] : []));
  const decisive = refusals.find(({ error }) => !refusingReasons.has(error.reason)) ?? refusals[0];
  if (
    decisive &&
    (refusals.length === outcomes.length || !refusingReasons.has(decisive.error.reason))
  )
    throw decisive.error;
  return refusals;
}

/** Reasons that mean a version rejects the credentials, as opposed to not knowing. */
const refusingReasons: ReadonlySet<string> = new Set([
  'unauthorized',
  'forbidden',
  'notFound',
  'unsupported',
]);

/** Pings every version that credentials of this kind give access to (API §5 rule 4). */
export function pingVersions(
  client: ApiClient,
  kind: Credentials['kind'],
  signal?: AbortSignal,
): Promise<readonly { readonly version: ApiVersion; readonly error: ApiError | undefined }[]> {
  return Promise.all(
    versionsFor(kind).map(async (version) => ({
      version,
      error: await pingVersion(client, version, signal),
    })),
  );
}

/** Why a version doesn't answer, if so. @throws anything that is not an ApiError. */
async function pingVersion(
  client: ApiClient,
  version: ApiVersion,
  signal: AbortSignal | undefined,
): Promise<ApiError | undefined> {
  try {
    const { message } = await client.call(ping, {}, { version, signal });
    if (isPong(message)) return undefined;
    return new ApiError(
      'contract',
      { method: 'GET', path: `/api/${version}/ping` },
      'ping is not answered with pong',
      { flaw: { type: 'noPong' } },
    );
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
