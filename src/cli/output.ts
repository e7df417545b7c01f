import type { Settings } from './options';
import { markInvisible, toVisible } from '../base/foreignText';
import { formats, t } from '../base/l10n';
import type { Change } from '../base/json';
import { describeChanges } from '../documents/history/describeChanges';
import { type RuleId, severities, type Severity } from '../findings/finding';
import { nameSeverity } from '../findings/view/words';
import { findKind, type KindId } from '../resources/kinds/kinds';
import type { ResourceNames } from '../resources/names/resourceNames';
import { parentOf, type ResourceReference, type Target } from '../resources/reference';

/** Something that a command found. Values are as the service or the folder has them. */
export interface Entry {
  readonly type: keyof typeof signs;
  /** Names, outermost first: most begin with a server. */
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

interface Report extends Found {
  readonly command: Settings['command'];
  readonly account: { readonly label: string; readonly service: string };
}

/** @param own the name of a resource to create, in its collection. */
export function toEntry(
  type: Entry['type'],
  target: Target,
  names: ResourceNames,
  more: Partial<Entry> = {},
  own = t(findKind(target.kind).names.many),
): Entry {
  const resource = 'ids' in target ? target : parentOf(target);
  const above = resource ? names.pathOf(resource).map(String) : [];
  const place = 'ids' in target ? { path: above, ids: target.ids } : { path: [...above, own] };
  return { type, ...place, kind: target.kind, changes: [], ...more };
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
  const value = format === 'sarif' ? toSarif(report) : { version: 1, exitCode, ...report };
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

function toText({ account, summary, entries, unread }: Report, terminal: Terminal): string {
  const { isTTY, columns } = terminal;
  const paint = (line: string): string => {
    const plain = markInvisible(line);
    if (!isTTY) return plain;
    const text = plain.length > columns ? `${plain.slice(0, columns - 1)}…` : plain;
    const color = process.env['NO_COLOR'] ? undefined : colors[text.trim()[0] ?? ''];
    return color === undefined ? text : `\u001b[${color}m${text}\u001b[0m`;
  };
  const groups = group(entries).flatMap(([server, own]) => [
    '',
    toVisible(server),
    ...own.flatMap((entry) => [
      `  ${signs[entry.type]} ${describeEntry(entry)}`,
      ...describeChanges(entry.changes).map((line) => `      ${line}`),
    ]),
  ]);
  const head = `${account.label}: ${summary.join(' ')}`;
  return `${[head, ...unread, ...groups].map(paint).join('\n')}\n`;
}

/** GitHub's limit for a comment is 65,536, with what is said about the rest. */
const mostCharacters = 59_000;

function toMarkdown({ command, account, summary, entries, unread }: Report): string {
  const head = [`### ${escape(account.label)}: ${command}`, ...[...summary, ...unread].map(escape)];
  let length = head.join('\n\n').length;
  let omitted = 0;
  const blocks = group(entries).flatMap(([server, own]) => {
    const lines = own.map((entry) => {
      const changes = describeChanges(entry.changes).map((line) => `\n  - ${escape(line)}`);
      return `- ${escape(`${signs[entry.type]} ${describeEntry(entry)}`)}${changes.join('')}`;
    });
    const title = `${escape(toVisible(server))} (${formats.number(own.length)})`;
    const block = `<details><summary>${title}</summary>\n\n${lines.join('\n')}\n\n</details>`;
    if (length + block.length > mostCharacters) {
      omitted += own.length;
      return [];
    }
    length += block.length + 2;
    return [block];
  });
  const rest = t('Left out because of its length: {0}. Run the command for all.', omitted);
  return `${[...head, ...blocks, ...(omitted > 0 ? [escape(rest)] : [])].join('\n\n')}\n`;
}

/** Neither Markdown, HTML, mentions, references nor links are left in it. */
function escape(text: string): string {
  const toEntity = (found: string): string => `&#${found.charCodeAt(0)};`;
  return `<code>${markInvisible(text).replaceAll(/[!-+.:-@[-`{-~]/g, toEntity)}</code>`;
}

function toSarif({ entries }: Report): object {
  const levels = { critical: 'error', warning: 'warning', information: 'note' } as const;
  const results = entries.map((entry) => {
    const { rule, severity = 'warning', text, file, line = 1, column = 1, path } = entry;
    const uri = encodeURI(file ?? 'server-management.lock.json');
    const region = { startLine: line, startColumn: column };
    return {
      ruleId: rule,
      level: levels[severity],
      message: { text: markInvisible(`${path.join(' › ')}: ${text}`) },
      locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
    };
  });
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  const driver = { name: 'server-management', rules };
  const run = { tool: { driver }, columnKind: 'utf16CodeUnits', results };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
}

function describeEntry({ path, kind = 'server', severity, text, ...place }: Entry): string {
  const { variable, names } = findKind(kind);
  const type = variable && path.length > 0 ? ` (${t(names.one)})` : '';
  const file = [place.file, place.line, place.column]
    .filter(Boolean)
    .map((each) => toVisible(each));
  return [
    severity ? `${nameSeverity(severity)}: ` : '',
    `${path.map((name) => toVisible(name)).join(' › ')}${type}`,
    file.length > 0 ? ` [${file.join(':')}]` : '',
    text === undefined ? '' : ` – ${text}`,
  ]
    .join('')
    .trim();
}

function group(entries: readonly Entry[]): readonly (readonly [string, readonly Entry[]])[] {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) {
    const server = entry.path[0] ?? t('Files');
    groups.set(server, [...(groups.get(server) ?? []), entry]);
  }
  return [...groups];
}
