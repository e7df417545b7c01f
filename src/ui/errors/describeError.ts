import { ApiError, isCertificateCode } from '../../api/errors';
import { platform } from '../../platform/platform';
import { UnknownAccountError } from '../../resources/accounts/sessions';
import { DocumentError } from '../../resources/documents/documentError';
import { formats } from '../formats';
import { t } from '../l10n';
import { toPlain } from '../safeText';
import { describeFlaw } from './describeFlaw';
import { describeProblem } from './describeProblem';

/** An error in words for a person: what happened and what to do next. */
export function describeError(error: unknown): string {
  if (error instanceof ApiError) return describeApiError(error);
  if (error instanceof DocumentError) return error.problems.map(describeProblem).join(' ');
  if (error instanceof UnknownAccountError) {
    return t('There is no account "{0}" any more. Add it again, or close this.', error.account);
  }
  return error instanceof Error ? error.message : String(error);
}

/** Whether an error only says that a person gave up waiting. */
export function isCancellation(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'cancelled';
}

function describeApiError(error: ApiError): string {
  const words = explain(error);
  const fields = Object.entries(error.fieldErrors).map(
    ([field, texts]) => `${field}: ${toPlain(texts.map((fieldText) => t(fieldText)).join(' '))}`,
  );
  const quoted = error.serviceMessage
    ? t('The service says: {0}', toPlain(error.serviceMessage))
    : '';
  return [words, ...fields, quoted].filter(Boolean).join(' ');
}

/** Reference §7, in words. */
function explain(error: ApiError): string {
  switch (error.reason) {
    case 'unauthorized':
      return t(
        "The service refused the credentials (401). Either they are wrong, or this machine's address is not on the token's allow list. Sign in again, or check the list.",
      );
    case 'forbidden':
      return t('The credentials are valid, but this is forbidden for them (403).');
    case 'notFound':
      return t('The service has no such thing (404). It may have been deleted; refresh to see.');
    case 'unsupported':
      return error.status === 404
        ? t('The service has no such thing, or does not offer this (404).')
        : t('The service does not offer this.');
    case 'invalid':
      return error.status === undefined
        ? t('Nothing was sent, because the content is not complete or has wrong values.')
        : t('The service did not accept the content ({0}).', error.status);
    case 'rateLimited':
      return error.retryAt === undefined
        ? t('The rate limit is used up (429). Wait a minute and try again.')
        : t('The rate limit is used up (429). Try again after {0}.', formats.time(error.retryAt));
    case 'server':
      return t('The service failed ({0}). Try again in a while.', error.status ?? 500);
    case 'network':
      return describeNetworkProblem(error.code);
    case 'timeout':
      return t('The service did not answer in time. Check the network, or try again.');
    case 'cancelled':
      return t('Cancelled.');
    case 'contract':
      return t('The answer is not one of this API. {0}', describeFlaw(error));
  }
}

function describeNetworkProblem(code: string | undefined): string {
  if (platform.hidesWhyRequestsFail) {
    return t(
      'The service could not be reached from this browser. Either the network or the address is at fault, or the service does not let web pages of other origins call it (CORS): a browser does not say which. Check the network and the address; if they are right, use VS Code on the desktop, or have the service allow the origin of this page.',
    );
  }
  return isCertificateCode(code)
    ? describeCertificateProblem(code ?? '')
    : t(
        'The service could not be reached{0}. Check the network and the address.',
        code ? ` (${code})` : '',
      );
}

function describeCertificateProblem(code: string): string {
  return t(
    "The service's certificate is not trusted here ({0}), so nothing was sent. Check the address. Where your organisation has its own certificates, install its root certificate in the operating system (setting http.systemCertificates).",
    code,
  );
}
