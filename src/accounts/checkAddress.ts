import { parseAnswer } from '../api/answer';
import type { ApiVersion } from '../api/contract/endpoint';
import { isPong } from '../api/contract/ping';
import { ApiError, type ApiErrorReason, isCertificateCode, type Operation } from '../api/errors';
import { defaultLimits, exchange, type HttpAnswer, jsonHeaders } from '../api/http';
import { systemClock } from '../api/scheduling/clock';
import { isObject } from '../base/json';

const versions: readonly ApiVersion[] = ['v3', 'v2'];

/** Undefined if the API is there: its ping asks for credentials. Otherwise why not, or unknown. */
export async function checkAddress(
  baseUrl: string,
  signal?: AbortSignal,
): Promise<ApiError | undefined> {
  const found: ApiError[] = [];
  for (const version of versions) {
    const problem = await pingWithoutCredentials(baseUrl, version, signal);
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

/** Undefined if the API answers; otherwise what is wrong. @throws anything but an ApiError. */
async function pingWithoutCredentials(
  baseUrl: string,
  version: ApiVersion,
  signal: AbortSignal | undefined,
): Promise<ApiError | undefined> {
  const operation: Operation = { method: 'GET', path: `/api/${version}/ping` };
  const request = {
    operation,
    url: baseUrl + operation.path,
    headers: jsonHeaders,
    body: undefined,
    signal,
  };
  try {
    const answer = await exchange(request, defaultLimits, systemClock);
    return isRequestForCredentials(answer) ? undefined : toAddressError(answer, operation);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Protected web pages also answer 401, with a page. */
function isRequestForCredentials({ status, body }: HttpAnswer): boolean {
  return status === 401 && !/^\s*</.test(body);
}

/** A service may answer its ping without credentials, too. @throws ApiError */
function toAddressError(answer: HttpAnswer, operation: Operation): ApiError | undefined {
  const { status } = answer;
  if (status === 401) return notTheApi(operation, 'webPage');
  const context = {
    operation,
    source: 'documented',
    secrets: [],
    now: Date.now(),
    status,
  } as const;
  const json = parseAnswer(answer, context);
  return isObject(json) && isPong(json['message']) ? undefined : notTheApi(operation, 'noPong');
}

function notTheApi(operation: Operation, type: 'webPage' | 'noPong'): ApiError {
  return new ApiError('contract', operation, 'not the API', { flaw: { type } });
}
