import assert from 'node:assert/strict';
import { openDrafts, plainly } from '../../support/documents/openDrafts';
import { openGuard } from '../../support/openGuard';
import { ApiError, type ApiErrorReason } from '../../../src/api/errors';
import type { JsonObject } from '../../../src/base/json';
import { DocumentError, StoppedError, WriteError } from '../../../src/documents/writing/outcome';
import { DraftError, type Drafts } from '../../../src/documents/drafts/drafts';
import type { RemovedSecret } from '../../../src/documents/drafts/typedSecrets';
import type { Guard } from '../../../src/documents/writing/guard';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { CollectionReference } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

const users: CollectionReference = { account: 'a', kind: 'databaseUser', parents: [1] };
const operation = { method: 'POST', path: '/' } as const;

function failure(reason: ApiErrorReason, status?: number): ApiError {
  return new ApiError(reason, operation, 'no', status === undefined ? {} : { status });
}

/** A service and a person, for one draft of a database user. */
class World {
  /** The sent requests. */
  readonly sent: unknown[] = [];
  /** How often the service was searched. */
  looked = 0;
  forgotten = 0;
  asked = 0;
  readonly created: unknown[] = [];
  /** Whether it was being sent and its state, each time either changed. */
  readonly states: (readonly [isBeingCreated: boolean, type: string | undefined])[] = [];
  items: readonly Resource[] | undefined = [];
  answer: () => unknown = () => this.#add();
  mayCreate = true;
  mayRepeat = false;
  secrets: readonly { path: string[]; before: undefined; after: string }[] | undefined = [
    { path: ['password'], before: undefined, after: 'typed-1' },
  ];
  guard: Guard = openGuard;
  readonly drafts: Drafts;
  path = '';

  constructor() {
    const list = async () => {
      this.looked += 1;
      if (!this.items) throw failure('forbidden', 403);
      return { items: this.items, missing: 0 } as never;
    };
    const empty = { items: [], isComplete: true, missing: 0, total: 0 } as never;
    const client = {
      requireWritable: () => Promise.resolve(),
      write: async (_target: unknown, { body }: { readonly body?: unknown }) => {
        this.sent.push(body);
        return this.answer();
      },
      read: () => Promise.reject(failure('unsupported')),
    };
    const store = {
      forget: () => void (this.forgotten += 1),
      all: list,
      list: () => Promise.resolve(empty),
      peek: () => empty,
    };
    this.drafts = openDrafts(client, store, {
      guard: { ask: (writes) => this.guard.ask(writes) },
      mayCreate: async () => this.mayCreate,
      mayRepeat: async () => {
        this.asked += 1;
        return this.mayRepeat;
      },
      secrets: async () => this.secrets,
    });
    this.drafts.onDidCreate(({ collection, reference, content, outcome }) =>
      this.created.push({ collection, reference, content, outcome }),
    );
    this.drafts.onDidChangeState(() => {
      this.states.push([this.drafts.isBeingCreated(this.path), this.state?.type]);
    });
  }

  get state() {
    return this.drafts.find(this.path)?.state;
  }

  static async start(): Promise<World> {
    const world = new World();
    world.path = await world.drafts.start(users);
    return world;
  }

  save(
    content: JsonObject = { username: 'ann' },
    taken: readonly RemovedSecret[] = [],
    looking: (typeof plainly)['looking'] = plainly.looking,
  ): Promise<string> {
    const text = JSON.stringify(content);
    const creating = this.drafts.create(this.path, text, taken, { ...plainly, looking });
    return creating.then((isLost) => (isLost ? 'lost' : 'answered'));
  }

  /** The service stops answering, having created it or not. */
  loses(isCreated: boolean, reason: ApiErrorReason = 'network'): void {
    this.answer = () => {
      if (isCreated) this.#add();
      throw failure(reason);
    };
  }

  recovers(): void {
    this.answer = () => this.#add();
  }

  #add(): Resource {
    const made = { id: 7, username: 'ann' };
    this.items = this.items && [...this.items, made];
    return made;
  }
}

async function assertDraftError(
  saving: Promise<unknown>,
  reason: DraftError['reason'],
): Promise<void> {
  await assert.rejects(
    saving,
    (error) => error instanceof DraftError && error.reason === reason,
    reason,
  );
}

async function assertOutcome(
  saving: Promise<unknown>,
  outcome: WriteError['outcome'],
): Promise<void> {
  await assert.rejects(
    saving,
    (error) => error instanceof WriteError && error.outcome === outcome,
    outcome,
  );
}

