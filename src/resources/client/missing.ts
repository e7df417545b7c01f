import type { Resource } from '../kinds/kind';
import { ApiError } from '../../api/errors';

/** Messages of services that don't have a path at all (API §7), with or without final punctuation. */
const unknownPath =
  /^(the requested resource is unavailable|not found|the route .* not be found)\W*$/i;

/**
 * A placeholder for a resource that doesn't exist yet: services refuse to read it with some 4xx, and
 * say why. Undefined if the error says anything else, such as that it isn't offered.
 * @param isOffered whether the service has answered a read of this kind before.
 */
export function toMissing(error: unknown, isOffered: boolean): Resource | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { reason, status, serviceMessage } = error;
  const message = String(serviceMessage ?? '').trim();
  const isUnknownPath = message === '' || unknownPath.test(message);
  const isMissing = status === 404 ? isOffered || !isUnknownPath : reason === 'invalid';
  return isMissing ? { message } : undefined;
}

export function notOffered(kind: string): ApiError {
  return new ApiError(
    'unsupported',
    { method: 'GET', path: kind },
    'the API has no such operation',
  );
}
