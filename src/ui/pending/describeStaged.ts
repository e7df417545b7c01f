import * as vscode from 'vscode';
import { operationWords } from './pendingUri';
import type { StagedChange } from '../../pending/stagedChange';
import type { MessageAction } from '../../base/questions';
import { showMessage } from '../editor/messages';
import { t } from '../../base/l10n';

export function nameOfChange({
  path,
  operation,
}: Pick<StagedChange, 'path' | 'operation'>): string {
  const row = (path.split('/').at(-1) ?? '').replace(/\.[a-z-]+\.[a-z]+$/, '');
  const words = operation ? operationWords(operation) : '';
  return row.startsWith(words) ? row.slice(words.length) : row;
}

export function describeState(state: StagedChange['state']): string {
  switch (state.type) {
    case 'pending':
      return '';
    case 'drifted':
    case 'conflict': {
      const fields = state.fields.map((path) => path.join('.')).join(', ');
      return t('Changed by someone else in the meantime: {0}', fields);
    }
    case 'failed':
      return state.text;
    case 'unknown':
      return `${t('Outcome unknown: applying it again checks first.')} ${state.text}`.trim();
  }
}

export function describeChanged(staged: readonly StagedChange[]): string {
  const [first, second] = staged;
  const what =
    first && !second
      ? t(
          'The change to "{0}" was applied, edited or discarded in the meantime.',
          nameOfChange(first),
        )
      : t('Some changes were applied, edited or discarded in the meantime.');
  return `${what} ${t("Source Control shows what's left.")}`;
}

export async function showOutdated(staged: readonly StagedChange[]): Promise<void> {
  await showMessage('information', describeChanged(staged), [showInSourceControl()]);
}

export function showInSourceControl(): MessageAction {
  return {
    title: t('Show in Source Control'),
    run: () => vscode.commands.executeCommand('workbench.view.scm'),
  };
}
