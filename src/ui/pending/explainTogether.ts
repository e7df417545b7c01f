import type * as vscode from 'vscode';
import type { PendingServices } from './pending';
import { getLocation } from 'jsonc-parser';
import type { Difference } from '../../pending/editTogether';
import { Markdown, toHover } from '../editor/markdown';
import { t } from '../../base/l10n';

const mostValues = 10;

/** On a field's name, its values and how often each occurs; elsewhere, all such fields. */
export function explainTogether(
  { pending }: Pick<PendingServices, 'pending'>,
  document: vscode.TextDocument,
  position: vscode.Position,
): vscode.Hover | undefined {
  const differing = pending.together.differing(document.uri.path);
  if (differing.length === 0) return undefined;
  const { path } = getLocation(document.getText(), document.offsetAt(position));
  const here = differing.filter((each) => each.path.join('.') === path.join('.'));
  if (here.length === 0 && path.join('') !== '') return undefined;
  const text = new Markdown().paragraph(
    t('These fields differ. Add one here to change it for all.'),
  );
  for (const each of here.length > 0 ? here : differing) describe(text, each);
  return toHover(text);
}

function describe(text: Markdown, { path, values }: Difference): void {
  const shown = values.slice(0, mostValues).map(({ value, count }) => {
    return `${JSON.stringify(value) ?? t('not set')} (${count}×)`;
  });
  const rest = values.length - shown.length;
  text.item(
    `${path.join('.')}: ${[...shown, ...(rest > 0 ? [t('and {0} more', rest)] : [])].join(', ')}`,
  );
}
