import { parseAnswer } from '../api/answer';
import { ApiClient } from '../api/client';
import type { ApiVersion } from '../api/contract/endpoint';
import { isPong, ping } from '../api/contract/ping';
import type { Credentials } from '../api/credentials';
import { ApiError, type ApiErrorReason, isCertificateCode, type Operation } from '../api/errors';
import { defaultLimits, exchange, type HttpAnswer, jsonHeaders } from '../api/http';
import { referencePathWords, versionsFor } from '../api/request';
import { systemClock } from '../api/scheduling/clock';
import { isObject } from '../base/json';

export interface CredentialRefusal {
  readonly version: ApiVersion;
  readonly error: ApiError;
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
  const unsure = refusals.find(({ error }) => !refusingReasons.has(error.reason));
  const decisive = unsure ?? (refusals.length === outcomes.length ? refusals[0] : undefined);
  if (decisive) throw decisive.error;
  return refusals;
}

/** Reasons that mean a version rejects the credentials, as opposed to not knowing. */
const refusingReasons: ReadonlySet<ApiErrorReason> = new Set([
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
    versionsFor(ping, kind).map(async (version) => ({
      version,
      error: await pingVersion(client, version, signal).catch(toApiError),
    })),
  );
}

/** Why a version doesn't answer, if so. @throws ApiError if it can't be asked. */
async function pingVersion(
  client: ApiClient,
  version: ApiVersion,
  signal: AbortSignal | undefined,
): Promise<ApiError | undefined> {
  const { message } = await client.call(ping, {}, { version, signal });
  return isPong(message) ? undefined : notTheApi(pingOf(version), 'noPong');
}

/** Undefined if the API is there: its ping asks for credentials. Otherwise why not, or unknown. */
export async function checkAddress(
  baseUrl: string,
  signal?: AbortSignal,
): Promise<ApiError | undefined> {
  const found: ApiError[] = [];
  for (const version of versionsFor(ping, 'token')) {
    const problem = await pingWithoutCredentials(baseUrl, version, signal).catch(toApiError);
    if (!problem || isUndetermined(problem)) return problem;
    found.push(problem);
  }
  return found.find(({ reason }) => reason === 'contract') ?? found[0];
}

/** Reasons that say nothing about an address. */
const undeterminedReasons: ReadonlySet<ApiErrorReason> = new Set([
  'network',
  'timeout',
  'cancelled',
  'forbidden',
  'rateLimited',
  'server',
  'blocked',
]);

/** True if the API may still be at the address, so that another attempt can succeed. */
export function isUndetermined({ reason, code }: ApiError): boolean {
  return undeterminedReasons.has(reason) && !isCertificateCode(code);
}

/** Undefined if the API answers; otherwise what is wrong. @throws ApiError if nothing answers. */
async function pingWithoutCredentials(
  baseUrl: string,
  version: ApiVersion,
  signal: AbortSignal | undefined,
): Promise<ApiError | undefined> {
  const operation = pingOf(version);
  const url = baseUrl + operation.path;
  const request = { operation, url, headers: jsonHeaders, body: undefined, signal };
  const answer = await exchange(request, defaultLimits, systemClock);
  return isRequestForCredentials(answer) ? undefined : toAddressError(answer, operation);
}

function pingOf(version: ApiVersion): Operation {
  return { method: 'GET', path: `/api/${version}/ping` };
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  throw error;
}

/** Protected web pages also answer 401, with a page. */
function isRequestForCredentials({ status, body }: HttpAnswer): boolean {
  return status === 401 && !/^\s*</.test(body);
}

/** A service may answer its ping without credentials, too. @throws ApiError */
function toAddressError(answer: HttpAnswer, operation: Operation): ApiError | undefined {
  const { status } = answer;
  if (status === 401) return notTheApi(operation, 'webPage');
  const context = { operation, source: 'documented', secrets: [], now: Date.now() } as const;
  const json = parseAnswer(answer, { ...context, status });
  return isObject(json) && isPong(json['message']) ? undefined : notTheApi(operation, 'noPong');
}

function notTheApi(operation: Operation, type: 'webPage' | 'noPong'): ApiError {
  return new ApiError('contract', operation, 'not the API', { flaw: { type } });
}
