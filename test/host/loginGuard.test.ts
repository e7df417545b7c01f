import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import type { Change } from '../../src/resources/documents/patch';
import type { ResourceReference } from '../../src/resources/reference';
import { LoginGuard } from '../../src/ui/documents/loginGuard';

const settings: ResourceReference = { account: 'service', kind: 'sshSettings', ids: [1] };
const keys = '/api/v3/servers/1/ssh/credentials';

function switchOn(field: string): Change {
  return { path: [field], before: false, after: true };
}

describe('the guard of logins', () => {
  let world: ActionWorld;

  beforeEach(async () => {
    world = await startActionWorld();
  });

  afterEach(() => world.close());

  async function allows(prompts: ScriptedPrompts, ...changes: Change[]): Promise<boolean> {
    const { client } = world.context(prompts);
    const guard = new LoginGuard(client, prompts);
    return guard.allows([{ reference: settings, changes }]);
  }

  async function deleteKeys(): Promise<void> {
    const { data } = await world.probe.call('GET', `${keys}?perPage=40`);
    for (const { id } of data as readonly { id: number }[]) {
      // oxlint-disable-next-line no-await-in-loop
      await world.probe.call('DELETE', `${keys}/${id}`);
    }
  }

  it('asks where nobody could log in any more, and lets the person decide', async () => {
    await deleteKeys();
    const goesOn = new ScriptedPrompts();
    assert.equal(await allows(goesOn, switchOn('passwordlessLogin')), true);
    assert.match(goesOn.confirmations[0]?.detail ?? '', /no SSH key/);
    const givesUp = new ScriptedPrompts({ givesUp: true });
    assert.equal(await allows(givesUp, switchOn('passwordlessLogin')), false);
  });

  it('asks nothing where somebody still can', async () => {
    const prompts = new ScriptedPrompts();
    assert.equal(await allows(prompts, switchOn('passwordlessLogin')), true);
    assert.deepEqual(prompts.confirmations, []);
  });

  it('judges the settings as they will be, with all that is changed', async () => {
    await deleteKeys();
    await world.probe.call('POST', keys, {
      label: 'Emergency',
      username: 'root',
      publicKey: 'ssh-ed25519 AAAAexample',
      temporary: false,
    });
    const lettingRootIn = { path: ['preventRootLogin'], before: true, after: false };
    const prompts = new ScriptedPrompts();
    await allows(prompts, switchOn('passwordlessLogin'), lettingRootIn);
    assert.equal(prompts.confirmations.length, 0);
    await allows(prompts, switchOn('passwordlessLogin'));
    assert.match(prompts.confirmations[0]?.detail ?? '', /^Root would not be let in/);
  });

  it('neither asks nor reads where no login is closed', async () => {
    const prompts = new ScriptedPrompts();
    await world.probe.forgetRequests();
    assert.equal(await allows(prompts, switchOn('useDns')), true);
    assert.equal(
      await allows(prompts, { path: ['preventRootLogin'], before: true, after: false }),
      true,
    );
    assert.deepEqual([prompts.confirmations, await world.probe.requests()], [[], []]);
  });

  it('asks where it cannot find out, and says why', async () => {
    await world.probe.addFault(`403:GET:${keys}`);
    const prompts = new ScriptedPrompts({ givesUp: true });
    assert.equal(await allows(prompts, switchOn('passwordlessLogin')), false);
    assert.match(prompts.confirmations[0]?.detail ?? '', /could not be found out.*\(403\)/);
  });
});
