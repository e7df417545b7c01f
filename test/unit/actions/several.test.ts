import type { Values, Work } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import type { ActionOutcome } from '../../../src/actions/result';
import { actions } from '../../../src/actions/actions';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

const jobPath = '/api/v3/servers/1/cronjobs';
const jobs = [101, 102, 103].map((id) => job(id));

function job(id: number, account = 'service'): Target {
  return { account, kind: 'cronJob', ids: [1, id] };
}

/** A person who stops the work when it reaches a target. */
class StoppingPrompts extends ScriptedPrompts {
  readonly reports: string[] = [];
  readonly titles: string[] = [];
  #stopsAt: string | undefined;

  constructor(stopsAt: string | undefined, beforeRetry?: () => Promise<void>) {
    super(beforeRetry ? { beforeRetry } : {});
    this.#stopsAt = stopsAt;
  }

  override show<T>({ title, run }: Work<T>): Promise<T> {
    const stop = new AbortController();
    this.titles.push(title);
    return run(stop.signal, (text) => {
      this.reports.push(text);
      if (this.#stopsAt === undefined || !text.startsWith(this.#stopsAt)) return;
      this.#stopsAt = undefined;
      stop.abort();
    });
  }
}

describe('Acting on several resources', () => {
  let prompts: ScriptedPrompts;

  const world = eachTest(() =>
    startActionWorld({
      others: [
        { id: 'testing', environment: 'development' },
        { id: 'live', environment: 'production' },
      ],
    }),
  );
  beforeEach(() => {
    prompts = new ScriptedPrompts();
  });

  function run(
    command: ActionCommand,
    targets: readonly Target[],
    values?: Values,
  ): Promise<ActionOutcome> {
    return runCommand(world.context(prompts), command, targets, values);
  }

  async function writes(): Promise<string[]> {
    return (await world.probe.writes()).map((each) => each.slice(`POST ${jobPath}/`.length));
  }

  describe('asks', () => {
    it('to type the production account, whichever was selected first, and names the accounts', async () => {
      await run('serverManagement.delete', [job(101, 'testing'), job(102, 'live')]);
      const [asked] = prompts.confirmations;
      assert.equal(asked?.message, 'Delete 2 cron jobs?');
      assert.match(asked.detail, /^Order queue \(live\)\nNightly backup \(testing\)\n/);
      assert.match(asked.detail, /\nAccounts: live \(Production\), testing$/);
      assert.equal(asked.typed, 'live');
    });

    it('for a click if no account is production', async () => {
      await run('serverManagement.delete', [job(101), job(102, 'testing')]);
      assert.equal(prompts.confirmations[0]?.typed, undefined);
    });

    it('to type all accounts if a name has to be typed anyway', async () => {
      const servers = [1, 2].map((id, index) => ({
        account: index === 0 ? 'service' : 'testing',
        kind: 'server' as const,
        ids: [id],
      }));
      await run('serverManagement.delete', servers);
      assert.equal(prompts.confirmations[0]?.typed, 'Example Hosting, testing');
    });

    it('before an action that needs no question for a single resource, and lists the resources', async () => {
      prompts = new ScriptedPrompts({ givesUp: true });
      for (const command of ['runCronJob', 'disableCronJob'] as const) {
        const outcome = await run(`serverManagement.${command}`, jobs);
        assert.equal(outcome.status, 'cancelled');
      }
      assert.deepEqual(await writes(), []);
      prompts = new ScriptedPrompts();
      await run('serverManagement.runCronJob', jobs);
      assert.deepEqual(prompts.confirmations, [
        {
          message: 'serverManagement.runCronJob for 3 cron jobs?',
          detail:
            'Nightly backup\nOrder queue\nPrice import\nServer: shop-frankfurt\nAccount: Example Hosting',
          button: 'serverManagement.runCronJob',
          typed: undefined,
        },
      ]);
      assert.deepEqual(prompts.told, ['Started 3 cron jobs.']);
    });

    it('with the result for each job, if some are on and others off', async () => {
      await world.probe.call('PATCH', `${jobPath}/101/status`);
      await run('serverManagement.disableCronJob', jobs);
      const lines = prompts.confirmations[0]?.detail.split('\n').slice(0, 4);
      assert.deepEqual(lines, [
        'Already set: 1.',
        'Nightly backup: stays off',
        'Order queue: on → off',
        'Price import: on → off',
      ]);
      assert.deepEqual(prompts.told, ['3 cron jobs disabled. Already set: 1.']);
    });

    it('with the schedule that they get', async () => {
      prompts = new ScriptedPrompts({ answers: { time: '15 5 * * *' } });
      await run('serverManagement.changeSchedule', jobs);
      const [asked] = prompts.confirmations;
      assert.match(asked?.detail ?? '', /^Schedule: Every day at 5:15\nNightly backup\n/);
    });

    it('about lists of one kind by the name of their parent', async () => {
      const rules = [1, 2].map((id): Target => {
        return { account: 'service', kind: 'firewallRule', parents: [id] };
      });
      await run('serverManagement.deployFirewallRules', rules);
      const [asked] = prompts.confirmations;
      assert.equal(asked?.message, 'serverManagement.deployFirewallRules for 2 servers?');
      assert.match(asked.detail, /^shop-frankfurt: After .*\nbatch-amsterdam: After .*\n/);
    });

    it('about a resource once, even if it was selected twice', async () => {
      await run('serverManagement.runCronJob', [job(101), job(101)]);
      assert.deepEqual(prompts.confirmations, []);
      assert.deepEqual(await writes(), ['101/run']);
    });
  });

  it('names the only resource in a failure, even if the title of the work does not', async () => {
    await world.probe.addFault('403:PATCH:/api/v3/servers/1/settings/ssh');
    const settings: Target = { account: 'service', kind: 'sshSettings', ids: [1] };
    await run('serverManagement.switchSshSettings', [settings], { useDns: true });
    await world.probe.addFault('403:POST:/api/v3/servers/1/cronjobs/101/run');
    await run('serverManagement.runCronJob', [job(101)]);
    assert.deepEqual(
      prompts.summaries.map(({ title }) => title),
      ['Changing SSH settings for "shop-frankfurt"', 'Running "Cron Job 101"'],
    );
  });

  it("refuses actions whose questions only fit one resource, and menus don't offer them", async () => {
    const servers = [1, 2].map((id): Target => ({ account: 'service', kind: 'server', ids: [id] }));
    await assert.rejects(
      run('serverManagement.renameServer', servers, { name: 'same' }),
      /works on one resource at a time/,
    );
    assert.deepEqual(await writes(), []);
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { menus: Record<string, readonly { command?: string; when?: string }[]> };
    };
    const single = new Set<string>(
      actions.filter(({ isSingleTarget }) => isSingleTarget).map(({ command }) => command),
    );
    assert.ok(single.has('serverManagement.renameServer'));
    const { menus } = manifest.contributes;
    const ofRows = ['view/item/context', 'serverManagement.change'].flatMap(
      (menu) => menus[menu] ?? [],
    );
    for (const { command, when } of ofRows) {
      const isHidden = /&& !listMultiSelection\b/.test(when ?? '');
      assert.equal(isHidden, single.has(command ?? ''), command);
    }
  });

  it('tries no more of an account whose credentials are refused', async () => {
    await world.probe.addFault(`401:POST:${jobPath}/*`);
    const outcome = await run('serverManagement.runCronJob', [job(101), job(102), job(103)]);
    assert.deepEqual([outcome.status, outcome.failed], ['failed', [job(101)]]);
    assert.deepEqual(await writes(), ['101/run']);
    assert.deepEqual(
      prompts.summaries.map(({ results }) => results.map(({ state }) => state.type)),
      [['failed', 'notSent', 'notSent']],
    );
  });

  describe('can be stopped', () => {
    it("and then reports what was done and what wasn't tried", async () => {
      const stopping = new StoppingPrompts('Order queue');
      prompts = stopping;
      const outcome = await run('serverManagement.runCronJob', jobs);
      assert.deepEqual([outcome.status, outcome.accepted], ['cancelled', [job(101)]]);
      assert.deepEqual(stopping.reports, ['Nightly backup (1/3)', 'Order queue (2/3)']);
      assert.equal(stopping.titles.at(-1), 'Running 3 cron jobs');
      assert.deepEqual(
        prompts.summaries.map(({ results }) => results.map(({ state }) => state.type)),
        [['accepted', 'notSent', 'notSent']],
      );
      assert.deepEqual(prompts.told, []);
    });

    it('during the progress of several, not of a single one', async () => {
      const one = new StoppingPrompts(undefined);
      prompts = one;
      await run('serverManagement.runCronJob', jobs.slice(0, 1));
      assert.deepEqual([one.reports, one.told.length], [[], 1]);
    });

    it('and then tries the rest if wanted, including what failed', async () => {
      await world.probe.addFault(`500:POST:${jobPath}/101/run`);
      prompts = new StoppingPrompts('Order queue', () => world.probe.clearFaults());
      const outcome = await run('serverManagement.runCronJob', jobs);
      assert.deepEqual(
        prompts.summaries.map(({ results }) => results.map(({ state }) => state.type)),
        [['unknown', 'notSent', 'notSent']],
      );
      assert.deepEqual([outcome.status, outcome.accepted], ['accepted', jobs]);
      assert.deepEqual(await writes(), ['101/run', '101/run', '102/run', '103/run']);
    });

    it('again while the rest is tried; what may have been done before is still unknown', async () => {
      await world.probe.addFault(`500:POST:${jobPath}/102/run`);
      prompts = new StoppingPrompts('Order queue (1/1)', () => Promise.resolve());
      const outcome = await run('serverManagement.runCronJob', jobs);
      assert.deepEqual(outcome, {
        status: 'unknown',
        done: [],
        accepted: [job(101), job(103)],
        failed: [],
        unknown: [job(102)],
      });
      assert.equal(prompts.summaries.length, 2);
    });

    it('while the question is prepared, and then nothing is asked or reported', async () => {
      await world.probe.addFault(`429:GET:${jobPath}/101`);
      prompts = new ScriptedPrompts({
        stopAfter: async () => {
          while (!(await world.probe.requests()).some(({ path }) => path === `${jobPath}/101`));
        },
      });
      const outcome = await run('serverManagement.delete', [job(101)]);
      assert.equal(outcome.status, 'cancelled');
      assert.deepEqual([prompts.confirmations, prompts.summaries], [[], []]);
      assert.deepEqual(await writes(), []);
    });
  });
});
