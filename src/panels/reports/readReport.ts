import type { Report } from './reports';
import type { ReportSubject } from './reportPath';
import type { CallOptions } from '../../api/client';
import { isList } from '../../api/contract/endpoint';
import { collectAll } from '../../api/paging';
import { toText } from '../../documents/content';
import { maskCredentials, maskForms } from '../../documents/maskCredentials';
import { toPathValues } from '../../resources/reference';
import type { Sessions } from '../../accounts/sessions';
import { isObject, type JsonValue } from '../../base/json';
import { toVisible } from '../../base/foreignText';

export async function readReport(
  sessions: Sessions,
  { endpoint, format, toContent = (content) => content }: Report,
  subject: ReportSubject,
  options: CallOptions = {},
): Promise<string> {
  const client = await sessions.client(subject.account);
  const path = 'ids' in subject ? toPathValues(subject) : {};
  const answer = isList(endpoint)
    ? (await collectAll(client.pages(endpoint, { path }, options))).items
    : await client.call(endpoint, { path }, options);
  if (format === 'json') {
    return toText(toContent(maskForms(maskCredentials(answer as JsonValue))));
  }
  return toZoneLines(answer)
    .map((line) => `${line}\n`)
    .join('');
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
