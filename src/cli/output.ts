import type { Settings } from './options';
import { markInvisible, toVisible } from '../base/foreignText';
import { formats, t } from '../base/l10n';
import type { Change } from '../base/json';
import { describeChanges } from '../documents/history/describeChanges';
import { type RuleId, severities, type Severity } from '../findings/finding';
import { toSarif } from '../findings/view/sarif';
import { nameSeverity } from '../findings/view/words';
import { lockName } from '../pending/folders/lock';
import { findKind, type KindId } from '../resources/kinds/kinds';
import type { ResourceNames } from '../resources/names/resourceNames';
import type { ResourceReference, Target } from '../resources/reference';

/** Something that a command found. Values are as the service or the folder has them. */
export interface Entry {
  readonly type: keyof typeof signs;
  /** Names that are safe to show, outermost first: most begin with a server. */
  readonly path: readonly string[];
  readonly kind?: KindId;
  readonly ids?: ResourceReference['ids'];
  readonly file?: string | undefined;
  /** Where in the file, from 1. */
  readonly line?: number;
  readonly column?: number;
  readonly severity?: Severity;
  readonly rule?: RuleId;
  readonly text?: string;
  readonly changes: readonly Change[];
}

export interface Found {
  readonly summary: readonly string[];
  readonly entries: readonly Entry[];
  /** Sentences about what couldn't be determined. */
  readonly unread: readonly string[];
}

export interface Report extends Found {
  readonly command: Settings['command'];
  readonly account: { readonly label: string; readonly service: string };
}

export function toEntry(
  type: Entry['type'],
  target: Target,
  names: ResourceNames,
  more: Partial<Entry> = {},
): Entry {
  const ids = 'ids' in target ? { ids: target.ids } : {};
  return { type, path: names.partsOf(target), kind: target.kind, ...ids, changes: [], ...more };
}

export function exitCodeOf({ entries, unread }: Found, failOn: Severity): 0 | 1 | 2 {
  if (unread.length > 0) return 1;
  const counts = ({ severity }: Entry): boolean =>
    !severity || severities.indexOf(severity) <= severities.indexOf(failOn);
  return entries.some(counts) ? 2 : 0;
}

type Terminal = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'>;

export function print(report: Report, { format, failOn }: Settings, terminal: Terminal): string {
  if (format === 'markdown') return toMarkdown(report);
  if (format === 'text') return toText(report, terminal);
  const exitCode = exitCodeOf(report, failOn);
  const value =
    format === 'sarif' ? toSarif(report.entries, lockName) : { version: 1, exitCode, ...report };
  // Terminals act on more characters than JSON escapes.
  const toEscaped = (found: string): string =>
    `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(value, undefined, 2).replaceAll(/[\u007f-\uffff]/g, toEscaped)}\n`;
}

const signs = {
  change: '~',
  creation: '+',
  deletion: '-',
  changedByOthers: '!',
  missing: '-',
  notInFolder: '+',
  conflict: '!',
  ignored: '?',
  finding: '!',
} as const;

const colors: Readonly<Record<string, number>> = { '+': 32, '-': 31, '!': 33, '?': 31 };

function toText({ account, summary, entries, unread }: Report, { isTTY, columns }: Terminal) {
  const paint = (line: string): string => {
    const plain = markInvisible(line);
    if (!isTTY) return plain;
    const text = plain.length > columns ? `${plain.slice(0, columns - 1)}…` : plain;
    const color = process.env['NO_COLOR'] ? undefined : colors[text.trim()[0] ?? ''];
    return color === undefined ? text : `\u001b[${color}m${text}\u001b[0m`;
  };
  const groups = toGroups(entries).flatMap(({ server, blocks }) => [
    '',
    server,
    ...blocks.flatMap(([entry, ...changes]) => [
      `  ${entry}`,
      ...changes.map((change) => `      ${change}`),
    ]),
  ]);
  const head = `${account.label}: ${summary.join(' ')}`;
  return `${[head, ...unread, ...groups].map(paint).join('\n')}\n`;
}

/** GitHub's limit for a comment is 65,536, with what is said about the rest. */
const mostCharacters = 59_000;

function toMarkdown({ command, account, summary, entries, unread }: Report): string {
  const sentences = [...summary, ...unread].map((text) => ({ size: 1, text: escape(text) }));
  const groups = toGroups(entries).map(({ server, blocks }) => {
    const title = `${escape(server)} (${formats.number(blocks.length)})`;
    const items = blocks.map((lines) => `- ${lines.map(escape).join('\n  - ')}`).join('\n');
    const text = `<details><summary>${title}</summary>\n\n${items}\n\n</details>`;
    return { size: blocks.length, text };
  });
  const parts = [`### ${escape(account.label)}: ${command}`];
  let left = mostCharacters;
  let omitted = 0;
  for (const { size, text } of [...sentences, ...groups]) {
    if (text.length + 2 > left) omitted += size;
    else {
      parts.push(text);
      left -= text.length + 2;
    }
  }
  const rest = t('Left out because of its length: {0}. Run the command for all.', omitted);
  return `${[...parts, ...(omitted > 0 ? [escape(rest)] : [])].join('\n\n')}\n`;
}

/** Neither Markdown, HTML, mentions, references nor links are left in it. */
function escape(text: string): string {
  const toEntity = (found: string): string => `&#${found.charCodeAt(0)};`;
  return `<code>${markInvisible(text).replaceAll(/[!-+.:-@[-`{-~]/g, toEntity)}</code>`;
}

/** What text and Markdown show: for each server a block of lines for each entry, its changes below. */
function toGroups(entries: readonly Entry[]) {
  const groups = new Map<string, string[][]>();
  for (const entry of entries) {
    const server = entry.path[0] ?? t('Files');
    const blocks = groups.get(server) ?? [];
    blocks.push([describeEntry(entry), ...describeChanges(entry.changes)]);
    groups.set(server, blocks);
  }
  return [...groups].map(([server, blocks]) => ({ server, blocks }));
}

function describeEntry({ type, path, kind = 'server', severity, text, ...place }: Entry): string {
  const { variable, names } = findKind(kind);
  const own = path.join(' › ');
  const file = [place.file, place.line, place.column].filter(Boolean);
  return [
    signs[type],
    ...(severity ? [`${nameSeverity(severity)}:`] : []),
    own,
    ...(variable && own ? [`(${t(names.one)})`] : []),
    ...(file.length > 0 ? [`[${file.map((each) => toVisible(each)).join(':')}]`] : []),
    ...(text === undefined ? [] : [`– ${text}`]),
  ]
    .filter(Boolean)
    .join(' ');
}
