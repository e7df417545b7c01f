import { type Report, reports } from './reports';
import {
  parseDocumentPath,
  type ResourceReference,
  toDocumentPath,
} from '../../resources/reference';

export const reportScheme = 'server-management-report';

export type ReportSubject = ResourceReference | { readonly account: string };

/** Such as `/server-management/{account}/shop~12.server.events.log`, for a restored tab. */
export function toReportPath(
  { name, format }: Report,
  subject: ReportSubject,
  toPath: (reference: ResourceReference) => string = toDocumentPath,
): string {
  return 'ids' in subject
    ? toPath(subject).replace(/json$/, `${name}.${format}`)
    : `/server-management/${subject.account}/${name}.${format}`;
}

export function parseReportPath(
  path: string,
): { report: Report; subject: ReportSubject } | undefined {
  for (const report of reports) {
    const ending = `${report.name}.${report.format}`;
    if (!path.endsWith(ending)) continue;
    const subject = report.kind
      ? parseDocumentPath(`${path.slice(0, -ending.length)}json`)
      : parseAccount(path);
    const isMeant = report.kind
      ? subject && 'kind' in subject && subject.kind === report.kind
      : subject && toReportPath(report, subject) === path;
    if (subject && isMeant) return { report, subject };
  }
  return undefined;
}

function parseAccount(path: string): ReportSubject | undefined {
  const account = /^\/server-management\/([a-z0-9-]+)\/[a-z-]+\.json$/.exec(path)?.[1];
  return account === undefined ? undefined : { account };
}
