import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import type { ActionOutcome } from '../../../src/ui/actions/action';
import { actions } from '../../../src/ui/actions/actions';
import type { ActionCommand } from '../../../src/ui/actions/commands';
import type { Target, Values } from '../../../src/ui/actions/field';
import type { Work } from '../../../src/ui/actions/prompts';

const jobPath = '/api/v2/servers/1/cronjobs';
const jobs = [101, 102, 103].map((id) => job(id));

function job(id: number, account = 'service'): Target {
  return { account, kind: 'cronJob', ids: [1, id] };
}

/** A person who stops the work when it has come to a target. */
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

describe('Acting on several things', () => {
  let world: ActionWorld;
  let prompts: ScriptedPrompts;

  beforeEach(async () => {
    world = await startActionWorld({
      others: [
        { id: 'testing', environment: 'development' },
        { id: 'live', environment: 'production' },
      ],
    });
    prompts = new ScriptedPrompts();
  });

  afterEach(() => world.close());

  function run(
    command: ActionCommand,
    targets: readonly Target[],
    values?: Values,
  ): Promise<ActionOutcome> {
    return runCommand(world.context(prompts), command, targets, values);
  }

  async function writes(): Promise<string[]> {
    const requests = await world.probe.requests();
    return requests
      .filter(({ method }) => method !== 'GET')
      .map(({ path }) => path.slice(jobPath.length + 1));
  }

  describe('asks', () => {
    it('for the production account, whichever was selected first, and names the accounts', async () => {
      await run('serverManagement.delete', [job(101, 'testing'), job(102, 'live')]);
      const [asked] = prompts.confirmations;
      assert.equal(asked?.message, 'Delete: 2 Cron Jobs?');
      assert.match(asked.detail, /^Order queue \(live\)\nNightly backup \(testing\)\n/);
      assert.match(asked.detail, /\nAccounts: live, testing$/);
      assert.equal(asked.typed, 'live');
    });

    it('for a click where no account is production', async () => {
      await run('serverManagement.delete', [job(101), job(102, 'testing')]);
      assert.equal(prompts.confirmations[0]?.typed, undefined);
    });

    it('for all accounts where a name is to be typed anyway', async () => {
      const servers = [1, 2].map((id, index) => ({
        account: index === 0 ? 'service' : 'testing',
        kind: 'server' as const,
        ids: [id],
      }));
      await run('serverManagement.delete', servers);
      assert.equal(prompts.confirmations[0]?.typed, 'Example Hosting, testing');
    });

    it('before what needs no question for one, with what it touches', async () => {
      prompts = new ScriptedPrompts({ givesUp: true });
      for (const command of ['runCronJob', 'toggleCronJob'] as const) {
        // oxlint-disable-next-line no-await-in-loop
        const outcome = await run(`serverManagement.${command}`, jobs);
        assert.equal(outcome.status, 'cancelled');
      }
      assert.deepEqual(await writes(), []);
      prompts = new ScriptedPrompts();
      await run('serverManagement.runCronJob', jobs);
      assert.deepEqual(prompts.confirmations, [
        {
          message: 'serverManagement.runCronJob: 3 Cron Jobs?',
          detail: 'Nightly backup\nOrder queue\nPrice import\nAccount: Example Hosting',
          button: 'serverManagement.runCronJob',
          typed: undefined,
        },
      ]);
      assert.deepEqual(prompts.told, ['Running 3 Cron Jobs: done.']);
    });

    it('about lists of one kind by what they are lists of', async () => {
      const rules = [1, 2].map((id): Target => {
        return { account: 'service', kind: 'firewallRule', parents: [id] };
      });
      await run('serverManagement.deployFirewallRules', rules);
      const [asked] = prompts.confirmations;
      assert.equal(asked?.message, 'serverManagement.deployFirewallRules: 2 Servers?');
      assert.match(asked.detail, /^shop-frankfurt\nbatch-amsterdam\n/);
    });

    it('nothing twice: a thing that is pointed at twice is one', async () => {
      await run('serverManagement.runCronJob', [job(101), job(101)]);
      assert.deepEqual(prompts.confirmations, []);
      assert.deepEqual(await writes(), ['101/run']);
    });
  });

  it('is refused where what is asked fits one only, and not on offer', async () => {
    const servers = [1, 2].map((id): Target => ({ account: 'service', kind: 'server', ids: [id] }));
    await assert.rejects(
      run('serverManagement.renameServer', servers, { name: 'same' }),
      /is for one thing at a time/,
    );
    assert.deepEqual(await writes(), []);
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { menus: Record<string, readonly { command?: string; when?: string }[]> };
    };
    const single = new Set<string>(
      actions.filter(({ isForOne }) => isForOne).map(({ command }) => command),
    );
    assert.ok(single.has('serverManagement.renameServer'));
    for (const { command, when } of manifest.contributes.menus['view/item/context'] ?? []) {
      const isHidden = /&& !listMultiSelection\b/.test(when ?? '');
      assert.equal(isHidden, single.has(command ?? ''), command);
    }
  });

  describe('can be stopped', () => {
    it('and says then what was done, what may have been and what was not tried', async () => {
      const stopping = new StoppingPrompts('Order queue');
      prompts = stopping;
      const outcome = await run('serverManagement.runCronJob', jobs);
      assert.deepEqual(outcome, { status: 'cancelled', done: [job(101)], failed: [] });
      assert.deepEqual(stopping.reports, ['Nightly backup (1/3)', 'Order queue (2/3)']);
      assert.equal(stopping.titles.at(-1), 'Running 3 Cron Jobs');
      assert.deepEqual(
        prompts.summaries.map(({ results }) => results.map(({ state }) => state.type)),
        [['done', 'stopped', 'untried']],
      );
      assert.deepEqual(prompts.told, []);
    });

    it('and the rest is tried when that is wanted, the failed among it', async () => {
      await world.probe.addFault(`500:POST:${jobPath}/101/run`);
      prompts = new StoppingPrompts('Order queue', () => world.probe.clearFaults());
      const outcome = await run('serverManagement.runCronJob', jobs);
      assert.deepEqual(
        prompts.summaries.map(({ results }) => results.map(({ state }) => state.type)),
        [['failed', 'stopped', 'untried']],
      );
      assert.deepEqual(outcome, { status: 'done', done: jobs, failed: [] });
      assert.deepEqual(await writes(), ['101/run', '101/run', '102/run', '103/run']);
    });

    it('again while the rest is tried, which is not done then', async () => {
      await world.probe.addFault(`500:POST:${jobPath}/102/run`);
      prompts = new StoppingPrompts('Order queue (1/1)', () => Promise.resolve());
      const outcome = await run('serverManagement.runCronJob', jobs);
      assert.deepEqual(outcome, { status: 'cancelled', done: [job(101), job(103)], failed: [] });
      assert.equal(prompts.summaries.length, 2);
    });

    it('while the question is made ready, and nothing is asked or told then', async () => {
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
