import type { Words } from '../../webviews/protocol';
import { t } from '../l10n';

/** The words of every panel's page; places stay in them to be filled there. */
export function panelWords(): Words {
  return {
    save: t('Save'),
    discard: t('Discard'),
    unsaved: t('Not saved yet: {0}', '{0}'),
    saved: t('Saved'),
    saving: t('Saving…'),
    loading: t('Loading…'),
    refresh: t('Refresh'),
    tryAgain: t('Try Again'),
    reveal: t('Reveal'),
    hide: t('Hide'),
    copy: t('Copy'),
    none: t('There is none.'),
    filter: t('Filter'),
    more: t('Show more ({0} left)', '{0}'),
    on: t('on'),
    off: t('off'),
  };
}
