import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { FakeClock } from '../../support/fakeClock';
import { startImpatientGateway } from '../../support/impatientGateway';
import { openShared } from '../../support/sharedValues';
import { until } from '../../support/until';
import { cronAt, PendingWindow } from '../../support/pending/pendingWorld';
import type { ActionOutcome } from '../../../src/actions/result';
import { ChangeLog } from '../../../src/documents/history/changeLog';
import { eachTest } from '../../support/eachTest';

const jobsPath = '/api/v2/servers/1/cronjobs';
const jobPath = '/api/v3/servers/1/cronjobs/104';
const tidy = { label: 'Tidy', time: '5 3 * * 1', username: 'shop', command: 'tidy --all' };

describe('A write that is applied after nobody waits for its answer any more', () => {
  const clock = eachTest(() => new FakeClock());
  const world = eachTest(() => startActionWorld({ clock, through: startImpatientGateway }));
  const prompts = eachTest(() => new ScriptedPrompts());

  /** Lets what waits for the clock go on, between requests that take real time. */
  async function passing(what: string, isOver: () => boolean): Promise<void> {
    let stepped = Promise.resolve();
    await until(what, () => {
      stepped = stepped.then(() => (clock.pending > 0 ? clock.advance(1_000) : undefined));
      return isOver();
    });
    await stepped;
  }

  /** Runs a command until it is known what became of it. */
  async function run(...given: Parameters<typeof runCommand>): Promise<ActionOutcome['status']> {
    let status: ActionOutcome['status'] | undefined;
    const running = runCommand(...given).then((outcome) => (status = outcome.status));
    await passing('the outcome', () => status !== undefined);
    return running;
  }

  it('is unknown, and corrected in place once it is there: a toggle', async () => {
    const job = { account: 'service', kind: 'cronJob', ids: [1, 104] } as const;
    const context = world.context(prompts);
    const status = await run(context, 'serverManagement.enableCronJob', [job]);
    assert.equal(status, 'unknown', 'one read after a time limit proves nothing');
    assert.deepEqual([prompts.told, world.written.length], [[], 1]);
    await world.probe.call('PATCH', `${jobPath}/status`);
    await passing('the correction', () => world.written.length > 1 && prompts.told.length > 0);
    const [unknown, done] = world.written;
    assert.deepEqual([unknown?.outcome, done?.outcome], ['unknown', 'done']);
    assert.equal(unknown?.write, done?.write, 'one entry of the history');
    assert.deepEqual(prompts.told, ['"Newsletter" enabled.']);
    assert.equal(context.store.find(job)?.['enabled'], 1, 'the row shows it');
  });

  it('is unknown, and corrected in place once it is there: a creation', async () => {
    const jobs = { account: 'service', kind: 'cronJob', parents: [1] } as const;
    const context = world.context(prompts);
    const status = await run(context, 'serverManagement.createCronJob', [jobs], tidy);
    assert.equal(status, 'unknown');
    const { time, ...fields } = tidy;
    const [minute, hour, dayOfMonth, month, dayOfWeek] = time.split(' ');
    const late = { ...fields, minute, hour, dayOfMonth, month, dayOfWeek };
    await world.probe.call('POST', jobsPath, late);
    await passing('the correction', () => world.written.length > 1 && prompts.told.length > 0);
    assert.deepEqual(
      world.written.map(({ outcome }) => outcome),
      ['unknown', 'done'],
    );
    assert.deepEqual(prompts.told, ['Cron job "Tidy" created.']);
  });
});

describe('A staged change that is applied after the time limit', () => {
  it('is unknown, not failed, and leaves the pending ones once it is there', async () => {
    const window = new PendingWindow();
    const clock = new FakeClock();
    window.clock = clock;
    const job = cronAt(1, 1);
    window.service.add(job, 'old');
    await window.stage(job, { label: 'new' });
    window.service.nextFault = (method) => (method === 'PATCH' ? { reason: 'timeout' } : undefined);
    const applying = window.apply();
    await clock.durationOf(applying);
    assert.deepEqual(window.states, { '1': 'unknown' });
    window.service.at(job)['label'] = 'new';
    await clock.advance(10_000);
    await until('the correction', () => window.pending.all.length === 0);
    assert.deepEqual(
      window.logged.map(({ outcome }) => outcome),
      ['unknown', 'done'],
    );
    assert.equal(window.logged[0]?.write, window.logged[1]?.write);
  });

  it('stays unknown if it never arrives', async () => {
    const window = new PendingWindow();
    const clock = new FakeClock();
    window.clock = clock;
    const job = cronAt(1, 1);
    window.service.add(job, 'old');
    await window.stage(job, { label: 'new' });
    window.service.nextFault = (method) => (method === 'PATCH' ? { reason: 'timeout' } : undefined);
    await clock.durationOf(window.apply());
    await clock.advance(60_000);
    assert.deepEqual([window.states, clock.pending], [{ '1': 'unknown' }, 0]);
  });
});

describe('An entry of the history', () => {
  it('is corrected if the outcome of its write becomes known later', async () => {
    const log = new ChangeLog(await openShared());
    const reference = { account: 'a', kind: 'cronJob', ids: [1, 5] } as const;
    const entry = { at: 5, reference, label: 'Nightly', changes: [] };
    await log.add({ ...entry, outcome: 'unknown', write: 'one' });
    await log.add({ ...entry, at: 6, outcome: 'unknown', write: 'other' });
    await log.add({ ...entry, at: 9, outcome: 'done', write: 'one' });
    await log.add({ ...entry, at: 10, outcome: 'done' });
    await log.add({ ...entry, at: 11, outcome: 'done' });
    assert.deepEqual(
      new Map(log.entries.map(({ at, outcome }) => [at, outcome])),
      new Map([
        [5, 'done'],
        [6, 'unknown'],
        [10, 'done'],
        [11, 'done'],
      ]),
    );
  });
});
