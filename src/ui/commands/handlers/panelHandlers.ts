import * as vscode from 'vscode';
import type { Handler, Handlers, Services } from '../services';
import { accountIdOf, toCommandTargets } from '../target';
import { hasEvents } from '../../../panels/follow/logs';
import { kinds } from '../../../resources/kinds/kinds';
import { collectionOf, type ResourceReference } from '../../../resources/reference';
import {
  hasAccount,
  pickAccount,
  pickCollection,
  pickKind,
  pickOf,
  pickResource,
} from '../../prompts/pickers/pickResource';
import { hasPanel, hasTable, kindsWithPanel, kindsWithTable } from '../../../panels/kindsWithPanel';
import { withLateProgress } from '../../editor/progress';
import { showDiff } from '../../editor/diff';
import {
  canvasComparison,
  type Report,
  type ReportCommand,
  reportsByCommand,
} from '../../../panels/reports/reports';
import { toNamedPath } from '../../../resources/names/resourceNames';
import { findTabUri } from '../../documents/inFront';
import {
  parseReportPath,
  reportScheme,
  type ReportSubject,
  toReportPath,
} from '../../../panels/reports/reportPath';
import { t } from '../../../base/l10n';

const kindsWithEvents = kinds.map(({ id }) => id).filter(hasEvents);

export const panelHandlers = {
  'serverManagement.openFleet': async ({ panels, sessions }) => {
    if (await hasAccount(sessions)) panels.openFleet();
  },

  'serverManagement.followEvents': async (services, ...parameters) => {
    const chosen = chosenResources(parameters).filter(({ kind }) => hasEvents(kind));
    const picked = chosen.length === 0 ? await pickOf(services, kindsWithEvents) : undefined;
    const references = picked ? [picked] : chosen;
    if (references.length === 0) return;
    await Promise.all(references.map((each) => services.explorer.knownWithParents(each)));
    services.panels.follow(references);
  },

  'serverManagement.openOverview': async (services, ...parameters) => {
    const [chosen] = chosenResources(parameters).filter(({ kind }) => hasPanel(kind));
    const reference = chosen ?? (await pickOf(services, kindsWithPanel));
    if (reference) services.panels.open(reference);
  },

  'serverManagement.openTable': async (services, ...parameters) => {
    const [chosen] = toCommandTargets(parameters)
      .map(collectionOf)
      .filter(({ kind }) => hasTable(kind));
    const kind = chosen ? undefined : await pickKind(services, kindsWithTable);
    const collection = chosen ?? (kind && (await pickCollection(services, kind)));
    if (collection) services.panels.openTable(collection);
  },
} satisfies Partial<Record<keyof Handlers, Handler>>;

function chosenResources(parameters: readonly unknown[]): ResourceReference[] {
  return toCommandTargets(parameters).filter((each): each is ResourceReference => 'ids' in each);
}

export const reportHandlers = Object.fromEntries(
  Object.entries<Report>(reportsByCommand).map(([command, report]): [string, Handler] => [
    command,
    async (services, ...parameters) => {
      const subject = await chooseSubject(services, report, parameters);
      if (subject) await openReport(services, report, subject);
    },
  ]),
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
