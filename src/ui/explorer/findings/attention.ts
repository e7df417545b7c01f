import * as vscode from 'vscode';
import { drawAttentionRow, severityIcons } from './attentionItems';
import { labelOf, nameInRow, nameRule, pathOf } from '../../../findings/view/names';
import { attentionSettings, onDidChangeAttentionSettings } from './settings';
import { Alerts } from '../../../findings/alerts';
import { type Area, findAreas } from '../../../findings/areas';
import type { CertificateStorage } from '../../../findings/certificateStorage';
import { hasCertificate } from '../../../findings/areas';
import {
  allAreas,
  type CheckedArea,
  Checker,
  type Effort,
  effortOf,
  otherLists,
  otherParts,
  urgentLists,
  urgentParts,
  wantedAreas,
} from '../../../findings/checker';
import { evaluate, type Evaluation } from '../../../findings/evaluate';
import { type Finding, findingKey } from '../../../findings/finding';
import { gather, Knowledge } from '../../../findings/knowledge';
import type { Mutable, Mutes } from '../../../findings/mutes';
import { Fingerprints, partsOfServers } from '../../../findings/partsOfServers';
import {
  type AttentionRow,
  byRule,
  describeRows,
  rowsBelow,
  topRows,
} from '../../../findings/rows';
import { systemClock } from '../../../api/scheduling/clock';
import { group } from '../../../base/group';
import type { Trouble } from '../../../explorer/troubles';
import { callLater } from '../../../base/callLater';
import { Emitter, type Event } from '../../../base/emitter';
import { lazy } from '../../../base/lazy';
import { inPieces } from '../../../base/pieces';
import type { TreeSources } from '../../../explorer/treeSources';
import { isServer, serversOf, type Target, toKey } from '../../../resources/reference';
import { ServerRows } from '../../../explorer/serverRows';
import type { Finder } from '../search/finder';
import { showMessage, commandButton } from '../../editor/messages';
import { Markdown } from '../../editor/markdown';
import { createStatus } from '../../editor/statusBar';
import { Filter } from '../../../resources/search/filter';
import type { UnknownPart } from '../../../resources/search/serverParts';
import { formats, t } from '../../../base/l10n';

/** How long to collect changes before applying the rules again, in milliseconds. */
const collectMs = 300;
/** The pause before rules are applied again, as a multiple of how long applying them took. */
const restFactor = 10;
/** How long to wait for the number of servers, in milliseconds. */
const planMs = 3_000;

interface Checked {
  /** Why something couldn't be read: the first failure. */
  readonly failure: unknown;
  /** Not checked for this reason, or because the service doesn't offer it. */
  readonly unchecked: readonly Area[];
}

