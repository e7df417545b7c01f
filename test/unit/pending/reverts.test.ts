import assert from 'node:assert/strict';
import type { Confirmation } from '../../../src/base/questions';
import { performRevert, type Revert, type Reverted } from '../../../src/pending/reverts';
import { startActionWorld } from '../../support/actions/actionWorld';
import { runCommand } from '../../support/actions/runCommand';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { eachTest } from '../../support/eachTest';
import { MemoryValues } from '../../support/explorerWorld';
import { createFirewallRule, deployFirewallRules } from '../../../src/api/contract/firewallRule';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import { readOnly } from '../../../src/api/errors';
import { replaceMember } from '../../support/host/replaceMember';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';
import { Documents } from '../../../src/documents/documents';
import { documentStates } from '../../../src/documents/openDocument';
import { KeptValues } from '../../../src/resources/storage/stored';

const rules = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
const settings = { account: 'service', kind: 'sshSettings', ids: [1] } as const;
const path = '/api/v3/servers/1/security/firewalls';
const deploy = 'serverManagement.deployFirewallRules';
const rule = {
  type: 'rich',
  port: 8443,
  protocol: 'tcp',
  ipAddress: '192.0.2.0/24',
  firewallAction: 'accept',
};

/** A person who agrees only with a way back. */
class CarefulPerson extends ScriptedPrompts {
  override confirm(confirmation: Confirmation): Promise<boolean> {
    confirmation.otherWay?.choose();
    return super.confirm(confirmation);
  }
}

