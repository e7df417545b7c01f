import * as vscode from 'vscode';
import { Emitter, type Event } from '../../base/emitter';
import { keptFollowed, parseState } from '../../panels/page/messages';
import { hasEvents, readEvents } from '../../panels/follow/logs';
import { FleetPanel } from './fleetPanel';
import { fleetTitle } from '../../panels/fleet/fleet';
import { toTabTitle } from '../../panels/location';
import type { PanelKind } from '../../panels/panelKind';
import { findPanel, findPanelKind, findTablePanel } from '../../panels/panelKinds';
import { PanelPage, type PanelServices } from './panelPage';
import { ResourcePanel } from './resourcePanel';
import {
  type CollectionReference,
  parseDocumentPath,
  type ResourceReference,
  toKey,
  toDocumentPath,
} from '../../resources/reference';
import type { FromPage, MessageHandlers, PendingChange, ToPage } from '../../pages/protocol';
import { KeptValues } from '../../resources/storage/stored';
import { describeError, showMessage } from '../editor/messages';
import { createPanel } from '../editor/webviewPanel';
import { viewTypes } from '../../panels/page/viewType';
import { foreign, type Words, toVisible } from '../../base/foreignText';
import { t } from '../../base/l10n';
import { Follower, pauseButton, toFollowModel } from '../../panels/follow/follower';
import { systemClock } from '../../api/scheduling/clock';

const fleetKey = 'fleet';

/** The open panels: of each kind one for each resource, or for several whose events are followed. */
export class Panels {
  readonly #parts: PanelServices;
  readonly #opened = new Map<string, PanelPage>();
  /** The followed events that were shown when the window was closed. */
  readonly #followedBefore: readonly (readonly string[])[];
  readonly #keptFollowed: KeptValues<readonly (readonly string[])[]>;
  readonly #activeChanged = new Emitter<void>();
  #active: ResourceReference | undefined;

  readonly onDidChangeActive: Event<void> = this.#activeChanged.event;

  constructor(parts: PanelServices) {
    this.#parts = parts;
    this.#keptFollowed = new KeptValues(parts.storage, keptFollowed);
    this.#followedBefore = this.#keptFollowed.get('open') ?? [];
    parts.sessions.onDidChangeAccounts(async (id) => {
      if (!(await parts.sessions.account(id))) await this.#forgetUnsaved(id);
    });
  }

  get active(): ResourceReference | undefined {
    return this.#active;
  }

  /** Shows a resource's panel, if its kind has one, with changes from an earlier panel. */
  open(reference: ResourceReference, changes: readonly PendingChange[] = []): void {
    const kind = findPanelKind(reference.kind);
    if (kind) this.#open(kind, reference, changes);
  }

  openTable({ account, kind, parents }: CollectionReference): void {
    const table = findTablePanel(kind);
    if (table) this.#open(table, { account, kind: table.kind, ids: parents }, []);
  }

  openFleet(): void {
    if (!this.#reveal(fleetKey)) this.#fillFleet(createPanel(viewTypes.fleet, fleetTitle()));
  }

  /** Follows the events of resources, in an existing panel if one already does. */
  follow(references: readonly ResourceReference[]): void {
    if (this.#reveal(toFollowKey(references))) return;
    this.#fillFollow(createPanel(viewTypes.follow, this.#titleOf(references)), references);
  }

  async restore(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    // The editor adds its own prefix to the type.
    const isOf = (viewType: string): boolean => panel.viewType.endsWith(viewType);
    if (isOf(viewTypes.fleet)) this.#fillFleet(panel);
    else if (isOf(viewTypes.follow)) await this.#restoreFollow(panel, kept);
    else await this.#restoreResource(panel, kept);
  }

  /** The changes of a removed account are dropped. */
  async #restoreResource(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const { unsaved, sessions } = this.#parts;
    const state = parseState(kept);
    const reference = state && parseDocumentPath(state.path);
    const kind = reference && findPanel(reference.kind, state.panel);
    if (!kind) {
      panel.dispose();
      return;
    }
    const closed = whenClosed(panel);
    const account = await sessions.account(reference.account);
    if (!account) await this.#forgetUnsaved(reference.account);
    if (closed()) return;
    const changes = account ? (unsaved.get(state.path) ?? state.changes) : [];
    this.#fillResource(panel, kind, reference, changes);
  }

  #open(kind: PanelKind, reference: ResourceReference, changes: readonly PendingChange[]): void {
    const open = this.#opened.get(toPanelKey(kind, reference));
    if (open instanceof ResourcePanel) {
      open.reveal();
      if (changes.length > 0) void open.handOver(changes);
      return;
    }
    const title = toTabTitle(this.#parts.names, reference, kind);
    this.#fillResource(createPanel(viewTypes.resource, title), kind, reference, changes);
  }

  async #forgetUnsaved(account: string): Promise<void> {
    const { unsaved } = this.#parts;
    const paths = unsaved.keys.filter((path) => parseDocumentPath(path)?.account === account);
    await Promise.all(paths.map((path) => unsaved.set(path, undefined)));
  }

