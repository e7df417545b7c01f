import type * as vscode from 'vscode';
import type { ExplorerRow } from './explorerRow';
import { revealRow } from './revealRow';
import type { TreeNode } from '../../explorer/nodes';
import { findKind, type KindId, lineage } from '../../resources/kinds/kinds';
import type { ViewOptions } from '../../resources/search/viewOptions';
import { showMessage } from '../editor/messages';
import { t } from '../l10n';
import type { Words } from '../../base/foreignText';

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
  try {
    await revealRow(view, node);
  } catch {
    explainUnshown(options, row);
  }
}

/** Says why, with a button that shows the hidden kind. */
export function explainUnshown(options: ViewOptions, { kind, label, again }: UnshownRow): void {
  const hidden = lineage(kind).find(({ id }) => options.current.hiddenKinds.includes(id));
  if (!hidden) {
    const text = t('Couldn\'t show "{0}" in the view. Refresh, then try again.', label);
    void showMessage('warning', text);
    return;
  }
  const kinds = t(findKind(hidden.id).names.many);
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
}
