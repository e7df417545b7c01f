import type { Change } from './patch';
import type { JsonValue } from '../../shared/json';

const longestValue = 200;

/** Changes as lines of a diff: `- "useDns": false`, `+ "useDns": true`. */
export function describeChanges(changes: readonly Change[]): string[] {
  return changes.flatMap(({ path, before, after }) => {
    const name = JSON.stringify(path.join('.'));
    return [
      ...(before === undefined ? [] : [`- ${name}: ${show(before)}`]),
      ...(after === undefined ? [] : [`+ ${name}: ${show(after)}`]),
    ];
  });
}

function show(value: JsonValue): string {
  const text = JSON.stringify(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
