import type { ApiError } from '../../api/errors';
import type { Translate } from '../../base/translate';

/** How an answer deviates from this API, and which request it answers. */
export function describeFlaw({ operation, flaw, message }: ApiError, t: Translate): string {
  const request = `${operation.method} ${operation.path}`;
  switch (flaw?.type) {
    case 'webPage':
      return t(
        '{0}: received a web page instead of JSON. Is this the address of the API?',
        request,
      );
    case 'notJson':
      return t("{0}: the response isn't JSON, or was cut off.", request);
    case 'empty':
      return t('{0}: the response is empty.', request);
    case 'tooLong':
      return t('{0}: the response is too long.', request);
    case 'noPong':
      return t("{0}: the response isn't “pong”. Is this the address of the API?", request);
    case 'redirect':
      return t(
        "{0}: redirects to {1}, where credentials aren't sent. Is this the address of the API?",
        request,
        flaw.host ?? t('another page'),
      );
    case 'shape':
      return flaw.fields.some((field) => String(field) !== '')
        ? t('{0}: unexpected response format at {1}.', request, flaw.fields.join(', '))
        : t('{0}: unexpected response format.', request);
    case undefined:
      return message;
  }
}
