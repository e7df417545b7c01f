import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { sleep } from '../../../src/api/scheduling/clock';
import { type Priority, RateLimitGate, Scheduler } from '../../../src/api/scheduling/scheduler';
import { FakeClock, settle } from '../../support/fakeClock';

function setUp(concurrency: number) {
  const clock = new FakeClock();
  const gate = new RateLimitGate(clock);
  const scheduler = new Scheduler(clock, gate, concurrency);
  const started: string[] = [];
  /** Schedules a job of this duration. */
  const run = (
    name: string,
    duration: number,
    priority: Priority = 'person',
    signal?: AbortSignal,
  ): Promise<void> =>
    scheduler.run(
      () => {
        started.push(name);
        return sleep(clock, duration);
      },
      priority,
      signal,
    );
  return { clock, gate, scheduler, started, run };
}

/** An answer with the rest of a limit of 10. */
function remaining(count: number): { status: number; headers: Headers } {
  const headers = { 'X-RateLimit-Limit': '10', 'X-RateLimit-Remaining': String(count) };
  return { status: 200, headers: new Headers(headers) };
}

/** A refusal by the rate limit for a minute. */
const refusal = { status: 429, headers: new Headers({ 'Retry-After': '60' }) };

describe('Scheduler', () => {
  it('never runs more jobs at once than allowed, and runs them all', async () => {
    const job = fc.record({
      duration: fc.nat(100),
      priority: fc.constantFrom<Priority>('person', 'background', 'indexing'),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(job), async (concurrency, jobs) => {
        const { clock, scheduler } = setUp(concurrency);
        let running = 0;
        let most = 0;
        const results = jobs.map(({ duration, priority, fails }) =>
          scheduler.run(async () => {
            most = Math.max(most, (running += 1));
            assert.equal(scheduler.running, running);
            await sleep(clock, duration);
            running -= 1;
            if (fails) throw new Error('failed');
          }, priority),
        );
        const outcomes = Promise.allSettled(results);
        await clock.durationOf(outcomes);
        const failed = (await outcomes).filter(({ status }) => status === 'rejected').length;
        assert.equal(failed, jobs.filter(({ fails }) => fails).length);
        assert.equal(most, Math.min(concurrency, jobs.length));
        assert.equal(scheduler.running, 0);
        assert.equal(clock.pending, 0);
      }),
      { numRuns: 30 },
    );
  });

  it("runs a person's jobs before background work, each in order of arrival", async () => {
    const { clock, started, run } = setUp(1);
    const all = Promise.all([
      run('first', 10, 'background'),
      run('background 1', 10, 'background'),
      run('background 2', 10, 'background'),
      run('person 1', 10),
      run('person 2', 10),
    ]);
    await clock.durationOf(all);
    assert.deepEqual(started, ['first', 'person 1', 'person 2', 'background 1', 'background 2']);
  });

  it('returns the result of the job', async () => {
    const { scheduler } = setUp(1);
    assert.equal(await scheduler.run(() => Promise.resolve(42), 'person'), 42);
    await assert.rejects(
      scheduler.run(() => Promise.reject(new Error('no')), 'person'),
      /no/,
    );
  });

  it('drops a waiting job when its signal aborts, without affecting the others', async () => {
    const { clock, started, run } = setUp(1);
    const stop = new AbortController();
    const first = run('first', 10);
    const dropped = assert.rejects(run('dropped', 10, 'person', stop.signal), /enough/);
    const last = run('last', 10);
    stop.abort(new Error('enough'));
    await dropped;
    await clock.durationOf(Promise.all([first, last]));
    assert.deepEqual(started, ['first', 'last']);
  });

  it("doesn't accept a job whose signal is already aborted", async () => {
    const { started, run } = setUp(1);
    const signal = AbortSignal.abort(new Error('before'));
    await assert.rejects(run('never', 0, 'person', signal), /before/);
    assert.deepEqual(started, []);
  });

  it("doesn't stop a running job when its signal aborts", async () => {
    const { clock, run } = setUp(1);
    const stop = new AbortController();
    const result = run('running', 10, 'person', stop.signal);
    stop.abort(new Error('enough'));
    assert.equal(await clock.durationOf(result), 10);
  });

  it('waits for the rate limit, and starts as soon as it allows', async () => {
    const { clock, gate, run } = setUp(4);
    gate.observe(refusal, 1);
    assert.equal(await clock.durationOf(run('late', 0)), 60_000);
  });

  it("lets a person's job overtake background work held back by the rate limit", async () => {
    const { clock, gate, started, run } = setUp(4);
    gate.observe(remaining(2), 0);
    const background = run('background', 0, 'background');
    await settle();
    const person = run('person', 0);
    await clock.durationOf(Promise.all([background, person]));
    assert.deepEqual(started, ['person', 'background']);
  });

  it('starts what was held back as soon as an answer allows it, and leaves no timer behind', async () => {
    const { clock, gate, run } = setUp(4);
    gate.observe(remaining(2), 0);
    const background = run('background', 0, 'background');
    const person = run('person', 10);
    gate.observe(remaining(9), 1);
    assert.equal(await clock.durationOf(Promise.all([background, person])), 10);
    assert.equal(clock.pending, 0);
  });

  it('lets one job find out whether the window is over, before the others follow', async () => {
    const { clock, gate, scheduler, started } = setUp(4);
    gate.observe(refusal, 1);
    const jobs = ['probe', 'second', 'third'].map((name) =>
      scheduler.run(async () => {
        started.push(name);
        await sleep(clock, 100);
        gate.observe(remaining(9), scheduler.running);
      }, 'person'),
    );
    await clock.advance(60_050);
    assert.deepEqual(started, ['probe']);
    await clock.durationOf(Promise.all(jobs));
    assert.equal(started.length, 3);
  });
});
