import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { ShiftingLog } from '../../../support/shiftingLog';
import { type EventLine, Tail, toEventLine } from '../../../../src/panels/follow/tail';

const noon = Date.UTC(2026, 10, 22, 12);

/** Takes pages until nothing is missing; returns the new texts. */
function readOn(tail: Tail, log: ShiftingLog, from = 1): string[] {
  const texts: string[] = [];
  let next = from;
  do {
    const step = tail.take(log.page(next));
    for (const { text, isAfterGap } of step.lines) texts.push(...(isAfterGap ? ['…'] : []), text);
    next = step.next;
  } while (next > 1);
  return texts;
}

function write(log: ShiftingLog, from: number, count: number): string[] {
  const texts = Array.from({ length: count }, (_, index) => `line ${from + index}`);
  for (const [index, text] of texts.entries()) log.write(noon + (from + index) * 1_000, text);
  return texts;
}

describe('The newest lines of a log', () => {
  for (const countsLines of [true, false]) {
    const how = countsLines ? 'that counts its lines' : 'that does not count its lines';

    it(`are reported once for a log ${how}`, () => {
      const log = new ShiftingLog(countsLines);
      const tail = new Tail();
      assert.deepEqual(readOn(tail, log), []);
      const first = write(log, 0, 5);
      assert.deepEqual([readOn(tail, log), readOn(tail, log)], [first, []]);
      const more = write(log, 5, 95);
      assert.deepEqual([readOn(tail, log), readOn(tail, log)], [more, []]);
    });

    it(`are reported once if lines arrive between two pages of a log ${how}`, () => {
      const log = new ShiftingLog(countsLines);
      const tail = new Tail();
      write(log, 0, 50);
      readOn(tail, log);
      const burst = write(log, 50, 100);
      assert.deepEqual(tail.take(log.page(1)), { lines: [], next: 2 });
      const late = write(log, 150, 30);
      assert.equal(tail.take(log.page(2)).next, 3);
      const later = write(log, 180, 45);
      assert.deepEqual(readOn(tail, log, 3), burst);
      assert.deepEqual(readOn(tail, log), [...late, ...later]);
    });
  }

  it("are determined by the service's count if all are equal", () => {
    const log = new ShiftingLog(true);
    const tail = new Tail();
    for (let index = 0; index < 60; index += 1) log.write(noon, 'Started');
    assert.equal(readOn(tail, log).length, 40);
    for (let index = 0; index < 7; index += 1) log.write(noon, 'Started');
    assert.equal(readOn(tail, log).length, 7);
    assert.equal(readOn(tail, log).length, 0);
  });

  for (const [late, what] of [
    [60, 'begins with lines that arrived since'],
    [200, 'has only lines that arrived since'],
  ] as const) {
    it(`appear once, with none missing, if the next page ${what}`, () => {
      const log = new ShiftingLog(true);
      const tail = new Tail();
      const writeEqual = (count: number): void => {
        for (let index = 0; index < count; index += 1) log.write(noon, 'Started');
      };
      writeEqual(70);
      readOn(tail, log);
      writeEqual(55);
      assert.equal(tail.take(log.page(1)).next, 2);
      writeEqual(late);
      assert.equal(tail.take(log.page(2)).next, 3);
      assert.equal(readOn(tail, log, 3).length, 55);
      assert.equal(readOn(tail, log).length, late);
    });
  }

  it('are recognized without their times if those are relative', () => {
    const toLine = (content: string, time: string) =>
      toEventLine({ kind: 'Info', content, created_at: time });
    const page = (...lines: ReturnType<typeof toLine>[]) =>
      ({ number: 1, perPage: 40, total: undefined, isLast: true, items: lines }) as const;
    const tail = new Tail();
    tail.take(page(toLine('two', '1 minute ago'), toLine('one', '2 minutes ago')));
    const step = tail.take(
      page(
        toLine('one', 'just now'),
        toLine('two', '2 minutes ago'),
        toLine('one', '3 minutes ago'),
      ),
    );
    assert.deepEqual(
      step.lines.map(({ time }) => time),
      ['just now'],
    );
  });

  it('can be those of a log that was emptied', () => {
    const log = new ShiftingLog(true);
    const tail = new Tail();
    write(log, 0, 60);
    readOn(tail, log);
    log.clear();
    const after = write(log, 60, 3);
    assert.deepEqual([readOn(tail, log), readOn(tail, log)], [after, []]);
  });

  it('are reported once if lines of the same second swap places', () => {
    const log = new ShiftingLog(true);
    const tail = new Tail();
    write(log, 0, 60);
    readOn(tail, log);
    log.swapNewest();
    const after = write(log, 60, 2);
    assert.deepEqual([readOn(tail, log), readOn(tail, log)], [after, []]);
  });

  it('are reported with a gap if too many arrived', () => {
    const log = new ShiftingLog(true);
    const tail = new Tail();
    write(log, 0, 60);
    readOn(tail, log);
    const lost = write(log, 60, 3_000);
    const [mark, ...texts] = readOn(tail, log);
    assert.equal(mark, '…');
    assert.deepEqual(texts, lost.slice(-1_000));
    assert.deepEqual(readOn(tail, log), []);
  });

  const burst = fc.record({
    lines: fc.oneof(fc.nat(3), fc.nat(60), fc.nat(150)),
    isQuick: fc.boolean(),
  });

  it('are shown in order and once, or after a gap, if many are equal and none are counted', () => {
    let lines = 0;
    let gaps = 0;
    fc.assert(
      fc.property(
        fc.array(burst, { minLength: 2, maxLength: 25 }),
        fc.infiniteStream(fc.constantFrom('Started', 'Stopped', undefined)),
        (bursts, words) => {
          const log = new ShiftingLog(false);
          const tail = new Tail();
          const shown: EventLine[] = [];
          let now = noon;
          let next = 1;
          const read = (): void => {
            const step = tail.take(log.page(next));
            shown.push(...step.lines);
            ({ next } = step);
          };
          for (const each of bursts) {
            for (let index = 0; index < each.lines; index += 1) {
              if (!each.isQuick || index % 15 === 0) now += 1_000;
              log.write(now, words.next().value ?? `Job ${log.written.length} ran`);
            }
            read();
          }
          do read();
          while (next > 1);
          log.write(now + 1_000, 'The last one');
          do read();
          while (next > 1);
          assertInOrder(shown, log.written);
          lines += shown.length;
          gaps += shown.filter(({ isAfterGap }) => isAfterGap).length;
        },
      ),
      { numRuns: 150 },
    );
    assert.ok(gaps * 20 < lines, `${gaps} gaps in ${lines} lines`);
  });
});

/** Each line is the one written after the one shown before it, or any later one after a gap. */
function assertInOrder(shown: readonly EventLine[], written: readonly EventLine[]): void {
  const [start] = shown;
  let possible = written.flatMap(({ key }, place) => (key === start?.key ? [place] : []));
  for (const [index, { key, isAfterGap }] of shown.entries()) {
    const first = Math.min(...possible);
    const places = isAfterGap ? [...written.keys()].filter((place) => place >= first) : possible;
    possible = places.filter((place) => written[place]?.key === key).map((place) => place + 1);
    assert.notEqual(possible.length, 0, `line ${index} of ${shown.length}: ${key}`);
  }
  assert.ok(possible.includes(written.length), 'the newest line is shown');
}
