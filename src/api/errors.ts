import type { Method } from './contract/endpoint';

/**
 * Why a call failed. The first six follow the service's status (reference §7); `contract` is an
 * answer that is not this API's, `unsupported` an operation that this service or this kind of
 * credentials does not offer.
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
  | 'unsupported';

/** What tells an answer from one of this API; nothing of its content but names. */
export type Flaw =
  | { readonly type: 'webPage' | 'notJson' | 'tooLong' | 'noPong' }
  | { readonly type: 'redirect'; readonly host: string | undefined }
  | { readonly type: 'shape'; readonly fields: readonly string[] };

/** What is wrong with which field: keys are field names, dotted where nested. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

/** The call that failed, in terms that hold no credential. */
export interface Operation {
  readonly method: Method;
  /** The path that was asked for, without host and query. */
  readonly path: string;
}

interface Details {
  readonly status?: number | undefined;
  readonly serviceMessage?: string | undefined;
  readonly fieldErrors?: FieldErrors | undefined;
  readonly retryAt?: number | undefined;
  readonly code?: string | undefined;
  readonly flaw?: Flaw | undefined;
}

/** The one error that a call throws. It never carries a credential, a header or a body. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly reason: ApiErrorReason;
  readonly operation: Operation;
  /** HTTP status (reference §7), where the service answered. */
  readonly status: number | undefined;
  /** The service's own words, which may be shown to a person (reference §7). */
  readonly serviceMessage: string | undefined;
  /** Field errors of a 422 answer, or of the check before sending. */
  readonly fieldErrors: FieldErrors;
  /** When the call may be tried again, in milliseconds since the epoch. */
  readonly retryAt: number | undefined;
  /** The system's code of a connection failure, such as ECONNREFUSED. */
  readonly code: string | undefined;
  /** Why an answer is not one of this API, where the reason is `contract`. */
  readonly flaw: Flaw | undefined;

  constructor(reason: ApiErrorReason, operation: Operation, text: string, details: Details = {}) {
    super(`${operation.method} ${operation.path}: ${text}`);
    this.reason = reason;
    this.operation = operation;
    this.status = details.status;
    this.serviceMessage = details.serviceMessage;
    this.fieldErrors = details.fieldErrors ?? {};
    this.retryAt = details.retryAt;
    this.code = details.code;
    this.flaw = details.flaw;
  }
}

/**
 * Whether a connection failure's code says that the service's certificate is not trusted: it is made by
 * nobody known here, for another name, for another time, or was revoked.
 */
export function isCertificateCode(code: string | undefined): boolean {
  return (
    code !== undefined &&
    /CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|^(INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH)$/.test(code)
  );
}

/** The error of a call that was cancelled before or while it ran. */
export function cancelled(operation: Operation): ApiError {
  return new ApiError('cancelled', operation, 'cancelled');
}
