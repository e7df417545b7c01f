import type * as vscode from 'vscode';
import type { ExplorerRow } from './explorerRow';
import { revealRow } from './revealRow';
import type { TreeNode } from '../../../explorer/nodes';
import { type KindId, lineage } from '../../../resources/kinds/kinds';
import type { ViewOptions } from '../../../resources/search/viewOptions';
import { showMessage } from '../../editor/messages';
import { t } from '../../editor/l10n';
import type { Words } from '../../../base/foreignText';

/** A row that the editor can't reveal. */
interface UnshownRow {
  readonly kind: KindId;
  readonly label: Words;
  /** Reveals it again. */
  readonly again: () => unknown;
}

/**
 * Reveals a row, or says why it can't be revealed: the person has hidden resources of its kind, which
 * the message offers to show, or a list above it can't be read.
 */
export async function revealOrExplain(
  view: vscode.TreeView<ExplorerRow>,
  node: TreeNode,
  options: ViewOptions,
  row: UnshownRow,
): Promise<void> {
  // Trying would end silently if another row is selected meanwhile.
  if (explainHidden(options, row)) return;
  try {
    await revealRow(view, node);
  } catch {
    const text = t('Couldn\'t show "{0}" in the view. Refresh, then try again.', row.label);
    void showMessage('warning', text);
  }
}

/**
 * Says that a row isn't in the view because its kind or one above it is hidden, with a button that shows
 * the kind; returns false if none is.
 */
export function explainHidden(options: ViewOptions, { kind, label, again }: UnshownRow): boolean {
  const hidden = lineage(kind).find(({ id }) => options.current.hiddenKinds.includes(id));
  if (!hidden) return false;
  const kinds = t(hidden.names.many);
  const show = async (): Promise<void> => {
    // The person may have hidden others since.
    const hiddenKinds = options.current.hiddenKinds.filter((id) => id !== hidden.id);
    await options.change({ hiddenKinds });
    await again();
  };
  void showMessage(
    'information',
    t('"{0}" isn\'t in the view, because "{1}" is hidden there.', label, kinds),
    [{ title: t('Show {0}', kinds), run: show }],
  );
  return true;
}
