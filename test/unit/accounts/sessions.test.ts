import assert from 'node:assert/strict';
import { listServers } from '../../../src/api/contract/server';
import { ping } from '../../../src/api/contract/ping';
import type { AccountRecord } from '../../../src/accounts/account';
import { AccountStore } from '../../../src/accounts/accountStore';
import {
  type SandboxAccount,
  sandboxAccountId,
  Sessions,
  UnknownAccountError,
} from '../../../src/accounts/sessions';
import { referencePathWords } from '../../../src/api/request';
import type { ApiError } from '../../../src/api/errors';
import { Emitter } from '../../../src/base/emitter';
import { eachTest } from '../../support/eachTest';
import { FakeClock, settle } from '../../support/fakeClock';
import { type RecordingServer, sendJson, startRecordingServer } from '../../support/httpServer';
import { MemorySecrets } from '../../support/memorySecrets';
import { assertEvery } from '../../support/assertEvery';

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

  /** Sessions while the sandbox is in use. */
  function withSandbox(connect: SandboxAccount['connect']): Sessions {
    return new Sessions(store, { ...noSandbox, isEnabled: true, connect }, 'Sandbox');
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

  describe('of a read-only account', () => {
    const clock = eachTest(() => new FakeClock());
    const minute = 60_000;

    async function saveReadOnly(writableUntil?: number): Promise<void> {
      const until = writableUntil === undefined ? {} : { writableUntil };
      await store.save({ ...recordOf('one', 'good'), isReadOnly: true, ...until });
    }

    /** Another window, or the same one after a restart. */
    const open = (): Sessions =>
      new Sessions(new AccountStore(secrets), noSandbox, 'Sandbox', clock);

    async function isReadOnly(window: Sessions): Promise<boolean> {
      await window.accounts();
      const write = (await window.client('one')).requireWritable();
      const isRefused = await write.then(
        () => false,
        ({ reason }: ApiError) => reason === 'readOnly',
      );
      assert.equal(window.isReadOnly('one'), isRefused, 'what is offered is what is sent');
      return isRefused;
    }

    it('allow changes until the hour is over, in every window and after a restart', async () => {
      await saveReadOnly();
      const [here, there] = [open(), open()];
      assert.deepEqual([await isReadOnly(here), await isReadOnly(there)], [true, true]);
      const told: string[] = [];
      there.onDidChangeAccounts((id) => told.push(id));
      await saveReadOnly(clock.now() + 60 * minute);
      await settle();
      assert.deepEqual(told.splice(0), ['one']);
      await clock.advance(59 * minute);
      assert.deepEqual([await isReadOnly(here), await isReadOnly(there)], [false, false]);
      assert.deepEqual(
        there.permissions().map(({ left }) => left),
        [minute],
      );
      const restarted = open();
      assert.equal(await isReadOnly(restarted), false);
      await clock.advance(minute);
      for (const window of [here, there, restarted, open()]) {
        assert.equal(await isReadOnly(window), true);
        assert.deepEqual(window.permissions(), []);
        window.dispose();
      }
      assert.deepEqual(told, ['one'], 'what is shown follows by itself');
      assert.equal(clock.pending, 0);
    });

    it('never allow them for longer than an hour, whatever a clock says', async () => {
      await saveReadOnly(clock.now() + 61 * minute);
      assert.equal(await isReadOnly(open()), true);
      await saveReadOnly(clock.now() + 60 * minute);
      assert.equal(await isReadOnly(open()), false);
      await saveReadOnly(clock.now());
      assert.equal(await isReadOnly(open()), true);
    });

    it('are read-only if what is stored about it is damaged', async () => {
      const damaged = { ...recordOf('one', 'good'), isReadOnly: 'no', writableUntil: 'always' };
      await secrets.store('account.one', JSON.stringify(damaged));
      assert.equal(await isReadOnly(open()), true);
    });
  });

  it("uses the sandbox's own fetch for the sandbox only", async () => {
    await store.save(recordOf('one', 'good'));
    const reached: unknown[] = [];
    const own = withSandbox(() =>
      Promise.resolve({
        baseUrl: 'https://sandbox.invalid',
        pathWords: { cache: 'platformcache', hub: 'platformhub' },
        credentials: () => Promise.resolve({ kind: 'token', token: 'any' }),
        fetch: (input) => {
          reached.push(input);
          return Promise.resolve(Response.json({ message: 'pong' }));
        },
      }),
    );
    await (await own.client('sandbox')).call(ping, {});
    await (await own.client('one')).call(ping, {});
    own.dispose();
    assert.deepEqual(reached, ['https://sandbox.invalid/api/v3/ping']);
    assert.equal(service.requests.length, 1);
  });

  it("don't open an unknown account, even if others exist", async () => {
    await assert.rejects(sessions.client('gone'), { name: 'UnknownAccountError', account: 'gone' });
  });

  it('removes the credentials of all accounts from a text', async () => {
    await store.save(recordOf('one', 'token-1'));
    await store.save(recordOf('other', 'token-2'));
    const text = await sessions.redact('curl -H token-1 && curl -H token-2 # token-3');
    assert.equal(text, 'curl -H ••• && curl -H ••• # token-3');
  });

  it('removes the credentials of the other accounts if one is being removed', async () => {
    await store.save(recordOf('one', 'token-1'));
    await store.save(recordOf('other', 'token-2'));
    await store.list();
    // The storage has no entry anymore, but hasn't reported that yet.
    secrets.entries.delete('account.one');
    assert.equal(await sessions.redact('token-2'), '•••');
  });

  it('reaches the sandbox under its id, even if the storage has an account with that id', async () => {
    await store.save(recordOf(sandboxAccountId, 'good'));
    const own = withSandbox(() =>
      Promise.resolve({
        baseUrl: `${service.url}/sandbox`,
        pathWords: referencePathWords,
        credentials: () => Promise.resolve({ kind: 'token', token: 'good' }),
      }),
    );
    await (await own.client(sandboxAccountId)).call(ping, {});
    own.dispose();
    assert.deepEqual(
      service.requests.map(({ target }) => target),
      ['/sandbox/api/v3/ping'],
    );
  });

  it("retries an account that couldn't be opened", async () => {
    let tries = 0;
    const own = withSandbox(() => {
      tries += 1;
      if (tries === 1) return Promise.reject(new Error('the port is taken'));
      return Promise.resolve({
        baseUrl: service.url,
        pathWords: { cache: 'platformcache', hub: 'platformhub' },
        credentials: () => Promise.resolve({ kind: 'token', token: 'good' }),
      });
    });
    await assert.rejects(own.client('sandbox'), /the port is taken/);
    assert.deepEqual(await (await own.client('sandbox')).call(ping, {}), { message: 'pong' });
    own.dispose();
  });

  it('closes the session of the sandbox when it is no longer used, and says so', async () => {
    const changed = new Emitter<void>();
    let isEnabled = true;
    const own = new Sessions(
      store,
      {
        get isEnabled() {
          return isEnabled;
        },
        onDidChange: changed.event,
        connect: () =>
          Promise.resolve({
            baseUrl: service.url,
            pathWords: referencePathWords,
            credentials: () => Promise.resolve({ kind: 'token', token: 'good' } as const),
          }),
      },
      'Sandbox',
    );
    await own.client(sandboxAccountId);
    assert.ok(own.opened(sandboxAccountId));
    const sandbox = (await own.accounts()).at(-1);
    assert.deepEqual([sandbox?.label, sandbox?.isSandbox], ['Sandbox', true]);
    const told: string[] = [];
    own.onDidChangeConnection((id) => told.push(`connection of ${id}`));
    own.onDidChangeAccounts((id) => told.push(id));
    isEnabled = false;
    changed.fire();
    assert.deepEqual(told, ['connection of sandbox', 'sandbox']);
    assert.equal(own.opened(sandboxAccountId), undefined);
    assert.deepEqual(await own.accounts(), []);
    await assert.rejects(own.client(sandboxAccountId), UnknownAccountError);
    own.dispose();
  });

  it("don't return a client for the old address once another one was saved", async () => {
    await store.save(recordOf('one', 'good'));
    const before = await sessions.client('one');
    const saving = store.save({ ...recordOf('one', 'good'), baseUrl: `${service.url}/moved` });
    assert.notEqual(await sessions.client('one'), before);
    await saving;
  });

  it('opens an account that was requested before it was added', async () => {
    await assert.rejects(pingAs('late'), { name: 'UnknownAccountError' });
    await store.save(recordOf('late', 'good'));
    assert.deepEqual(await pingAs('late'), { message: 'pong' });
  });

  it('marks an account once when its token is refused, and sends nothing with it afterwards', async () => {
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

  it("doesn't affect the other nine of ten accounts", async () => {
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

  it('sends no queued requests after a refusal', async () => {
    await store.save(recordOf('one', 'dead'));
    const client = await sessions.client('one');
    const calls = Array.from({ length: 12 }, (_, index) => client.page(listServers, {}, index + 1));
    const outcomes = await Promise.allSettled(calls);
    assertEvery(outcomes, ({ status }) => status === 'rejected');
    // As many as run at once, and the ping that decides.
    assert.ok(service.requests.length <= 5, `${service.requests.length} requests were sent`);
  });

  it('resumes with new credentials entered in any window', async () => {
    await store.save(recordOf('one', 'dead'));
    await assert.rejects(pingAs('one'));
    await new AccountStore(secrets).save(recordOf('one', 'good'));
    assert.deepEqual(await pingAs('one'), { message: 'pong' });
  });

  it('resumes if the same credentials are entered again, even after a rename', async () => {
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

  it("tries again at the person's request", async () => {
    await store.save(recordOf('one', 'later'));
    await assert.rejects(pingAs('one'));
    goodToken = 'later';
    sessions.forgetRefusals('other');
    await assert.rejects(pingAs('one'));
    sessions.forgetRefusals();
    assert.deepEqual(await pingAs('one'), { message: 'pong' });
  });

  it("doesn't retry a dead token after a change of the account's name or environment", async () => {
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

  it('keeps data after a rename, but not after a change of address', async () => {
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

  it("never sends a token to its account's previous address", async () => {
    await store.save(recordOf('one', 'good'));
    const client = await sessions.client('one');
    await store.save({ ...recordOf('one', 'good'), baseUrl: 'https://other.example.com' });
    await assert.rejects(client.call(ping, {}));
    assert.equal(service.requests.length, 0);
  });

  it('forgets a removed account and its credentials', async () => {
    await store.save(recordOf('one', 'good'));
    const client = await sessions.client('one');
    await store.remove('one');
    await assert.rejects(pingAs('one'), { name: 'UnknownAccountError' });
    await assert.rejects(client.call(ping, {}), { reason: 'unauthorized' });
    assert.equal(service.requests.length, 0);
  });

  it('reports when the service becomes unreachable, and when it is back', async () => {
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

  it('fire no events after they are disposed, even if a client still gets answers', async () => {
    await store.save(recordOf('one', 'good'));
    const client = await sessions.client('one');
    const told: unknown[] = [];
    sessions.onDidChangeAccounts((id) => told.push(id));
    sessions.onDidChangeConnection((id) => told.push(id));
    sessions.onDidChangeState((change) => told.push(change));
    sessions.onDidExchange((exchange) => told.push(exchange));
    sessions.dispose();
    await client.call(ping, {});
    await store.save(recordOf('one', 'better'));
    await store.list();
    assert.deepEqual(told, []);
  });

  it('fire no events for a change that was still being followed when they were disposed', async () => {
    await store.save(recordOf('one', 'good'));
    await sessions.client('one');
    const told: string[] = [];
    sessions.onDidChangeAccounts((id) => told.push(`account ${id}`));
    sessions.onDidChangeConnection((id) => told.push(`connection ${id}`));
    await store.save(recordOf('one', 'better'));
    sessions.dispose();
    await sessions.session('one');
    assert.deepEqual(told, []);
  });

  it('leave no listener at the sandbox when they are disposed', () => {
    let listeners = 0;
    const own = new Sessions(
      store,
      {
        ...noSandbox,
        onDidChange: () => {
          listeners += 1;
          return { dispose: () => (listeners -= 1) };
        },
      },
      'Sandbox',
    );
    assert.equal(listeners, 1);
    own.dispose();
    assert.equal(listeners, 0);
  });
});