describe('Saving a draft', () => {
  const world = eachTest(() => World.start());

  it('creates it once, reports it, and reads the list again', async () => {
    assert.equal(await world.save(), 'answered');
    assert.deepEqual(world.sent, [{ username: 'ann', password: 'typed-1' }]);
    assert.deepEqual(world.created, [
      {
        collection: users,
        reference: { account: 'a', kind: 'databaseUser', ids: [1, 7] },
        content: { username: 'ann' },
        outcome: 'done',
      },
    ]);
    assert.equal(world.forgotten, 1);
    assert.deepEqual(world.states, [
      [true, 'unknown'],
      [true, 'done'],
      [false, 'done'],
    ]);
    assert.equal(await world.save({ username: 'bob' }), 'answered');
    assert.equal(world.sent.length, 1);
    assert.equal(world.looked, 0);
    assert.equal(world.drafts.find(world.path)?.text, '{"username":"bob"}');
  });

  it('is refused while the draft is already being saved', async () => {
    const first = world.save();
    await assertDraftError(world.save({ username: 'bob' }), 'underWay');
    assert.equal(await first, 'answered');
    assert.equal(world.sent.length, 1);
  });

  it("isn't sent again if the person cancels the search for what was lost", async () => {
    world.loses(false, 'network');
    await assert.rejects(world.save());
    world.recovers();
    const { length } = world.sent;
    const cancelled = world.save(undefined, [], (work) => work(AbortSignal.abort()));
    await assert.rejects(cancelled, StoppedError);
    assert.equal(world.sent.length, length);
    assert.equal(await world.save(), 'answered');
  });

  it('sends nothing unless the person and the guard agree', async () => {
    world.mayCreate = false;
    await assert.rejects(world.save(), StoppedError);
    world.mayCreate = true;
    const { secrets } = world;
    world.secrets = undefined;
    await assert.rejects(world.save(), StoppedError);
    world.secrets = secrets;
    world.guard = { ask: () => Promise.resolve('refused') };
    await assert.rejects(world.save(), StoppedError);
    assert.deepEqual(world.sent, []);
    assert.equal(world.state, undefined);
  });

  it('sends no secret from the text, or the rest of one that was removed', async () => {
    await assert.rejects(world.save({ username: 'ann', password: 'in the text' }), (error) => {
      assert.ok(error instanceof DocumentError);
      assert.deepEqual(error.problems, [{ reason: 'secretInText', path: ['password'] }]);
      return true;
    });
    assert.deepEqual(world.sent, []);
    world.secrets = [];
    const taken = [
      { path: ['password'], value: 'x' },
      { path: ['ftp', 'token'], value: 'y' },
    ];
    await world.save({ username: 'ann', password: '' }, taken);
    assert.deepEqual(world.sent, [{ username: 'ann' }]);
  });

  it('is done if the answer was lost but the resource exists', async () => {
    world.loses(true);
    assert.equal(await world.save(), 'lost');
    assert.equal(world.state?.type, 'done');
  });

  it('is done even if the answer is empty and the list can’t be read', async () => {
    world.answer = () => ({ message: 'Created.' });
    world.items = undefined;
    assert.equal(await world.save(), 'answered');
    assert.ok(world.state?.type === 'done' && world.state.ids === undefined);
  });

  it('can be repeated without a question if the resource doesn’t exist', async () => {
    world.loses(false);
    await assertOutcome(world.save(), 'failed');
    assert.deepEqual(world.created, []);
    assert.equal(world.forgotten, 0, 'the list was forgotten, though it was just read');
    assert.ok(world.state?.type === 'failed');
    world.recovers();
    assert.equal(await world.save(), 'answered');
    assert.equal(world.asked, 0);
    assert.equal(world.sent.length, 2);
  });

  it('asks before it is sent again if nobody waited for the answer, though nothing is there', async () => {
    world.loses(false, 'timeout');
    await assertOutcome(world.save(), 'unknown');
    world.recovers();
    await assert.rejects(world.save(), StoppedError);
    assert.deepEqual([world.asked, world.sent.length], [1, 1]);
  });

  it('is unknown in the history if the result can’t be determined', async () => {
    world.loses(false);
    world.items = undefined;
    await assertOutcome(world.save(), 'unknown');
    assert.deepEqual(world.created, [
      { collection: users, reference: undefined, content: { username: 'ann' }, outcome: 'unknown' },
    ]);
    assert.ok(world.state?.type === 'unknown');
  });

  it('searches the service before sending it again, and asks if nothing is found', async () => {
    world.loses(false);
    world.items = undefined;
    await assertOutcome(world.save(), 'unknown');
    await assert.rejects(world.save(), StoppedError);
    assert.equal(world.asked, 1);
    assert.equal(world.sent.length, 1);
    world.mayRepeat = true;
    await assertOutcome(world.save(), 'unknown');
    assert.equal(world.asked, 2);
    assert.equal(world.sent.length, 2);
    world.items = [{ id: 8, username: 'ann' }];
    assert.equal(await world.save(), 'answered');
    assert.equal(world.asked, 2);
    assert.equal(world.sent.length, 2);
  });

  it('leaves no state behind if the service refused it', async () => {
    world.answer = () => {
      throw failure('invalid', 422);
    };
    await assert.rejects(world.save(), ApiError);
    assert.equal(world.state, undefined);
    assert.deepEqual(world.states, [
      [true, 'unknown'],
      [true, undefined],
      [false, undefined],
    ]);
  });

  it('stores nothing of a draft closed in the meantime', async () => {
    world.answer = () => {
      void world.drafts.forget(world.path);
      return { id: 7, username: 'ann' };
    };
    assert.equal(await world.save(), 'answered');
    assert.equal(world.drafts.find(world.path), undefined);
    assert.equal(world.created.length, 1);
    await assertDraftError(world.save(), 'gone');
  });

  it('treats two spellings of a path as the same draft', async () => {
    const named = '/server-management/a/shop~1/Database Users/new-1.database-user.json';
    assert.deepEqual(world.drafts.find(named), world.drafts.find(world.path));
    assert.ok(world.drafts.find(named));
    assert.notEqual(await world.drafts.start(users), world.path);
    assert.equal(world.drafts.find('/elsewhere.json'), undefined);
  });

  it('only works for kinds that can be created', async () => {
    const settings = { account: 'a', kind: 'sshSettings', parents: [1] } as const;
    await assert.rejects(world.drafts.start(settings), /sshSettings cannot be created/);
  });
});