describe('A change that is reverted unless it is confirmed', () => {
  const world = eachTest(startActionWorld);

  const context = (prompts = new CarefulPerson()) => {
    const actionContext = world.context(prompts);
    const documents = new Documents({
      client: actionContext.client,
      clock: withoutPauses,
      guard: openGuard,
      states: new KeptValues(new MemoryValues(), documentStates),
      findOpen: () => undefined,
    });
    return { ...actionContext, documents };
  };

  async function ports(): Promise<string> {
    const { data } = (await world.probe.call('GET', path)) as { data?: { port: string }[] };
    return (data ?? []).map(({ port }) => port).join();
  }

  function only(): Revert {
    const [revert = assert.fail('Nothing would be reverted'), ...others] = world.reverts.all;
    assert.deepEqual(others, []);
    return revert;
  }

  async function revertIt(): Promise<Reverted> {
    await world.probe.forgetRequests();
    return performRevert(context(), only());
  }

  it('is a deployment: the created rule goes, the deleted one comes back, and both are deployed', async () => {
    await runCommand(context(), deploy, [rules]);
    await world.reverts.end(only());
    const before = (await ports()).split(',').toSorted();
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    await runCommand(context(), 'serverManagement.delete', [
      { account: 'service', kind: 'firewallRule', ids: [1, 102] },
    ]);
    const prompts = new CarefulPerson();
    await runCommand(context(prompts), deploy, [rules]);
    assert.match(
      prompts.confirmations.map(({ detail }) => detail).join('\n'),
      /^A revert restores the rules deployed from here, /m,
    );
    assert.notDeepEqual((await ports()).split(',').toSorted(), before);
    const { outcome, others } = await revertIt();
    assert.deepEqual([outcome, others], ['done', 0]);
    assert.deepEqual((await ports()).split(',').toSorted(), before);
    assert.deepEqual(
      (await world.probe.writes()).map((each) => each.split(' ')[0]),
      ['POST', 'DELETE', 'PUT'],
    );
  });

  it('restores the rules as last read if no deployment was seen, and says so beforehand', async () => {
    const before = await ports();
    await world.context(new CarefulPerson()).store.all(rules);
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    const prompts = new CarefulPerson();
    await runCommand(context(prompts), deploy, [rules]);
    assert.match(
      prompts.confirmations.map(({ detail }) => detail).join('\n'),
      /^A revert restores the rules as last read, because what is in force isn't known\.$/m,
    );
    await revertIt();
    assert.equal(await ports(), before);
  });

  it('leaves the rules that others created or deleted since, and says how many', async () => {
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    await runCommand(context(), deploy, [rules]);
    const before = (await ports()).split(',');
    await world.probe.call('POST', path, { ...rule, port: 9443 });
    await world.probe.call('DELETE', `${path}/102`);
    assert.equal((await revertIt()).others, 2);
    const gone = before.findIndex((port) => port === '80');
    assert.ok(gone >= 0);
    const left = before.filter((port, index) => port !== '8443' && index !== gone);
    assert.equal(await ports(), [...left, '9443'].join());
  });

  it('leaves a rule that others created before the deployment', async () => {
    const before = await ports();
    await world.context(new CarefulPerson()).store.all(rules);
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    await world.probe.call('POST', path, { ...rule, port: 9443 });
    await runCommand(context(), deploy, [rules]);
    assert.equal((await revertIt()).others, 1);
    assert.equal(await ports(), `${before},9443`);
  });

  it('goes back to what was before the first of several changes', async () => {
    const before = await ports();
    await world.context(new CarefulPerson()).store.all(rules);
    for (const port of [8443, 9443]) {
      await runCommand(context(), 'serverManagement.createFirewallRule', [rules], {
        ...rule,
        port,
      });
      await runCommand(context(), deploy, [rules]);
    }
    await revertIt();
    assert.equal(await ports(), before);
  });

  it('is not reverted if its deployment surely failed, but is if its answer was lost', async () => {
    await world.probe.addFault(`422:PUT:${path}`);
    await runCommand(context(), deploy, [rules]);
    assert.deepEqual(world.reverts.all, []);
    await world.probe.clearFaults();
    await world.probe.addFault(`500:PUT:${path}`);
    await runCommand(context(), deploy, [rules]);
    assert.equal(world.reverts.all.length, 1);
  });

  it('still is if a later deployment surely failed', async () => {
    const before = await ports();
    await world.context(new CarefulPerson()).store.all(rules);
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    await runCommand(context(), deploy, [rules]);
    const first = only();
    await world.probe.addFault(`422:PUT:${path}`);
    await runCommand(context(), deploy, [rules]);
    await world.probe.clearFaults();
    assert.deepEqual(only(), first);
    assert.equal((await revertIt()).outcome, 'done');
    assert.equal(await ports(), before);
  });

  it("is not reverted if it couldn't be sent at all", async () => {
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    const broken = context();
    const noSpace = () => Promise.reject(new Error('no space left'));
    const restore = replaceMember(broken.pendingFirewalls, 'forgetDeployment', noSpace);
    await world.probe.forgetRequests();
    await runCommand(broken, deploy, [rules]);
    assert.deepEqual(world.reverts.all, []);
    restore();
    const wayBack = world.reverts.wayBack.bind(world.reverts);
    world.reverts.wayBack = async (write) => {
      const way = (await wayBack(write)) ?? assert.fail();
      return { ...way, begin: () => way.begin().then(noSpace) };
    };
    await runCommand(broken, deploy, [rules]);
    assert.deepEqual(world.reverts.all, []);
    assert.deepEqual(await world.probe.writes(), []);
  });

  it('deploys nothing before all rules are as before, and says what was done', async () => {
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    await runCommand(context(), deploy, [rules]);
    await world.probe.addFault(`422:DELETE`);
    const { outcome, isPartly } = await revertIt();
    assert.deepEqual([outcome, isPartly], ['failed', false]);
    assert.ok((await world.probe.writes()).every((each) => !each.startsWith('PUT')));
    await world.probe.clearFaults();
    assert.equal((await revertIt()).outcome, 'done');
  });

  it('is one of SSH settings that could lock everyone out, also if others changed some of them back', async () => {
    const change = () =>
      runCommand(context(), 'serverManagement.switchSshSettings', [settings], {
        passwordlessLogin: true,
        preventRootLogin: true,
      });
    const current = async () => (await context().client.read(settings))['preventRootLogin'];
    const own = '/api/v3/servers/1/settings/ssh';
    await world.probe.call('PATCH', own, { passwordlessLogin: false, preventRootLogin: false });
    const keys = { account: 'service', kind: 'sshKey', parents: [1] } as const;
    for (const { id } of (await context().store.all(keys)).items) {
      await world.probe.call('DELETE', `/api/v3/servers/1/ssh/credentials/${String(id)}`);
    }
    await change();
    assert.equal(await current(), true);
    assert.equal((await revertIt()).outcome, 'done');
    assert.equal(await current(), false);
    await world.reverts.end(only());
    await change();
    await world.probe.call('PATCH', own, { preventRootLogin: false });
    assert.equal((await revertIt()).outcome, 'done');
    assert.equal((await context().client.read(settings))['passwordlessLogin'], false);
  });

  async function endPermission(): Promise<void> {
    const record = (await world.accounts.record('service')) ?? assert.fail();
    await world.accounts.save({ ...record, isReadOnly: true });
    const { sessions } = context();
    await sessions.accounts();
    assert.equal(sessions.isReadOnly('service'), true);
  }

  it('runs although changes are no longer allowed, and no other request is sent meanwhile', async () => {
    await runCommand(context(), 'serverManagement.createFirewallRule', [rules], rule);
    await runCommand(context(), deploy, [rules]);
    await endPermission();
    const { client } = context();
    const others: Promise<unknown>[] = [];
    world.onDidExchange(({ operation: { method } }) => {
      if (method === 'GET') return;
      others.push(
        client.requireWritable(rules),
        client.write(rules, { endpoint: createFirewallRule, body: { ...rule, port: 9443 } }),
        client.write(rules, { endpoint: deployFirewallRules }),
        client.write(settings, { endpoint: updateSshSettings, body: { useDns: true } }),
      );
    });
    assert.equal((await revertIt()).outcome, 'done');
    assert.equal(others.length, 8);
    for (const other of others) await assert.rejects(other, { reason: 'readOnly' });
    const methods = (await world.probe.writes()).map((each) => each.split(' ')[0]);
    assert.deepEqual(methods, ['DELETE', 'PUT']);
  });

  it('sends nothing but what it restores, whatever is stored', async () => {
    await runCommand(context(), deploy, [rules]);
    await endPermission();
    const server = { account: 'service', kind: 'server', ids: [1] } as const;
    const changes = [{ path: ['name'], before: 'shop-frankfurt', after: 'other' }];
    const reverted = performRevert(context(), {
      ...only(),
      reference: server,
      changes,
      rules: undefined,
    });
    assert.deepEqual(
      (await reverted).error,
      readOnly({ method: 'PATCH', path: '/api/v3/servers/1/settings/meta' }),
    );
  });
});
