import * as vscode from 'vscode';
import { formats, t } from '../../base/l10n';
import { nameOutcome } from '../../documents/writing/outcome';
import {
  performRevert,
  type Revert,
  type Reverted,
  type RevertContext,
  type Reverts,
  RevertTimers,
} from '../../pending/reverts';
import { testSsh } from '../../pending/testSsh';
import { platform } from '../../platform/platform';
import { type ResourceReference, serverOf } from '../../resources/reference';
import { toSshTarget } from '../../resources/ssh';
import { setContext } from '../editor/contextKeys';
import { Markdown } from '../editor/markdown';
import { describeError, showMessage } from '../editor/messages';
import { withLateProgress } from '../editor/progress';
import { createStatus } from '../editor/statusBar';

type RevertServices = RevertContext & {
  readonly reverts: Reverts;
};

/** How often the time that is left is shown, and when a closed question is shown again, in milliseconds. */
const [countdownMs, askAgainMs] = [1_000, 10_000];

/** Asks whether to keep changes that are reverted otherwise, and reverts them when their time is over. */
export class RevertNotices implements vscode.Disposable {
  readonly #services: RevertServices;
  readonly #timers: RevertTimers;
  readonly #subscriptions: vscode.Disposable[];
  readonly #status = createStatus('serverManagement.revert', t('Server Management: Revert'));
  /** Those that are shown and not closed. */
  readonly #questions = new Set<string>();
  #countdown: ReturnType<typeof setTimeout> | undefined;

