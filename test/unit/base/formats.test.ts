import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { formatsOf } from '../../../src/base/l10n';
import { sourceFiles } from '../../support/imports';

const at = new Date(2026, 10, 5, 14, 7, 9).getTime();

/** Versions of ICU differ in the space before AM and PM. */
function withPlainBlanks(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}

describe('Numbers and moments', () => {
  it("follow the language of the window, not the machine's", () => {
    const english = formatsOf('en');
    const german = formatsOf('de');
    assert.deepEqual(
      [english.number(10_000.25), german.number(10_000.25)],
      ['10,000.3', '10.000,3'],
    );
    assert.deepEqual([english.time(at), german.time(at)].map(withPlainBlanks), [
      '2:07:09 PM',
      '14:07:09',
    ]);
    assert.deepEqual([english.moment(at), german.moment(at)].map(withPlainBlanks), [
      'Nov 5, 2026, 2:07:09 PM',
      '05.11.2026, 14:07:09',
    ]);
    const midnight = Date.UTC(2026, 10, 5);
    assert.deepEqual([english.day(midnight), german.day(midnight)], ['Nov 5, 2026', '05.11.2026']);
    const run = new Date(Date.UTC(2026, 10, 5, 4, 20));
    assert.deepEqual(
      [english.run(run, run), german.run(run, run)],
      ['Nov 5, 04:20', '5. Nov., 04:20'],
    );
    const before = new Date('2020-01-01T00:00:00Z');
    assert.equal(english.run(run, before), `Nov 5, ${run.getUTCFullYear()}, 04:20`);
  });

  it('translate spans that the service writes in English, and leave everything else', () => {
    const { spans } = formatsOf('de');
    assert.equal(spans('41 days, 6 hours'), '41 Tage, 6 Stunden');
    assert.equal(spans('1 hour'), '1 Stunde');
    assert.equal(spans('2 minutes ago'), 'vor 2 Minuten');
    assert.equal(spans('since 10 daysy'), 'since 10 daysy');
    assert.equal(formatsOf('en').spans('3 days, 1 hour'), '3 days, 1 hour');
  });

  it('have the calendar and digits of the language', () => {
    const day = Date.UTC(2026, 10, 5);
    assert.match(formatsOf('th').day(day), /2569/);
    assert.match(formatsOf('fa').day(day), /۱۴۰۵/);
    assert.match(formatsOf('ar-EG').number(12_345), /١٢٬٣٤٥/);
    assert.match(formatsOf('he').day(day), /2026/);
  });

  it('are those of zones with half and quarter hours, also in another year', () => {
    const zone = process.env['TZ'];
    const run = new Date(Date.UTC(2026, 11, 31, 18, 50));
    try {
      for (const [name, here] of [
        ['Asia/Kolkata', 'Jan 1, 00:20'],
        ['Asia/Kathmandu', 'Jan 1, 00:35'],
        ['America/St_Johns', 'Dec 31, 15:20'],
      ] as const) {
        process.env['TZ'] = name;
        assert.equal(formatsOf('en').runHere(run, run), here);
        assert.equal(formatsOf('en').run(run, run), 'Dec 31, 18:50');
      }
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  });

  it('come with names of kinds as sentences have them: in lower case in English alone', () => {
    const [english, german] = [formatsOf('en-gb'), formatsOf('de')];
    assert.deepEqual(
      ['Cron Jobs', 'SSH Key', 'Servers'].map((name) => english.inSentence(name)),
      ['cron jobs', 'SSH key', 'servers'],
    );
    assert.equal(german.inSentence('Server'), 'Server');
  });

  it('name regions, and keep unknown codes', () => {
    const [english, german] = [formatsOf('en'), formatsOf('de')];
    assert.deepEqual([english.region('de'), german.region('de')], ['Germany', 'Deutschland']);
    assert.equal(english.region('somewhere'), 'somewhere');
  });

  it('are formatted alike for small counts and all other numbers', () => {
    for (const language of ['en', 'en-gb', 'de', 'de-at', 'fr', 'fa', 'eng']) {
      const { number } = formatsOf(language);
      const expected = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
      for (const value of [0, -0, 1, -1, 42, 999, 1000, 0.5, 999.96, Number.NaN])
        assert.equal(number(value), expected.format(value), `${value} in ${language}`);
    }
  });

  it('have a fallback if the language is unknown', () => {
    for (const language of ['', 'no such language', 'qps-ploc', 'zh-cn']) {
      assert.match(formatsOf(language).number(1), /\S/);
    }
  });

  it("only come from these formats, because others would follow the machine's language", () => {
    const others = sourceFiles('src').filter(
      (file) =>
        file !== 'src/base/l10n.ts' &&
        /\.toLocale(Date|Time)?String\(|Intl\.(DateTimeFormat|NumberFormat)\(/.test(
          readFileSync(file, 'utf8'),
        ),
    );
    assert.deepEqual(others, []);
  });
});
