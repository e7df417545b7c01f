import * as vscode from 'vscode';
import { toVisible } from '../../base/foreignText';
import { readEvents } from '../../panels/follow/logs';
import { type ResourceReference, toDocumentPath, toKey } from '../../resources/reference';
import { Follower, pauseButton, toFollowModel } from '../../panels/follow/follower';
import { systemClock } from '../../api/scheduling/clock';
import type { ToPage } from '../../pages/protocol';
import { describeError } from '../editor/describeError';
import { PanelPage, type PanelServices, sectionsPage } from './panelPage';

export class FollowPanel {
  readonly #page: PanelPage;
  readonly #title: string;
  readonly #references: readonly ResourceReference[];
  readonly #follower: Follower;
  readonly #sessions: PanelServices['sessions'];
  #isReady = false;

  constructor(
    { client, names, sessions, extensionUri }: PanelServices,
    panel: vscode.WebviewPanel,
    references: readonly ResourceReference[],
  ) {
    this.#title = toVisible(panel.title);
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
      add: (rows) => this.#post({ type: 'rows', rows, isAll: false }),
      change: () => this.#showModel(),
    });
    this.#page = new PanelPage(
      panel,
      extensionUri,
      sectionsPage({
        title: this.#title,
        path: this.paths.join('\n'),
        panel: 'follow',
        changes: [],
      }),
      {
        handlers: {
          ready: () => this.#greet(),
          refresh: () => this.#retry(),
          press: ({ id }) => this.#press(id),
        },
        show: () => this.#show(),
      },
    );
    this.#show();
  }

  /** Identifies the resources whose events it shows. */
  get paths(): readonly string[] {
    return this.#references.map(toDocumentPath);
  }

  reveal(): void {
    this.#page.reveal();
  }

  close(): void {
    this.#page.close();
    this.#follower.show(false);
  }

  #greet(): void {
    this.#isReady = true;
    this.#showModel();
    this.#post({ type: 'rows', rows: this.#follower.events, isAll: true });
  }

  #retry(): void {
    // A retry gives refused credentials another try.
    for (const { account } of this.#references) this.#sessions.forgetRefusals(account);
    this.#follower.retry();
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
    const { isVisible } = this.#page;
    if (!isVisible) this.#isReady = false;
    this.#follower.show(isVisible);
  }

  #showModel(): void {
    this.#post({ type: 'model', ...toFollowModel(this.#title, this.#follower) });
  }

  #post(message: ToPage): void {
    if (this.#isReady) void this.#page.post(message);
  }
}
