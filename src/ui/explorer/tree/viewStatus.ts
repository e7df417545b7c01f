import type * as vscode from 'vscode';
import type { TreeSources } from '../../../explorer/treeSources';
import { describeSearch } from '../../../explorer/describeSearch';
import { setContext } from '../../editor/contextKeys';
import { t } from '../../editor/l10n';
import { describeError } from '../../editor/describeError';
import { formats } from '../../editor/formats';

/** Shows above the rows how they are filtered, and sets the context keys of the views. */
export class ViewStatus implements vscode.Disposable {
  readonly #view: { message?: string };
  readonly #sources: TreeSources;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #isWaiting = false;

  constructor(view: { message?: string }, sources: TreeSources) {
    this.#view = view;
    this.#sources = sources;
    this.#subscriptions = [
      sources.options.onDidChange(() => this.#showChoice()),
      sources.fleet.onDidChange(() => this.#showChoice()),
      sources.sessions.onDidChangeAccounts(() => this.#tellAccountsSoon()),
      sources.pins.onDidChange(() => this.#tellPins()),
    ];
    this.#showChoice();
    this.#tellPins();
    this.#tellAccountsSoon();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #showChoice(): void {
    const { options, fleet, sessions } = this.#sources;
    const { filter } = options.current;
    // The description next to the title is the first thing to be truncated.
    this.#view.message = [
      filter === '' ? '' : t('Filter: {0}', filter),
      describeSearch(fleet.all, sessions, { t, formats, describeError }),
    ]
      .filter(Boolean)
      .join(' · ');
    setContext('isFiltered', filter !== '');
    setContext(
      'isSearching',
      fleet.all.some(({ state }) => state === 'running'),
    );
  }

  #tellPins(): void {
    setContext('hasPins', this.#sources.pins.all.length > 0);
  }

  /** Debounces many changes. */
  #tellAccountsSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      void this.#tellAccounts();
    });
  }

  async #tellAccounts(): Promise<void> {
    const accounts = await this.#sources.sessions.accounts();
    setContext(
      'usesSandbox',
      accounts.some(({ isSandbox }) => isSandbox),
    );
    setContext(
      'hasServiceAccounts',
      accounts.some(({ isSandbox }) => !isSandbox),
    );
    setContext('isWithoutAccounts', accounts.length === 0);
  }
}
