import type { Change } from '../../base/patch';
import type { JsonValue } from '../../base/json';

const longestValue = 200;

/** Changes as diff lines: `- "useDns": false`, `+ "useDns": true`. */
export function describeChanges(changes: readonly Change[]): string[] {
  return changes.flatMap(({ path, before, after }) => {
    const name = JSON.stringify(path.join('.'));
    return [
      ...(before === undefined ? [] : [`- ${name}: ${toShortJson(before)}`]),
      ...(after === undefined ? [] : [`+ ${name}: ${toShortJson(after)}`]),
    ];
  });
}

function toShortJson(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
