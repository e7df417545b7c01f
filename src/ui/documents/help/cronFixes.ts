import type { Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import { findCronFields } from '../../../documents/findSchedule';
import { findCronProblem } from '../../../resources/cron/cronSchedule';
import { createQuickFix } from '../../editor/language/quickFix';
import { t } from '../../editor/l10n';

/** Suggests the probable meaning of an invalid cron field. */
export function provideCronFixes(
  document: vscode.TextDocument,
  at: vscode.Range,
  warnings: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  return [...findCronFields(document.getText())].flatMap(([field, place]) => {
    const fix = findCronProblem(field, String(place.value))?.fix;
    if (fix === undefined) return [];
    if (!toRange(document, place.parent ?? place).intersection(at)) return [];
    const range = toRange(document, place);
    return [
      createQuickFix({
        title: t('Change to "{0}"', fix),
        uri: document.uri,
        range,
        text: JSON.stringify(fix),
        diagnostics: warnings.filter((warning) => warning.range.intersection(range)),
      }),
    ];
  });
}

function toRange(document: vscode.TextDocument, { offset, length }: Node): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