  /** Shows an open panel; false if there is none. */
  #reveal(key: string): boolean {
    this.#opened.get(key)?.reveal();
    return this.#opened.has(key);
  }

  #keepOpen(key: string, panel: vscode.WebviewPanel, opened: PanelPage): void {
    this.#opened.set(key, opened);
    panel.onDidDispose(() => {
      opened.close();
      if (this.#opened.get(key) === opened) this.#opened.delete(key);
    });
  }

  #fillFleet(panel: vscode.WebviewPanel): void {
    this.#keepOpen(fleetKey, panel, new FleetPanel(this.#parts, panel));
  }

  #fillFollow(panel: vscode.WebviewPanel, references: readonly ResourceReference[]): void {
    const opened = new FollowPanel(this.#parts, panel, references);
    this.#keepOpen(toFollowKey(references), panel, opened);
    const keep = (): void =>
      void this.#keptFollowed.set(
        'open',
        this.#followed.map(({ paths }) => paths),
      );
    keep();
    panel.onDidDispose(keep);
  }

  get #followed(): readonly FollowPanel[] {
    return [...this.#opened.values()].filter((each) => each instanceof FollowPanel);
  }

  async #restoreFollow(panel: vscode.WebviewPanel, kept: unknown): Promise<void> {
    const closed = whenClosed(panel);
    const found = await Promise.all(
      this.#pathsOf(kept).map(async (path) => {
        const reference = parseDocumentPath(path);
        const isThere = reference && hasEvents(reference.kind);
        return isThere && (await this.#parts.sessions.account(reference.account))
          ? [reference]
          : [];
      }),
    );
    if (closed()) return;
    const references = found.flat();
    if (references.length === 0) panel.dispose();
    else this.#fillFollow(panel, references);
  }

  /** Paths of a restored panel; if they're lost, a selection that no other panel shows. */
  #pathsOf(state: unknown): readonly string[] {
    const kept = parseState(state)?.path.split('\n');
    const open = new Set(this.#followed.map(({ paths }) => paths.join('\n')));
    return kept ?? this.#followedBefore.find((paths) => !open.has(paths.join('\n'))) ?? [];
  }

  #titleOf(references: readonly ResourceReference[]): Words {
    const [only] = references;
    if (references.length > 1 || !only) return t('Events of {0} Resources', references.length);
    return foreign(t('Events: {0}', String(this.#parts.names.nameOf(only))));
  }

  #fillResource(
    panel: vscode.WebviewPanel,
    kind: PanelKind,
    reference: ResourceReference,
    changes: readonly PendingChange[],
  ): void {
    const opened = new ResourcePanel(this.#parts, kind, panel, reference, changes);
    this.#keepOpen(toPanelKey(kind, reference), panel, opened);
    const noteActive = (isActive: boolean): void => {
      if (isActive) this.#active = reference;
      else if (this.#active === reference) this.#active = undefined;
      this.#activeChanged.fire();
    };
    noteActive(panel.active);
    panel.onDidChangeViewState(() => noteActive(panel.active));
    panel.onDidDispose(() => {
      noteActive(false);
      void this.#offerToReopen(opened);
    });
  }

  /** The editor doesn't let extensions prevent a panel from closing. */
  async #offerToReopen({ title, reference, changes }: ResourcePanel): Promise<void> {
    if (changes.length === 0) return;
    await showMessage('warning', t('{0} was closed. Your changes were not saved.', title), [
      { title: t('Reopen with My Changes'), run: () => this.open(reference, changes) },
    ]);
  }
}

/** Returns whether a panel was closed since. */
function whenClosed(panel: vscode.WebviewPanel): () => boolean {
  let isClosed = false;
  const closing = panel.onDidDispose(() => (isClosed = true));
  return () => {
    closing.dispose();
    return isClosed;
  };
}

function toFollowKey(references: readonly ResourceReference[]): string {
  return `follow ${references.map(toKey).toSorted().join('\n')}`;
}

function toPanelKey({ id }: PanelKind, reference: ResourceReference): string {
  return `${id}/${toKey(reference)}`;
}

export class FollowPanel extends PanelPage {
  readonly #title: string;
  readonly #references: readonly ResourceReference[];
  readonly #follower: Follower;
  readonly #sessions: PanelServices['sessions'];
  #isReady = false;
  protected readonly handlers: MessageHandlers<FromPage> = {
    ready: () => this.#greet(),
    refresh: () => this.#retry(),
    press: ({ id }) => this.#press(id),
  };

  constructor(
    { client, names, sessions, extensionUri }: PanelServices,
    panel: vscode.WebviewPanel,
    references: readonly ResourceReference[],
  ) {
    const title = toVisible(panel.title);
    super(panel, extensionUri, title, 'follow', references.map(toDocumentPath).join('\n'));
    this.#title = title;
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
      add: (rows) => this.#send({ type: 'rows', rows, isAll: false }),
      change: () => this.#showModel(),
    });
    this.showed(this.isVisible);
  }

  /** Identifies the resources whose events it shows. */
  get paths(): readonly string[] {
    return this.#references.map(toDocumentPath);
  }

  override close(): void {
    super.close();
    this.#follower.show(false);
  }

  #greet(): void {
    this.#isReady = true;
    this.#showModel();
    this.#send({ type: 'rows', rows: this.#follower.events, isAll: true });
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
  protected override showed(isVisible: boolean): void {
    if (!isVisible) this.#isReady = false;
    this.#follower.show(isVisible);
  }

  #showModel(): void {
    this.#send({ type: 'model', ...toFollowModel(this.#title, this.#follower) });
  }

  #send(message: ToPage): void {
    if (this.#isReady) void this.post(message);
  }
}
