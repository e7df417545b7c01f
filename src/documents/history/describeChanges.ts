import type { Change } from '../../base/patch';
import type { JsonValue } from '../../base/json';

const longestValue = 200;

/** Changes as diff lines: `- "useDns": false`, `+ "useDns": true`. */
export function describeChanges(changes: readonly Change[], longest = longestValue): string[] {
  return changes.flatMap(({ path, before, after }) => {
    const name = JSON.stringify(path.join('.'));
    return [
      ...(before === undefined ? [] : [`- ${name}: ${toShortJson(before, longest)}`]),
      ...(after === undefined ? [] : [`+ ${name}: ${toShortJson(after, longest)}`]),
    ];
  });
}

function toShortJson(value: JsonValue, longest: number): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
