import { markOddities } from '../../base/oddText';
import type { Change } from '../../base/json';
import { formats, t } from '../../base/l10n';

const longestValue = 200;

const context = 40;

/** Shows whole values: `- "useDns": false`, `+ "useDns": true`, and marks what may deceive. */
export function describeWhole(changes: readonly Change[]): string[] {
  return toLines(changes, (text) => text);
}

/** The same for a glance: a long value is cut to where it differs, and says how much is left out. */
export function describeChanges(changes: readonly Change[]): string[] {
  return toLines(changes, (text, same) => {
    const start = same > longestValue - context ? same - context : 0;
    return cut(text, start, Math.min(text.length, start + longestValue));
  });
}

/** @param show a value's text, given how many characters its two sides begin with in common. */
function toLines(
  changes: readonly Change[],
  show: (text: string, same: number) => string,
): string[] {
  return changes.flatMap(({ path, before, after }) => {
    const [name, old, now] = [path.join('.'), before, after].map((value) =>
      value === undefined ? undefined : markOddities(JSON.stringify(value)),
    );
    const same = lengthOfSame(old, now);
    return [
      ...(old === undefined ? [] : [`- ${name}: ${show(old, same)}`]),
      ...(now === undefined ? [] : [`+ ${name}: ${show(now, same)}`]),
    ];
  });
}

function lengthOfSame(one = '', other = ''): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function cut(text: string, start: number, end: number): string {
  const rest = text.length - (end - start);
  // The note would be longer than what it stands for.
  if (rest < context) return text;
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return `${shown} ${t('({0} more characters)', formats.number(rest))}`;
}
