import type { Confirmation, Work } from '../../src/base/questions';
import assert from 'node:assert/strict';
import { startActionWorld } from '../support/actions/actionWorld';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { createFirewallRule } from '../../src/api/contract/firewallRule';
import type { Change } from '../../src/base/json';
import type { ResourceReference } from '../../src/resources/reference';
import { toPlannedWrites } from '../../src/resources/lockOut/findLockOuts';
import { LockOutGuard } from '../../src/documents/writing/guard';
import { describeError } from '../../src/ui/editor/messages';
import { eachTest } from '../support/eachTest';

const settings: ResourceReference = { account: 'service', kind: 'sshSettings', ids: [1] };
const keys = '/api/v3/servers/1/ssh/credentials';

function switchOn(field: string): Change {
  return { path: [field], before: false, after: true };
}

describe('the lock-out guard', () => {
  const world = eachTest(startActionWorld);
  beforeEach(async () => {
    const open = { passwordlessLogin: false, preventRootLogin: false };
    await world.probe.call('PATCH', '/api/v3/servers/1/settings/ssh', open);
  });

  function toGuard(prompts: ScriptedPrompts): LockOutGuard {
    const { client, store } = world.context(prompts);
    const describePlace = async () => ({ lines: ['Server: shop'], typed: 'shop' });
    const words = { describeError, describePlace };
    const asking = {
      confirm: (confirmation: Confirmation) => prompts.confirm(confirmation),
      // Declining the question still lets the guard read what it needs.
      show: <T>(work: Work<T>) => new ScriptedPrompts().show(work),
    };
    return new LockOutGuard({ client, store, sshPort: () => 22 }, asking, words);
  }

  async function allows(prompts: ScriptedPrompts, ...changes: Change[]): Promise<boolean> {
    return (await toGuard(prompts).ask(toPlannedWrites(settings, changes))) !== 'refused';
  }

  async function deleteKeys(): Promise<void> {
    const { data } = await world.probe.call('GET', `${keys}?perPage=40`);
    for (const { id } of data as readonly { id: number }[]) {
      await world.probe.call('DELETE', `${keys}/${id}`);
    }
  }

  it('asks if no one could log in afterwards, and lets the person decide', async () => {
    await deleteKeys();
    const goesOn = new ScriptedPrompts();
    assert.equal(await allows(goesOn, switchOn('passwordlessLogin')), true);
    assert.match(goesOn.confirmations[0]?.detail ?? '', /no user has a permanent SSH key/);
    const givesUp = new ScriptedPrompts({ givesUp: true });
    assert.equal(await allows(givesUp, switchOn('passwordlessLogin')), false);
  });

  it("asks the same about a part of the server's document", async () => {
    await deleteKeys();
    const server: ResourceReference = { ...settings, kind: 'server' };
    const prompts = new ScriptedPrompts({ givesUp: true });
    const { path, ...change } = switchOn('passwordlessLogin');
    const writes = toPlannedWrites(server, [{ ...change, path: ['ssh', ...path] }]);
    assert.equal(await toGuard(prompts).ask(writes), 'refused');
    assert.match(prompts.confirmations[0]?.detail ?? '', /no user has a permanent SSH key/);
  });

  it("doesn't ask if someone still could", async () => {
    const prompts = new ScriptedPrompts();
    assert.equal(await allows(prompts, switchOn('passwordlessLogin')), true);
    assert.deepEqual(prompts.confirmations, []);
  });

  it('judges the settings after all changes', async () => {
    await deleteKeys();
    await world.probe.call('POST', keys, {
      label: 'Emergency',
      username: 'root',
      publicKey: 'ssh-ed25519 AAAAexample',
      temporary: false,
    });
    const lettingRootIn = { path: ['preventRootLogin'], before: true, after: false };
    const prompts = new ScriptedPrompts();
    await world.probe.call('PATCH', '/api/v3/servers/1/settings/ssh', { preventRootLogin: true });
    await allows(prompts, switchOn('passwordlessLogin'), lettingRootIn);
    assert.equal(prompts.confirmations.length, 0);
    await allows(prompts, switchOn('passwordlessLogin'));
    assert.match(prompts.confirmations[0]?.detail ?? '', /root login is off/);
  });

  it('neither asks nor reads if no login is affected', async () => {
    const prompts = new ScriptedPrompts();
    await world.probe.forgetRequests();
    assert.equal(await allows(prompts, switchOn('useDns')), true);
    assert.equal(
      await allows(prompts, { path: ['preventRootLogin'], before: true, after: false }),
      true,
    );
    assert.deepEqual([prompts.confirmations, await world.probe.requests()], [[], []]);
  });

  it('asks before a draft creates a rule that locks someone out, naming the addresses', async () => {
    const guarded = new ScriptedPrompts({ givesUp: true });
    const guard = toGuard(guarded);
    const target = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
    const body = { type: 'rich', port: '1-1024', protocol: 'tcp', firewallAction: 'reject' };
    const write = { endpoint: createFirewallRule, target };
    const narrow = { ...write, body: { ...body, ipAddress: '203.0.113.7' } };
    assert.equal(await guard.ask([narrow]), 'refused');
    assert.match(guarded.confirmations[0]?.detail ?? '', /^203\.0\.113\.7 can't reach SSH/);
    await world.probe.forgetRequests();
    const other = { ...write, body: { ...body, port: 443 } };
    assert.equal(await guard.ask([other]), 'unasked');
    assert.deepEqual(await world.probe.requests(), []);
  });

  it("guards the port in a server's SSH settings", async () => {
    const prompts = new ScriptedPrompts({ givesUp: true });
    const context = world.context(prompts);
    context.store.add(settings, { port: 2222 });
    const guard = toGuard(prompts);
    const target = { account: 'service', kind: 'firewallRule', parents: [1] } as const;
    await world.probe.call('POST', '/api/v3/servers/1/security/firewalls', {
      type: 'global',
      port: 2222,
      protocol: 'tcp',
    });
    const bodyOf = (port: number) => {
      return { type: 'rich', port, protocol: 'tcp', ipAddress: '::/0', firewallAction: 'reject' };
    };
    const write = { endpoint: createFirewallRule, target };
    assert.equal(await guard.ask([{ ...write, body: bodyOf(22) }]), 'unasked');
    assert.equal(await guard.ask([{ ...write, body: bodyOf(2222) }]), 'refused');
    assert.match(prompts.confirmations[0]?.detail ?? '', /Only IPv4 addresses .*\(port 2222\)/);
  });

  it("asks if the risk can't be determined, and says why", async () => {
    await world.probe.addFault(`403:GET:${keys}`);
    const prompts = new ScriptedPrompts({ givesUp: true });
    assert.equal(await allows(prompts, switchOn('passwordlessLogin')), false);
    assert.match(
      prompts.confirmations[0]?.detail ?? '',
      /Couldn't check who can still log in.*\(403\)/,
    );
  });
});
