import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../../support/actions/actionWorld';
import { ScriptedPrompts } from '../../support/actions/scriptedPrompts';
import { runCommand } from '../../support/actions/runCommand';
import { renamingCount, startRenamingService } from '../../support/renamingService';
import { startImpatientGateway } from '../../support/impatientGateway';
import { startRecordingServer } from '../../support/httpServer';
import { MemoryFolder } from '../../support/memoryFolder';
import { openShared } from '../../support/sharedValues';
import { withoutPauses } from '../../support/withoutPauses';
import { type JsonObject, type Change, diff } from '../../../src/base/json';
import { DocumentError, WriteError } from '../../../src/documents/writing/outcome';
import { ChangeLog, toLoggedAction } from '../../../src/documents/history/changeLog';
import {
  type Applied,
  applyChanges,
  runStagedAction,
  type StagedActionOptions,
} from '../../../src/pending/applyChanges';
import { PendingChanges } from '../../../src/pending/pendingChanges';
import type { StagedChange } from '../../../src/pending/stagedChange';
import type { KindId } from '../../../src/resources/kinds/kinds';

const jobsPath = '/api/v2/servers/1/cronjobs';
const usersPath = '/api/v3/servers/1/users';
const job = {
  label: 'My App',
  username: 'shop',
  command: 'tidy --all',
  minute: '5',
  hour: '3',
  dayOfMonth: '*',
  month: '*',
  dayOfWeek: '1',
};

