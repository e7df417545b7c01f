import * as vscode from 'vscode';
import type { Finder, ServiceAnswers } from '../../explorer/search/finder';
import { indexingShare } from '../../../api/scheduling/scheduler';
import type { Account } from '../../../accounts/account';
import { type ResourceReference, toKey } from '../../../resources/reference';
import { createButton, createPick } from '../../editor/quickInput';
import { describeError } from '../../editor/messages';
import type { Found } from '../../../resources/index/resourceIndex';
import type { Pins } from '../../../resources/pins';
import { findKind } from '../../../resources/kinds/kinds';
import { hasAccount, askForId, type PickServices, type Wanted } from './pickResource';
import { formats, t } from '../../../base/l10n';

/** More than anyone reads; typing narrows it down. */
const mostShown = 200;

/** How long to collect answers before updating the list that the person is reading. */
const showMs = 500;

interface OfferItem extends vscode.QuickPickItem {
  /** Takes what is typed: the entry may be of a shorter text, if Enter came right after it. */
  readonly run: (text: string) => unknown;
}

type SearchItem = DestinationItem | OfferItem;

const indexButton = createButton('library', () => t('Index All Resources'));

interface Destination {
  readonly reference: ResourceReference;
  readonly asDocument: boolean;
  readonly mayBeGone: boolean;
}

/** Searches known resources of all accounts, or asks for an id; only queries services on request. */
export async function goToResource(
  services: PickServices,
): Promise<Destination | Wanted | undefined> {
  if (!(await hasAccount(services.sessions))) return undefined;
  const { finder, sources } = services.explorer;
  const chosen = await new ResourceSearch(finder, sources.pins, services.title).ask();
  return chosen === 'byId' ? askForId(services, undefined) : chosen;
}

class ResourceSearch {
  readonly #finder: Finder;
  readonly #title: string;
  readonly #pins: Pick<Pins, 'all'>;
  readonly #pick = createPick<SearchItem>();
  readonly #searches: readonly ServiceSearch[];
  #accounts: readonly Account[] = [];
  #missing = 0;
  #failure: unknown;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #leave: (destination?: Destination | 'byId') => void = () => undefined;

  constructor(finder: Finder, pins: Pick<Pins, 'all'>, title: string) {
    this.#finder = finder;
    this.#title = title;
    this.#pins = pins;
    this.#searches = [domainScope(finder), serverScope(finder)].map(
      (scope) => new ServiceSearch(scope, (isFinal) => (isFinal ? this.#show() : this.#showSoon())),
    );
  }

  ask(): Promise<Destination | 'byId' | undefined> {
    const pick = this.#pick;
    pick.title = this.#title;
    pick.placeholder = t('Type a name, address or ID');
    const progress = this.#finder.onDidProgress(({ account, done, total }) => {
      const counts = [formats.number(done), formats.number(total)];
      pick.title = this.#finder.isHeld(account)
        ? t('Indexing… {0} of {1} lists, waiting for the rate limit', ...counts)
        : t('Indexing… {0} of {1} lists', ...counts);
      this.#showSoon();
    });
    return new Promise((resolve) => {
      this.#leave = (destination) => {
        resolve(destination);
        pick.hide();
      };
      pick.onDidChangeValue(() => this.#show());
      pick.onDidAccept(() => {
        const [chosen] = pick.activeItems;
        if (chosen && 'run' in chosen) void chosen.run(pick.value);
        else this.#leave(chosen && { ...chosen, asDocument: false });
      });
      pick.onDidTriggerButton(() => void this.#fill());
      pick.onDidTriggerItemButton(({ item }) => {
        if ('reference' in item) this.#leave({ ...item, asDocument: true });
      });
      pick.onDidHide(() => {
        progress.dispose();
        for (const search of this.#searches) search.stop();
        clearTimeout(this.#timer);
        resolve(undefined);
        pick.dispose();
        this.#finder.rest();
      });
      pick.show();
      void this.#open();
    });
  }

  async #open(): Promise<void> {
    this.#accounts = await this.#finder.open();
    this.#finder.index.addUnlisted(this.#pins.all);
    await this.#count();
    if (this.#finder.isFilling) await this.#fill();
  }

  async #count(): Promise<void> {
    this.#missing = await this.#finder.countMissing();
    this.#show();
  }

  async #fill(): Promise<void> {
    const filling = this.#finder.fill();
    this.#failure = undefined;
    this.#show();
    this.#failure = await filling.catch((error: unknown) => error);
    this.#pick.title = this.#title;
    await this.#count();
  }