/** The Needs Attention view's rows, the count, the alerts, and the background checks. */
export class Attention implements vscode.TreeDataProvider<AttentionRow>, vscode.Disposable {
  readonly #sources: TreeSources;
  readonly #finder: Finder;
  readonly #certificates: CertificateStorage;
  readonly #mutes: Mutes;
  readonly #alerts: Alerts;
  readonly #status: AttentionStatus;
  readonly #checker: Checker;
  /** What else shows the outcome of checks. */
  readonly #elsewhere: Record<'filter' | 'fleet', readonly CheckedArea[]> = {
    filter: [],
    fleet: [],
  };
  readonly #disposables: readonly { dispose(): unknown }[];
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #renewed = new Emitter<Knowledge>();
  readonly onDidRenew: Event<Knowledge> = this.#renewed.event;
  #accounts: ReadonlyMap<string, string> = new Map();
  /** The names that findings of several accounts have; undefined until needed. */
  #shared: ReadonlySet<string> | undefined;
  #knowledge = new Knowledge();
  #evaluation: Evaluation = { findings: [], fine: () => new Set() };
  areas: readonly Area[] = [];
  #judging: Promise<unknown> = Promise.resolve();
  #tookMs = 0;
  #isWaiting = false;
  /** True if something was read since the rules were applied. */
  #isDue = true;
  #isShown = false;
  #drawn = '';

  /** Restores what earlier sessions knew, once this view or a tree is shown. */
  readonly #open = lazy(async () => {
    const { choices, storage } = this.#sources;
    await choices.ready();
    const accounts = await this.#finder.open();
    await Promise.all(
      accounts.flatMap(({ id }) => [storage.restore(id), this.#certificates.restore(id)]),
    );
    this.#isShown = true;
  });

  constructor(
    view: vscode.TreeView<AttentionRow>,
    sources: TreeSources,
    finder: Finder,
    certificates: CertificateStorage,
    mutes: Mutes,
  ) {
    const { store, storage, sessions, facts, pendingFirewalls } = sources;
    this.#sources = sources;
    this.#finder = finder;
    this.#certificates = certificates;
    this.#mutes = mutes;
    this.#alerts = new Alerts(systemClock, (findings) => this.#alert(findings));
    this.#status = new AttentionStatus(view);
    this.#checker = new Checker({
      store,
      facts,
      certificates: this.#certificates,
      knowledge: () => this.#knowledge,
      clock: systemClock,
      wanted: () => (this.#isShown ? wantedAreas(vscode.window.state, view, this.#elsewhere) : []),
    });
    const follow = (): void => this.#follow();
    const renew = (): void => this.#renewSoon();
    this.#disposables = [
      this.#certificates,
      this.#alerts,
      this.#status,
      this.#checker,
      store.onDidChange(({ resource }) => {
        const read = resource && store.find(resource);
        if (resource && read && hasCertificate(resource.kind, read))
          this.#certificates.note(resource, read);
        renew();
      }),
      storage.onDidRestore(() => void this.known().catch(() => undefined)),
      facts.onDidRead(renew),
      pendingFirewalls.onDidChange(renew),
      this.#certificates.onDidChange(renew),
      this.#mutes.onDidChange(renew),
      sessions.onDidChangeAccounts(renew),
      finder.onDidProgress(renew),
      onDidChangeAttentionSettings(renew),
      view.onDidChangeVisibility(follow),
      vscode.window.onDidChangeWindowState(follow),
    ];
  }

  get findings(): readonly Finding[] {
    return this.#evaluation.findings.filter((each) => !this.#mutes.has(each));
  }

  get muted(): readonly Finding[] {
    return this.#evaluation.findings.filter((each) => this.#mutes.has(each));
  }

  async review(accounts: readonly string[]): Promise<Pick<Attention, 'findings' | 'areas'>> {
    const areas = await inPieces(findAreas(await this.known(), accounts));
    const findings = this.findings.filter(({ target }) => accounts.includes(target.account));
    return { findings, areas };
  }

  labelOf(target: Target): string {
    return labelOf(this.#names, target);
  }

  pathOf(target: Target): string {
    return pathOf(this.#names, target);
  }

  async known(): Promise<Knowledge> {
    await this.#open();
    return this.#renew();
  }

  /** Records what another view shows, too, which makes checking it worthwhile. */
  showElsewhere(viewer: 'filter' | 'fleet', areas: readonly CheckedArea[]): void {
    this.#elsewhere[viewer] = areas;
    this.#follow();
  }

  async getChildren(row?: AttentionRow): Promise<AttentionRow[]> {
    if (row) return [...rowsBelow(row)];
    await this.known();
    if (this.#accounts.size === 0) return [];
    return [...topRows(this.findings, this.muted, this.areas)];
  }

  getTreeItem(row: AttentionRow): vscode.TreeItem {
    const accountOf = (target: Target): string | undefined =>
      (this.#shared ??= this.#findSharedNames()).has(this.pathOf(target))
        ? this.#accounts.get(target.account)
        : undefined;
    const { names, sessions } = this.#sources;
    return drawAttentionRow(row, this.#names, names, accountOf, (id) => sessions.isReadOnly(id));
  }

  mute(findings: readonly Mutable[], isMuted: boolean): Promise<void> {
    return this.#mutes.set(findings, isMuted);
  }

  checkPart(unknown: UnknownPart, signal: AbortSignal): Promise<void> {
    return this.#checker.checkPart(unknown, signal);
  }

  /** Waits a moment for the number of servers. */
  async planCheck(): Promise<Effort> {
    const { sessions, store } = this.#sources;
    const accounts = await this.#finder.open();
    const efforts = await Promise.all(
      accounts.map(async (account) => {
        const servers = serversOf(account.id);
        const signal = AbortSignal.timeout(planMs);
        const listing = await store.list(servers, { signal }).catch(() => undefined);
        const known = this.#finder.index.entries(servers).length;
        const total = Math.max(known, listing?.total ?? 0);
        const lists = this.#finder.countMissingIn(account, [...urgentLists, ...otherLists]);
        const limit = sessions.opened(account.id)?.client.rateLimit?.limit;
        return effortOf(lists, { total, unknown: total - known }, limit);
      }),
    );
    // Accounts don't wait for each other.
    const minutes = efforts.flatMap((each) => each.minutes ?? []);
    return {
      requests: efforts.reduce((sum, { requests }) => sum + requests, 0),
      minutes: minutes.length > 0 ? Math.max(...minutes) : undefined,
    };
  }

  /**
   * Reads everything that rules check, because the person requested it: what is critical first.
   * Certificates, disks and memory follow in the background.
   */
  async checkNow(signal: AbortSignal): Promise<Checked> {
    await this.#open();
    const urgent = await this.#finder.fill(signal, urgentLists);
    // Accounts aren't known here until something is shown.
    await this.#renew();
    const parts = await this.#checker.checkServers(urgentParts, signal);
    const other = await this.#finder.fill(signal, otherLists);
    const rest = await this.#checker.checkServers(otherParts, signal);
    await this.#renew();
    const meant = [...urgentLists, ...otherLists, ...parts.unread, ...rest.unread];
    const isUnchecked = ({ id, checked, total }: Area): boolean =>
      checked < total && meant.some((each) => each === id);
    return {
      failure: urgent ?? parts.failure ?? other ?? rest.failure,
      unchecked: signal.aborted ? [] : this.areas.filter(isUnchecked),
    };
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  get #names() {
    const { store, pins } = this.#sources;
    return { store, pins, index: this.#finder.index };
  }

  #alert(findings: readonly Finding[]): void {
    this.#status.note(findings);
    const [first, other] = findings;
    if (!first || !attentionSettings().notifies) return;
    const resources = new Set(findings.map(({ target }) => toKey(target))).size;
    const text = other
      ? t('{0} resources need attention.', resources)
      : t('{0}: {1}', this.labelOf(first.target), first.sentence());
    void showMessage('warning', text, [commandButton(t('Show'), focusCommand)]);
  }

  #follow(): void {
    this.#checker.wake();
    this.#checker.rest();
  }

  #renewSoon(): void {
    this.#isDue = true;
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    callLater(Math.max(collectMs, restFactor * this.#tookMs), () => {
      this.#isWaiting = false;
      if (this.#isDue) void this.#renew();
    });
  }

  async #renew(): Promise<Knowledge> {
    // No two run at once.
    const judged = this.#judging.then(() => this.#judgeAll());
    this.#judging = judged.catch(() => undefined);
    const knowledge = await judged;
    this.#announce(knowledge);
    return knowledge;
  }

  async #judgeAll(): Promise<Knowledge> {
    const start = performance.now();
    this.#isDue = false;
    const { sessions, store, facts, pendingFirewalls } = this.#sources;
    const accounts = await sessions.accounts();
    this.#accounts = new Map(accounts.map(({ id, label }) => [id, label]));
    const ids = [...this.#accounts.keys()];
    const { severityOf } = attentionSettings();
    const knowledge = await inPieces(
      gather(ids, store, this.#finder.index, facts, this.#certificates),
    );
    const isPending = pendingFirewalls.isPending.bind(pendingFirewalls);
    const context = { now: Date.now(), isPending };
    const evaluation = await inPieces(evaluate(knowledge, context, severityOf));
    const areas = await inPieces(findAreas(knowledge, ids));
    this.#knowledge = knowledge;
    this.#evaluation = evaluation;
    this.areas = areas;
    this.#shared = undefined;
    this.#tookMs = performance.now() - start;
    return knowledge;
  }

  #findSharedNames(): ReadonlySet<string> {
    const owners = new Map<string, string>();
    const shared = new Set<string>();
    for (const { target } of this.#accounts.size > 1 ? this.#evaluation.findings : []) {
      const path = this.pathOf(target);
      if ((owners.get(path) ?? target.account) !== target.account) shared.add(path);
      owners.set(path, target.account);
    }
    return shared;
  }

  #announce(knowledge: Knowledge): void {
    const { findings, muted } = this;
    this.#status.show(findings);
    this.#sources.troubles.take(this.#findTroubles());
    this.#alerts.note({ findings, fine: this.#evaluation.fine });
    void this.#redraw([...findings, ...muted]);
    this.#renewed.fire(knowledge);
    this.#checker.wake();
  }

  /** Of servers: what is wrong with what is on them has rows of its own. */
  #findTroubles(): readonly Trouble[] {
    const own = this.findings.flatMap((finding) => {
      const { target } = finding;
      return 'ids' in target && isServer(target) ? [{ ...finding, target }] : [];
    });
    return [...group(own, ({ target }) => toKey(target)).values()].map((all) => {
      const [{ target: reference, rule, severity }] = all;
      const [, color] = severityIcons[severity];
      const words = nameInRow(rule, this.#sources.facts.healthOf(reference)?.health);
      return { reference, color, words, sentences: all.map(({ sentence }) => sentence()) };
    });
  }

  async #redraw(findings: readonly Finding[]): Promise<void> {
    const isMuted = this.#mutes.has.bind(this.#mutes);
    const rows = await inPieces(describeRows(findings, isMuted, this.#names));
    const drawn = JSON.stringify([[...this.#accounts], this.areas, rows]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#changed.fire(undefined);
  }
}

const focusCommand = 'serverManagement.attention.focus';

/** Counts critical rules on the container's icon, and in the status bar findings not seen yet. */
class AttentionStatus implements vscode.Disposable {
  readonly #view: vscode.TreeView<AttentionRow>;
  readonly #subscription: vscode.Disposable;
  readonly #unseen = new Set<string>();
  #critical: readonly string[] = [];
  readonly #item = createStatus('serverManagement.attention', t('Server Management: Attention'));

  constructor(view: vscode.TreeView<AttentionRow>) {
    this.#view = view;
    this.#subscription = view.onDidChangeVisibility(() => this.#draw());
  }

  /** Counts rules, not findings, so that the number stays readable in a fleet of any size. */
  show(findings: readonly Finding[]): void {
    const critical = findings.filter(({ severity }) => severity === 'critical');
    this.#critical = critical.map(({ rule, target }) => findingKey(rule, target));
    const rules = byRule(critical, false).map(({ rule }) => nameRule(rule));
    const tooltip = `${countCritical(critical.length)}: ${rules.join(', ')}`;
    this.#view.badge = rules.length > 0 ? { value: rules.length, tooltip } : undefined;
    this.#draw();
  }

  note(findings: readonly Finding[]): void {
    for (const { rule, target } of findings) this.#unseen.add(findingKey(rule, target));
    this.#draw();
  }

  #draw(): void {
    if (this.#view.visible) this.#unseen.clear();
    const count = this.#critical.filter((key) => this.#unseen.has(key)).length;
    if (count === 0) {
      this.#item.hide();
      return;
    }
    const words = countCritical(count);
    this.#item.show({
      icon: 'error',
      text: formats.number(count),
      tooltip: new Markdown().paragraph(t('Needs Attention: {0}', words)).value,
      label: words,
      command: focusCommand,
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#item.dispose();
  }
}

function countCritical(count: number): string {
  return count === 1 ? t('1 critical finding') : t('{0} critical findings', formats.number(count));
}

/** Gives the servers' filter what is known from checks, and reads what it needs beyond that. */
export function followFilter(
  attention: Attention,
  sources: TreeSources,
  view: Pick<vscode.TreeView<unknown>, 'visible' | 'onDidChangeVisibility'>,
): vscode.Disposable {
  const { options, parts } = sources;
  const fingerprints = new Fingerprints();
  const read = attention.checkPart.bind(attention);
  const follow = (): void => {
    const asked = new Filter(options.current.filter).parts;
    const areas = allAreas.filter((area) =>
      asked.includes(area === 'certificates' ? 'certificate' : area),
    );
    attention.showElsewhere('filter', view.visible ? areas : []);
    // If that fails, no server counts as checked.
    if (asked.length > 0) void attention.known().catch(() => undefined);
  };
  const take = async (knowledge: Knowledge): Promise<void> => {
    if (new Filter(options.current.filter).parts.includes('sshKey'))
      await fingerprints.learn(knowledge);
    // The person may have typed another filter meanwhile.
    const filter = new Filter(options.current.filter);
    if (filter.parts.length === 0) return;
    const now = Date.now();
    parts.take(partsOfServers(knowledge, filter.parts, now, fingerprints), (each) =>
      filter.describe(each, now),
    );
    if (!view.visible) return;
    const servers = knowledge.servers.map(({ reference }) => reference);
    const unknown = new ServerRows(sources).unknown(servers);
    // More servers may have been loaded meanwhile.
    if (await parts.check(unknown, read)) follow();
  };
  follow();
  return vscode.Disposable.from(
    attention.onDidRenew((knowledge) => void take(knowledge)),
    options.onDidChange(() => {
      parts.stop();
      parts.forget();
      follow();
    }),
    view.onDidChangeVisibility(follow),
  );
}
