import * as vscode from 'vscode';
import type { Sessions } from '../../../accounts/sessions';
import { foreign, toVisible, type Words } from '../../../base/foreignText';
import { hasEvents, readEvents } from '../../../panels/follow/logs';
import { parseOpenPaths, parsePageMessage, parseState } from '../../../panels/page/messages';
import { followViewType } from '../../../panels/page/viewType';
import type { KeyValues } from '../../../resources/storage/readStored';
import {
  parseDocumentPath,
  type ResourceReference,
  toDocumentPath,
  toKey,
} from '../../../resources/reference';
import { createPanel } from '../../editor/webviewPanel';
import { Follower, pauseButton, toFollowModel } from '../../../panels/follow/follower';
import { systemClock } from '../../../api/scheduling/clock';
import type { ResourceNames } from '../../../resources/names/resourceNames';
import type { ResourceClient } from '../../../resources/resourceClient';
import type { FromPanel, ToPanel } from '../../../pages/protocol';
import { describeError } from '../../editor/describeError';
import { makePanelPage, pageFolders } from '../panelPage';
import { t } from '../../../base/l10n';

interface FollowParts {
  readonly client: Pick<ResourceClient, 'readPage'>;
  readonly names: ResourceNames;
  readonly sessions: Pick<Sessions, 'account' | 'forgetRefusals'>;
  readonly extensionUri: vscode.Uri;
  /** Where open panels are kept: the editor keeps a page's state only now and then. */
  readonly storage: KeyValues;
}

const openKey = 'follow.open';

/** The panels of followed events, one for each selection of resources. */
export class FollowPanels {
  readonly #parts: FollowParts;
  readonly #opened = new Map<string, FollowPanel>();
  /** The panels that were open when the window was closed. */
  readonly #before: readonly (readonly string[])[];

  constructor(parts: FollowParts) {
    this.#parts = parts;
    this.#before = parseOpenPaths(parts.storage.get(openKey));
  }

  /** Follows the events of resources, in an existing panel if one already does. */
  open(references: readonly ResourceReference[]): void {
    const open = this.#opened.get(toSetKey(references));
    if (open) open.reveal();
    else this.#fill(createPanel(followViewType, this.#titleOf(references)), references);
  }

  /** Fills a panel that the editor restored, or closes it if no resource can be read anymore. */
  async restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const { sessions } = this.#parts;
    let isClosed = false;
    const closing = panel.onDidDispose(() => (isClosed = true));
    const found = await Promise.all(
      this.#pathsOf(kept).map(async (path) => {
        const reference = parseDocumentPath(path);
        const isThere = reference && hasEvents(reference.kind);
        return isThere && (await sessions.account(reference.account)) ? [reference] : [];
      }),
    );
    closing.dispose();
    if (isClosed) return;
    const references = found.flat();
    if (references.length === 0) panel.dispose();
    else this.#fill(panel, references);
  }

  #fill(panel: vscode.WebviewPanel, references: readonly ResourceReference[]): void {
    const key = toSetKey(references);
    const opened = new FollowPanel(this.#parts, panel, references);
    this.#opened.set(key, opened);
    void this.#keep();
    panel.onDidDispose(() => {
      opened.close();
      if (this.#opened.get(key) === opened) this.#opened.delete(key);
      void this.#keep();
    });
  }

  /** Paths of a restored panel; if they're lost, a selection that no other panel shows. */
  #pathsOf(state: unknown): readonly string[] {
    const kept = parseState(state)?.path.split('\n');
    if (kept) return kept;
    const open = new Set([...this.#opened.values()].map(({ paths }) => paths.join('\n')));
    return this.#before.find((paths) => !open.has(paths.join('\n'))) ?? [];
  }

  async #keep(): Promise<void> {
    const open = [...this.#opened.values()].map(({ paths }) => paths);
    await this.#parts.storage.update(openKey, open);
  }

  #titleOf(references: readonly ResourceReference[]): Words {
    const [only] = references;
    if (references.length > 1 || !only) return t('Events of {0} Resources', references.length);
    return foreign(t('Events: {0}', String(this.#parts.names.nameOf(only))));
  }
}

function toSetKey(references: readonly ResourceReference[]): string {
  return references.map(toKey).toSorted().join('\n');
}

/** A panel that shows the events of resources as they happen. */
export class FollowPanel {
  readonly #panel: vscode.WebviewPanel;
  readonly #references: readonly ResourceReference[];
  readonly #follower: Follower;
  readonly #sessions: FollowParts['sessions'];
  readonly #subscriptions: readonly vscode.Disposable[];
  #isReady = false;
  #isClosed = false;

  constructor(
    { client, names, sessions, extensionUri }: Omit<FollowParts, 'storage'>,
    panel: vscode.WebviewPanel,
    references: readonly ResourceReference[],
  ) {
    this.#panel = panel;
    this.#references = references;
    this.#sessions = sessions;
    this.#follower = new Follower({
      clock: systemClock,
      sources: references.map((reference) => ({
        id: toKey(reference),
        name: names
          .pathOf(reference)
          .map((name) => toVisible(name))
          .join(' › '),
        read: (page, signal) => readEvents(client, reference, page, signal),
      })),
      describeError,
      add: (rows) => void this.#post({ type: 'rows', rows, isAll: false }),
      change: () => this.#showModel(),
    });
    const { webview } = panel;
    this.#subscriptions = [
      webview.onDidReceiveMessage((received: unknown) => {
        const message = parsePageMessage(received);
        if (message) this.#take(message);
      }),
      panel.onDidChangeViewState(() => this.#show()),
    ];
    webview.options = { enableScripts: true, localResourceRoots: pageFolders(extensionUri) };
    webview.html = makePanelPage(
      { webview, extensionUri },
      {
        title: toVisible(panel.title),
        path: this.paths.join('\n'),
        panel: 'follow',
        changes: [],
      },
    );
    this.#show();
  }

  /** Identifies the resources whose events it shows. */
  get paths(): readonly string[] {
    return this.#references.map(toDocumentPath);
  }

  reveal(): void {
    this.#panel.reveal();
  }

  /** Called after the panel was closed. */
  close(): void {
    this.#isClosed = true;
    this.#follower.show(false);
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #take(message: FromPanel): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#showModel();
        void this.#post({ type: 'rows', rows: this.#follower.events, isAll: true });
        break;
      case 'refresh':
        // A retry gives refused credentials another try.
        for (const { account } of this.#references) this.#sessions.forgetRefusals(account);
        this.#follower.retry();
        break;
      case 'press':
        this.#press(message.id);
        break;
      case 'save':
      case 'changed':
      case 'reveal':
      case 'copy':
        // There is nothing to change and no credential.
        break;
    }
  }

  #press(id: string): void {
    if (id === pauseButton) {
      this.#follower.pause(!this.#follower.isPaused);
      this.#showModel();
      return;
    }
    const key = id.slice(0, id.lastIndexOf('/'));
    const found = this.#references.find((reference) => toKey(reference) === key);
    if (found) void vscode.commands.executeCommand('serverManagement.openOverview', found);
  }

  /** Tracks whether the page is visible: a hidden page is discarded and starts anew later. */
  #show(): void {
    const { visible } = this.#panel;
    if (!visible) this.#isReady = false;
    this.#follower.show(visible);
  }

  #showModel(): void {
    const title = toVisible(this.#panel.title);
    void this.#post({ type: 'model', ...toFollowModel(title, this.#follower) });
  }

  async #post(message: ToPanel): Promise<void> {
    if (this.#isClosed || !this.#isReady) return;
    await this.#panel.webview.postMessage(message);
  }
}
