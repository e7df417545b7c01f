import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser';
import { cronFieldNames, joinTime, type CronFields } from '../../../resources/cronTime';

/** The cron fields of a text (reference §2.3), and where each stands; nothing where one is missing. */
export interface WrittenSchedule {
  readonly time: string;
  readonly places: ReadonlyMap<keyof CronFields, Node>;
}

/** Finds the schedule in the text of a cron job. */
export function findSchedule(text: string): WrittenSchedule | undefined {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const places = new Map<keyof CronFields, Node>();
  for (const name of cronFieldNames) {
    const node = tree && findNodeAtLocation(tree, [name]);
    if (typeof node?.value === 'string') places.set(name, node);
  }
  if (places.size < cronFieldNames.length) return undefined;
  const valueOf = (name: keyof CronFields): string => String(places.get(name)?.value);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = cronFieldNames.map(valueOf);
  if (!minute || !hour || !dayOfMonth || !month || !dayOfWeek) return undefined;
  return { time: joinTime({ minute, hour, dayOfMonth, month, dayOfWeek }), places };
}
