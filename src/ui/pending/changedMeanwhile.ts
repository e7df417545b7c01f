import { t } from '../l10n';

/** Says that a staged change isn't what the person saw any more. */
export function changedMeanwhile(): string {
  return t('This change was applied, edited or discarded in the meantime.');
}