  #showSoon(): void {
    this.#timer ??= setTimeout(() => this.#show(), showMs);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { value } = this.#pick;
    const known = this.#finder.index.search(value, mostShown);
    const keys = new Set(known.map(({ reference }) => toKey(reference)));
    const others = this.#searches
      .flatMap((search) => search.found(value))
      .filter((each) => !keys.has(toKey(each.reference)));
    const found = [...known, ...others];
    const isLast = found.length === 0;
    const offers: SearchItem[] = this.#searches.flatMap((search) => search.offer(value, isLast));
    const mayIndex = this.#missing > 0 && !this.#finder.isFilling;
    if (mayIndex) offers.push(this.#indexOffer());
    offers.push({
      label: t('Open by ID…'),
      iconPath: new vscode.ThemeIcon('symbol-numeric'),
      alwaysShow: true,
      run: () => this.#leave('byId'),
    });
    this.#pick.buttons = mayIndex ? [indexButton] : [];
    this.#pick.items = [...toItems(found, this.#accounts, this.#pins.all), ...offers];
    this.#pick.busy =
      this.#finder.isFilling || this.#searches.some(({ isSearching }) => isSearching);
  }

  #indexOffer(): OfferItem {
    return {
      label: t('Index All Resources'),
      detail:
        this.#failure === undefined
          ? t(
              'Reads at least {0} lists in the background, using up to {1} of the rate limit',
              formats.number(this.#missing),
              formats.percent(indexingShare),
            )
          : describeError(this.#failure),
      iconPath: new vscode.ThemeIcon('library'),
      alwaysShow: true,
      run: () => this.#fill(),
    };
  }
}

interface DestinationItem extends vscode.QuickPickItem, Omit<Destination, 'asDocument'> {}

const openButton = createButton('json', () => t('Open as JSON'));

function toItems(
  found: readonly Found[],
  accounts: readonly Account[],
  pinned: Pins['all'],
): readonly DestinationItem[] {
  const keys = new Set(pinned.map(({ reference }) => toKey(reference)));
  const isPinned = ({ reference }: Found): boolean => keys.has(toKey(reference));
  return found
    .toSorted((a, b) => Number(isPinned(b)) - Number(isPinned(a)))
    .map((result) => {
      const kind = findKind(result.reference.kind);
      const account = accounts.find(({ id }) => id === result.reference.account);
      const where = [...(accounts.length > 1 ? [account?.label ?? ''] : []), ...result.path];
      return {
        label: result.label,
        description: [isPinned(result) ? '★' : '', result.detail, describeAge(result)]
          .filter(Boolean)
          .join(' '),
        detail: [t(kind.names.one), ...where].join(' › '),
        iconPath: new vscode.ThemeIcon(kind.icon),
        // The editor would filter out matches by address or id.
        alwaysShow: true,
        buttons: kind.operations.read ? [openButton] : [],
        reference: result.reference,
        mayBeGone: result.lastSeen !== undefined,
      };
    });
}

function describeAge({ lastSeen }: Found): string {
  if (lastSeen === undefined) return '';
  return lastSeen === 0
    ? t('Not checked yet')
    : t('Last seen {0}', formats.ago(lastSeen, Date.now()));
}

interface SearchAnswer extends ServiceAnswers {
  readonly text: string;
  readonly isStopped: boolean;
}

interface SearchScope {
  readonly label: string;
  /** @param isLast whether nothing else was found. */
  readonly detail: (text: string, isLast: boolean) => string;
  /** The name to search for; empty if the text has none. */
  readonly nameIn: (text: string) => string;
  readonly search: (
    name: string,
    signal: AbortSignal,
    report: (answers: ServiceAnswers) => void,
  ) => Promise<ServiceAnswers>;
  readonly describe: (name: string, hasFound: boolean) => string;
}

function serverScope(finder: Finder): SearchScope {
  return {
    label: t('Search the Service by Name'),
    detail: (text, isLast) =>
      isLast
        ? t('No indexed resource matches "{0}".', text)
        : t("Finds servers that aren't indexed yet"),
    nameIn: (text) => text.trim(),
    search: (name, signal) => finder.searchServices(name, signal),
    describe: (name, hasFound) =>
      hasFound
        ? t('The service has no other servers named "{0}".', name)
        : t('The service has no server named "{0}".', name),
  };
}

/** No service searches domains, but an application is often named like the first part of its domain. */
function domainScope(finder: Finder): SearchScope {
  return {
    label: t('Search Web Applications by Name'),
    detail: () => t('Finds the server of a domain, one server after the other'),
    nameIn: (text) => /^(?:www\.)?([^\s.]+)\.\S*\p{L}/u.exec(text.trim())?.[1] ?? '',
    search: (name, signal, report) => finder.searchWebApplications(name, signal, report),
    describe: (name, hasFound) =>
      hasFound
        ? t('No other web application has "{0}" in its name.', name)
        : t('No web application has "{0}" in its name.', name),
  };
}

class ServiceSearch {
  readonly #scope: SearchScope;
  readonly #changed: (isFinal: boolean) => void;
  #answer: SearchAnswer | undefined;
  #stop: AbortController | undefined;

