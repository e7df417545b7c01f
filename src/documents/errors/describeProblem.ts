import type { DocumentProblem } from '../documentError';
import { toPlain } from '../../base/foreignText';
import { inLanguage, t } from '../../base/l10n';

export function describeProblem({ reason, path, detail }: DocumentProblem): string {
  const field = toPlain(path.join('.'));
  switch (reason) {
    case 'syntax':
      return t("The text isn't valid JSON ({0}).", detail ?? '');
    case 'notAnObject':
      return t('The text must be a single JSON object.');
    case 'duplicate':
      return t('"{0}" appears twice: remove one of them.', field);
    case 'number':
      return t('"{0}" has a number that would be rounded: use fewer digits.', field);
    case 'replacement':
      return t(
        '"{0}" has a "{1}" where a character was lost: type the character again.',
        field,
        '\u{fffd}',
      );
    case 'readOnly':
      return t('"{0}" is read-only: restore the original value.', field);
    case 'unknownField':
      return t('"{0}" is an unknown field: remove it.', field);
    case 'credential':
    case 'mask':
    case 'secretKept':
    case 'secretInText':
      return describeSecret(reason, field);
    case 'removed':
      return t('"{0}" can be changed but not removed: restore it.', field);
    case 'missing':
      return t(
        'Set "{0}", too: the service replaces these settings as a whole and doesn\'t return this one.',
        field,
      );
    case 'notRead':
      return t(
        '"{0}" can\'t be saved right now: the service doesn\'t return the current settings.',
        field,
      );
    case 'conflict':
      return t(
        '"{0}" was changed elsewhere in the meantime. Compare with the live version, then save again.',
        field,
      );
    case 'refused':
      return joinRefusal(path.length > 0 ? `${field}:` : '', detail);
  }
}

function describeSecret(
  reason: 'credential' | 'mask' | 'secretKept' | 'secretInText',
  field: string,
): string {
  switch (reason) {
    case 'credential':
      return t('"{0}" is a secret and can\'t be changed here: restore the original value.', field);
    case 'mask':
      return t(
        '"{0}" has a masked secret that can\'t be restored here: put the mask back where it was, or type the secret.',
        field,
      );
    case 'secretKept':
      return t(
        '"{0}" contains a secret, which can\'t be stored: type it in the resource\'s document and save that.',
        field,
      );
    case 'secretInText':
      return t(
        '"{0}" is a secret: remove it from the text. You\'ll be asked for it when you create the resource.',
        field,
      );
  }
}

/** The service's message, after the field that it rejected, if it named one. */
function joinRefusal(field: string, detail: DocumentProblem['detail']): string {
  return [field, detail ? String(inLanguage(detail)) : ''].filter(Boolean).join(' ');
}
