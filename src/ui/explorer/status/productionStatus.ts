import * as vscode from 'vscode';
import type { Account } from '../../../accounts/account';
import { describeEnvironment, isProduction } from '../../../accounts/environments';
import type { Sessions } from '../../../accounts/sessions';
import { parseDraftPath } from '../../../documents/drafts/draftPath';
import type { Event } from '../../../base/emitter';
import type { ResourceReference } from '../../../resources/reference';
import { draftScheme } from '../../../documents/schemes';
import { Markdown } from '../../editor/markdown';
import { createStatus, type Status } from '../../editor/statusBar';
import { parseUri } from '../../editor/uris';
import { t } from '../../../base/l10n';

/** The panels that can be active. */
interface ActivePanel {
  readonly active: ResourceReference | undefined;
  readonly onDidChangeActive: Event<void>;
}

/** Names the account in the status bar, in color, while something in production is in front. */
export class ProductionStatus implements vscode.Disposable {
  readonly #sessions: Pick<Sessions, 'account' | 'onDidChangeAccounts'>;
  readonly #panels: ActivePanel;
  readonly #item: Status;
  readonly #subscriptions: readonly { dispose(): unknown }[];

  constructor(sessions: Pick<Sessions, 'account' | 'onDidChangeAccounts'>, panels: ActivePanel) {
    this.#sessions = sessions;
    this.#panels = panels;
    this.#item = createStatus('serverManagement.production', t('Server Management: Production'));
    const show = (): void => void this.#show();
    this.#subscriptions = [
      vscode.window.tabGroups.onDidChangeTabs(show),
      vscode.window.tabGroups.onDidChangeTabGroups(show),
      panels.onDidChangeActive(show),
      sessions.onDidChangeAccounts(show),
    ];
    show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#item.dispose();
  }

  async #show(): Promise<void> {
    const id = this.#inFront();
    const account = id === undefined ? undefined : await this.#sessions.account(id);
    // Another tab may have come to the front meanwhile.
    if (id !== this.#inFront()) return;
    if (account && isProduction(account)) this.#name(account);
    else this.#item.hide();
  }

  #name({ label, environment }: Account): void {
    const text = `${label}: ${describeEnvironment(environment)}`;
    const tooltip = new Markdown().paragraph(t('The active tab belongs to a production account.'));
    this.#item.show({
      icon: 'warning',
      text,
      tooltip: tooltip.value,
      label: text,
      isCritical: true,
    });
  }

  /** The account of the active tab. */
  #inFront(): string | undefined {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    if (input instanceof vscode.TabInputWebview) return this.#panels.active?.account;
    const uri =
      input instanceof vscode.TabInputText
        ? input.uri
        : input instanceof vscode.TabInputTextDiff
          ? input.modified
          : undefined;
    if (!uri) return undefined;
    return uri.scheme === draftScheme ? parseDraftPath(uri.path)?.account : parseUri(uri)?.account;
  }
}