  constructor(services: RevertServices) {
    const { reverts, sessions } = services;
    this.#services = services;
    this.#timers = new RevertTimers(reverts, {
      perform: (revert) => this.#perform(revert),
      ask: (revert) => void this.#ask(revert),
      end: (...ended) => this.#tell(...ended),
    });
    const stop = sessions.onDidChangeAccounts(async (id) => {
      if (await sessions.account(id)) return;
      for (const gone of await reverts.removeAccount(id)) {
        const name = this.#nameOf(gone);
        const text = t('{0} can no longer be reverted, because the account was removed.', name);
        void showMessage('warning', text);
      }
    });
    const show = reverts.onDidChange(() => {
      setContext('isReverting', reverts.all.length > 0);
      this.#show();
    });
    this.#subscriptions = [show, stop];
    void reverts.refresh().then(() => this.#timers.follow());
  }

  /** Shows the questions, also those that were closed, or that another window asks. */
  async answer(): Promise<void> {
    const { all } = this.#services.reverts;
    if (all.length === 0) {
      return void showMessage('information', t('No change waits to be kept or reverted.'));
    }
    for (const revert of all) void this.#ask(revert);
    await vscode.commands.executeCommand('notifications.showList');
  }

  /** Lets another window take over. */
  stop(): Promise<void> {
    return this.#timers.stop();
  }

  dispose(): void {
    clearTimeout(this.#countdown);
    this.#timers.dispose();
    for (const each of this.#subscriptions) each.dispose();
    this.#status.dispose();
  }

  async #perform(revert: Revert): Promise<Reverted & { readonly text: string }> {
    const title = t('Reverting: {0}', this.#nameOf(revert));
    const reverted = await withLateProgress(title, () => performRevert(this.#services, revert));
    return { ...reverted, text: describe(reverted) };
  }

  /** `found`: what a test of SSH found. */
  async #ask(revert: Revert, found = ''): Promise<void> {
    const { reverts } = this.#services;
    const { key, until } = revert;
    const isOpen = (): boolean => reverts.find(key)?.until === until;
    const question = `${key} ${until}`;
    if (this.#questions.has(question)) return;
    this.#questions.add(question);
    let tested = '';
    const keep = { title: t('Keep'), run: () => this.#keep(revert) };
    const now = { title: t('Revert Now'), run: () => reverts.hasten(revert) };
    const test = { title: t('Test SSH'), run: async () => (tested = await this.#testSsh(revert)) };
    const actions = [keep, now, platform.connect ? test : []].flat();
    const text = [found, this.#question(revert)].filter(Boolean).join(' ');
    await showMessage('warning', text, actions);
    this.#questions.delete(question);
    if (!isOpen()) return;
    if (tested) return this.#ask(revert, tested);
    const timer = setTimeout(() => {
      if (isOpen()) void this.#ask(revert);
    }, askAgainMs);
    this.#subscriptions.push(new vscode.Disposable(() => clearTimeout(timer)));
  }

  async #keep(revert: Revert): Promise<void> {
    const { reverts } = this.#services;
    if (reverts.find(revert.key)) return reverts.end(revert);
    await showMessage('warning', t("{0}: it's too late to keep the change.", this.#nameOf(revert)));
  }

  #question(revert: Revert): string {
    const [name, time] = [this.#nameOf(revert), formats.time(revert.until)];
    if (revert.failure)
      return t("{0} couldn't be reverted. {1} Next try: {2}.", name, revert.failure, time);
    return revert.isOverdue
      ? t(
          '{0}: nobody confirmed the change in time. It will be reverted at {1} unless you keep it.',
          name,
          time,
        )
      : t(
          '{0} changed. Can you still log in? The change will be reverted at {1} unless you keep it.',
          name,
          time,
        );
  }

  #tell(revert: Revert, { outcome, others, ...reverted }: Reverted): void {
    const name = this.#nameOf(revert);
    if (outcome === 'done') {
      const also =
        others > 0 ? t('Rules created or deleted since are in force, too: {0}.', others) : '';
      void showMessage('information', [t('{0} reverted.', name), also].filter(Boolean).join(' '));
    } else if (outcome === 'conflict') {
      void showMessage(
        'warning',
        t('{0} not reverted, because others changed the same values since.', name),
      );
    } else {
      const why = describe({ outcome, others, ...reverted });
      void showMessage(
        'error',
        t("{0} couldn't be reverted. {1} Restore them yourself.", name, why),
      );
    }
  }

  #nameOf({ reference, rules }: Pick<Revert, 'reference' | 'rules'>): string {
    const name = String(this.#services.names.nameOf(serverOf(reference) ?? reference));
    return rules ? t('Firewall rules of "{0}"', name) : t('SSH settings of "{0}"', name);
  }

  async #testSsh({ reference }: Revert): Promise<string> {
    const { store, client, guard, reverts } = this.#services;
    const server: ResourceReference = serverOf(reference) ?? reference;
    const { ipAddress } = store.find(server) ?? (await client.read(server));
    const port = guard.sshPortOf(server);
    const target = toSshTarget(ipAddress, 'root', port);
    if (!target || !platform.connect) return t("The server's address isn't known.");
    return testSsh(platform.connect(port, target.host), port, reverts.clock);
  }

  #show(): void {
    const [first] = this.#services.reverts.all.toSorted((a, b) => a.until - b.until);
    clearTimeout(this.#countdown);
    if (!first) return this.#status.hide();
    this.#countdown = setTimeout(() => this.#show(), countdownMs);
    const seconds = Math.max(
      0,
      Math.ceil((first.until - this.#services.reverts.clock.now()) / 1_000),
    );
    const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
    const text = t('Reverts in {0}', left);
    this.#status.show({
      icon: 'history',
      text,
      tooltip: new Markdown()
        .paragraph(this.#nameOf(first))
        .paragraph(t('Click to show the question.')).value,
      label: `${this.#nameOf(first)}: ${text}`,
      isCritical: true,
      command: 'serverManagement.answerReverts',
    });
  }
}

function describe({ outcome, error, isPartly }: Reverted): string {
  const words = outcome === 'conflict' ? '' : `${nameOutcome(outcome)}.`;
  const why = error === undefined ? '' : describeError(error);
  return [words, isPartly ? t('Some of it was done.') : '', why].filter(Boolean).join(' ');
}
