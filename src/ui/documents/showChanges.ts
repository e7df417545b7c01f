import * as vscode from 'vscode';
import { type LoggedChange, sidesOf } from '../../resources/documents/changeLog';
import { toText } from '../../resources/documents/content';
import { describeChanges } from '../../resources/documents/describeChanges';
import { findObstacle, type Obstacle } from '../../resources/documents/revertible';
import { findKind, lineage } from '../../resources/kinds/kinds';
import type { ResourceReference } from '../../resources/reference';
import type { Core } from '../core';
import { withLateProgress } from '../lateProgress';
import { formats } from '../formats';
import { t } from '../l10n';
import { toMessage, toPlain, withoutIcons } from '../safeText';
import { showError } from '../notifications';
import { toUri } from '../uris';

interface Item extends vscode.QuickPickItem {
  readonly change: LoggedChange;
}

const compare: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('diff'),
  tooltip: t('Show Before and After'),
};
const open: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('go-to-file'),
  tooltip: t('Open the Resource'),
};
const revert: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('discard'),
  tooltip: t('Revert…'),
};

/** Lets a person look at the writes that were made from here, and take one back. */
export async function showChanges(core: Core): Promise<void> {
  const accounts = await core.sessions.accounts();
  const pick = vscode.window.createQuickPick<Item>();
  pick.title = t('Changes Made from Here');
  pick.placeholder = t('Choose a change to see it before and after');
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = core.changeLog.entries.map((change) => {
    const account = accounts.find(({ id }) => id === change.reference.account);
    return toItem(change, account?.label ?? change.reference.account);
  });
  if (pick.items.length === 0) pick.placeholder = t('Nothing was changed from here yet.');
  pick.onDidAccept(() => {
    const [chosen] = pick.selectedItems;
    pick.hide();
    if (chosen) void showSides(core, chosen.change);
  });
  pick.onDidTriggerItemButton(({ item, button }) => {
    pick.hide();
    if (button === revert) void revertChange(core, item.change);
    else if (button === open) void vscode.window.showTextDocument(toUri(item.change.reference));
    else void showSides(core, item.change);
  });
  pick.onDidHide(() => pick.dispose());
  pick.show();
}

/** Takes a change back, where nobody changed the same since; the person is asked first. */
export async function revertChange(core: Core, change: LoggedChange): Promise<void> {
  const { before, after } = sidesOf(change.changes);
  const confirm = t('Revert');
  const inverse = change.changes.map(({ path, ...sides }) => ({
    path,
    before: sides.after,
    after: sides.before,
  }));
  const chosen = await vscode.window.showWarningMessage(
    t('Revert this change of "{0}"?', toPlain(change.label)),
    { modal: true, detail: toMessage(describeChanges(inverse).join('\n')) },
    confirm,
  );
  if (chosen !== confirm) return;
  const { reference } = change;
  if (!(await core.loginGuard.allows([{ reference, changes: inverse }]))) return;
  try {
    await withLateProgress(t('Reverting: {0}', change.label), (signal) =>
      core.documents.change(change.reference, { base: after, mine: before }, signal),
    );
    vscode.window.setStatusBarMessage(
      t('$(check) Reverted: {0}', withoutIcons(toPlain(change.label))),
      6_000,
    );
  } catch (error) {
    const show = {
      title: t('Open'),
      run: () => vscode.window.showTextDocument(toUri(change.reference)),
    };
    await showError(t('The change was not reverted.'), error, [show]);
  }
}

async function showSides(core: Core, change: LoggedChange): Promise<void> {
  const { before, after } = sidesOf(change.changes);
  const name = toUri(change.reference).path;
  const uris = [
    core.snapshots.put(`/before/${change.at}${name}`, toText(before)),
    core.snapshots.put(`/after/${change.at}${name}`, toText(after)),
  ];
  const title = t('{0}: before ↔ after', change.label);
  await vscode.commands.executeCommand('vscode.diff', ...uris, title);
}

function toItem(change: LoggedChange, account: string): Item {
  const { reference, label, changes, outcome, at } = change;
  const kind = t(findKind(reference.kind).names.one);
  const outcomes = { done: '', partly: t('done in part'), unknown: t('the service did not say') };
  const obstacle = findObstacle(change);
  const isTold = change.isCommand === true;
  return {
    label: isTold
      ? label
      : obstacle === 'created'
        ? t('Created: {0}', label)
        : changes.map(({ path }) => path.join('.')).join(', '),
    description: [kind, ...(isTold || obstacle === 'created' ? [] : [label]), account].join(' · '),
    detail: [formats.moment(at), outcomes[outcome], obstacle ? describeObstacle(obstacle) : '']
      .filter(Boolean)
      .join(' · '),
    iconPath: new vscode.ThemeIcon(outcome === 'done' ? 'check' : 'warning'),
    buttons: [
      compare,
      ...(obstacle !== 'deleted' && isOpenable(reference) ? [open] : []),
      ...(obstacle ? [] : [revert]),
    ],
    change,
  };
}

/** Whether it is one resource that can be read, rather than where new ones are made. */
function isOpenable({ kind, ids }: ResourceReference): boolean {
  const depth = lineage(kind).filter(({ variable }) => variable).length;
  return findKind(kind).operations.read !== undefined && ids.length === depth;
}

/** Why there is no way back, beside the change itself. */
function describeObstacle(obstacle: Obstacle): string {
  switch (obstacle) {
    case 'created':
      return t('created: delete it to take that back');
    case 'deleted':
      return t('deleted: the service cannot bring it back');
    case 'nothing':
      return t('nothing to go back to');
    case 'unknown':
      return t('no revert: the service does not tell what it was before');
    case 'readOnly':
      return t('no revert: its fields cannot be written');
  }
}
