import type * as vscode from 'vscode';
import type { Sessions } from '../../../accounts/sessions';
import { readReport } from '../../../panels/reports/readReport';
import { parseReportPath } from '../../../panels/reports/reportPath';
import { toSignal } from '../../editor/cancellation';
import { describeError } from '../../editor/describeError';
import { fileError } from '../../editor/fileError';
import { Emitter } from '../../../base/emitter';
import { t } from '../../../base/l10n';

export interface ReportServices {
  readonly sessions: Sessions;
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
 */
export async function readAhead(
  services: ReportServices,
  uri: vscode.Uri,
  signal: AbortSignal,
): Promise<void> {
  services.reportTexts.put(uri, await read(services, uri, signal));
}

async function read(
  { sessions }: ReportServices,
  { path }: vscode.Uri,
  signal: AbortSignal,
): Promise<string> {
  const parsed = parseReportPath(path);
  if (!parsed) throw new Error(t("This report doesn't exist."));
  const text = await readReport(sessions, parsed.report, parsed.subject, { signal });
  return text === '' ? t('No entries yet.') : text;
}

/**
 * Texts of reports that were read before they open. Each is provided once.
 */
export class ReportTexts {
  readonly #texts = new Map<string, string>();
  readonly #changed = new Emitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  /** An editor that shows the report already gets the text at once. */
  put(uri: vscode.Uri, text: string): void {
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
  }

  take(uri: vscode.Uri): string | undefined {
    const text = this.#texts.get(uri.toString());
    this.#texts.delete(uri.toString());
    return text;
  }
}
