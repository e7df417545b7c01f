import type { ViewOptions } from './viewOptions';
import { Filter } from './filter';
import { type CollectionReference, toKey } from '../reference';
import type { Listing } from '../store/listing';
import type { ResourceStore } from '../store/resourceStore';
import { type Disposable, Emitter, type Event } from '../../base/emitter';
import type { Sessions } from '../../accounts/sessions';
import { formats, t } from '../../base/l10n';

/** The progress of reading the rest of a collection to filter, group or sort it. */
export interface FleetProgress {
  readonly collection: CollectionReference;
  readonly searched: number;
  readonly total: number | undefined;
  /** `names`: too large to be read for words, whose names the service searches. */
  readonly state: 'running' | 'cancelled' | 'failed' | 'names';
  readonly error?: unknown;
}

/** Up to how many resources are read to find words in anything but their names. */
const mostForWords = 1_000;

interface Search {
  readonly stop: AbortController;
  progress: FleetProgress;
}

/**
 * Reads the rest of a collection that is filtered by more than the name, grouped or sorted: otherwise
 * only loaded resources would be covered. One that was stopped or failed isn't tried again until the person
 * chooses something else or refreshes.
 */
export class FleetSearch implements Disposable {
  readonly #store: Pick<ResourceStore, 'all' | 'peek'>;
  readonly #options: Pick<ViewOptions, 'current' | 'onDidChange'>;
  readonly #searches = new Map<string, Search>();
  readonly #subscription: Disposable;
  readonly #started = new Emitter<Promise<unknown>>();
  readonly #changed = new Emitter<FleetProgress>();
  /** Fires with a promise for each search, which resolves when the search ends. */
  readonly onDidStart: Event<Promise<unknown>> = this.#started.event;
  readonly onDidChange: Event<FleetProgress> = this.#changed.event;

  constructor(
    store: Pick<ResourceStore, 'all' | 'peek'>,
    options: Pick<ViewOptions, 'current' | 'onDidChange'>,
  ) {
    this.#store = store;
    this.#options = options;
    this.#subscription = options.onDidChange(() => this.#reconsider());
  }

  /** The searches that are running or ended early. */
  get all(): readonly FleetProgress[] {
    return [...this.#searches.values()].map(({ progress }) => progress);
  }

  isRunning(collection: CollectionReference): boolean {
    return this.#searches.get(toKey(collection))?.progress.state === 'running';
  }

  /** Starts reading the rest of a shown collection if that is needed. */
  check(collection: CollectionReference, listing: Listing): void {
    const known = this.#searches.get(toKey(collection));
    if (listing.isComplete && known?.progress.state === 'names') this.#end(known);
    const need = this.#need;
    if (!need || known || listing.isComplete || listing.freshness !== 'fresh') return;
    const stop = new AbortController();
    const { items, total } = listing;
    const isOfNames = need === 'names' && total !== undefined && total > mostForWords;
    const state = isOfNames ? 'names' : 'running';
    const search: Search = { stop, progress: { collection, searched: items.length, total, state } };
    this.#searches.set(toKey(collection), search);
    this.#changed.fire(search.progress);
    if (!isOfNames) this.#started.fire(this.#run(search));
  }

  /** Stops all searches at the person's request; keeps what was read. */
  stop(): void {
    for (const { stop } of this.#searches.values()) stop.abort();
  }

  /** Allows searches that ended early to be tried again. */
  forget(): void {
    for (const [key, { progress }] of this.#searches) {
      if (progress.state === 'running') continue;
      this.#searches.delete(key);
      this.#changed.fire(progress);
    }
  }

  dispose(): void {
    this.stop();
    this.#subscription.dispose();
  }

  get #need(): Filter['need'] {
    const { filter, grouping, sorting } = this.#options.current;
    return grouping !== 'none' || sorting !== 'service' ? 'all' : new Filter(filter).need;
  }

  #reconsider(): void {
    this.forget();
    if (!this.#need) this.stop();
  }

  async #run(search: Search): Promise<void> {
    const { collection } = search.progress;
    const report = (change: Partial<FleetProgress>): void => {
      search.progress = { ...search.progress, ...change };
      this.#changed.fire(search.progress);
    };
    try {
      await this.#store.all(
        collection,
        (searched, total) => {
          // The pages that were loaded before are read again.
          if (searched > search.progress.searched) report({ searched, total });
        },
        { signal: search.stop.signal, priority: 'background' },
      );
      this.#end(search);
    } catch (error) {
      const isCancelled = search.stop.signal.aborted;
      // Once the filter is gone, the progress no longer matters.
      if (isCancelled && !this.#need) this.#end(search);
      else report(isCancelled ? { state: 'cancelled' } : { state: 'failed', error });
    }
  }

  #end(search: Search): void {
    this.#searches.delete(toKey(search.progress.collection));
    this.#changed.fire(search.progress);
  }
}

/** How far the servers were searched and why that ended early; empty if there's nothing to say. */
export function describeSearch(
  searches: readonly FleetProgress[],
  sessions: Pick<Sessions, 'opened'>,
  describeError: (error: unknown) => string,
): string {
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
