import type { Report } from './reports';
import type { Subject } from './reportPath';
import type { CallOptions } from '../../api/client';
import { isList, type ListEndpoint } from '../../api/contract/endpoint';
import { maskCredentials } from '../../resources/documents/content';
import { toPathValues } from '../../resources/reference';
import type { Sessions } from '../../resources/accounts/sessions';
import { isObject, type JsonValue } from '../../shared/json';

/** How many pages of a list are read: of a log nobody reads more at once. */
const longest = 5;

/** Reads a report as a text, credentials masked. @throws ApiError, UnknownAccountError. */
export async function readReport(
  sessions: Sessions,
  { endpoint, format }: Report,
  subject: Subject,
  options: CallOptions = {},
): Promise<string> {
  const client = await sessions.client(subject.account);
  const path = 'ids' in subject ? toPathValues(subject) : {};
  const answer = isList(endpoint)
    ? await readPages(endpoint)
    : await client.call(endpoint, { path }, options);
  return format === 'log'
    ? toLines(answer)
    : `${JSON.stringify(maskCredentials(answer as JsonValue), undefined, 2)}\n`;

  async function readPages(list: ListEndpoint): Promise<unknown[]> {
    const items: unknown[] = [];
    let pages = 0;
    for await (const outcome of client.pages(list, { path }, options)) {
      if ('error' in outcome) throw outcome.error;
      items.push(...outcome.page.items);
      pages += 1;
      if (pages === longest) break;
    }
    return items;
  }
}

/** Lines of a log: when, how grave, what; one line each, whatever the service sends. */
function toLines(entries: unknown): string {
  const lines = (Array.isArray(entries) ? (entries as unknown[]) : []).map((entry) => {
    const { created_at, kind, content } = isObject(entry) ? entry : {};
    return [created_at, typeof kind === 'string' ? `[${kind}]` : undefined, content]
      .filter((part) => typeof part === 'string')
      .map((part) => part.replaceAll(/\s+/g, ' '))
      .join(' ');
  });
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}
