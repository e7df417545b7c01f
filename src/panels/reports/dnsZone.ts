import { isObject } from '../../base/json';
import { toVisible } from '../../base/foreignText';

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
