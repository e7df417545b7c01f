import { toZoneLines } from './dnsZone';
import type { Report } from './reports';
import type { ReportSubject } from './reportPath';
import type { CallOptions } from '../api/client';
import { isList, type ListEndpoint } from '../api/contract/endpoint';
import { maskCredentials, toText } from '../documents/content';
import { toPathValues } from '../resources/reference';
import type { Sessions } from '../accounts/sessions';
import { isObject, type JsonValue } from '../base/json';
import { toVisible } from '../base/foreignText';

/** How many pages of a list are read: nobody reads more of a log at once. */
const maxPages = 5;

/** The longest part of a line. */
const longestPart = 2_000;

/** Reads a report as text with credentials masked. @throws ApiError, UnknownAccountError. */
export async function readReport(
  sessions: Sessions,
  { endpoint, format, toContent = (content) => content }: Report,
  subject: ReportSubject,
  options: CallOptions = {},
): Promise<string> {
  const client = await sessions.client(subject.account);
  const path = 'ids' in subject ? toPathValues(subject) : {};
  const answer = isList(endpoint)
    ? await readPages(endpoint)
    : await client.call(endpoint, { path }, options);
  if (format === 'log') return toLogLines(answer);
  if (format === 'zone')
    return toZoneLines(answer)
      .map((line) => `${line}\n`)
      .join('');
  return toText(toContent(maskCredentials(answer as JsonValue)));

  async function readPages(list: ListEndpoint): Promise<unknown[]> {
    const items: unknown[] = [];
    let pages = 0;
    for await (const outcome of client.pages(list, { path }, options)) {
      if ('error' in outcome) throw outcome.error;
      items.push(...outcome.page.items);
      pages += 1;
      if (pages === maxPages) break;
    }
    return items;
  }
}

/**
 * The lines of a log: time, severity and text, on a single line each regardless of their content.
 */
function toLogLines(entries: unknown): string {
  const lines = (Array.isArray(entries) ? (entries as unknown[]) : []).map((entry) => {
    const { created_at, kind, content } = isObject(entry) ? entry : {};
    return [created_at, typeof kind === 'string' ? `[${kind}]` : undefined, content]
      .filter((part) => typeof part === 'string')
      .map((part) => toVisible(part, longestPart).replaceAll(/\s+/g, ' '))
      .join(' ');
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
