import type { Sessions } from '../accounts/sessions';
import type { FleetProgress } from '../resources/search/fleetSearch';
import { formats, t } from '../base/l10n';

/** How far the servers were searched and why that ended early; empty if there's nothing to say. */
export function describeSearch(
  searches: readonly FleetProgress[],
  sessions: Pick<Sessions, 'opened'>,
  language: { readonly describeError: (error: unknown) => string },
): string {
  const { describeError } = language;
  if (searches.length === 0) return '';
  const counts = describeCounts(searches);
  const running = searches.filter(({ state }) => state === 'running');
  if (running.length > 0) {
    const isWaiting = running.every(({ collection }) => {
      const session = sessions.opened(collection.account);
      return session?.state === 'rateLimited' || session?.client.rateLimit?.isReserved === true;
    });
    return isWaiting
      ? t('Searched {0}. Waiting for the rate limit…', counts)
      : t('Searched {0}…', counts);
  }
  if (searches.every(({ state }) => state === 'names')) {
    return t('Searched {0}, and the names of the others.', counts);
  }
  const failed = searches.find(({ state }) => state === 'failed');
  return failed
    ? t('Stopped after {0}. {1}', counts, describeError(failed.error))
    : t('Stopped after {0}.', counts);
}

function describeCounts(searches: readonly FleetProgress[]): string {
  const searched = searches.reduce((sum, each) => sum + each.searched, 0);
  const totals = searches.map(({ total }) => total ?? Number.NaN);
  const total = totals.reduce((sum, each) => sum + each, 0);
  return Number.isNaN(total)
    ? formats.number(searched)
    : t('{0} of {1}', formats.number(searched), formats.number(total));
}
