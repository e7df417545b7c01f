import assert from 'node:assert/strict';
import type { Account } from '../../../src/accounts/account';
import { CallLimit } from '../../../src/agents/agentTable';
import { AgentGate } from '../../support/agents/agentGate';
import { startAgentWorld } from '../../support/agents/agentWorld';
import { FakeClock } from '../../support/fakeClock';
import { eachTest } from '../../support/eachTest';

const one = { id: 'one' } as Account;
const other = { id: 'other' } as Account;

describe("The person's consent for agents", () => {
  it('is requested once per account', async () => {
    const gate = new AgentGate();
    assert.deepEqual(await gate.consent.allowed([one], true), [one]);
    assert.deepEqual(await gate.consent.allowed([one, other], true), [one, other]);
    assert.deepEqual(await gate.consent.allowed([other, one], true), [other, one]);
    assert.deepEqual(gate.asked, [['one'], ['other']]);
  });

  it('is requested once, however many calls come at the same time', async () => {
    const gate = new AgentGate();
    const calls = Array.from({ length: 5 }, () => gate.consent.allowed([one], true));
    assert.deepEqual((await Promise.all(calls)).flat(), [one, one, one, one, one]);
    assert.deepEqual(gate.asked, [['one']]);
  });

  it('stays refused for ten minutes, so that an agent can only ask again after that', async () => {
    const gate = new AgentGate();
    gate.answer = false;
    assert.deepEqual(await gate.consent.allowed([one], true), []);
    gate.answer = true;
    assert.deepEqual(await gate.consent.allowed([one, other], true), []);
    assert.deepEqual(await gate.consent.allowed([other], true), [other]);
    await gate.clock.advance(10 * 60_000);
    assert.deepEqual(await gate.consent.allowed([one], true), [one]);
    assert.deepEqual(gate.asked, [['one'], ['other'], ['one']]);
  });

  it('can be requested again after a question that fails', async () => {
    const gate = new AgentGate();
    gate.answer = Promise.reject(new Error('closed'));
    await assert.rejects(gate.consent.allowed([one], true), /closed/);
    gate.answer = true;
    assert.deepEqual(await gate.consent.allowed([one], true), [one]);
  });
});

describe('Calls of agents', () => {
  const { signal } = new AbortController();
  const caller = { name: 'Tester' };

  const world = eachTest(() => startAgentWorld({ callsPerMinute: 3 }));

  it('reveal and propose nothing without consent', async () => {
    world.gate.answer = false;
    const ssh = { account: 'service', kind: 'sshSettings', ids: [4] };
    const proposals = [true, false].map((useDns) => ({ ...ssh, changes: { useDns } }));
    const read = await world.table.call('serverManagement_readResource', ssh, signal, caller);
    const found = await world.table.call(
      'serverManagement_findResources',
      { query: 'shop' },
      signal,
      caller,
    );
    const proposed = await world.table.call(
      'serverManagement_proposeChange',
      { reason: 'Because', proposals: proposals.slice(0, 1) },
      signal,
      caller,
    );
    for (const { text, isError } of [read, found, proposed]) {
      assert.ok(isError);
      assert.match(
        text,
        /doesn't allow agents to use (these accounts: service|.+ accounts)\. Ask the person/,
      );
      assert.doesNotMatch(text, /shop-frankfurt|useDns/);
    }
    assert.deepEqual(world.proposed, []);
    assert.deepEqual(world.gate.asked, [['service']]);
  });

  it('are limited before the person is asked', async () => {
    const call = () => world.table.call('serverManagement_readResource', {}, signal, caller);
    await Promise.all([call(), call(), call()]);
    const ssh = { account: 'service', kind: 'sshSettings', ids: [4] };
    const { text, isError } = await world.table.call(
      'serverManagement_readResource',
      ssh,
      signal,
      caller,
    );
    assert.ok(isError);
    assert.match(text, /Too many calls\. Wait \d+ seconds\./);
    assert.deepEqual(world.gate.asked, []);
  });

  it("don't reach tools under other names", async () => {
    const { text, isError } = await world.table.call('toString', {}, signal, caller);
    assert.ok(isError);
    assert.match(text, /no such tool/);
  });
});

describe('A limit of calls', () => {
  it('allows a number of calls within any minute, and says how long to wait', async () => {
    const clock = new FakeClock();
    const limit = new CallLimit(2, () => clock.now());
    assert.equal(limit.take(), undefined);
    await clock.advance(20_000);
    assert.equal(limit.take(), undefined);
    assert.equal(limit.take(), 40);
    await clock.advance(39_500);
    assert.equal(limit.take(), 1);
    await clock.advance(500);
    assert.equal(limit.take(), undefined);
    assert.equal(limit.take(), 20);
  });
});
