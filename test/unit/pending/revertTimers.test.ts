import assert from 'node:assert/strict';
import { type Revert, type Reverted, Reverts, RevertTimers } from '../../../src/pending/reverts';
import { PendingFirewalls } from '../../../src/resources/pendingFirewalls';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import type { Clock } from '../../../src/api/scheduling/clock';
import type { SharedValues } from '../../../src/resources/storage/sharedValues';
import { FakeClock } from '../../support/fakeClock';
import { MemoryFolder } from '../../support/memoryFolder';
import { openShared } from '../../support/sharedValues';
import { useRisingTime } from '../../support/risingTime';

const target = { account: 'a', kind: 'sshSettings', ids: [1] } as const;
const write = {
  endpoint: updateSshSettings,
  target,
  body: { preventRootLogin: true },
  current: { preventRootLogin: false },
};
const done: Reverted = { outcome: 'done', isPartly: false, others: 0 };

/** One window; several share a folder and a clock. */
class Window {
  readonly asked: string[] = [];
  readonly ended: string[] = [];
  performed = 0;
  perform: () => Promise<Reverted> = () => Promise.resolve(done);
  readonly reverts: Reverts;
  readonly timers: RevertTimers;
  readonly refresh: () => Promise<unknown>;

  #isOpen = true;