  /** @param changed called when the entry or the results have changed, again and again while it runs. */
  constructor(scope: SearchScope, changed: (isFinal: boolean) => void) {
    this.#scope = scope;
    this.#changed = changed;
  }

  get isSearching(): boolean {
    return this.#stop !== undefined;
  }

  /** The services' results for this text; empty if they weren't searched. */
  found(text: string): readonly Found[] {
    return this.#answer?.text === text ? this.#answer.found : [];
  }

  offer(text: string, isLast: boolean): readonly OfferItem[] {
    const { label, detail, nameIn } = this.#scope;
    const name = nameIn(text);
    if (name === '') return [];
    const answer = this.#answer?.text === text ? this.#answer : undefined;
    const isRunning = answer !== undefined && this.isSearching;
    const icon = isRunning ? 'debug-stop' : answer?.failures.length ? 'error' : 'search';
    return [
      {
        ...(answer ? this.#describe(answer, name) : { label, detail: detail(text, isLast) }),
        iconPath: new vscode.ThemeIcon(icon),
        alwaysShow: true,
        run: async (typed) => (isRunning ? this.#stop?.abort() : this.#search(typed)),
      },
    ];
  }

  stop(): void {
    this.#stop?.abort();
    this.#stop = undefined;
  }

  async #search(text: string): Promise<void> {
    const name = this.#scope.nameIn(text);
    if (name === '') return;
    this.stop();
    const stop = new AbortController();
    this.#stop = stop;
    this.#changed(true);
    const report = (answers: ServiceAnswers): void => {
      if (this.#stop !== stop) return;
      this.#answer = { text, isStopped: false, ...answers };
      this.#changed(false);
    };
    const answers = await this.#scope
      .search(name, stop.signal, report)
      .catch((error: unknown) => ({ found: [], failures: [{ label: '', error }] }));
    if (this.#stop !== stop) return;
    this.#stop = undefined;
    this.#answer = { text, isStopped: stop.signal.aborted, ...answers };
    this.#changed(true);
  }

  #describe(
    { found, failures, left, isStopped }: SearchAnswer,
    name: string,
  ): Pick<vscode.QuickPickItem, 'label' | 'detail'> {
    const rest = left ? t('Servers left: {0}', formats.number(left)) : '';
    if (this.isSearching) return { label: t('Stop Searching'), detail: rest };
    const reasons = failures.map(({ label, error }) => {
      const why = describeError(error);
      return label === '' ? why : t('{0}: {1}', label, why);
    });
    if (reasons.length > 0) return { label: t('Try Again'), detail: reasons.join(' ') };
    const outcome = isStopped ? t('Stopped') : this.#scope.describe(name, found.length > 0);
    return { label: t('Search Again'), detail: rest || outcome };
  }
}
