import assert from 'node:assert/strict';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { eachTest } from '../../support/eachTest';
import type { ActionContext } from '../../../src/actions/action';

const rules = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
const path = '/api/v3/servers/1/security/firewalls';

/** A rule that nobody here made. */
const foreignRule = {
  type: 'rich',
  port: 22,
  protocol: 'tcp',
  ipAddress: '203.0.113.0/24',
  firewallAction: 'reject',
};

describe('Deploying firewall rules', () => {
  let prompts: ScriptedPrompts;
  let context: ActionContext;
  const world = eachTest(startActionWorld);

  beforeEach(() => {
    prompts = new ScriptedPrompts();
    context = world.context(prompts);
  });

  const deploy = () => runCommand(context, 'serverManagement.deployFirewallRules', [rules]);

  async function inForce(): Promise<string> {
    const { items } = await context.store.all(rules);
    const now = context.pendingFirewalls.inForce(rules, items);
    return 'rules' in now ? `${now.rules.length} rules` : now.why;
  }

  async function addElsewhere(): Promise<number> {
    const [rule] = (await world.probe.call('POST', path, foreignRule)) as unknown as [
      { id: number },
    ];
    return rule.id;
  }

  it('shows in its question who gets in, and that what is in force is not known', async () => {
    await deploy();
    const detail = prompts.confirmations.map((asked) => asked.detail).join('\n');
    assert.match(detail, /^Now: not known\. The service doesn't tell which rules are in force/);
    assert.match(detail, /^After deploying:\nTCP 22 \(SSH\), IPv4, IPv6: everyone$/m);
    assert.match(detail, /fail2ban and the provider's firewall may block more/);
  });

  it('shows what changes since the last deployment that was seen', async () => {
    await deploy();
    await runCommand(context, 'serverManagement.delete', [
      { account: 'service', kind: 'firewallRule', ids: [1, 102] },
    ]);
    prompts = new ScriptedPrompts();
    context = { ...context, prompts, guard: world.context(prompts).guard };
    await deploy();
    const detail = prompts.confirmations.map((asked) => asked.detail).join('\n');
    assert.match(detail, /^Now: as deployed from here, /);
    assert.match(detail, /^Before → after deploying:\nTCP 80, IPv4, IPv6: everyone → no rule$/m);
  });

  it("doesn't take the last deployment that was seen for what is in force since", async () => {
    await deploy();
    await addElsewhere();
    prompts = new ScriptedPrompts();
    context = { ...context, prompts, guard: world.context(prompts).guard };
    await deploy();
    const detail = prompts.confirmations.map((asked) => asked.detail).join('\n');
    assert.match(
      detail,
      /^Now: not known\. There are rules newer than the last deployment from here/m,
    );
    assert.match(
      detail,
      /^At that deployment → after this one:\nTCP 22 \(SSH\), IPv4: everyone → 203\.0\.113\.0\/24 not known, others allowed$/m,
    );
    assert.doesNotMatch(detail, /^Before/m);
  });

  it('makes known which rules are in force, but only if they were the same before and after', async () => {
    assert.equal(await inForce(), 'unseen');
    await deploy();
    assert.equal(await inForce(), '6 rules');
    // Another rule arrives between the reading before and the one after.
    const { client } = context;
    const write = client.write.bind(client);
    client.write = async (...given) => {
      const answer = await write(...given);
      await addElsewhere();
      return answer;
    };
    await deploy();
    assert.equal(await inForce(), 'unseen');
  });

  it('is no longer what is known to be in force once a rule is newer, or was deleted elsewhere', async () => {
    await deploy();
    const id = await addElsewhere();
    assert.equal(await inForce(), 'newer');
    await world.probe.call('DELETE', `${path}/${id}`);
    assert.equal(await inForce(), '6 rules');
    await world.probe.call('DELETE', `${path}/102`);
    assert.equal(await inForce(), 'deletedElsewhere');
  });

  it('stays what is in force while a rule is only deleted from here', async () => {
    await deploy();
    await runCommand(context, 'serverManagement.delete', [
      { account: 'service', kind: 'firewallRule', ids: [1, 102] },
    ]);
    assert.equal(await inForce(), '6 rules');
  });

  it('leaves nothing known if its answer is lost', async () => {
    await deploy();
    await world.probe.addFault(`500:PUT:${path}`);
    await deploy();
    assert.equal(await inForce(), 'unseen');
  });

  it('keeps nothing of a rule but what decides who gets in', async () => {
    await deploy();
    const { items } = await context.store.all(rules);
    const now = context.pendingFirewalls.inForce(rules, items);
    assert.deepEqual('rules' in now && Object.keys(now.rules[0] ?? {}), [
      'id',
      'type',
      'port',
      'protocol',
      'ipAddress',
      'firewallAction',
    ]);
  });
});
