import assert from 'node:assert/strict';
import { LockOutGuard } from '../../../src/documents/writing/guard';
import { parseText, toText } from '../../../src/documents/content';
import { Drafts } from '../../../src/documents/drafts/drafts';
import { Documents } from '../../../src/documents/documents';
import { documentStates } from '../../../src/documents/openDocument';
import { KeptValues } from '../../../src/resources/storage/stored';
import { toPlannedWrites } from '../../../src/resources/lockOut/findLockOuts';
import { eachTest } from '../../support/eachTest';
import { type ExplorerWorld, MemoryValues, startExplorerWorld } from '../../support/explorerWorld';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';

const ssh = { account: 'example', kind: 'sshSettings', ids: [1] } as const;
const settings = '/api/v3/servers/1/settings/ssh';
const keys = '/api/v3/servers/1/ssh/credentials';

/** What was sent since the last call. */
async function sent({ probe }: ExplorerWorld): Promise<readonly string[]> {
  const requests = await probe.requests();
  await probe.forgetRequests();
  return requests.map(({ method, path }) => `${method} ${path}`);
}

function createGuard({ client, store }: ExplorerWorld): LockOutGuard {
  return new LockOutGuard(
    { client, store, sshPort: () => 22 },
    {
      confirm: () => Promise.resolve(true),
      show: ({ run }) => run(new AbortController().signal, () => undefined),
    },
    {
      describeError: String,
      describePlace: () => Promise.resolve({ lines: [], typed: 'shop' }),
    },
    () => Promise.resolve(undefined),
  );
}

describe('As few requests as possible are sent', () => {
  const world = eachTest(startExplorerWorld);

  for (const [name, who, more] of [
    ['someone can still log in', 'with a key', []],
    ['no one can, and the person agrees', 'without a key', [`GET ${settings}`]],
  ] as const) {
    it(`to make SSH settings stricter if ${name}`, async () => {
      const { client, probe } = world;
      await probe.call('PATCH', settings, { passwordlessLogin: false, preventRootLogin: false });
      if (who === 'without a key') {
        const { data } = await probe.call('GET', `${keys}?perPage=40`);
        for (const { id } of data as readonly { id: number }[]) {
          await probe.call('DELETE', `${keys}/${id}`);
        }
      }
      const guard = createGuard(world);
      const states = new KeptValues(new MemoryValues(), documentStates);
      const documents = new Documents({
        client,
        clock: withoutPauses,
        guard,
        states,
        findOpen: () => undefined,
      });
      const text = await documents.read(ssh);
      await documents.noteOpened(ssh, { text, isDirty: false });
      const current = documents.baseOf(ssh);
      await sent(world);

      // What the warning on the typed line reads.
      const changes = [{ path: ['passwordlessLogin'], before: false, after: true }];
      await guard.find(toPlannedWrites(ssh, changes, current), new AbortController().signal);
      assert.deepEqual((await sent(world)).toSorted(), [
        'GET /api/v3/servers/1/ssh/credentials',
        'GET /api/v3/servers/1/users',
      ]);
      await documents.save(ssh, toText({ ...parseText(text), passwordlessLogin: true }));
      assert.deepEqual(await sent(world), [`GET ${settings}`, ...more, `PATCH ${settings}`]);
    });
  }

  it('to create something that only its list shows', async () => {
    const { client, store } = world;
    const collection = { account: 'example', kind: 'atomicProject', parents: [] } as const;
    await store.list(collection);
    const drafts = new Drafts({
      client,
      clock: withoutPauses,
      guard: openGuard,
      storage: new MemoryValues(),
      context: { client, store, prompts: { warn: assert.fail }, mayRepeatWrites: false },
      person: {
        mayCreate: () => Promise.resolve(true),
        mayRepeat: () => Promise.resolve(false),
        secrets: () => Promise.resolve([]),
      },
    });
    // A list that is shown is read again once it is forgotten.
    store.onDidChange(() => void store.list(collection));
    const path = await drafts.start(collection);
    const content = { ...parseText(drafts.find(path)?.text ?? ''), name: 'New project' };
    await sent(world);
    const plain = <T>(work: () => Promise<T>): Promise<T> => work();
    const progress = { sending: plain, looking: plain };
    const text = toText({ ...content, webApplication: 101 });
    await drafts.create(path, text, [], progress);
    await store.list(collection);
    assert.deepEqual(await sent(world), ['POST /api/v3/atomic', 'GET /api/v3/atomic']);
  });
});

describe('On a service with only the documented endpoints', () => {
  const world = eachTest(() => startExplorerWorld({ profile: 'documented' }));

  it('nothing is tried twice to read SSH settings', async () => {
    await world.client.read(ssh);
    const made = await sent(world);
    assert.deepEqual(made, [...new Set(made)]);
  });
});
