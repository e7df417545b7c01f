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

interface Formats {
  readonly language: string;
  readonly number: (value: number) => string;
  /** A share as a whole percentage, such as `62%` of 0.62. */
  readonly percent: (share: number) => string;
  /** Time of day in the local time zone, from milliseconds since the epoch. */
  readonly time: (at: number) => string;
  /** Date and time in the local time zone, from milliseconds since the epoch. */
  readonly moment: (at: number) => string;
  /** Day, month, hour and minute in UTC, and the year unless it's current: three fit in a row. */
  readonly run: (at: Date, now: Date) => string;
  /** The same in the person's time zone. */
  readonly runHere: (at: Date, now: Date) => string;
  /** Day, month and year in UTC, from milliseconds since the epoch. */
  readonly day: (at: number) => string;
  /** A short day of the week in UTC, such as `Mon`, from milliseconds since the epoch. */
  readonly weekday: (at: number) => string;
  /** Words as one enumeration, such as `2 changes and 1 deletion`. */
  readonly list: (words: readonly string[]) => string;
  /** Relative time, such as `3 days ago`. */
  readonly ago: (at: number, now: number) => string;
  /** The name of a region, such as `Germany` for `de`; the code if it isn't one. */
  readonly region: (code: string) => string;
  /** Within a sentence, English writes `cron job` for `Cron Job`, and keeps `SSH`. */
  readonly inSentence: (name: string) => string;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The machine's own if the tag is unknown. Each is created on first use: creating it is slow. */
export function formatsOf(language: string): Formats {
  const locale = isTag(language) ? language : undefined;
  const dates = (options: Intl.DateTimeFormatOptions): (() => Intl.DateTimeFormat) =>
    once(() => new Intl.DateTimeFormat(locale, options));
  const number = once(() => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
  const hasPlainDigits = locale !== undefined && /^(?:de|en)\b/.test(locale);
  const percent = once(
    () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
  );
  const time = dates({ timeStyle: 'medium' });
  const moment = dates({ dateStyle: 'medium', timeStyle: 'medium' });
  const day = dates({ dateStyle: 'medium', timeZone: 'UTC' });
  const weekday = dates({ weekday: 'short', timeZone: 'UTC' });
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
  const runOptions = {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  } as const;
  const runIn = (zone: Intl.DateTimeFormatOptions): Formats['run'] => {
    const near = dates({ ...runOptions, ...zone });
    const distant = dates({ ...runOptions, ...zone, year: 'numeric' });
    return (at, now) =>
      (at.getUTCFullYear() === now.getUTCFullYear() ? near : distant)().format(at);
  };
  return {
    language,
    // The first formatter takes longer than drawing the first rows, which only count a few things.
    number: (value) => (hasPlainDigits && isCount(value) ? String(value) : number().format(value)),
    percent: (share) => percent().format(share),
    time: (at) => time().format(at),
    moment: (at) => moment().format(at),
    run: runIn({ timeZone: 'UTC' }),
    runHere: runIn({}),
    day: (at) => day().format(at),
    weekday: (at) => weekday().format(at),
    region: regionsOf(locale),
    list: (words) => new Intl.ListFormat(locale).format(words),
    inSentence: (name) =>
      /^en\b/.test(language)
        ? name.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase())
        : name,
    ago(at, now) {
      const [unit, length] = units.find(([, each]) => now - at >= each) ?? ['minute', 60_000];
      return relative().format(-Math.floor((now - at) / length), unit);
    },
  };
}

function regionsOf(locale: string | undefined): Formats['region'] {
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
