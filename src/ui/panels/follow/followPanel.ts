import * as vscode from 'vscode';
import { toVisible } from '../../../base/foreignText';
import { Follower } from '../../../panels/follow/follower';
import { readEvents } from '../../../panels/follow/logs';
import { parseFollowMessage } from '../../../panels/follow/messages';
import { followWords } from '../../../panels/follow/words';
import type { Sessions } from '../../../accounts/sessions';
import { systemClock } from '../../../api/scheduling/clock';
import { nameLevel } from '../../../resources/kinds/logEntry';
import type { ResourceNames } from '../../../resources/names/resourceNames';
import { type ResourceReference, toDocumentPath, toKey } from '../../../resources/reference';
import type { ResourceClient } from '../../../resources/resourceClient';
import type { FromFollow, ToFollow } from '../../../pages/follow/protocol';
import { describeError } from '../../editor/describeError';
import { t } from '../../editor/l10n';
import { makePage, pageFolders } from '../panelPage';

/** What panels of followed events need. */
export interface FollowParts {
  readonly client: Pick<ResourceClient, 'readPage'>;
  readonly names: ResourceNames;
  readonly sessions: Pick<Sessions, 'forgetRefusals'>;
  /** The folder of the extension's own files. */
  readonly extensionUri: vscode.Uri;
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
    { client, names, sessions, extensionUri }: FollowParts,
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
      nameLevel: (level) => nameLevel(level, t),
      add: (events) => void this.#post({ type: 'events', events, isAll: false }),
      change: () => this.#showSources(),
    });
    const { webview } = panel;
    this.#subscriptions = [
      webview.onDidReceiveMessage((received: unknown) => {
        const message = parseFollowMessage(received);
        if (message) this.#take(message);
      }),
      panel.onDidChangeViewState(() => this.#show()),
    ];
    webview.options = { enableScripts: true, localResourceRoots: pageFolders(extensionUri) };
    webview.html = makePage(
      { webview, extensionUri },
      {
        name: 'follow',
        title: toVisible(panel.title),
        data: { words: JSON.stringify(followWords(t)), paths: JSON.stringify(this.paths) },
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

  #take(message: FromFollow): void {
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#showSources();
        void this.#post({ type: 'events', events: this.#follower.events, isAll: true });
        break;
      case 'pause':
        this.#follower.pause(message.isPaused);
        this.#showSources();
        break;
      case 'retry':
        // A retry gives refused credentials another try.
        for (const { account } of this.#references) this.#sessions.forgetRefusals(account);
        this.#follower.retry();
        break;
      case 'open': {
        const found = this.#references.find((reference) => toKey(reference) === message.id);
        if (found) void vscode.commands.executeCommand('serverManagement.openOverview', found);
      }
    }
  }

  /** Tracks whether the page is visible: a hidden page is discarded and starts anew later. */
  #show(): void {
    const { visible } = this.#panel;
    if (!visible) this.#isReady = false;
    this.#follower.show(visible);
  }

  #showSources(): void {
    const { sources, isPaused } = this.#follower;
    void this.#post({ type: 'sources', sources, isPaused });
  }

  async #post(message: ToFollow): Promise<void> {
    if (this.#isClosed || !this.#isReady) return;
    // The editor delivers it to this panel's page only.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    await this.#panel.webview.postMessage(message);
  }
}
