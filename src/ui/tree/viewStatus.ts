import type * as vscode from 'vscode';
import type { TreeNode } from './nodes';
import type { TreeSources } from './treeSources';
import type { ViewChoice } from '../../resources/search/viewOptions';
import { setContext } from '../contextKeys';
import { t } from '../l10n';
import { present } from '../present';

/** Says on the container's icon how many servers need attention, and tells menus what is filtered. */
export class ViewStatus implements vscode.Disposable {
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #sources: TreeSources;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #isWaiting = false;

  constructor(view: vscode.TreeView<TreeNode>, sources: TreeSources) {
    this.#view = view;
    this.#sources = sources;
    this.#subscriptions = [
      sources.options.onDidChange((choice) => this.#tellMenus(choice)),
      sources.store.onDidChange(({ collection }) => {
        if (collection.kind === 'server') this.#countSoon();
      }),
      sources.sessions.onDidChangeAccounts(() => this.#countSoon()),
    ];
    this.#tellMenus(sources.options.current);
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #tellMenus({ filter }: ViewChoice): void {
    // The description beside the title is the first to be cut short.
    this.#view.message = filter === '' ? '' : t('Filter: {0}', filter);
    setContext('isFiltered', filter !== '');
  }

  /** Many changes in a row, as when all pages are loaded, are counted once. */
  #countSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    setTimeout(() => {
      this.#isWaiting = false;
      void this.#count();
    });
  }

  async #count(): Promise<void> {
    const accounts = await this.#sources.sessions.accounts();
    const counts = accounts.map(({ id: account }) => {
      const collection = { account, kind: 'server', parents: [] } as const;
      const items = this.#sources.store.peek(collection)?.items ?? [];
      return items.filter(
        (item) => present({ account, kind: 'server', ids: [] }, item).needsAttention,
      ).length;
    });
    const value = counts.reduce((sum, count) => sum + count, 0);
    const tooltip =
      value === 1 ? t('1 server needs attention') : t('{0} servers need attention', value);
    this.#view.badge = value > 0 ? { value, tooltip } : undefined;
  }
}
