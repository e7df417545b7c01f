import { toZoneLines } from './dnsZone';
import { pagesAtOnce, type ReportRest } from './reportPages';
import type { Report } from './reports';
import type { ReportSubject } from './reportPath';
import type { CallOptions } from '../../api/client';
import { isList, type ListEndpoint } from '../../api/contract/endpoint';
import { redactForms } from '../../api/credentials';
import { toText } from '../../documents/content';
import { maskCredentials, maskForms } from '../../documents/maskCredentials';
import { toPathValues } from '../../resources/reference';
import type { Sessions } from '../../accounts/sessions';
import { isObject, type JsonValue } from '../../base/json';
import { toVisible } from '../../base/foreignText';

/** The longest part of a line. */
const longestPart = 2_000;

interface ReportText {
  readonly text: string;
  /** How much of a list it shows, if the service has more. */
  readonly rest: ReportRest | undefined;
}

interface ReadOptions extends CallOptions {
  /** How many pages of a list to read. */
  readonly pages?: number;
}

/** Reads a report as text with credentials masked. @throws ApiError, UnknownAccountError. */
export async function readReport(
  sessions: Sessions,
  { endpoint, format, toContent = (content) => content }: Report,
  subject: ReportSubject,
  { pages = pagesAtOnce, ...options }: ReadOptions = {},
): Promise<ReportText> {
  const client = await sessions.client(subject.account);
  const path = 'ids' in subject ? toPathValues(subject) : {};
  let rest: ReportRest | undefined;
  const answer = isList(endpoint)
    ? await readPages(endpoint)
    : await client.call(endpoint, { path }, options);
  return { text: toReportText(answer), rest };

  function toReportText(content: unknown): string {
    if (format === 'log') return redactForms(toLogLines(content));
    if (format === 'json')
      return toText(toContent(maskForms(maskCredentials(content as JsonValue))));
    return toZoneLines(content)
      .map((line) => `${line}\n`)
      .join('');
  }

  async function readPages(list: ListEndpoint): Promise<unknown[]> {
    const items: unknown[] = [];
    let count = 0;
    for await (const outcome of client.pages(list, { path }, options)) {
      if ('error' in outcome) throw outcome.error;
      const { page } = outcome;
      items.push(...page.items);
      count += 1;
      if (count < pages) continue;
      rest = page.isLast ? undefined : { shown: items.length, total: page.total };
      break;
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
