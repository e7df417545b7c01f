import type { ApiError } from '../../api/errors';
import { t } from '../l10n';
import { toVisible } from '../safeText';

/** What tells an answer from one of this API, and which request it was for. */
export function describeFlaw({ operation, flaw, message }: ApiError): string {
  const request = `${operation.method} ${operation.path}`;
  switch (flaw?.type) {
    case 'webPage':
      return t('{0}: it is a web page, not JSON. Is this the address of the API?', request);
    case 'notJson':
      return t('{0}: it is not JSON, or was cut off.', request);
    case 'tooLong':
      return t('{0}: it is too long.', request);
    case 'noPong':
      return t('{0}: it is not “pong”. Is this the address of the API?', request);
    case 'redirect':
      return t(
        '{0}: it leads on to {1}, where credentials are not sent. Is this the address of the API?',
        request,
        flaw.host ?? t('another page'),
      );
    case 'shape':
      return flaw.fields.some(Boolean)
        ? t('{0}: it has another shape, at {1}.', request, toVisible(flaw.fields.join(', ')))
        : t('{0}: it has another shape.', request);
    case undefined:
      return message;
  }
}
