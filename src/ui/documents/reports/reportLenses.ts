import type * as vscode from 'vscode';
import type { ReportServices } from './provideReport';
import { createLens } from '../../editor/language/lens';
import { formats } from '../../editor/formats';
import { t } from '../../editor/l10n';

/** Offers the rest of a report, above its first and its last line. */
export function provideReportLenses(
  { reportPages }: Pick<ReportServices, 'reportPages'>,
  { uri, lineCount }: vscode.TextDocument,
): vscode.CodeLens[] {
  const rest = reportPages.restOf(uri.path);
  if (!rest) return [];
  const shown = formats.number(rest.shown);
  const text =
    rest.total === undefined
      ? t('Load more ({0} shown)', shown)
      : t('Load more ({0} of {1})', shown, formats.number(rest.total));
  return [0, lineCount - 1].map((line) =>
    createLens({ line, text, icon: 'ellipsis', command: loadMore, arguments: [uri] }),
  );
}

const loadMore = 'serverManagement.loadMore';
