import type * as vscode from 'vscode';
import { readReport } from './readReport';
import { parseReportPath } from './reportPath';
import { toSignal } from '../cancellation';
import type { Core } from '../core';
import { describeError } from '../errors/describeError';
import { t } from '../l10n';

/** The text of a report. @throws Error in words for a person. */
export async function provideReport(
  { sessions }: Core,
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<string> {
  const parsed = parseReportPath(uri.path);
  if (!parsed) throw new Error(t('There is no such report.'));
  const { report, subject } = parsed;
  try {
    const text = await readReport(sessions, report, subject, { signal: toSignal(token) });
    return text === '' ? t('There is nothing yet.') : text;
  } catch (error) {
    throw new Error(describeError(error), { cause: error });
  }
}
