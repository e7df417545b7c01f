import type { Values } from '../../../src/base/questions';
import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import type { ActionOutcome } from '../../../src/actions/result';
import type { ActionCommand } from '../../../src/actions/commands';
import type { CollectionReference, Target } from '../../../src/resources/reference';
import type { Resource } from '../../../src/resources/kinds/kind';

function reference(kind: Target['kind'], ...ids: number[]): Target {
  return { account: 'service', kind, ids };
}

const rules: CollectionReference = { account: 'service', kind: 'firewallRule', parents: [1] };

describe('Asking before an action', () => {
  let world: ActionWorld;
  let prompts: ScriptedPrompts;

  beforeEach(async () => {
    world = await startActionWorld();
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

  it("shows the resource's current name", async () => {
    await run('serverManagement.delete', [reference('cronJob', 1, 101)]);
    const [asked] = prompts.confirmations;
    assert.equal(asked?.message, 'Delete Cron Job "Nightly backup"?');
    assert.match(asked.detail, /can't be undone/);
    assert.equal(asked.typed, undefined);
  });

  it("asks to type a server's name in every account", async () => {
    await run('serverManagement.delete', [reference('server', 2)]);
    assert.equal(prompts.confirmations[0]?.typed, 'batch-amsterdam');
  });

  it('asks to type names in accounts marked production', async () => {
    await world.close();
    world = await startActionWorld({ environment: 'production' });
    await run('serverManagement.delete', [reference('cronJob', 1, 101)]);
    assert.equal(prompts.confirmations[0]?.typed, 'Nightly backup');
  });

  it("asks for the name of the account if the resource's name is too long", async () => {
    await world.probe.call('PATCH', '/api/v3/servers/2/settings/meta', { name: 'x'.repeat(200) });
    await run('serverManagement.delete', [reference('server', 2)]);
    assert.equal(prompts.confirmations[0]?.typed, 'Example Hosting');
  });

  it('lists several resources by name, asks for the account and deletes them all', async () => {
    await world.close();
    world = await startActionWorld({ environment: 'production' });
    const targets = [reference('cronJob', 1, 101), reference('cronJob', 1, 102)];
    const outcome = await run('serverManagement.delete', targets);
    const [asked] = prompts.confirmations;
    assert.equal(asked?.message, 'Delete 2 cron jobs?');
    assert.match(asked.detail, /^Nightly backup\nOrder queue\n/);
    assert.equal(asked.typed, 'Example Hosting');
    assert.deepEqual(outcome, {
      status: 'done',
      done: targets,
      accepted: [],
      failed: [],
      unknown: [],
    });
  });

  it('retries only what failed, and says why each one failed', async () => {
    await world.probe.addFault('403:DELETE:/api/v3/servers/1/cronjobs/102');
    prompts = new ScriptedPrompts({ beforeRetry: () => world.probe.clearFaults() });
    const targets = [101, 102, 103].map((id) => reference('cronJob', 1, id));
    const outcome = await run('serverManagement.delete', targets);
    assert.equal(outcome.status, 'done');
    assert.deepEqual(
      prompts.summaries.map(({ results }) => results.map(({ name, state }) => [name, state.type])),
      [
        [
          ['Nightly backup', 'done'],
          ['Order queue', 'failed'],
          ['Price import', 'done'],
        ],
      ],
    );
    const deletions = (await world.probe.requests()).filter(({ method }) => method === 'DELETE');
    assert.deepEqual(
      deletions.map(({ path }) => path.split('/').at(-1)),
      ['101', '102', '103', '102'],
    );
  });

  it('asks nothing if a resource can no longer be read, and says so', async () => {
    const outcome = await run('serverManagement.delete', [reference('cronJob', 1, 999)]);
    assert.equal(outcome.status, 'failed');
    assert.equal(prompts.confirmations.length, 0);
    assert.equal(prompts.summaries.length, 1);
  });

  it("doesn't ask if a caller passed all answers and access doesn't change", async () => {
    const database: Target = { account: 'service', kind: 'database', parents: [1] };
    const outcome = await run('serverManagement.createDatabase', [database], { name: 'orders' });
    assert.equal(outcome.status, 'done');
    assert.deepEqual(prompts.confirmations, []);
  });

  describe('warns about a lock-out', () => {
    async function warningOf(
      command: ActionCommand,
      targets: Target | readonly Target[],
      values: Values = {},
    ) {
      prompts = new ScriptedPrompts({ givesUp: false });
      await run(command, [targets].flat(), values);
      return prompts.confirmations
        .filter(({ message }) => message === 'This could lock you out.')
        .map(({ detail }) => detail)
        .join();
    }

    it('by a rule that rejects SSH', async () => {
      const values = {
        type: 'rich',
        port: '20-30',
        protocol: 'tcp',
        ipAddress: '0.0.0.0/0',
        firewallAction: 'reject',
      };
      assert.match(
        await warningOf('serverManagement.createFirewallRule', rules, values),
        /^IPv4 addresses can't reach SSH after this\.\nOnly IPv6 addresses can still reach SSH \(port 22\)\./,
      );
    });

    it('by deleting the rule that accepts SSH, and again by deploying the deletion', async () => {
      const rule = reference('firewallRule', 1, 101);
      assert.match(
        await warningOf('serverManagement.delete', rule),
        /^No one can reach SSH \(port 22\)/,
      );
      assert.match(
        await warningOf('serverManagement.deployFirewallRules', rules),
        /^No one can reach SSH \(port 22\)/,
      );
    });

    it('by deleting all rules that accept SSH together, though each alone could be deleted', async () => {
      for (const port of ['20-30', '22-23']) {
        await run('serverManagement.createFirewallRule', [rules], {
          type: 'global',
          port,
          protocol: 'tcp',
        });
      }
      const { items } = await world.context(prompts).store.all(rules);
      const [first, second, third] = items
        .filter(({ port }) => ['22', '20-30', '22-23'].includes(String(port)))
        .map(({ id }) => reference('firewallRule', 1, Number(id)));
      assert.ok(first && second && third);
      assert.equal(await warningOf('serverManagement.delete', first), '');
      assert.match(
        await warningOf('serverManagement.delete', [second, third]),
        /^No one can reach SSH \(port 22\)/,
      );
    });

    it('by passwordless login without a key', async () => {
      for (const { id } of (await world.probe.call('GET', '/api/v3/servers/1/ssh/credentials'))[
        'data'
      ] as { id: number }[]) {
        await world.probe.call('DELETE', `/api/v3/servers/1/ssh/credentials/${id}`);
      }
      const open = { passwordlessLogin: false, preventRootLogin: false };
      await world.probe.call('PATCH', '/api/v3/servers/1/settings/ssh', open);
      const settings = reference('sshSettings', 1);
      const values = { passwordlessLogin: true };
      assert.match(
        await warningOf('serverManagement.switchSshSettings', settings, values),
        /no user has a permanent SSH key/,
      );
    });

    it('by passwordless login if only root has a key but may not log in', async () => {
      const api = '/api/v3/servers/1';
      const { items } = await world.context(prompts).store.all({ ...rules, kind: 'sshKey' });
      for (const { id } of items) {
        await world.probe.call('DELETE', `${api}/ssh/credentials/${String(id)}`);
      }
      await world.probe.call('POST', `${api}/ssh/credentials`, {
        label: 'Emergency',
        username: 'root',
        publicKey: 'ssh-ed25519 AAAAexample',
        temporary: false,
      });
      const settings = reference('sshSettings', 1);
      const now = { passwordlessLogin: false, preventRootLogin: true };
      await world.probe.call('PATCH', `${api}/settings/ssh`, now);
      const values = { passwordlessLogin: true };
      assert.match(
        await warningOf('serverManagement.switchSshSettings', settings, values),
        /root login is off, and only root has a permanent SSH key\./,
      );
    });

    it("by deleting the last key, or the user who has it, if passwords aren't accepted", async () => {
      const { store } = world.context(prompts);
      const [key, ...others] = (await store.all({ ...rules, kind: 'sshKey' })).items;
      const users = (await store.all({ ...rules, kind: 'systemUser' })).items;
      const owner = users.find(({ username }) => username === key?.['user']);
      assert.ok(key && owner && others.length > 0);
      const toKey = ({ id }: Resource): Target => reference('sshKey', 1, Number(id));
      assert.equal(await warningOf('serverManagement.delete', others.map(toKey)), '');
      const nobody = /^No one can log in after this: .* Add an SSH key first\.$/m;
      const user = reference('systemUser', 1, Number(owner['id']));
      await world.probe.addFault(`403:DELETE:/api/v3/servers/1/users/${String(owner['id'])}`);
      assert.match(await warningOf('serverManagement.delete', user), nobody);
      assert.match(await warningOf('serverManagement.delete', toKey(key)), nobody);
    });
  });

  it("falls back to /ssh/config if /settings/ssh isn't offered", async () => {
    await world.probe.addFault('404:PATCH:/api/v3/servers/1/settings/ssh');
    const outcome = await run('serverManagement.switchSshSettings', [reference('sshSettings', 1)], {
      useDns: true,
    });
    assert.equal(outcome.status, 'done');
    const last = (await world.probe.requests()).findLast(({ method }) => method === 'PATCH');
    assert.equal(last?.path, '/api/v3/servers/1/ssh/config');
  });

  it("reads /ssh/config if /settings/ssh isn't offered", async () => {
    await world.probe.call('PATCH', '/api/v3/servers/1/settings/ssh', { useDns: true });
    for (const version of ['v2', 'v3']) {
      await world.probe.addFault(`404:GET:/api/${version}/servers/1/settings/ssh`);
    }
    const settings = { account: 'service', kind: 'sshSettings', ids: [1] } as const;
    assert.equal((await world.context(prompts).client.read(settings))['useDns'], true);
    const last = (await world.probe.requests()).findLast(({ method }) => method === 'GET');
    assert.equal(last?.path, '/api/v3/servers/1/ssh/config');
  });
});
