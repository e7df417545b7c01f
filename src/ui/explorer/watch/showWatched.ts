import * as vscode from 'vscode';
import { describeTask, stopWatching } from './watching';
import { showMessage } from '../../editor/messages';
import { showPick } from '../../editor/quickInput';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';
import type { Watches } from '../../../actions/watch/watches';
import type { ResourceNames } from '../../../resources/names/resourceNames';

/** Lists what is being watched; the chosen task is no longer watched. */
export async function showWatched({
  watches,
  names,
  title,
}: {
  readonly watches: Watches;
  readonly names: ResourceNames;
  readonly title: string;
}): Promise<void> {
  const items = watches.tasks.map((task) => ({
    label: describeTask({ names }, task),
    description: t('started {0}', formats.ago(task.startedAt, Date.now())),
    detail: names.pathOf(task.subject).map(String).join(' › '),
    iconPath: new vscode.ThemeIcon('eye'),
    task,
  }));
  if (items.length === 0) {
    await showMessage('information', t('Nothing is being watched.'));
    return;
  }
  const placeHolder = t('Select a task to stop watching it');
  const chosen = await showPick(items, { title, placeHolder });
  if (chosen) stopWatching(watches, chosen.task);
}
