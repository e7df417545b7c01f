import type * as vscode from 'vscode';
import type { Sessions } from '../../accounts/sessions';
import { readReport } from '../../reports/readReport';
import { parseReportPath } from '../../reports/reportPath';
import { toSignal } from '../cancellation';
import { describeError } from '../describeError';
import { fileError } from '../editor/fileError';
import { t } from '../l10n';

/** The text of a report. @throws Error with a message for the person. */
export async function provideReport(
  { sessions }: { readonly sessions: Sessions },
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<string> {
  const parsed = parseReportPath(uri.path);
  if (!parsed) throw new Error(t("This report doesn't exist."));
  const { report, subject } = parsed;
  try {
    const text = await readReport(sessions, report, subject, { signal: toSignal(token) });
    return text === '' ? t('No entries yet.') : text;
  } catch (error) {
    throw fileError(describeError(error));
  }
}
