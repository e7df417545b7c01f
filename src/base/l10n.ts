import * as l10n from '@vscode/l10n';
import type { ForeignText, Words } from './foreignText';
import { once } from './lazy';

/** Translates an English text with `{0}`-style placeholders into the user's language. */
export function t(text: string, ...values: readonly (string | number | ForeignText)[]): string {
  return l10n.t(
    text,
    ...values.map((value) => (typeof value === 'number' ? value : String(value))),
  );
}

export function inLanguage(fieldText: Words): Words {
  return typeof fieldText === 'string' ? t(fieldText) : fieldText;
}

const english = formatsOf('en');

/** Numbers and dates in the user's language, like the texts around them. */
export let formats = english;

let texts: Record<string, string> = {};

/** Called once by each file that is loaded by itself. `translations` are by English text. */
export function useLanguage(language: string, translations: typeof texts = {}): void {
  set(formatsOf(language), translations);
}

/** Runs a function in English, for what is named the same in every language, such as files. */
export function inEnglish<Result>(run: () => Result): Result {
  const [localFormats, translations] = [formats, texts];
  set(english, {});
  try {
    return run();
  } finally {
    set(localFormats, translations);
  }
}

function set(newFormats: Formats, translations: typeof texts): void {
  formats = newFormats;
  texts = translations;
  l10n.config({ contents: texts });
}

export function shortenNames(names: readonly string[], most = 10): readonly string[] {
  const left = names.length - most;
  return left > 0 ? [...names.slice(0, most), t('and {0} more', left)] : names;
}

type Formats = ReturnType<typeof formatsOf>;

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const spanForm = /\b(\d+) (second|minute|hour|day|week|month|year)s?\b( ago\b)?/g;
type Span = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year';

function inUnits(locale: string | undefined, count: number, unit: Span): string {
  const options = { style: 'unit', unit, unitDisplay: 'long' } as const;
  return new Intl.NumberFormat(locale, options).format(count);
}

/** The machine's own if the tag is unknown. Each is created on first use: creating it is slow. */
export function formatsOf(language: string) {
  const locale = isTag(language) ? language : undefined;
  const dates = datesOf(locale);
  const number = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const hasPlainDigits = locale !== undefined && /^(?:de|en)\b/.test(locale);
  const percent = once(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  );
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  return {
    language,
    // The first formatter takes longer than drawing the first rows, which only count a few things.
    number: (value: number): string =>
      hasPlainDigits && isCount(value) ? String(value) : number().format(value),
    /** A share as a whole percentage, such as `62%` of 0.62. */
    percent: (share: number): string => percent().format(share),
    /** Time of day in the local time zone, from milliseconds since the epoch. */
    time: dates({ timeStyle: 'medium' }),
    /** Date and time in the local time zone, from milliseconds since the epoch. */
    moment: dates({ dateStyle: 'medium', timeStyle: 'medium' }),
    /** Day, month, hour and minute in UTC, and the year unless it's current: three fit in a row. */
    run: runsIn(dates, { timeZone: 'UTC' }),
    /** The same in the person's time zone. */
    runHere: runsIn(dates, {}),
    /** Day, month and year in UTC, from milliseconds since the epoch. */
    day: dates({ dateStyle: 'medium', timeZone: 'UTC' }),
    /** A short day of the week in UTC, such as `Mon`, from milliseconds since the epoch. */
    weekday: dates({ weekday: 'short', timeZone: 'UTC' }),
    /** The name of a region, such as `Germany` for `de`; the code if it isn't one. */
    region: regionsOf(locale),
    /** Words as one enumeration, such as `2 changes and 1 deletion`. */
    list: (words: readonly string[]): string =>
      words.length < 2 ? words.join() : new Intl.ListFormat(locale).format(words),
    /** Within a sentence, English writes `cron job` for `Cron Job`, and keeps `SSH`. */
    inSentence: (name: string): string =>
      /^en\b/.test(language)
        ? name.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
        : name,
    /** Relative time, such as `3 days ago`. */
    ago(at: number, now: number): string {
      const [unit, length] = units.find(([, each]) => now - at >= each) ?? ['minute', 60_000];
      return relative().format(-Math.floor((now - at) / length), unit);
    },
    /** What the service writes in English, such as `41 days, 6 hours` or `2 minutes ago`. */
    spans: (text: string): string =>
      text.replaceAll(spanForm, (_, count: string, unit: Span, ago: string | undefined) =>
        ago ? relative().format(-Number(count), unit) : inUnits(locale, Number(count), unit),
      ),
  };
}

function datesOf(locale: string | undefined) {
  return (options: Intl.DateTimeFormatOptions): ((at: number | Date) => string) => {
    const format = once(() => new Intl.DateTimeFormat(locale, options));
    return (at) => format().format(at);
  };
}

const runOptions = {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;

function runsIn(dates: ReturnType<typeof datesOf>, zone: Intl.DateTimeFormatOptions) {
  const near = dates({ ...runOptions, ...zone });
  const distant = dates({ ...runOptions, ...zone, year: 'numeric' });
  return (at: Date, now: Date): string =>
    (at.getUTCFullYear() === now.getUTCFullYear() ? near : distant)(at);
}

function regionsOf(locale: string | undefined): (code: string) => string {
  const names = once(() => new Intl.DisplayNames(locale, { type: 'region' }));
  return (code) => {
    try {
      return names().of(code.toUpperCase()) ?? code;
    } catch {
      return code;
    }
  };
}

/** True if a number is written the same in English, German and code. */
function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 1000 && !Object.is(value, -0);
}

function isTag(language: string): boolean {
  try {
    return Intl.getCanonicalLocales(language).length > 0;
  } catch {
    return false;
  }
}
