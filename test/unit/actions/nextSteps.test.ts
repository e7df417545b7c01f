import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { eachTest } from '../../support/eachTest';

const rules = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
const rule = {
  type: 'rich',
  port: 8443,
  protocol: 'tcp',
  ipAddress: '192.0.2.0/24',
  firewallAction: 'accept',
};

describe('After an action', () => {
  const world = eachTest(startActionWorld);

  it('the next one is offered, and runs on the same server', async () => {
    const context = world.context(new ScriptedPrompts());
    await runCommand(context, 'serverManagement.createFirewallRule', [rules], rule);
    const [{ text, nexts } = assert.fail()] = world.created;
    assert.equal(text, 'TCP 8443 created. In force after deployment.');
    assert.deepEqual(
      nexts.map(({ title }) => title),
      ['Deploy', 'Deploy, Revert Unless Confirmed…'],
    );
    await world.probe.forgetRequests();
    await nexts[0]?.run();
    assert.deepEqual(await world.probe.writes(), ['PUT /api/v3/servers/1/security/firewalls']);
  });

  it('the other way to deploy asks first, where the way back is offered', async () => {
    const prompts = new ScriptedPrompts();
    await runCommand(world.context(prompts), 'serverManagement.createFirewallRule', [rules], rule);
    const asked = prompts.confirmations.length;
    await world.created[0]?.nexts[1]?.run();
    assert.equal(prompts.confirmations.length, asked + 1);
  });

  it('of several resources, it is offered once for each server', async () => {
    const prompts = new ScriptedPrompts();
    const gone = [101, 102].map(
      (id) => ({ account: 'service', kind: 'firewallRule', ids: [1, id] }) as const,
    );
    await runCommand(world.context(prompts), 'serverManagement.delete', gone);
    assert.deepEqual(prompts.told, ['2 firewall rules deleted. In force after deployment.']);
    await world.probe.forgetRequests();
    await prompts.nexts[0]?.run();
    assert.deepEqual(await world.probe.writes(), ['PUT /api/v3/servers/1/security/firewalls']);
  });

  it('no action is offered after a failure, or if none follows', async () => {
    const prompts = new ScriptedPrompts();
    await world.probe.addFault('422:DELETE');
    const first = { account: 'service', kind: 'firewallRule', ids: [1, 101] } as const;
    await runCommand(world.context(prompts), 'serverManagement.delete', [first]);
    await world.probe.clearFaults();
    const job = { account: 'service', kind: 'cronJob', ids: [1, 101] } as const;
    await runCommand(world.context(prompts), 'serverManagement.disableCronJob', [job]);
    assert.equal(prompts.told.length, 1);
    assert.deepEqual(prompts.nexts, []);
  });
});
