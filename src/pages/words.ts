import { t } from '../base/l10n';

export function panelWords() {
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
    all: t('Show All'),
    noRuns: t('No runs'),
    single: t('Runs'),
    several: t('Several runs in the same minute'),
    noMatch: t('No rows match the filter.'),
    newest: t('Jump to Newest'),
    shown: t('{0} of {1} events', '{0}', '{1}'),
    help: t('Help'),
    actions: t('Actions'),
  };
}

export type PanelWords = ReturnType<typeof panelWords>;
