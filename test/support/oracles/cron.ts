/**
 * When cron runs a job, written simply and independently of the product: it checks every minute against
 * each field.
 */

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const weekdays = 'sun mon tue wed thu fri sat'.split(' ');

const fields = [
  { least: 0, most: 59, names: [] },
  { least: 0, most: 23, names: [] },
  { least: 1, most: 31, names: [] },
  { least: 1, most: 12, names: months },
  { least: 0, most: 7, names: weekdays },
];

type Field = (typeof fields)[number];

function toNumber(word: string, { least, most, names }: Field): number | undefined {
  const named = names.indexOf(word.toLowerCase());
  const number = named >= 0 ? named + least : Number(word);
  if (named < 0 && !/^[0-9]+$/.test(word)) {
    return undefined;
  }
  return number >= least && number <= most ? number : undefined;
}

/** The numbers of one field; undefined if cron rejects it. */
function numbersOf(text: string, field: Field): Set<number> | undefined {
  const numbers = new Set<number>();
  for (const item of text.split(',')) {
    const [range = '', step, more] = item.split('/');
    const [low = '', high, evenMore] = range.split('-');
    if (more !== undefined || evenMore !== undefined) return undefined;
    const isRange = range === '*' || high !== undefined;
    if (step !== undefined && (!isRange || !/^[0-9]+$/.test(step) || Number(step) === 0)) {
      return undefined;
    }
    const first = range === '*' ? field.least : toNumber(low, field);
    const last = range === '*' ? field.most : toNumber(high ?? low, field);
    if (first === undefined || last === undefined || first > last) return undefined;
    for (let number = first; number <= last; number += 1) {
      if ((number - first) % Number(step ?? 1) === 0) numbers.add(number);
    }
  }
  return numbers;
}

/** The runs of a schedule up to a time, in UTC; undefined if cron rejects it. */
export function runsUntil(time: string, after: Date, until: Date): string[] | undefined {
  const texts = time.split(' ');
  const sets = fields.map((field, index) => numbersOf(texts[index] ?? '', field));
  const [minutes, hours, days, inMonths, onWeekdays] = sets;
  if (!minutes || !hours || !days || !inMonths || !onWeekdays) return undefined;
  if (onWeekdays.has(7)) onWeekdays.add(0);
  const hasStar = texts[2]?.startsWith('*') || texts[4]?.startsWith('*');
  const runs: string[] = [];
  const minute = 60_000;
  const start = (Math.floor(after.getTime() / minute) + 1) * minute;
  for (let at = start; at <= until.getTime(); at += minute) {
    const now = new Date(at);
    if (!inMonths.has(now.getUTCMonth() + 1)) continue;
    if (!hours.has(now.getUTCHours()) || !minutes.has(now.getUTCMinutes())) continue;
    const isDay = days.has(now.getUTCDate());
    const isWeekday = onWeekdays.has(now.getUTCDay());
    if (hasStar ? isDay && isWeekday : isDay || isWeekday) runs.push(now.toISOString());
  }
  return runs;
}
