import { ApiError, type ApiErrorReason, isCertificateCode, isConnectionLost } from '../api/errors';
import { toAccountName } from '../accounts/account';
import { UnknownAccountError } from '../accounts/sessions';
import { DocumentError, StoppedError, WriteError, type DocumentProblem } from './writing/outcome';
import { joinWords, toPlain } from '../base/foreignText';
import { describeKept } from './writing/judge';
import { formats, inLanguage, t } from '../base/l10n';

interface ErrorLanguage {
  /** True in browsers, which don't say why a request failed. */
  readonly hidesWhyRequestsFail: boolean;
}

const explained = [ApiError, DocumentError, WriteError, StoppedError, UnknownAccountError];

export function describeErrorIn(language: ErrorLanguage, error: unknown): string {
  if (error instanceof ApiError) return describeApiError(error, language);
  if (error instanceof DocumentError) {
    const isOurs = error.problems.every(({ reason }) => reason !== 'refused');
    const problems = error.problems.map((problem) => describeProblem(problem));
    return [...problems, ...(isOurs ? [t('Nothing was sent.')] : [])].join(' ');
  }
  if (error instanceof WriteError) {
    const { cause } = error;
    const why = cause === undefined ? undefined : describeErrorIn(language, cause);
    return describeWriteError(error, why);
  }
  if (error instanceof AggregateError) {
    // Several parts of a document often fail for the same reason.
    return [...new Set(error.errors.map((each) => describeErrorIn(language, each)))].join(' ');
  }
  if (error instanceof StoppedError) return t('Canceled. Nothing was sent.');
  if (error instanceof UnknownAccountError) {
    return t(
      'The account "{0}" was removed. To continue, add the account again and open the resource from there.',
      toAccountName(error.account),
    );
  }
  return error instanceof Error ? error.message : String(error);
}

/** True if the description is a sentence of ours, which needs no introduction. */
export function isExplained(error: unknown): boolean {
  return explained.some((type) => error instanceof type);
}

export function isCancellation(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'cancelled';
}

function describeApiError(error: ApiError, language: ErrorLanguage): string {
  const words = explainApiError(error, language);
  const fields = Object.entries(error.fieldErrors).map(
    ([field, texts]) =>
      `${toPlain(field)}: ${String(joinWords(texts.map((fieldText) => inLanguage(fieldText))))}`,
  );
  const quoted = error.serviceMessage ? t('The service says: {0}', error.serviceMessage) : '';
  return [words, ...fields, quoted].filter(Boolean).join(' ');
}

/** Each version of the API checks credentials separately. */
function explainRefusal({ operation }: ApiError): string {
  const [, version] = /^\/api\/(v\d+)\//.exec(operation.path) ?? [];
  return version === undefined
    ? t(
        "The service rejected the credentials (401). They're wrong, or this machine's address isn't on the token's allow list. Check the credentials and the list.",
      )
    : t(
        "API {0} rejected the credentials (401). They're wrong, or this machine's address isn't on the token's allow list. Check the credentials and the list.",
        version,
      );
}

function explainApiError(error: ApiError, language: ErrorLanguage): string {
  const { reason, status, retryAt } = error;
  const explanations: Readonly<Record<ApiErrorReason, string>> = {
    unauthorized: explainRefusal(error),
    forbidden: t(
      "The credentials are valid but don't allow this (403). Ask the account's owner for permission.",
    ),
    notFound: t('Not found on the service (404). It may have been deleted: refresh to check.'),
    unsupported:
      status === 404
        ? t('Not found on the service, or not offered (404).')
        : t("The service doesn't offer this."),
    invalid: explainInvalid(status),
    rateLimited:
      retryAt === undefined
        ? t('The rate limit is used up (429). Wait a minute and try again.')
        : t('The rate limit is used up (429). Try again after {0}.', formats.time(retryAt)),
    blocked: t(
      'The request was refused with a web page ({0}), by a proxy or by the web server of the service. Try again later, or ask the administrator of the proxy if there is one.',
      status ?? 403,
    ),
    server: t('The service failed ({0}). Try again later.', status ?? 500),
    network: describeNetworkProblem(error, language),
    timeout: t("The service didn't answer in time. Check the network, or try again."),
    cancelled: t('Canceled.'),
    readOnly: t(
      "The account is read-only, so this wasn't sent. To change something, run Allow Changes for an Hour… on the account.",
    ),
    contract: isForeign(error)
      ? t("The response isn't from this API. {0}", describeFlaw(error))
      : describeFlaw(error),
  };
  return explanations[reason];
}

/** True if something else than this API answered. */
function isForeign({ flaw }: ApiError): boolean {
  return flaw?.type === 'webPage' || flaw?.type === 'redirect' || flaw?.type === 'noPong';
}

/** Only the documented status for invalid fields says that the content is the reason. */
function explainInvalid(status: number | undefined): string {
  if (status === undefined) {
    return t('Nothing was sent: the content is incomplete or has invalid values.');
  }
  return status === 422
    ? t('The service rejected the content ({0}).', status)
    : t('The service rejected the request ({0}).', status);
}

