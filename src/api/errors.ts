import type { Method } from './contract/endpoint';
import type { ForeignText, Words } from '../base/foreignText';

/**
 * Why a call failed. The first six follow the service's status (API §7). `contract`: the answer
 * isn't from this API. `unsupported`: this service or kind of credentials doesn't offer the
 * operation. `blocked`: a web page refused, of a proxy in between or of the service's web server.
 * `readOnly`: nothing was sent, because the person made the account read-only.
 */
export type ApiErrorReason =
  | 'unauthorized'
  | 'forbidden'
  | 'notFound'
  | 'invalid'
  | 'rateLimited'
  | 'server'
  | 'network'
  | 'timeout'
  | 'cancelled'
  | 'contract'
  | 'unsupported'
  | 'blocked'
  | 'readOnly';

/** How an answer deviates from this API; contains names only, no content. */
type Flaw =
  | { readonly type: 'webPage' | 'notJson' | 'moreText' | 'empty' | 'tooLong' | 'noPong' }
  | { readonly type: 'redirect'; readonly host: ForeignText | undefined }
  | { readonly type: 'shape' | 'largeId'; readonly fields: readonly ForeignText[] };

/** Messages, ours or the service's, by (dotted) field name. */
export type FieldErrors = Readonly<Record<string, readonly Words[]>>;

export interface Operation {
  readonly method: Method;
  /** The requested path, without host and query. */
  readonly path: string;
}

type ApiErrorDetails = {
  readonly [Name in Exclude<keyof ApiError, keyof Error | 'reason' | 'operation'>]?:
    | ApiError[Name]
    | undefined;
};

/** The only error that a call throws. Never contains credentials, headers or bodies. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reason: ApiErrorReason;
  readonly operation: Operation;
  readonly status: number | undefined;
  readonly serviceMessage: ForeignText | undefined;
  /** Field errors of a 422 answer or of the check before sending. */
  readonly fieldErrors: FieldErrors;
  /** When to retry, in milliseconds since the epoch. */
  readonly retryAt: number | undefined;
  /** System code of a connection failure, such as ECONNREFUSED. */
  readonly code: string | undefined;
  readonly flaw: Flaw | undefined;
  /** True if the connection failed or the call was cancelled before any request was on its way. */
  readonly isUnsent: boolean;
  readonly isCutOff: boolean;

  constructor(
    reason: ApiErrorReason,
    operation: Operation,
    text: string,
    details: ApiErrorDetails = {},
  ) {
    super(`${operation.method} ${operation.path}: ${text}`);
    this.reason = reason;
    this.operation = operation;
    Object.assign(this, details);
    this.fieldErrors = details.fieldErrors ?? {};
    const { code = '', isUnsent = unsentCodes.has(code) || isCertificateCode(code) } = details;
    this.isUnsent = isUnsent;
    this.isCutOff = details.isCutOff ?? false;
  }
}

export function isCertificateCode(code: string | undefined): boolean {
  return (
    code !== undefined &&
    /CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/.test(code)
  );
}

const lostCodes: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

/** True if a connection was established, but lost before the answer was complete. */
export function isConnectionLost({ isCutOff, code = '' }: ApiError): boolean {
  return isCutOff || lostCodes.has(code);
}

/** Codes of connections that were never established. */
const unsentCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);

export function cancelled(operation: Operation): ApiError {
  return new ApiError('cancelled', operation, 'cancelled');
}

export function readOnly(operation: Operation): ApiError {
  const text = 'not sent, because the account is read-only';
  return new ApiError('readOnly', operation, text, { isUnsent: true });
}

export function cancelledUnsent(operation: Operation): ApiError {
  return new ApiError('cancelled', operation, 'cancelled before it was sent', { isUnsent: true });
}

/** True if an operation isn't offered or its input is rejected, so that another may work. */
export function isMissing(error: unknown): error is ApiError {
  return (
    error instanceof ApiError && (error.reason === 'unsupported' || error.reason === 'notFound')
  );
}

/** True if this service or kind of credentials doesn't offer the operation. */
export function isUnsupported(error: unknown): error is ApiError {
  return error instanceof ApiError && error.reason === 'unsupported';
}

/** A handler for rejected reads: another value if the operation is missing; rethrows other errors. */
export function ifMissing<T>(other: T, isSo = isMissing): (error: unknown) => T {
  return (error) => {
    if (isSo(error)) return other;
    throw error;
  };
}

const generalReasons: ReadonlySet<ApiErrorReason> = new Set([
  'cancelled',
  'network',
  'rateLimited',
  'unauthorized',
]);

/** A service that can be reached but doesn't answer may only be slow at this. */
export function hitsEveryRequest(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { reason, code } = error;
  const isConnectionFailure = code !== undefined;
  return generalReasons.has(reason) || (reason === 'timeout' && isConnectionFailure);
}
