import type { Operations, Resource } from '../kinds/kind';
import { ApiError } from '../../api/errors';
import type { Page } from '../../api/page';
import type { PageOutcome } from '../../api/paging';

/**
 * Pages with the items of a kind; ends with an error as soon as the credentials that they were
 * requested with are no longer in use.
 */
export async function* convertPages(
  pages: AsyncIterable<PageOutcome<Resource>>,
  toItems: Operations['toItems'],
  isCurrent: () => Promise<boolean>,
): AsyncIterable<PageOutcome<Resource>> {
  for await (const outcome of pages) {
    if (!(await isCurrent())) {
      yield { number: outcome.number, error: credentialsChanged() };
      return;
    }
    yield toItems && 'page' in outcome
      ? { ...outcome, page: { ...outcome.page, items: toItems(outcome.page.items) } }
      : outcome;
  }
}

/** A list that the service answers at once, as pages. */
export async function* onePage(page: Page<Resource>): AsyncIterable<PageOutcome<Resource>> {
  yield { number: 1, page };
}

/** A list that the service answers at once, as its only page. */
export function toWholePage(items: readonly Resource[]): Page<Resource> {
  const count = items.length;
  return { items, number: 1, perPage: count, total: count, totalPages: 1, isLast: true };
}

/** Error of pages requested with credentials that are no longer in use. */
function credentialsChanged(): ApiError {
  return new ApiError('cancelled', { method: 'GET', path: '' }, 'the credentials were changed');
}
