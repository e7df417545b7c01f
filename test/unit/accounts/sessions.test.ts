import assert from 'node:assert/strict';
import { listServers } from '../../../src/api/contract/server';
import { ping } from '../../../src/api/contract/ping';
import type { AccountRecord } from '../../../src/resources/accounts/account';
import { AccountStore } from '../../../src/resources/accounts/accountStore';
import { type SandboxAccount, Sessions } from '../../../src/resources/accounts/sessions';
import { Emitter } from '../../../src/shared/emitter';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { MemorySecrets } from '../../support/memorySecrets';

const noSandbox: SandboxAccount = {
  isEnabled: false,
  onDidChange: new Emitter<void>().event,
  connect: () => Promise.reject(new Error('There is no sandbox here.')),
};

describe('Sessions', () => {
  let secrets: MemorySecrets;
  let store: AccountStore;
  let sessions: Sessions;
  let service: RecordingServer;
  let goodToken: string;

  function recordOf(id: string, token: string): AccountRecord {
    return {
      id,
      label: id,
      baseUrl: service.url,
      environment: 'production',
      pathWords: { cache: 'platformcache', hub: 'platformhub' },
      addedAt: 1,
      credentials: { kind: 'token', token },
    };
  }

  async function pingAs(id: string): Promise<unknown> {
    return (await sessions.client(id)).call(ping, {});
  }

  beforeEach(async () => {
    goodToken = 'good';
    service = await startRecordingServer(({ headers }, response) =>
      headers['authorization'] === `Bearer ${goodToken}`
        ? sendJson(response, { message: 'pong' })
        : sendJson(response, { message: 'no' }, 401),
    );
    secrets = new MemorySecrets();
    store = new AccountStore(secrets);
    sessions = new Sessions(store, noSandbox, 'Sandbox');
  });

  afterEach(async () => {
    sessions.dispose();
    await service.close();
  });

  it('has the sandbox alone reached by its own fetch', async () => {
    await store.save(recordOf('one', 'good'));
    const reached: unknown[] = [];
    const own = new Sessions(
      store,
      {
        ...noSandbox,
        isEnabled: true,
        connect: () =>
          Promise.resolve({
            baseUrl: 'https://sandbox.invalid',
            pathWords: { cache: 'platformcache', hub: 'platformhub' },
            credentials: () => Promise.resolve({ kind: 'token', token: 'any' }),
            fetch: (input) => {
              reached.push(input);
              return Promise.resolve(Response.json({ message: 'pong' }));
            },
          }),
      },
      'Sandbox',
    );
    await (await own.client('sandbox')).call(ping, {});
    await (await own.client('one')).call(ping, {});
    own.dispose();
    assert.deepEqual(reached, ['https://sandbox.invalid/api/v3/ping']);
    assert.equal(service.requests.length, 1);
  });

  it('marks an account once when its token is refused, and sends nothing with it any more', async () => {
    await store.save(recordOf('one', 'dead'));
    const states: string[] = [];
    sessions.onDidChangeState(({ account, state }) => states.push(`${account} ${state}`));
    for (let turn = 0; turn < 5; turn += 1) {
      await assert.rejects(pingAs('one'), { reason: 'unauthorized' });
    }
    assert.deepEqual(states, ['one needsSignIn']);
    assert.equal(service.requests.length, 1);
    assert.equal(sessions.opened('one')?.refusal?.reason, 'unauthorized');
  });

  it('leaves the other accounts alone, ten of them', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        store.save(recordOf(`a${index}`, index === 3 ? 'dead' : 'good')),
      ),
    );
    const accounts = await sessions.accounts();
    const outcomes = await Promise.all(
      accounts.map(async ({ id }) => [
        id,
        await pingAs(id).then(
          () => 'fine',
          () => 'refused',
        ),
      ]),
    );
    assert.deepEqual(
      outcomes.filter(([, outcome]) => outcome === 'refused'),
      [['a3', 'refused']],
    );
    assert.equal(sessions.opened('a4')?.state, 'signedIn');
  });

  it('sends what waits no more once one request was refused', async () => {
    await store.save(recordOf('one', 'dead'));
    const client = await sessions.client('one');
    const calls = Array.from({ length: 12 }, (_, index) => client.page(listServers, {}, index + 1));
    const outcomes = await Promise.allSettled(calls);
    assert.ok(outcomes.every(({ status }) => status === 'rejected'));
    assert.ok(service.requests.length <= 4, `${service.requests.length} requests were sent`);
  });

  it('resumes with new credentials given in any window', async () => {
    await store.save(recordOf('one', 'dead'));
    await assert.rejects(pingAs('one'));
    await new AccountStore(secrets).save(recordOf('one', 'good'));
    assert.deepEqual(await pingAs('one'), { message: 'pong' });
  });

  it('resumes with the same credentials given once more, after another name as well', async () => {
    goodToken = 'for now';
    await store.save(recordOf('one', 'good'));
    await assert.rejects(pingAs('one'));
    const renamed = { ...recordOf('one', 'good'), label: 'Renamed' };
    await store.save(renamed);
    await assert.rejects(pingAs('one'));
    goodToken = 'good';
    await store.save(renamed);
    assert.deepEqual(await pingAs('one'), { message: 'pong' });
  });

  it('tries again where the person asks for it', async () => {
    await store.save(recordOf('one', 'later'));
    await assert.rejects(pingAs('one'));
    goodToken = 'later';
    sessions.forgetRefusals('other');
    await assert.rejects(pingAs('one'));
    sessions.forgetRefusals();
    assert.deepEqual(await pingAs('one'), { message: 'pong' });
  });

  it('does not try a dead token once more because the account was renamed or is used otherwise', async () => {
    await store.save(recordOf('one', 'dead'));
    await assert.rejects(pingAs('one'));
    const told: string[] = [];
    sessions.onDidChangeAccounts((id) => told.push(id));
    await store.save({ ...recordOf('one', 'dead'), label: 'Renamed', environment: 'staging' });
    await assert.rejects(pingAs('one'), { reason: 'unauthorized' });
    assert.equal(sessions.opened('one')?.state, 'needsSignIn');
    assert.equal(service.requests.length, 1);
    assert.deepEqual(told, ['one']);
    assert.equal((await sessions.account('one'))?.label, 'Renamed');
  });

  it('takes what was read for true after another name, and not after another address', async () => {
    await store.save(recordOf('one', 'good'));
    await pingAs('one');
    const told: string[] = [];
    sessions.onDidChangeConnection((id) => told.push(`connection ${id}`));
    sessions.onDidChangeAccounts((id) => told.push(`account ${id}`));
    await store.save({ ...recordOf('one', 'good'), label: 'Renamed' });
    await sessions.session('one');
    await store.save({ ...recordOf('one', 'good'), baseUrl: `${service.url}/elsewhere` });
    await sessions.session('one');
    assert.deepEqual(told, ['account one', 'connection one', 'account one']);
  });

  it('never sends a token to the address that its account had before', async () => {
    await store.save(recordOf('one', 'good'));
    const client = await sessions.client('one');
    await store.save({ ...recordOf('one', 'good'), baseUrl: 'https://other.example.com' });
    await assert.rejects(client.call(ping, {}));
    assert.equal(service.requests.length, 0);
  });

  it('knows an account no more once it is removed, and keeps none of its credentials', async () => {
    await store.save(recordOf('one', 'good'));
    const client = await sessions.client('one');
    await store.remove('one');
    await assert.rejects(pingAs('one'), { name: 'UnknownAccountError' });
    await assert.rejects(client.call(ping, {}), { reason: 'unauthorized' });
    assert.equal(service.requests.length, 0);
  });

  it('tells when the service is out of reach, and when it is back', async () => {
    await store.save({ ...recordOf('one', 'good'), baseUrl: 'http://127.0.0.1:1' });
    const client = await sessions.client('one');
    const stop = new AbortController();
    const states: string[] = [];
    sessions.onDidChangeState(({ state }) => {
      states.push(state);
      stop.abort();
    });
    await assert.rejects(client.call(ping, {}, { signal: stop.signal }));
    assert.deepEqual(states, ['offline']);
  });
});
