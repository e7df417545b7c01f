import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { law } from '../../support/laws/law';
import { runsUntil } from '../../support/oracles/cron';
import { nextRuns, parseSchedule, splitTime } from '../../../src/resources/cron/cronSchedule';
import { cronFields } from '../../../src/sandbox/http/input/cronField';

const names = 'jan FEB mar dec sun Mon fri sat foo'.split(' ');

/** A field as a person may write it, right or wrong. */
function field(least: number, most: number, isWrong: boolean): fc.Arbitrary<string> {
  const good = fc.integer({ min: least, max: most }).map(String);
  const odd = fc.constantFrom(...names, '', '00', '-1', '0', String(most + 1));
  const number = isWrong ? fc.oneof({ weight: 4, arbitrary: good }, odd) : good;
  const ends = isWrong
    ? fc.tuple(number, number)
    : fc.uniqueArray(fc.integer({ min: least, max: most }), { minLength: 2, maxLength: 2 });
  const from = ends.map(([one, other]) =>
    isWrong ? `${one}-${other}` : [Number(one), Number(other)].toSorted((a, b) => a - b).join('-'),
  );
  const step = (of: string): fc.Arbitrary<string> =>
    fc.integer({ min: isWrong ? 0 : 1, max: most }).map((every) => `${of}/${every}`);
  const item = fc.oneof(
    { weight: 3, arbitrary: fc.constant('*') },
    { weight: 2, arbitrary: number },
    { weight: 2, arbitrary: from },
    { weight: 2, arbitrary: fc.oneof(fc.constant('*'), from).chain(step) },
    ...(isWrong ? [{ weight: 1, arbitrary: number.chain(step) }] : []),
  );
  return fc.array(item, { minLength: 1, maxLength: 3 }).map((items) => items.join(','));
}

const bounds = [
  [0, 59],
  [0, 23],
  [1, 31],
  [1, 12],
  [0, 7],
] as const;

/** Most are valid; the others have one field that may be invalid. */
const schedules = fc
  .option(fc.nat(4), { freq: 2 })
  .chain((wrong) =>
    fc.tuple(...bounds.map(([least, most], index) => field(least, most, index === wrong))),
  );
const day = 86_400_000;

describe('The schedule parser, compared with a simple one', () => {
  const count = { refused: 0, moments: 0 };
  const check = (parts: readonly string[], at: Date): void => {
    const time = parts.join(' ');
    const until = new Date(at.getTime() + 3 * day);
    const expected = runsUntil(time, at, until);
    const parsed = parseSchedule(splitTime(time));
    assert.equal('field' in parsed, expected === undefined, time);
    const isTaken = Object.values(cronFields).every(
      (schema, index) => schema.safeParse(parts[index]).success,
    );
    assert.equal(isTaken, expected !== undefined, `sandbox: ${time}`);
    if ('field' in parsed || !expected) return void (count.refused += 1);
    const found = nextRuns(parsed, at, 40).filter((run) => run <= until);
    count.moments += found.length;
    assert.deepEqual(
      found.map((run) => run.toISOString()),
      expected.slice(0, 40),
      time,
    );
  };
  const moments = fc.date({
    min: new Date('2000-01-01'),
    max: new Date('2099-01-01'),
    noInvalidDate: true,
  });
  law(
    'rejects the same schedules, as does the sandbox, and runs at the same times',
    { runs: 500, counts: count },
    fc.property(schedules, moments, (parts, at) => {
      fc.pre(!parts.includes(''));
      check(parts, at);
    }),
  );
});
