import type { PanelTexts } from '../pages/protocol';
import type { Translate } from '../base/translate';

/** The texts of every panel's page, with placeholders that the page fills. */
export function panelWords(t: Translate): PanelTexts {
  return {
    save: t('Save'),
    discard: t('Discard'),
    unsaved: t('Unsaved changes: {0}', '{0}'),
    saved: t('Saved'),
    saving: t('Saving…'),
    loading: t('Loading…'),
    refresh: t('Refresh'),
    tryAgain: t('Try Again'),
    reveal: t('Reveal'),
    hide: t('Hide'),
    copy: t('Copy'),
    none: t('None.'),
    notSet: t('Not set'),
    filter: t('Filter'),
    more: t('Show more ({0} left)', '{0}'),
    noMatch: t('No rows match the filter.'),
    help: t('Help'),
    actions: t('Actions'),
  };
}
