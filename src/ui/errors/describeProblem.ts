import type { DocumentProblem } from '../../resources/documents/documentError';
import { t } from '../l10n';

/** What is wrong with a document, in words for a person. */
export function describeProblem({ reason, path, detail }: DocumentProblem): string {
  // Ours is translated; the service's own words stay.
  const fieldText = detail;
  const field = path.join('.');
  switch (reason) {
    case 'syntax':
      return t('The text is not valid JSON ({0}). Nothing was sent.', detail ?? '');
    case 'notAnObject':
      return t('The text has to be one JSON object. Nothing was sent.');
    case 'readOnly':
      return t('"{0}" is read-only: put its value back. Nothing was sent.', field);
    case 'credential':
      return t('"{0}" is a secret and is not changed in the text: put its value back.', field);
    case 'removed':
      return t('"{0}" was removed, but can only be changed: put it back. Nothing was sent.', field);
    case 'missing':
      return t(
        '"{0}" has to be said: the service takes these settings as a whole and does not tell this one. Nothing was sent.',
        field,
      );
    case 'secretInText':
      return t(
        '"{0}" is a secret: take it out of the text. You are asked for it when you create. Nothing was sent.',
        field,
      );
    case 'conflict':
      return t(
        '"{0}" was changed elsewhere meanwhile. Compare with the live version, then save again. Nothing was sent.',
        field,
      );
    case 'refused':
      return [field && `${field}:`, fieldText && t(fieldText)].filter(Boolean).join(' ');
  }
}