function describeNetworkProblem(error: ApiError, { hidesWhyRequestsFail }: ErrorLanguage): string {
  const { code } = error;
  const detail = code ? ` (${code})` : '';
  if (isConnectionLost(error)) {
    return t('The connection to the service was lost{0}. Check the network, or try again.', detail);
  }
  if (hidesWhyRequestsFail) {
    return t(
      "Couldn't reach the service from this browser. Either the network or the address is wrong, or the service blocks calls from other web pages (CORS); browsers don't say which. Check the network and the address. If they're right, use VS Code on the desktop, or have the service allow this page's origin.",
    );
  }
  return isCertificateCode(code)
    ? t(
        "The service's certificate isn't trusted on this machine ({0}), so nothing was sent. Check the address. If your organization uses its own certificates, install its root certificate in the operating system (setting http.systemCertificates).",
        code ?? '',
      )
    : t("Couldn't reach the service{0}. Check the network and the address.", detail);
}

function describeFlaw({ operation, flaw, message }: ApiError): string {
  const request = `${operation.method} ${operation.path}`;
  if (!flaw) return message;
  const fields = flaw.type === 'shape' ? flaw.fields : [];
  const host = flaw.type === 'redirect' ? flaw.host : undefined;
  const descriptions: Readonly<Record<typeof flaw.type, string>> = {
    webPage: t(
      '{0}: received a web page instead of JSON. Is this the address of the API?',
      request,
    ),
    notJson: t("{0}: the response isn't JSON, or was cut off.", request),
    moreText: t('{0}: more text follows the JSON of the response.', request),
    largeId: t('{0}: the IDs in the response are too large to be exact.', request),
    empty: t('{0}: the response is empty.', request),
    tooLong: t('{0}: the response is too long.', request),
    noPong: t("{0}: the response isn't “pong”. Is this the address of the API?", request),
    redirect: t(
      "{0}: redirects to {1}, where credentials aren't sent. Is this the address of the API?",
      request,
      host ?? t('another page'),
    ),
    shape: fields.some((field) => String(field) !== '')
      ? t('{0}: unexpected response format at {1}.', request, fields.join(', '))
      : t('{0}: unexpected response format.', request),
  };
  return descriptions[flaw.type];
}

/** @param why what went wrong while sending; undefined if the service accepted the request. */
function describeWriteError({ outcome, kept, later }: WriteError, why: string | undefined): string {
  const values = kept.map((each) => describeKept(each));
  if (why === undefined && values.length === 0) {
    return t('The server accepted the request, but nothing changed.');
  }
  const rest = outcome === 'partly' ? [t('Everything else was saved.')] : [];
  if (why === undefined) return [...values, ...rest].join(' ');
  switch (outcome) {
    case 'failed':
    case 'notApplied':
      return t('{0} Nothing was changed.', why);
    case 'partly':
      return [t('{0} Only part of it was saved.', why), ...values].join(' ');
    case 'unknown':
      if (later) {
        return t(
          "{0} Your change may still arrive: it's checked again after 10 and 30 seconds.",
          why,
        );
      }
      return t(
        "{0} Your change may have arrived, but that can't be checked right now. Compare with the live version before you save again.",
        why,
      );
  }
}

export function describeProblem({ reason, path, detail }: DocumentProblem): string {
  const field = toPlain(path.join('.'));
  const named = path.length > 0 ? `${field}:` : '';
  const descriptions: Readonly<Record<typeof reason, string>> = {
    syntax: t("The text isn't valid JSON: check line {0}.", detail ?? ''),
    notAnObject: t('The text must be a single JSON object.'),
    duplicate: t('"{0}" appears twice: remove one of them.', field),
    number: t('"{0}" has a number that would be rounded: use fewer digits.', field),
    replacement: t(
      '"{0}" has a "{1}" where a character was lost: type the character again.',
      field,
      '\u{fffd}',
    ),
    readOnly: t('"{0}" is read-only: restore the original value.', field),
    unknownField: t('"{0}" is an unknown field: remove it.', field),
    credential: t(
      '"{0}" is a secret and can\'t be changed here: restore the original value.',
      field,
    ),
    mask: t(
      '"{0}" has a masked secret that can\'t be restored here: put the mask back where it was, or type the secret.',
      field,
    ),
    secretKept: t(
      '"{0}" contains a secret, which can\'t be stored: type it in the resource\'s document and save that.',
      field,
    ),
    secretInText: t(
      '"{0}" is a secret: remove it from the text. You\'ll be asked for it when you create the resource.',
      field,
    ),
    removed: t('"{0}" can be changed but not removed: restore it.', field),
    missing: t(
      'Set "{0}", too: the service replaces these settings as a whole and doesn\'t return this one.',
      field,
    ),
    notRead: t(
      '"{0}" can\'t be saved right now: the service doesn\'t return the current settings.',
      field,
    ),
    conflict: t(
      '"{0}" was changed elsewhere in the meantime. Compare with the live version, then save again.',
      field,
    ),
    // The service's message, after the field that it rejected, if it named one.
    refused: [named, detail ? String(inLanguage(detail)) : ''].filter(Boolean).join(' '),
  };
  return descriptions[reason];
}
