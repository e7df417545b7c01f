import type * as vscode from 'vscode';
import type { ReportTexts } from './reportTexts';
import type { Sessions } from '../../../accounts/sessions';
import { readReport } from '../../../panels/reports/readReport';
import type { ReportPages } from '../../../panels/reports/reportPages';
import { parseReportPath } from '../../../panels/reports/reportPath';
import { toSignal } from '../../editor/cancellation';
import { describeError } from '../../editor/describeError';
import { fileError } from '../../editor/fileError';
import { t } from '../../editor/l10n';

/** What reports are read with. */
export interface ReportServices {
  readonly sessions: Sessions;
  readonly reportPages: ReportPages;
  readonly reportTexts: ReportTexts;
}

/** The text of a report. @throws Error with a message for the person. */
export async function provideReport(
  services: ReportServices,
  uri: vscode.Uri,
  token: vscode.CancellationToken,
): Promise<string> {
  try {
    return services.reportTexts.take(uri) ?? (await read(services, uri, toSignal(token)));
  } catch (error) {
    throw fileError(describeError(error));
  }
}

/**
 * Reads a report for the editor that shows it next, or already: VS Code would wrap the reason for a
 * failure in sentences about files. @throws ApiError, UnknownAccountError.
 * @param pages how many pages of a list to read; by default, as many as are shown.
 */
export async function readAhead(
  services: ReportServices,
  uri: vscode.Uri,
  signal: AbortSignal,
  pages?: number,
): Promise<void> {
  services.reportTexts.put(uri, await read(services, uri, signal, pages));
}

async function read(
  { sessions, reportPages }: ReportServices,
  { path }: vscode.Uri,
  signal: AbortSignal,
  pages = reportPages.countOf(path),
): Promise<string> {
  const parsed = parseReportPath(path);
  if (!parsed) throw new Error(t("This report doesn't exist."));
  const { report, subject } = parsed;
  const { text, rest } = await readReport(sessions, report, subject, { signal, pages });
  reportPages.noteRead(path, pages, rest);
  return text === '' ? t('No entries yet.') : text;
}
