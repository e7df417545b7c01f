import * as vscode from 'vscode';
import type { Handler, Services } from '../services';
import { accountIdOf, toCommandTargets } from '../target';
import { pickAccount, pickResource } from '../../prompts/pickers/pickResource';
import { showPick } from '../../editor/quickInput';
import { withLateProgress } from '../../editor/progress';
import { showDiff } from '../../editor/diff';
import {
  canvasComparison,
  type Report,
  type ReportCommand,
  reportCommands,
  reports,
} from '../../../panels/reports/reports';
import { toNamedPath } from '../../../resources/names/namedPath';
import { findTabUri } from '../../documents/inFront';
import {
  parseReportPath,
  reportScheme,
  type ReportSubject,
  toReportPath,
} from '../../../panels/reports/reportPath';
import type { ResourceReference } from '../../../resources/reference';
import { findKind } from '../../../resources/kinds/kinds';
import { t } from '../../../base/l10n';

export const reportHandlers = Object.fromEntries(
  reportCommands.map((command): [ReportCommand, Handler] => [
    command,
    async (services, ...parameters) => {
      const [report, subject] = (await chooseReport(services, command, parameters)) ?? [];
      if (report && subject) await openReport(services, report, subject);
    },
  ]),
) as Record<ReportCommand, Handler>;

async function chooseReport(
  services: Services,
  command: ReportCommand,
  parameters: readonly unknown[],
): Promise<[Report, ReportSubject] | undefined> {
  const candidates = reports.filter((report) => report.command === command);
  const [chosen] = toCommandTargets(parameters);
  if (chosen && 'ids' in chosen) {
    const report = candidates.find(({ kind }) => kind === chosen.kind);
    if (report) return [report, chosen];
  }
  const report = await pickReport(services, candidates);
  if (!report) return undefined;
  const id = accountIdOf(parameters[0]);
  const subject = report.kind
    ? await pickResource(services, report.kind)
    : id === undefined
      ? toSubject(await pickAccount(services))
      : { account: id };
  return subject && [report, subject];
}

async function pickReport(
  { title }: Services,
  candidates: readonly Report[],
): Promise<Report | undefined> {
  if (candidates.length === 1) return candidates[0];
  const items = candidates.flatMap((report) =>
    report.kind ? [{ label: t(findKind(report.kind).names.one), report }] : [],
  );
  const chosen = await showPick(items, {
    title,
    placeHolder: t('Select a resource type'),
    ignoreFocusOut: true,
  });
  return chosen?.report;
}

function toSubject(account: { readonly id: string } | undefined): ReportSubject | undefined {
  return account && { account: account.id };
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
