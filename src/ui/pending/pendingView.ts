import type * as vscode from 'vscode';
import { describeState } from './describeStaged';
import { toPendingUri } from './pendingUri';
import type { Sessions } from '../../accounts/sessions';
import { callLater } from '../../base/callLater';
import { markOddities } from '../../base/oddText';
import type { PendingChanges } from '../../pending/pendingChanges';
import { describeOrigin } from '../../pending/question';
import { outcomeIcons } from '../../documents/writing/outcome';
import type { StagedChange, StagedState } from '../../pending/stagedChange';
import { describeChanges } from '../../documents/history/describeChanges';
import { createSourceControl, type SourceControl, type SourceGroup } from '../editor/sourceControl';
import { Markdown } from '../editor/markdown';
import { createStatus } from '../editor/statusBar';
import { setContext } from '../editor/contextKeys';
import { t } from '../../base/l10n';

/** How soon a change shows, in milliseconds: many often change together. */
const drawDelayMs = 50;

type GroupId = StagedState['type'] | 'removed';

/** The groups in their order, with the icons of their rows; a pending one shows its operation. */
const groups: readonly (readonly [GroupId, label: () => string, icon: string, color: string])[] = [
  ['pending', () => t('Pending'), '', ''],
  ['conflict', () => t('Conflicts'), 'git-merge', 'editorWarning.foreground'],
  ['failed', () => t('Failed'), outcomeIcons.failed, 'errorForeground'],
  ['unknown', () => t('Outcome Unknown'), outcomeIcons.unknown, 'editorWarning.foreground'],
  ['drifted', () => t('Changed by Others'), 'account', 'editorWarning.foreground'],
  ['removed', () => t('Account Removed'), 'circle-slash', 'disabledForeground'],
];

/** The accounts; changes of removed ones can only be discarded. */
type AccountList = Pick<Sessions, 'accounts' | 'onDidChangeAccounts'>;

/** Shows staged changes in Source Control and in the status bar, as long as there are any. */
export class PendingView implements vscode.Disposable {
  readonly #changes: PendingChanges;
  readonly #sessions: AccountList;
  readonly #originalOf: (uri: vscode.Uri) => Promise<vscode.Uri | undefined>;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  readonly #status = createStatus(
    'serverManagement.pending',
    t('Server Management: Pending Changes'),
  );
  #control: SourceControl | undefined;
  #accounts: ReadonlySet<string> | undefined;
  #isWaiting = false;
  #isDisposed = false;

  constructor(
    changes: PendingChanges,
    sessions: AccountList,
    originalOf: (uri: vscode.Uri) => Promise<vscode.Uri | undefined>,
  ) {
    this.#changes = changes;
    this.#sessions = sessions;
    this.#originalOf = originalOf;
    this.#subscriptions = [
      changes.onDidChange(() => this.#showSoon()),
      sessions.onDidChangeAccounts(() => this.#showSoon()),
    ];
  }

  changesIn(group: string): readonly StagedChange[] {
    return this.#changes.all.filter((staged) => this.#groupOf(staged) === group);
  }

  get reason(): string {
    return this.#control?.input.trim() ?? '';
  }

  forgetReason(): void {
    if (this.#control) this.#control.input = '';
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const each of this.#subscriptions) each.dispose();
    this.#control?.dispose();
    this.#status.dispose();
  }

  #showSoon(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    callLater(drawDelayMs, () => {
      this.#isWaiting = false;
      void this.#readAndShow();
    });
  }

  async #readAndShow(): Promise<void> {
    if (this.#changes.all.length > 0) {
      const accounts = await this.#sessions.accounts().catch(() => undefined);
      this.#accounts = accounts && new Set(accounts.map(({ id }) => id));
    }
    if (!this.#isDisposed) this.#show();
  }

  #groupOf({ reference, state }: StagedChange): GroupId {
    if (this.#accounts && !this.#accounts.has(reference.account)) return 'removed';
    return state.type;
  }

  #toGroups(): readonly SourceGroup[] {
    return groups.map(([id, label, icon, color]) => ({
      id,
      label: label(),
      rows: this.changesIn(id).map((staged) => ({
        uri: toPendingUri(staged),
        tooltip: toTooltip(staged, id),
        icon:
          id === 'pending'
            ? staged.operation && operationIcons[staged.operation]
            : { id: icon, color },
        isStruckThrough: staged.operation === 'delete',
      })),
    }));
  }

  #show(): void {
    const { all } = this.#changes;
    setContext('hasPending', all.length > 0);
    if (all.length === 0) {
      this.#control?.dispose();
      this.#control = undefined;
      this.#status.hide();
      return;
    }
    this.#control ??= this.#create();
    this.#control.show(this.#toGroups());
    const text = t('{0} pending', all.length);
    this.#status.show({
      icon: 'git-stash',
      text,
      label: all.length === 1 ? t('1 pending change') : t('{0} pending changes', all.length),
      tooltip: new Markdown().paragraph(t('Pending changes are sent when you apply them.')).value,
      command: 'workbench.view.scm',
    });
  }

  #create(): SourceControl {
    return createSourceControl({
      id: 'server-management',
      name: t('Server Management'),
      // The editor puts the key binding in place of "{0}".
      placeholder: t('Reason ({0} to apply)', '{0}'),
      accept: { command: 'serverManagement.applyPending', title: t('Apply') },
      open: { command: 'serverManagement.compareStaged', title: t('Compare with Live') },
      originalOf: this.#originalOf,
    });
  }
}

const operationIcons = {
  create: { id: 'diff-added', color: 'gitDecoration.addedResourceForeground' },
  delete: { id: 'diff-removed', color: 'gitDecoration.deletedResourceForeground' },
};

function describeOperation(operation: 'create' | 'delete'): string {
  return operation === 'create' ? t('Will be created.') : t('Will be deleted.');
}

function toTooltip(
  { origin, path, state, changes, operation, reason = '' }: StagedChange,
  group: GroupId,
): string {
  const now =
    group === 'removed'
      ? t("The account was removed. This can't be applied.")
      : describeState(state);
  const folder = path.split('/').slice(1, -1).join(' › ');
  const what = operation ? describeOperation(operation) : describeChanges(changes).join(' ');
  const why = markOddities(reason);
  return [folder, describeOrigin(origin), now, what, why].filter(Boolean).join(' · ');
}
