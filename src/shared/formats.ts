import { once } from './once';

/** Numbers and moments as a language writes them, which need not be the machine's. */
export interface Formats {
  /** A number with the marks of its language, to one place at most. */
  readonly number: (value: number) => string;
  /** The time of a moment (milliseconds since the epoch), in the time zone here. */
  readonly time: (at: number) => string;
  /** Date and time of a moment (milliseconds since the epoch), in the time zone here. */
  readonly moment: (at: number) => string;
  /** Day, month, hour and minute in UTC: short, so that five of them fit into one line of a list. */
  readonly run: (at: Date) => string;
}

/**
 * The formats of a language, by its tag such as `de`; those of the machine where there is no such tag. Each is
 * made when it is first needed: making one takes longer than anything else that is done with it.
 */
export function formatsOf(language: string): Formats {
  const locale = isTag(language) ? language : undefined;
  const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
    once(() => new Intl.DateTimeFormat(locale, options));
  const number = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const time = dates({ timeStyle: 'medium' });
  const moment = dates({ dateStyle: 'medium', timeStyle: 'medium' });
  const run = dates({
    day: 'numeric',
    month: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'UTC',
  });
  return {
    number: (value) => number().format(value),
    time: (at) => time().format(at),
    moment: (at) => moment().format(at),
    run: (at) => run().format(at),
  };
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
