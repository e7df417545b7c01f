import assert from 'node:assert/strict';
import { assertEvery } from '../../../support/assertEvery';
import { FakeClock } from '../../../support/fakeClock';
import { ShiftingLog } from '../../../support/shiftingLog';
import { Follower } from '../../../../src/panels/follow/follower';
import type { FollowedRow } from '../../../../src/pages/model';
import { eachTest } from '../../../support/eachTest';

const minute = 60_000;

function textOf({ cells }: FollowedRow): string | undefined {
  return cells[0]?.text;
}

describe('Following several logs', () => {
  let logs: Record<'shop' | 'blog', ShiftingLog>;
  let failing: Set<string>;
  let added: FollowedRow[];
  let changes: number;
  let follower: Follower;

  const clock = eachTest(() => new FakeClock(Date.UTC(2026, 10, 22, 12)));
  beforeEach(() => {
    logs = { shop: new ShiftingLog(true), blog: new ShiftingLog(true) };
    failing = new Set();
    added = [];
    changes = 0;
    follower = new Follower({
      clock,
      sources: (['shop', 'blog'] as const).map((name) => ({
        id: name,
        name,
        async read(page: number) {
          const read = logs[name].page(page, clock.now());
          if (failing.has(name)) throw new Error('no');
          return read;
        },
      })),
      describeError: (error) => String(error),
      add: (events) => added.push(...events),
      change: () => (changes += 1),
    });
  });

  it('merges their lines by time', async () => {
    logs.shop.write(clock.now(), 'first');
    logs.blog.write(clock.now() + 1_000, 'second');
    logs.shop.write(clock.now() + 2_000, 'third');
    follower.show(true);
    await clock.advance(0);
    assert.deepEqual(
      follower.events.map(({ cells }) => `${cells[3]?.text}: ${cells[0]?.text}`),
      ['shop: first', 'blog: second', 'shop: third'],
    );
    logs.blog.write(clock.now() + 1_500, 'late');
    await clock.advance(minute);
    assert.deepEqual(follower.events.map(textOf), ['first', 'second', 'late', 'third']);
    assert.equal(added.map(textOf).at(-1), 'late');
    assertEvery(added, ({ cells }) => cells[1]?.text === 'Info');
  });

  it('reads nothing while hidden or paused, and catches up afterwards', async () => {
    follower.show(true);
    await clock.advance(minute);
    follower.show(false);
    const before = logs.shop.readAt.length;
    logs.shop.write(clock.now(), 'hidden');
    await clock.advance(60 * minute);
    assert.equal(logs.shop.readAt.length, before);
    follower.show(true);
    await clock.advance(0);
    assert.deepEqual(added.map(textOf), ['hidden']);
    follower.pause(true);
    logs.shop.write(clock.now(), 'paused');
    await clock.advance(60 * minute);
    assert.equal(added.length, 1);
    follower.pause(false);
    await clock.advance(0);
    assert.equal(added.map(textOf).at(-1), 'paused');
  });

  it('reads a quiet log once a minute, and a busy one at most 6 times', async () => {
    follower.show(true);
    for (let index = 0; index < 360; index += 1) {
      for (let line = 0; line < 3; line += 1) logs.shop.write(clock.now(), `${index}/${line}`);
      await clock.advance(1_000);
    }
    const inLastMinute = ({ readAt }: ShiftingLog): number =>
      readAt.filter((at) => clock.now() - at < minute).length;
    assert.ok(inLastMinute(logs.shop) >= 4 && inLastMinute(logs.shop) <= 6);
    assert.ok(inLastMinute(logs.blog) <= 1);
    assert.equal(added.length, logs.shop.written.length);
  });

  it("says why one can't be read while the others continue", async () => {
    failing.add('shop');
    logs.blog.write(clock.now(), 'fine');
    follower.show(true);
    await clock.advance(30 * minute);
    assert.deepEqual(
      follower.sources.map(({ problem }) => problem),
      ['Error: no', ''],
    );
    assert.equal(changes, 1);
    assert.equal(added.length, 1);
    assert.ok(logs.shop.readAt.length <= 10);
    failing.clear();
    await clock.advance(6 * minute);
    assert.equal(follower.sources[0]?.problem, '');
  });

  it("reads one again at once if the person doesn't want to wait", async () => {
    failing.add('shop');
    follower.show(true);
    await clock.advance(10 * minute);
    const reads = logs.shop.readAt.length;
    const others = logs.blog.readAt.length;
    failing.clear();
    logs.shop.write(clock.now(), 'back');
    follower.retry();
    await clock.advance(0);
    assert.deepEqual([logs.shop.readAt.length, logs.blog.readAt.length], [reads + 1, others]);
    assert.deepEqual([follower.sources[0]?.problem, added.map(textOf).at(-1)], ['', 'back']);
    await clock.advance(0);
    follower.retry();
    await clock.advance(0);
    assert.equal(logs.shop.readAt.length, reads + 1);
  });

  it('reads no log more than six times in a minute, however often the person looks', async () => {
    for (let second = 0; second < 180; second += 1) {
      follower.show(false);
      logs.shop.write(clock.now(), `line ${second}`);
      follower.show(true);
      await clock.advance(1_000);
    }
    const { readAt } = logs.shop;
    const most = readAt.map(
      (from) => readAt.filter((at) => at >= from && at < from + minute).length,
    );
    assert.equal(Math.max(...most), 6);
  });
});
