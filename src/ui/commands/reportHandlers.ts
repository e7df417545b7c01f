import * as vscode from 'vscode';
import { toPointed } from './pointed';
import type { Handler } from './registerCommands';
import { accountIdOf } from './target';
import type { Core } from '../core';
import { pickAccount } from '../input/pickAccount';
import { pickResource } from '../input/pickResource';
import { t } from '../l10n';
import { type ReportCommand, reportCommands } from '../reports/commands';
import { reportScheme, type Subject, toReportPath } from '../reports/reportPath';
import { type Report, reports } from '../reports/reports';
import { findKind } from '../../resources/kinds/kinds';

/** Commands that open reports. */
export const reportHandlers = Object.fromEntries(
  reportCommands.map((command): [ReportCommand, Handler] => [
    command,
    async (core, ...parameters) => {
      const [report, subject] = (await choose(core, command, parameters)) ?? [];
      if (report && subject) await show(core, report, subject);
    },
  ]),
) as Record<ReportCommand, Handler>;

async function choose(
  core: Core,
  command: ReportCommand,
  parameters: readonly unknown[],
): Promise<[Report, Subject] | undefined> {
  const candidates = reports.filter((report) => report.command === command);
  const [pointed] = toPointed(parameters);
  if (pointed && 'ids' in pointed) {
    const report = candidates.find(({ kind }) => kind === pointed.kind);
    if (report) return [report, pointed];
  }
  const report = await pickReport(candidates);
  if (!report) return undefined;
  const id = accountIdOf(parameters[0]);
  const subject = report.kind
    ? await pickResource(core, report.kind)
    : id === undefined
      ? toSubject(await pickAccount(core.sessions))
      : { account: id };
  return subject && [report, subject];
}

async function pickReport(candidates: readonly Report[]): Promise<Report | undefined> {
  if (candidates.length === 1) return candidates[0];
  const items = candidates.flatMap((report) =>
    report.kind ? [{ label: t(findKind(report.kind).names.one), report }] : [],
  );
  const chosen = await vscode.window.showQuickPick(items, {
    placeHolder: t('What is it about?'),
    ignoreFocusOut: true,
  });
  return chosen?.report;
}

function toSubject(account: { readonly id: string } | undefined): Subject | undefined {
  return account && { account: account.id };
}

async function show({ reportRefresh }: Core, report: Report, subject: Subject): Promise<void> {
  const uri = vscode.Uri.from({ scheme: reportScheme, path: toReportPath(report, subject) });
  // One that is open already is read again.
  reportRefresh.fire(uri);
  await vscode.window.showTextDocument(uri, { preview: true });
}
