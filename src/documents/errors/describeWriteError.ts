import { describeKept } from '../writing/compareSent';
import type { WriteError } from '../writing/writeError';
import type { Translate } from '../../base/translate';

/**
 * Describes a failed write: why, what was found, and what to do next.
 * @param why what went wrong while sending; undefined if the service accepted the request.
 */
export function describeWriteError(
  { outcome, kept, later }: WriteError,
  why: string | undefined,
  t: Translate,
): string {
  const values = kept.map((each) => describeKept(each, t));
  if (why === undefined && values.length === 0) {
    return t('The server accepted the request, but nothing changed.');
  }
  if (why === undefined) {
    return [...values, ...(outcome === 'partly' ? [t('Everything else was saved.')] : [])].join(
      ' ',
    );
  }
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
