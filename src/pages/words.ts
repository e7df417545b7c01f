import { t } from '../base/l10n';

/** The page's own texts, with placeholders that the page fills. */
export function fleetWords() {
  return {
    account: t('Account'),
    all: t('All'),
    certificateDays: t('{0}: {1} certificates end', '{0}', '{1}'),
    certificates: t('Certificates: Next 90 Days'),
    certificatesLater: t('No certificate ends in the next 90 days.'),
    check: t('Check Now'),
    close: t('Close'),
    copyCsv: t('Copy as CSV'),
    day: t('Day {0}', '{0}'),
    disk: t('Disk'),
    ends: t('Ends'),
    findings: t('Findings'),
    heat: t('Cron Jobs: Week'),
    load: t('Load average'),
    memory: t('Memory'),
    more: t('{0} more', '{0}'),
    name: t('Name'),
    noRuns: t('No runs'),
    noRunsKnown: t('No known runs.'),
    none: t('None.'),
    notChecked: t('Not checked'),
    nothing: t('Nothing has been checked yet.'),
    overlaps: t('Minutes with several runs'),
    php: t('PHP Versions'),
    provider: t('Provider'),
    providers: t('Providers'),
    region: t('Region'),
    regions: t('Regions'),
    run: t('Runs'),
    runs: t('{0} runs', '{0}'),
    server: t('Server'),
    servers: t('Servers'),
    several: t('Several runs in the same minute'),
    showMore: t('Show more ({0} left)', '{0}'),
    showTable: t('Show as Table'),
    single: t('Runs'),
    state: t('State'),
    states: t('Server States'),
    tag: t('Tag'),
    text: t('Filter'),
    timeLine: t('Cron Jobs: Next 24 Hours'),
    user: t('User'),
    utc: t('Times if servers use UTC'),
  };
}

/** The texts of every panel's page, with placeholders that the page fills. */
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
    noMatch: t('No rows match the filter.'),
    newest: t('Jump to Newest'),
    shown: t('{0} of {1} events', '{0}', '{1}'),
    help: t('Help'),
    actions: t('Actions'),
  };
}

export type FleetWords = ReturnType<typeof fleetWords>;

export type PanelWords = ReturnType<typeof panelWords>;
