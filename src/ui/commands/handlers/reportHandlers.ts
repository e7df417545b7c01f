import * as vscode from 'vscode';
import type { Handler, Services } from '../services';
import { accountIdOf, toCommandTargets } from '../target';
import { pickAccount, pickResource } from '../../prompts/pickers/pickResource';
import { withLateProgress } from '../../editor/progress';
import { showDiff } from '../../editor/diff';
import {
  canvasComparison,
  type Report,
  type ReportCommand,
  reports,
} from '../../../panels/reports/reports';
import { toNamedPath } from '../../../resources/names/resourceNames';
import { findTabUri } from '../../documents/inFront';
import {
  parseReportPath,
  reportScheme,
  type ReportSubject,
  toReportPath,
} from '../../../panels/reports/reportPath';
import type { ResourceReference } from '../../../resources/reference';
import { t } from '../../../base/l10n';

export const reportHandlers = Object.fromEntries(
  reports.flatMap((report) => {
    const { command } = report;
    const handler: Handler = async (services, ...parameters) => {
      const subject = await chooseSubject(services, report, parameters);
      if (subject) await openReport(services, report, subject);
    };
    return command ? [[command, handler]] : [];
  }),
) as Record<ReportCommand, Handler>;

async function chooseSubject(
  services: Services,
  { kind }: Report,
  parameters: readonly unknown[],
): Promise<ReportSubject | undefined> {
  const [chosen] = toCommandTargets(parameters);
  if (chosen && 'ids' in chosen && chosen.kind === kind) return chosen;
  if (kind) return pickResource(services, kind);
  const account = accountIdOf(parameters[0]) ?? (await pickAccount(services))?.id;
  return account === undefined ? undefined : { account };
}

async function openReport(
  services: Services,
  report: Report,
  subject: ReportSubject,
): Promise<void> {
  const uri = findOpenReport(report, subject) ?? (await toReportUri(services, report, subject));
  await withLateProgress(t('Reading the report'), (signal) =>
    services.reportTexts.readAhead(uri, signal),
  );
  await vscode.window.showTextDocument(uri, { preview: true });
}

/** Without IDs and dates, which differ between any two. */
export async function compareCanvases(
  services: Services,
  ...canvases: [ResourceReference, ResourceReference]
): Promise<void> {
  const title = canvases.map((each) => services.explorer.describe(each).label).join(' ↔ ');
  const [one, other] = await Promise.all(
    canvases.map((each) => toReportUri(services, canvasComparison, each)),
  );
  if (!one || !other) return;
  await withLateProgress(t('Reading the report'), (signal) =>
    Promise.all([one, other].map((uri) => services.reportTexts.readAhead(uri, signal))),
  );
  await showDiff(one, other, title);
}

async function toReportUri(
  { explorer, names }: Services,
  report: Report,
  subject: ReportSubject,
): Promise<vscode.Uri> {
  if ('ids' in subject) await explorer.knownWithParents(subject);
  const path = toReportPath(report, subject, (each) => toNamedPath(each, names.inPaths));
  return vscode.Uri.from({ scheme: reportScheme, path });
}

/** The URI under which a report is open; the subject may have been renamed since. */
function findOpenReport(report: Report, subject: ReportSubject): vscode.Uri | undefined {
  const path = toReportPath(report, subject);
  return findTabUri((uri) => {
    const open = uri.scheme === reportScheme ? parseReportPath(uri.path) : undefined;
    return open !== undefined && toReportPath(open.report, open.subject) === path;
  });
}