  private constructor(values: SharedValues, time: FakeClock) {
    const clock: Clock = {
      now: () => time.now(),
      elapsed: () => time.elapsed(),
      after: (delay, callback) => time.after(delay, () => this.#isOpen && callback()),
    };
    const store = {
      peek: () => undefined,
      read: () => Promise.reject(new Error('not in use')),
    };
    const pendingFirewalls = new PendingFirewalls(values);
    this.reverts = new Reverts(values, clock, pendingFirewalls, store);
    this.timers = new RevertTimers(this.reverts, {
      perform: async () => {
        this.performed += 1;
        return { ...(await this.perform()), text: 'why' };
      },
      ask: ({ isOverdue, failure, until }) => {
        const left = (until - clock.now()) / 1_000;
        this.asked.push([left, isOverdue ? 'overdue' : '', failure].filter(Boolean).join(' '));
      },
      end: (_revert, { outcome }) => void this.ended.push(outcome),
    });
    this.refresh = () => values.refresh();
  }

  static async open(folder: MemoryFolder, clock: FakeClock): Promise<Window> {
    const window = new Window(await openShared(folder), clock);
    await window.timers.follow();
    return window;
  }

  /** Its process ends without a word. */
  kill(): void {
    this.#isOpen = false;
  }

  async begin(): Promise<void> {
    await (await this.reverts.wayBack(write))?.begin();
    await this.timers.follow();
  }

  get only(): Revert {
    const [revert = assert.fail('Nothing would be reverted')] = this.reverts.all;
    return revert;
  }
}

describe('The time to confirm a change', () => {
  useRisingTime();
  let clock: FakeClock;
  let folder: MemoryFolder;
  let window: Window;

  beforeEach(async () => {
    clock = new FakeClock();
    folder = new MemoryFolder();
    window = await Window.open(folder, clock);
    await window.begin();
  });

  it('ends with the revert', async () => {
    assert.deepEqual(window.asked, ['120']);
    await clock.advance(119_000);
    assert.equal(window.performed, 0);
    await clock.advance(2_000);
    assert.deepEqual([window.performed, window.ended], [1, ['done']]);
    assert.deepEqual(window.reverts.all, []);
    await clock.advance(600_000);
    assert.equal(window.performed, 1);
  });

  it('ends without it once the person keeps the change, or if its request surely failed', async () => {
    await window.reverts.end(window.only);
    await clock.advance(600_000);
    await window.begin();
    await (await window.reverts.wayBack(write))?.end();
    await clock.advance(600_000);
    assert.equal(window.performed, 0);
  });

  it('ends early if the person wants that, in whatever window, once', async () => {
    const other = await Window.open(folder, clock);
    await other.reverts.hasten(other.only);
    await window.refresh();
    await clock.advance(0);
    assert.equal(window.performed, 1);
    await clock.advance(600_000);
    assert.deepEqual([window.performed, other.performed], [1, 0]);
    await window.begin();
    await window.reverts.hasten(window.only);
    await clock.advance(0);
    assert.equal(window.performed, 2);
  });

  it('is announced if the person wants it at once, but its window is gone', async () => {
    const other = await Window.open(folder, clock);
    window.kill();
    await other.reverts.hasten(other.only);
    await clock.advance(66_000);
    assert.deepEqual([window.performed, other.performed], [0, 0]);
    assert.deepEqual(other.asked, ['30 overdue']);
  });

  it("isn't resumed by a window that hasn't heard of its end", async () => {
    const other = await Window.open(folder, clock);
    await clock.advance(118_000);
    await window.reverts.hasten(window.only);
    await clock.advance(600_000);
    assert.deepEqual([window.performed, other.performed, other.asked], [1, 0, []]);
  });

  it('goes on if a later change to the same surely failed, unless the person keeps it meanwhile', async () => {
    await clock.advance(60_000);
    const later = await window.reverts.wayBack(write);
    await later?.begin();
    await later?.end();
    await clock.advance(59_000);
    assert.equal(window.performed, 0);
    await clock.advance(2_000);
    assert.equal(window.performed, 1);
    await window.begin();
    const last = await window.reverts.wayBack(write);
    await last?.begin();
    await window.reverts.end(window.only);
    await last?.end();
    assert.deepEqual(window.reverts.all, []);
  });

  it('goes on in a window that opens as this one closes', async () => {
    await clock.advance(60_000);
    await window.timers.stop();
    const next = await Window.open(folder, clock);
    await next.timers.follow();
    assert.deepEqual(next.asked, ['60']);
    await clock.advance(61_000);
    assert.deepEqual([window.performed, next.performed], [0, 1]);
  });

  it('is announced again before the revert if it ended while no window was open', async () => {
    window.kill();
    await clock.advance(3_600_000);
    const next = await Window.open(folder, clock);
    await next.timers.follow();
    assert.deepEqual(next.asked, ['30 overdue']);
    await clock.advance(29_000);
    assert.equal(next.performed, 0);
    await clock.advance(2_000);
    assert.equal(next.performed, 1);
  });

  it('runs in one of two windows, and in the other once the first is gone without a word', async () => {
    const other = await Window.open(folder, clock);
    await clock.advance(10_000);
    assert.deepEqual(other.asked, []);
    window.kill();
    await clock.advance(90_000);
    assert.equal(other.asked.length, 1);
    await clock.advance(21_000);
    assert.deepEqual([window.performed, other.performed], [0, 1]);
  });

  it('is announced again by a window that was suspended while another one tried', async () => {
    const other = await Window.open(folder, clock);
    other.perform = () => Promise.resolve({ ...done, outcome: 'failed' });
    window.kill();
    await clock.advance(125_000);
    assert.equal(other.performed, 1);
    other.kill();
    await clock.advance(200_000);
    await window.refresh();
    await window.timers.follow();
    assert.deepEqual([window.performed, window.asked], [0, ['120', '60 overdue why']]);
  });

  it('ends for all windows if another one keeps the change', async () => {
    const other = await Window.open(folder, clock);
    await other.reverts.end(other.only);
    await clock.advance(121_000);
    assert.deepEqual([window.performed, other.performed], [0, 0]);
    await window.begin();
    await other.refresh();
    const kept = other.only;
    await window.reverts.end(kept);
    // Too late, in a window that hasn't heard of it.
    await other.reverts.hasten(kept);
    await clock.advance(600_000);
    assert.deepEqual([window.performed, other.performed], [0, 0]);
  });

  it('ends for all windows if another one keeps the change while its revert fails', async () => {
    const other = await Window.open(folder, clock);
    window.perform = async () => {
      await other.reverts.end(other.only);
      return { ...done, outcome: 'failed' };
    };
    await clock.advance(600_000);
    assert.deepEqual([window.performed, other.performed, window.ended], [1, 0, ['failed']]);
  });

  it('begins again after a failure or an unknown outcome, later each time, and ends after six', async () => {
    window.perform = () => Promise.resolve({ ...done, outcome: 'unknown' });
    await clock.advance(121_000);
    assert.deepEqual(window.asked, ['120', '30 why']);
    await clock.advance(3_600_000);
    assert.deepEqual(window.asked, ['120', '30 why', '60 why', '120 why', '240 why', '480 why']);
    assert.deepEqual([window.performed, window.ended.at(-1)], [6, 'unknown']);
    assert.deepEqual(window.reverts.all, []);
  });

  it('is resumed if the window closed in the middle of the revert', async () => {
    window.perform = () => new Promise(() => undefined);
    await clock.advance(121_000);
    window.kill();
    await clock.advance(61_000);
    const next = await Window.open(folder, clock);
    await clock.advance(31_000);
    assert.deepEqual([next.asked, next.performed, next.ended], [['30 overdue'], 1, ['done']]);
  });

  it('leaves the time of a later change that was made during the revert', async () => {
    window.perform = async () => {
      window.perform = () => Promise.resolve(done);
      const later = { ...write, body: { useDns: true }, current: { useDns: false } };
      await (await window.reverts.wayBack(later))?.begin();
      return done;
    };
    await clock.advance(121_000);
    assert.deepEqual([window.performed, window.ended], [1, ['done']]);
    assert.deepEqual(window.asked, ['120', '120']);
    await clock.advance(120_000);
    assert.deepEqual([window.performed, window.reverts.all], [2, []]);
  });

  it("isn't repeated, and is over, if others changed the same or the account was removed meanwhile", async () => {
    window.perform = () => Promise.resolve({ ...done, outcome: 'conflict' });
    await clock.advance(121_000);
    assert.deepEqual([window.ended, window.reverts.all], [['conflict'], []]);
    window.perform = async () => {
      await window.reverts.removeAccount('a');
      return { ...done, outcome: 'failed' };
    };
    await window.begin();
    await clock.advance(121_000);
    assert.deepEqual([window.ended.at(-1), window.reverts.all], ['failed', []]);
  });
});
