import assert from 'node:assert/strict';
import type { Link } from '../../../src/resources/link';
import { type AgentWorld, startAgentWorld } from '../../support/agents/agentWorld';
import { SandboxProbe } from '../../support/sandboxProbe';
import { eachTest } from '../../support/eachTest';

const { signal } = new AbortController();
const caller = { name: 'Tester' };

/** Two accounts at services of their own: what one agrees to must not reach the other. */
describe('What the person agreed to, with an agent that changes the workspace meanwhile,', () => {
  let world: AgentWorld;
  let other: SandboxProbe;
  let link: Link | undefined;

  beforeEach(async () => {
    link = { account: 'service' };
    world = await startAgentWorld({ others: ['production'], linked: () => link });
    const [payroll] = world.others;
    other = new SandboxProbe(payroll ?? assert.fail('no second service'));
    world.gate.onAsk = () => {
      link = { account: 'production' };
    };
    await other.forgetRequests();
  });

  afterEach(() => world.close());

  for (const [name, input, own] of [
    ['serverManagement_listResources', { kind: 'server' }, /shop-frankfurt/],
    ['serverManagement_findResources', { query: 'shop' }, /"account":"service"/],
    ['serverManagement_listFindings', {}, /about service/],
  ] as const) {
    it(`is all that is read: ${name}`, async () => {
      const { text, isError } = await world.table.call(name, input, signal, caller);
      assert.deepEqual(world.gate.asked, [['service']]);
      assert.equal(isError, false, text);
      assert.match(text, own);
      assert.doesNotMatch(text, /production/);
      assert.deepEqual(await other.requests(), []);
    });
  }

  it('is what a call without an account is about, even if another account was refused before', async () => {
    link = undefined;
    world.gate.onAsk = () => undefined;
    const at = { account: 'production', kind: 'server', ids: [1] };
    world.gate.answer = false;
    const refused = await world.table.call('serverManagement_readResource', at, signal, caller);
    assert.ok(refused.isError);
    world.gate.answer = true;
    for (const [name, input] of [
      ['serverManagement_listResources', {}],
      ['serverManagement_findResources', { query: 'shop' }],
      ['serverManagement_listFindings', {}],
    ] as const) {
      const { text, isError } = await world.table.call(name, input, signal, caller);
      assert.equal(isError, false, text);
      assert.match(text, /service/);
      assert.doesNotMatch(text, /production/);
    }
    assert.deepEqual(world.gate.asked, [['production'], ['service']]);
  });

  it('is needed even for the names of accounts, which a refusal doesn’t tell either', async () => {
    link = undefined;
    world.gate.answer = false;
    const { text, isError } = await world.table.call(
      'serverManagement_listResources',
      {},
      signal,
      caller,
    );
    assert.ok(isError);
    assert.doesNotMatch(text, /: service|"service"|production|Example Hosting/);
    assert.deepEqual(world.gate.asked, [['service', 'production']]);
  });

  it('is one server whose log is read: the call names it', async () => {
    const input = { kind: 'logEntry', parents: [1] };
    const { text, isError } = await world.table.call(
      'serverManagement_listResources',
      input,
      signal,
      caller,
    );
    assert.ok(isError);
    assert.match(text, /Name the account/);
    assert.deepEqual(world.gate.asked, []);
  });
});

describe('The history of what agents did', () => {
  const world = eachTest(() => startAgentWorld({ callsPerMinute: 4, others: ['production'] }));

  it('has every call and every refusal, without content', async () => {
    const ssh = { account: 'service', kind: 'sshSettings', ids: [4] };
    const read = (input: object) =>
      world.table.call('serverManagement_readResource', input, signal, caller);
    await read(ssh);
    await read({ ...ssh, ids: [999_999] });
    world.gate.answer = false;
    await read({ ...ssh, account: 'production' });
    await read({ kind: 'sentinel' });
    await read(ssh);
    const entry = { agent: 'Tester', tool: 'serverManagement_readResource' };
    assert.deepEqual(world.calls, [
      { ...entry, accounts: ['service'], outcome: 'done' },
      { ...entry, accounts: ['service'], outcome: 'failed' },
      { ...entry, accounts: ['production'], outcome: 'notSent' },
      { ...entry, accounts: [], outcome: 'failed' },
      { ...entry, accounts: [], outcome: 'notSent' },
    ]);
  });

  it('says once that an agent calls too often, however often that is', async () => {
    const calls = Array.from({ length: 20 }, () =>
      world.table.call('serverManagement_listResources', {}, signal, caller),
    );
    await Promise.all(calls);
    assert.equal(world.calls.length, 5);
  });

  it('has calls whose question isn’t answered yet', async () => {
    const gone = { id: 'x', elicit: () => Promise.reject(new Error('The client is gone.')) };
    const ssh = { account: 'service', kind: 'sshSettings', ids: [4] };
    const asking = { name: 'Tester', asking: gone };
    const call = world.table.call('serverManagement_readResource', ssh, signal, asking);
    await assert.rejects(call, /gone/);
    assert.deepEqual(
      world.calls.map(({ accounts, outcome }) => ({ accounts, outcome })),
      [{ accounts: ['service'], outcome: 'unknown' }],
    );
  });
});