describe('A staged creation', () => {
  let world: ActionWorld;
  let pending: PendingChanges;

  beforeEach(async () => {
    world = await startActionWorld();
    pending = new PendingChanges(await openShared(), withoutPauses);
  });

  afterEach(() => world.close());

  async function throughGateway(): Promise<void> {
    await world.close();
    world = await startActionWorld({ through: startImpatientGateway });
  }

  async function stage(kind: KindId, content: JsonObject): Promise<void> {
    const reference = { account: 'service', kind, ids: [1, 'new:it'] } as const;
    const changes = diff({}, content);
    await pending.stage([
      { reference, origin: 'person', path: '/new', changes, operation: 'create' },
    ]);
    await world.probe.forgetRequests();
  }

  function createOrDelete(
    staged: StagedChange,
    options: StagedActionOptions = {},
    secrets: readonly Change[] = [],
  ): ReturnType<typeof runStagedAction> {
    return runStagedAction(world.context(new ScriptedPrompts()), staged, options, secrets);
  }

  function apply(secrets: readonly Change[] = []): Promise<Applied | undefined> {
    const applying = {
      pending,
      documents: { change: () => Promise.reject(new Error('nothing is changed here')) },
      createOrDelete: (staged: StagedChange, options: StagedActionOptions) =>
        createOrDelete(staged, options, secrets),
      describeError: String,
    };
    return applyChanges(applying, pending.all);
  }

  async function sent(): Promise<readonly unknown[]> {
    const requests = await world.probe.requests();
    return requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
  }

  /** Creates a job behind the extension's back. */
  async function createJob(label: string): Promise<void> {
    await world.probe.call('POST', jobsPath, { ...job, label });
  }

  for (let way = 0; way < renamingCount; way += 1) {
    it(`is unclear if its answer is lost and the service changed its name: way ${way}`, async () => {
      await world.close();
      world = await startActionWorld({ through: startRenamingService(way) });
      await stage('cronJob', job);
      await apply();
      assert.equal(pending.all[0]?.state.type, 'unknown');
      await apply();
      assert.equal(pending.all[0]?.state.type, 'unknown');
      assert.equal((await sent()).length, 1, 'it was created again');
    });

    it(`isn't told as not created by a form either: way ${way}`, async () => {
      await world.close();
      world = await startActionWorld({ through: startRenamingService(way) });
      const { minute, hour, dayOfMonth, month, dayOfWeek, ...fields } = job;
      const time = [minute, hour, dayOfMonth, month, dayOfWeek].join(' ');
      const jobs = { account: 'service', kind: 'cronJob', parents: [1] } as const;
      const context = world.context(new ScriptedPrompts());
      const values = { ...fields, time };
      const { status } = await runCommand(
        context,
        'serverManagement.createCronJob',
        [jobs],
        values,
      );
      assert.equal(status, 'unknown');
    });
  }

  it('that got another name is unclear, and looked for before it is sent again', async () => {
    await throughGateway();
    await stage('cronJob', job);
    await apply();
    const [staged] = pending.all;
    assert.equal(staged?.state.type, 'unknown');
    assert.ok(staged.state.type === 'unknown' && staged.state.before?.includes(101));
    await createJob('my-app');
    await world.probe.forgetRequests();
    await assert.rejects(createOrDelete(staged), (error) => {
      return error instanceof WriteError && error.outcome === 'unknown';
    });
    await apply();
    // Nor after an edit, and what is known of it isn't forgotten.
    const [unclear] = pending.all;
    assert.ok(unclear && (await pending.replace(unclear, [...unclear.changes])));
    await apply();
    assert.deepEqual(await sent(), [], 'it was sent again');
    const state = pending.all[0]?.state;
    assert.ok(state?.type === 'unknown' && state.before?.includes(101));
  });

  it('that turns out to be done is not sent again', async () => {
    await throughGateway();
    await stage('cronJob', job);
    await apply();
    await createJob('My App');
    await world.probe.forgetRequests();
    const applied = await apply();
    assert.deepEqual([applied?.done, await sent(), pending.all], [1, [], []]);
  });

  it("isn't sent again while the service may still create it, or once the person found it", async () => {
    await throughGateway();
    await stage('cronJob', job);
    await apply();
    const [staged] = pending.all;
    assert.ok(staged?.state.type === 'unknown' && staged.state.isLate);
    await world.probe.forgetRequests();
    await assert.rejects(createOrDelete(staged), (error) => {
      return error instanceof WriteError && error.outcome === 'unknown';
    });
    await apply();
    assert.equal(pending.all[0]?.state.type, 'unknown');
    assert.equal(await createOrDelete(staged, { found: 'created' }), undefined);
    const { account, kind } = staged.reference;
    const found = { account, kind, ids: [1, 101] };
    assert.deepEqual(await createOrDelete(staged, { found }), found);
    assert.deepEqual(await sent(), [], 'it was sent again');
  });

  it('is sent again if the person says so', async () => {
    await throughGateway();
    await stage('cronJob', job);
    await apply();
    const [staged] = pending.all;
    assert.ok(staged);
    await createJob('my-app');
    await world.probe.forgetRequests();
    const created = await createOrDelete(staged, { found: 'again' });
    assert.deepEqual([(await sent()).length, created?.kind], [1, 'cronJob']);
  });

  it('is sent with its secrets, which are stored nowhere', async () => {
    await stage('systemUser', { username: 'ann' });
    const password = 'correct-horse-battery';
    const bodies: unknown[] = [];
    const context = world.context(new ScriptedPrompts());
    const { client } = context;
    const [staged] = pending.all;
    assert.ok(staged);
    const write: typeof client.write = (target, request, options) => {
      bodies.push(request.body);
      return client.write(target, request, options);
    };
    const secrets = [{ path: ['password'], before: undefined, after: password }];
    const recording = Object.assign(Object.create(client) as typeof client, {
      write,
      requireWritable: (target) => client.requireWritable(target),
    } satisfies Partial<typeof client>);
    await runStagedAction({ ...context, client: recording }, staged, {}, secrets);
    assert.deepEqual(bodies, [{ username: 'ann', password }]);
    const { data } = await world.probe.call('GET', `${usersPath}?perPage=40`);
    assert.ok((data as { username: string }[]).some(({ username }) => username === 'ann'));
    const logged = world.written.map((write) => toLoggedAction(write, 1));
    assert.ok(!JSON.stringify([pending.all, logged]).includes(password));
  });

  const password = 'correct-horse-battery';
  /** Refuses every write with what was sent. */
  const startQuotingService = (url: string) =>
    startRecordingServer(async ({ method, target, headers, body }, response) => {
      const json = { 'Content-Type': 'application/json' };
      if (method !== 'GET') {
        const message = `Rejected: ${body} ${password}`;
        response
          .writeHead(422, json)
          .end(JSON.stringify({ message, errors: { password: [body] } }));
        return;
      }
      const authorization = { Authorization: String(headers['authorization']) };
      const answer = await fetch(url + target, { headers: { ...authorization, ...json } });
      response.writeHead(answer.status, json).end(await answer.text());
    });

  for (const [what, isLost] of [
    ['is refused with a message that quotes it', false],
    ['has no answer', true],
  ] as const) {
    it(`leaves its secret nowhere if it ${what}`, async () => {
      const folders = { pending: new MemoryFolder(), history: new MemoryFolder() };
      pending = new PendingChanges(await openShared(folders.pending), withoutPauses);
      const log = new ChangeLog(await openShared(folders.history));
      await world.close();
      const through = isLost ? startImpatientGateway : startQuotingService;
      world = await startActionWorld({ through });
      await stage('systemUser', { username: 'ann' });
      const applied = await apply([{ path: ['password'], before: undefined, after: password }]);
      for (const write of world.written) {
        await log.add(toLoggedAction(write, 1));
      }
      assert.equal(pending.all[0]?.state.type, isLost ? 'unknown' : 'failed');
      const kept = [...folders.pending.files.values(), ...folders.history.files.values()];
      const everything = JSON.stringify([kept, pending.all, log.entries, applied]);
      assert.ok(kept.length > 0 && !everything.includes(password), everything);
    });
  }

  it('is refused if it has a secret itself, by name or by form, at any depth', async () => {
    const secrets = [
      { username: 'ann', password },
      { username: 'ann', more: [{ accessToken: 'abc' }] },
      { ...job, command: 'curl https://ann:geheim-geheim@example.org' },
    ];
    for (const content of secrets) {
      await assert.rejects(stage('systemUser', content), DocumentError);
    }
    assert.deepEqual(pending.all, []);
    await stage('systemUser', { username: 'ann' });
    const [staged = assert.fail('nothing is staged')] = pending.all;
    for (const content of secrets) {
      await assert.rejects(pending.replace(staged, diff({}, content)), DocumentError);
    }
    assert.deepEqual(pending.all, [staged]);
  });
});
