import { type Report, reports } from './reports';
import {
  parseDocumentPath,
  type ResourceReference,
  toDocumentPath,
} from '../../resources/reference';

/** The scheme of reports. */
export const reportScheme = 'server-management-report';

/** What a report is about: a resource, or an account as a whole. */
export type Subject = ResourceReference | { readonly account: string };

/**
 * The path of a report, `/server-management/{account}/servers/12.server.events.log` for one: it alone
 * names the report, so that a tab restored with the window can be read again.
 */
export function toReportPath({ name, format }: Report, subject: Subject): string {
  return 'ids' in subject
    ? toDocumentPath(subject).replace(/json$/, `${name}.${format}`)
    : `/server-management/${subject.account}/${name}.${format}`;
}

/** The report that a path names, or nothing where it is not such a path. */
export function parseReportPath(path: string): { report: Report; subject: Subject } | undefined {
  for (const report of reports) {
    const ending = `${report.name}.${report.format}`;
    if (!path.endsWith(ending)) continue;
    const subject = report.kind
      ? parseDocumentPath(`${path.slice(0, -ending.length)}json`)
      : parseAccount(path);
    const isMeant =
      subject && (!report.kind || ('kind' in subject && subject.kind === report.kind));
    if (isMeant && toReportPath(report, subject) === path) return { report, subject };
  }
  return undefined;
}

function parseAccount(path: string): Subject | undefined {
  const account = /^\/server-management\/([a-z0-9-]+)\/[a-z-]+\.json$/.exec(path)?.[1];
  return account === undefined ? undefined : { account };
}
