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

/** The longest part of a line: no name or content of a record is longer. */
const longestRecordPart = 1_000;

/** The DNS records in an answer as lines of a zone file, each in full and on a single line. */
export function toZoneLines(answer: unknown): readonly string[] {
  return (Array.isArray(answer) ? (answer as unknown[]) : []).flatMap((record) => {
    const { type, hostname, content } = isObject(record) ? record : {};
    const [kind, name, value] = [type, hostname, content].map(toPart);
    if (!kind || !name || !value) return [];
    return [[toName(name), 'IN', kind.toUpperCase(), toRecordContent(kind, value)].join('\t')];
  });
}

function toPart(part: unknown): string {
  return typeof part === 'string' ? toVisible(part.trim(), longestRecordPart) : '';
}

/** Names are fully qualified, so they end with a dot; special characters of zone files are quoted. */
function toName(name: string): string {
  const whole = name.endsWith('.') || name === '@' ? name : `${name}.`;
  return /[\s;"()]/.test(whole) ? quote(whole) : whole;
}

function toRecordContent(type: string, content: string): string {
  if (/^cname$/i.test(type)) return toName(content);
  return /^txt$/i.test(type) || /[\s;"()]/.test(content) ? quote(content) : content;
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

/** How many pages of a list are read at once: few people need more of a log. */
export const pagesAtOnce = 5;

/** How much of a list a report shows. */
interface ReportRest {
  readonly shown: number;
  readonly total: number | undefined;
}

/** How much of each open report is shown, by its path. */
export class ReportPages {
  readonly #pages = new Map<string, number>();
  readonly #rests = new Map<string, ReportRest | undefined>();

  /** How many pages of its list to read. */
  countOf(path: string): number {
    return this.#pages.get(path) ?? pagesAtOnce;
  }

  /** Returns undefined if the service has no more. */
  restOf(path: string): ReportRest | undefined {
    return this.#rests.get(path);
  }

  /** Records how many pages were read, and how much of the list they are. */
  noteRead(path: string, pages: number, rest: ReportRest | undefined): void {
    this.#pages.set(path, pages);
    this.#rests.set(path, rest);
  }

  forget(path: string): void {
    this.#pages.delete(path);
    this.#rests.delete(path);
  }
}
