import type { SentDifference } from '../documents/writing/compareSent';
import type { WriteError } from '../documents/writing/writeError';
import type { Translate } from '../base/translate';
import { toPlain } from '../base/foreignText';

/** The longest value to show in full. */
const maxValueLength = 80;

/**
 * Describes a failed write: why, what was found, and what to do next.
 * @param why what went wrong while sending; undefined if the service accepted the request.
 */
export function describeWriteError(
  { outcome, kept }: WriteError,
  why: string | undefined,
  t: Translate,
): string {
  const values = kept.map((each) => describeKept(each, t));
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
      return t(
        "{0} Your change may have arrived, but that can't be checked right now. Compare with the live version before you save again.",
        why,
      );
  }
}

/** Describes what the service stores instead of what was sent. */
export function describeKept({ path, now }: SentDifference, t: Translate): string {
  const value = toPlain(JSON.stringify(now), maxValueLength);
  return t('The server kept "{0}" = {1}.', toPlain(path.join('.')), value);
}
