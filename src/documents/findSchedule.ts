import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { cronFieldNames, joinTime, type CronFields } from '../resources/cron/cronSchedule';

export function findCronFields(text: string): ReadonlyMap<keyof CronFields, Node> {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const places = new Map<keyof CronFields, Node>();
  for (const name of cronFieldNames) {
    const node = tree && findNodeAtLocation(tree, [name]);
    if (typeof node?.value === 'string') places.set(name, node);
  }
  return places;
}

export function findSchedule(
  text: string,
): { readonly time: string; readonly places: ReadonlyMap<keyof CronFields, Node> } | undefined {
  const places = findCronFields(text);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = cronFieldNames.map((name) =>
    String(places.get(name)?.value ?? ''),
  );
  if (!minute || !hour || !dayOfMonth || !month || !dayOfWeek) return undefined;
  return { time: joinTime({ minute, hour, dayOfMonth, month, dayOfWeek }), places };
}
