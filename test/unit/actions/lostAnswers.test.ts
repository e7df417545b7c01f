import type { Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { startRepeatingService } from '../../support/repeatingService';
import type { ActionOutcome } from '../../../src/actions/result';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';

const jobsPath = '/api/v2/servers/1/cronjobs';
const jobPath = '/api/v3/servers/1/cronjobs/101';
const job: Target = { account: 'service', kind: 'cronJob', ids: [1, 101] };
const jobs: Target = { account: 'service', kind: 'cronJob', parents: [1] };
const tidy = { label: 'Tidy', time: '5 3 * * 1', username: 'shop', command: 'tidy --all' };

/** Reads from the service directly, bypassing the client. */
interface Row {
  readonly id: number;
  readonly label: string;
  readonly enabled: number;
}

/** The command that toggles the job. */
function turning(isOn: boolean): ActionCommand {
  return isOn ? 'serverManagement.disableCronJob' : 'serverManagement.enableCronJob';
}

describe('An action whose answer is lost', () => {
  let world: ActionWorld;
  let prompts: ScriptedPrompts;

  beforeEach(async () => {
    world = await startActionWorld();
    prompts = new ScriptedPrompts({ beforeRetry: () => Promise.resolve() });
  });

  afterEach(() => world.close());

  function run(command: ActionCommand, target: Target, values?: Values): Promise<ActionOutcome> {
    return runCommand(world.context(prompts), command, [target], values);
  }

  async function rows(): Promise<readonly Row[]> {
    const answer = await world.probe.call('GET', `${jobsPath}?perPage=40`);
    return (answer as { data: readonly Row[] }).data;
  }

  async function isOn(): Promise<boolean> {
    return (await rows()).find(({ id }) => id === 101)?.enabled === 1;
  }

  async function writes(): Promise<string[]> {
    const requests = await world.probe.requests();
    return requests.filter(({ method }) => method !== 'GET').map(({ method }) => method);
  }

  it('names its target once if it fails, as it is known by then', async () => {
    await world.probe.addFault(`reset:PATCH:${jobPath}/status`);
    await run(turning(true), job);
    assert.equal(prompts.summaries[0]?.title, 'Disabling "Nightly backup"');
  });

  for (const fault of ['applied', 'applied:502', 'applied:html', 'applied:truncated']) {
    it(`is done, and not repeated, if the service shows the result: a toggle, ${fault}`, async () => {
      const { store } = world.context(prompts);
      await store.list({ account: 'service', kind: 'cronJob', parents: [1] });
      const before = await isOn();
      await world.probe.addFault(`${fault}:PATCH:${jobPath}/status:count=1`);
      const { status } = await run(turning(before), job);
      assert.equal(await isOn(), !before);
      assert.equal(status, 'done');
      assert.deepEqual(await writes(), ['PATCH']);
      assert.equal(store.find(job as never)?.['enabled'], before ? 0 : 1, 'the row shows it');
    });

    it(`is done, once, if the service shows the result: a cron job, ${fault}`, async () => {
      const { store } = world.context(prompts);
      await store.all({ account: 'service', kind: 'cronJob', parents: [1] });
      await world.probe.addFault(`${fault}:POST:${jobsPath}:count=1`);
      const { status } = await run('serverManagement.createCronJob', jobs, tidy);
      assert.equal((await rows()).filter(({ label }) => label === 'Tidy').length, 1);
      assert.equal(status, 'done');
    });

    it(`is done if the service shows the result: a deletion, ${fault}`, async () => {
      await world.probe.addFault(`${fault}:DELETE:${jobPath}:count=1`);
      const { status } = await run('serverManagement.delete', job);
      assert.equal(status, 'done');
      assert.deepEqual([await writes(), prompts.summaries], [['DELETE'], []]);
    });
  }

  for (const fate of ['repeatedAndLost', 'repeated'] as const) {
    it(`is done, with a warning, if the request arrived twice: ${fate}`, async () => {
      await world.close();
      world = await startActionWorld({
        // Only browsers silently repeat a request that was answered.
        mayRepeatWrites: fate === 'repeated',
        through: (url) =>
          startRepeatingService(url, (_method, count) => (count === 0 ? fate : 'answered')),
      });
      const { store } = world.context(prompts);
      await store.all({ account: 'service', kind: 'cronJob', parents: [1] });
      const { status } = await run('serverManagement.createCronJob', jobs, tidy);
      const ids = (await rows()).filter(({ label }) => label === 'Tidy').map(({ id }) => id);
      assert.deepEqual([status, ids.length, prompts.summaries], ['done', 2, []]);
      const [warning = ''] = prompts.warnings;
      assert.match(warning, /Cron Job "Tidy" exists more than once/);
      for (const id of ids) assert.match(warning, new RegExp(String.raw`\b${id}\b`));
      await run('serverManagement.createCronJob', jobs, { ...tidy, label: 'Other' });
      assert.equal(prompts.warnings.length, 1, 'there must be one warning');
    });
  }

  it('is done, once, if the service shows the result even though a proxy gave up waiting (408)', async () => {
    await world.close();
    world = await startActionWorld({ through: (url) => startRepeatingService(url, () => 408) });
    const { store } = world.context(prompts);
    await store.all({ account: 'service', kind: 'cronJob', parents: [1] });
    const { status } = await run('serverManagement.createCronJob', jobs, tidy);
    assert.equal((await rows()).filter(({ label }) => label === 'Tidy').length, 1);
    assert.deepEqual([status, prompts.summaries], ['done', []]);
  });

  it("is repeated without a question if the service shows that it wasn't done", async () => {
    const before = await isOn();
    await world.probe.addFault(`502:PATCH:${jobPath}/status:count=1`);
    const { status } = await run(turning(before), job);
    assert.deepEqual([status, await isOn()], ['done', !before]);
    const [told] = prompts.summaries;
    assert.deepEqual(
      told?.results.map(({ state }) => state.type),
      ['failed'],
    );
    assert.deepEqual(prompts.confirmations, []);
  });

  it("isn't repeated if the person cancels the check before the retry", async () => {
    prompts.cancelled = 'Checking what was done…';
    await world.probe.addFault(`502:PATCH:${jobPath}/status:count=1`);
    const { status } = await run(turning(true), job);
    assert.equal(status, 'failed');
    assert.deepEqual([await writes(), await isOn()], [['PATCH'], true]);
  });

  it("isn't repeated if it turns out to have been done before the retry", async () => {
    const { store } = world.context(prompts);
    await store.all({ account: 'service', kind: 'cronJob', parents: [1] });
    await world.probe.addFault(`502:POST:${jobsPath}:count=1`);
    prompts = new ScriptedPrompts({
      beforeRetry: async () => {
        const { time: _time, ...fields } = tidy;
        const [minute, hour, dayOfMonth, month, dayOfWeek] = tidy.time.split(' ');
        const late = { ...fields, minute, hour, dayOfMonth, month, dayOfWeek };
        await world.probe.call('POST', jobsPath, late);
      },
    });
    const { status } = await run('serverManagement.createCronJob', jobs, tidy);
    assert.equal(status, 'done');
    assert.equal((await rows()).filter(({ label }) => label === 'Tidy').length, 1);
  });

  it('asks before repeating if the outcome can’t be determined, and stays unknown on "no"', async () => {
    await world.probe.addFault(`applied:POST:${jobPath}/run:count=1`);
    const { status, unknown } = await run('serverManagement.runCronJob', job);
    assert.equal(prompts.confirmations.length, 1);
    assert.match(prompts.confirmations[0]?.message ?? '', /may already have been done/);
    assert.deepEqual([status, unknown], ['accepted', []], 'the person wanted it again');
    await world.probe.addFault(`applied:POST:${jobPath}/run:count=1`);
    prompts = new (class extends ScriptedPrompts {
      override confirm(): Promise<boolean> {
        return Promise.resolve(false);
      }
    })({ beforeRetry: () => Promise.resolve() });
    await world.probe.forgetRequests();
    const second = await run('serverManagement.runCronJob', job);
    assert.deepEqual([second.status, await writes()], ['unknown', ['POST']]);
    assert.equal(world.written.filter(({ outcome }) => outcome === 'unknown').length, 2);
  });

  it('sends no toggle if the resource is already in the intended state', async () => {
    const { store } = world.context(prompts);
    await store.list({ account: 'service', kind: 'cronJob', parents: [1] });
    const shown = await isOn();
    await world.probe.call('PATCH', `${jobPath}/status`);
    await world.probe.forgetRequests();
    const { status } = await run(turning(shown), job);
    assert.deepEqual([status, await writes(), await isOn()], ['done', [], !shown]);
    assert.equal(store.find(job as never)?.['enabled'], shown ? 0 : 1);
  });

  it("fails without sending anything if the current state can't be read", async () => {
    const command = turning(await isOn());
    await world.probe.addFault(`403:GET:${jobPath}`);
    const { status } = await run(command, job);
    assert.deepEqual([status, await writes()], ['failed', []]);
  });

  it('is done if the service accepted it with an empty answer', async () => {
    await world.probe.addFault(`applied:empty:POST:${jobsPath}:count=1`);
    const { status } = await run('serverManagement.createCronJob', jobs, tidy);
    assert.equal(status, 'done');
    assert.equal((await rows()).filter(({ label }) => label === 'Tidy').length, 1);
  });
});
