import * as z from 'zod/mini';

interface Bounds {
  readonly least: number;
  readonly most: number;
  readonly names?: readonly string[];
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

function toNumber(text: string, { least, most, names = [] }: Bounds): number {
  const named = names.indexOf(text.toLowerCase());
  const value = named >= 0 ? named + least : /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : Number.NaN;
}

function isRange(text: string, bounds: Bounds): boolean {
  if (text === '*') return true;
  const [first = '', last, ...rest] = text.split('-');
  const from = toNumber(first, bounds);
  const to = last === undefined ? from : toNumber(last, bounds);
  return rest.length === 0 && from <= to;
}

/**
 * One item of a field: a value, or a range or `*` with an optional step. Debian's cron calls a step
 * of a single value, such as `5/15`, a "bad minute".
 */
function isItem(text: string, bounds: Bounds): boolean {
  const [range = '', step, ...rest] = text.split('/');
  const stepFits = step === undefined || (/^\d{1,2}$/.test(step) && Number(step) > 0);
  const mayStep = step === undefined || range === '*' || range.includes('-');
  return rest.length === 0 && stepFits && mayStep && isRange(range, bounds);
}

function cronField(bounds: Bounds): z.ZodMiniType<string, string> {
  return z
    .string()
    .check(
      z.refine(
        (text) => text.split(',').every((item) => isItem(item, bounds)),
        `Must be a cron field from ${bounds.least} to ${bounds.most}, such as * or */5.`,
      ),
    );
}

/** The five cron fields of a cron job (API §2.3). */
export const cronFields = {
  minute: cronField({ least: 0, most: 59 }),
  hour: cronField({ least: 0, most: 23 }),
  dayOfMonth: cronField({ least: 1, most: 31 }),
  month: cronField({ least: 1, most: 12, names: months }),
  dayOfWeek: cronField({ least: 0, most: 7, names: days }),
};
