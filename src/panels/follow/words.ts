import type { Translate } from '../../base/translate';
import type { FollowWords } from '../../pages/follow/protocol';

/** The page's own texts, with placeholders that the page fills. */
export function followWords(t: Translate): FollowWords {
  return {
    all: t('All'),
    allLevels: t('All Levels'),
    events: t('Events'),
    filter: t('Filter'),
    gap: t('Some events before this one are missing: too many arrived at once.'),
    important: t('Important and Warnings'),
    level: t('Level'),
    newest: t('Jump to Newest'),
    noMatch: t('No event matches the filter.'),
    none: t('No events yet.'),
    pause: t('Pause'),
    resume: t('Resume'),
    shown: t('{0} of {1} events', '{0}', '{1}'),
    source: t('Resource'),
    tryAgain: t('Try Again'),
    warnings: t('Warnings'),
  };
}
