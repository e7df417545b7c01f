import assert from 'node:assert/strict';
import { MemoryValues } from '../../support/explorerWorld';
import { FakeClock } from '../../support/fakeClock';
import { type EndedTask, Watches } from '../../../src/actions/watches';
import { ApiError } from '../../../src/api/errors';
import type { Resource } from '../../../src/resources/kinds/kind';
import type { ResourceReference } from '../../../src/resources/reference';

const account = 'service';
const subject: ResourceReference = { account, kind: 'gitRepository', ids: [1, 102] };
const project: ResourceReference = { account, kind: 'atomicProject', ids: [7] };
const reference: ResourceReference = { account, kind: 'deployment', ids: [7, 31] };

function git(id: number, status: string): Resource {
  return { id: 7, atomic: true, atomic_project_id: 7, latestDeployment: { id, status } };
}

function refuse(status: number): ApiError {
  const reason = status === 404 ? 'unsupported' : 'server';
  return new ApiError(reason, { method: 'GET', path: '' }, String(status), { status });
}

/** A service with scripted answers by kind; the last one of each is repeated. */
class ScriptedService {
  readonly clock = new FakeClock();
  readonly reads: string[] = [];
  readonly #answers: Partial<Record<string, (Resource | ApiError)[]>>;
  shown: Resource;

  constructor(shown: Resource, answers: Partial<Record<string, (Resource | ApiError)[]>>) {
    this.shown = shown;
    this.#answers = answers;
  }

  readonly store = {
    find: (): Resource => this.shown,
    replace: (_reference: ResourceReference, resource: Resource): void => {
      this.shown = resource;
    },
  };

  readonly client = {
    read: ({ kind, ids }: ResourceReference): Promise<Resource> => {
      this.reads.push([kind, ...ids].join(' '));
      const answers = this.#answers[kind] ?? [];
      const next = answers.length > 1 ? answers.shift() : answers[0];
      return next && !(next instanceof ApiError) ? Promise.resolve(next) : Promise.reject(next);
    },
  };

  /** Resumes what an earlier window watched. */
  watch(before: number | null | undefined) {
    const latest = before === undefined ? {} : { latest: before };
    const task = { id: '1', kind: 'deployment', subject, startedAt: 0 } as const;
    const kept = JSON.stringify([{ ...task, before: { project: 7, ...latest } }]);
    const watches = new Watches(this, new MemoryValues(new Map([['watchedTasks', kept]])), String);
    let outcome: Omit<EndedTask, 'task'> | undefined;
    watches.onDidEnd(({ task: _task, ...ended }) => (outcome = ended));
    watches.resume();
    return { stop: () => watches.stop('1'), over: watches.over('1').then(() => outcome) };
  }

  async outcome(before: number | null | undefined) {
    const { over } = this.watch(before);
    await this.clock.durationOf(over);
    return over;
  }

  /** What a new task notes of the state before. */
  start(target: ResourceReference, before: Resource | undefined): unknown {
    const watches = new Watches(this, new MemoryValues(), String);
    const task = watches.start('deployment', target, before);
    watches.dispose();
    return task?.before;
  }
}

describe('Watching a deployment', () => {
  it('reads it until it ends, and shows its state on the row of the deployed resource', async () => {
    const service = new ScriptedService(git(31, 'DEPLOYING'), {
      deployment: [
        { id: 31, status: 'DEPLOYING' },
        { id: 31, status: 'DEPLOYING' },
        { id: 31, status: 'COMPLETED' },
      ],
    });
    assert.deepEqual(await service.outcome(30), { state: 'done', reference });
    assert.deepEqual(
      service.reads,
      Array.from({ length: 3 }, () => 'deployment 7 31'),
    );
    assert.deepEqual(service.shown, git(31, 'COMPLETED'));
  });

  it('reports a failure, however the service capitalizes it', async () => {
    const service = new ScriptedService(git(31, 'deploying'), {
      deployment: [{ id: 31, status: 'Failed' }],
    });
    assert.equal((await service.outcome(30))?.state, 'failed');
  });

  it("waits for the new one, and doesn't mistake the previous one for it", async () => {
    const service = new ScriptedService(git(30, 'COMPLETED'), {
      atomicProject: [git(30, 'COMPLETED'), git(31, 'DEPLOYING')],
      deployment: [{ id: 31, status: 'COMPLETED' }],
    });
    assert.deepEqual(await service.outcome(30), { state: 'done', reference });
  });

  it("doesn't mistake the previous one for it even if nothing was known before", async () => {
    const service = new ScriptedService(
      { id: 7 },
      {
        atomicProject: [git(30, 'COMPLETED'), git(30, 'COMPLETED'), git(31, 'DEPLOYING')],
        deployment: [{ id: 31, status: 'FAILED' }],
      },
    );
    assert.deepEqual(await service.outcome(undefined), { state: 'failed', reference });
  });

  it('recognizes one that ended at once after an earlier one was seen first', async () => {
    const service = new ScriptedService(
      { id: 7 },
      {
        atomicProject: [git(30, 'COMPLETED'), git(31, 'COMPLETED')],
        deployment: [{ id: 31, status: 'COMPLETED' }],
      },
    );
    assert.deepEqual(await service.outcome(undefined), { state: 'done', reference });
  });

  it('knows the previous one even if a read fails meanwhile', async () => {
    const service = new ScriptedService(
      { id: 7 },
      {
        atomicProject: [refuse(503), git(30, 'COMPLETED'), git(31, 'COMPLETED')],
        deployment: [{ id: 31, status: 'COMPLETED' }],
      },
    );
    assert.deepEqual(await service.outcome(30), { state: 'done', reference });
  });

  it('recognizes the first one ever, even if it ended at once', async () => {
    const service = new ScriptedService(git(31, 'COMPLETED'), {
      deployment: [{ id: 31, status: 'COMPLETED' }],
    });
    assert.deepEqual(await service.outcome(null), { state: 'done', reference });
  });

  it('knows whether an earlier deployment existed, if the list could be read', () => {
    const service = new ScriptedService(git(31, 'DEPLOYING'), {});
    const start = (before: Resource | undefined): unknown => service.start(subject, before);
    assert.deepEqual(start(git(30, 'COMPLETED')), { project: 7, latest: 30 });
    assert.deepEqual(start({ id: 7, latestDeployment: null }), { project: 7, latest: null });
    assert.deepEqual(start({ id: 7 }), { project: 7 });
    assert.deepEqual(start(undefined), { project: 7 });
  });

  it('says that the outcome is unknown if no new one appears, and stops polling', async () => {
    const service = new ScriptedService(git(30, 'COMPLETED'), {
      atomicProject: [git(30, 'COMPLETED')],
    });
    const { over } = service.watch(30);
    assert.equal(await service.clock.durationOf(over), 18_000);
    assert.deepEqual(await over, { state: 'unknown', reference: undefined });
    assert.equal(service.reads.length, 6);
    assert.equal(service.clock.pending, 0);
  });

  it("reads the project if the service can't read a single deployment", async () => {
    const service = new ScriptedService(git(31, 'DEPLOYING'), {
      deployment: [refuse(404)],
      atomicProject: [git(31, 'DEPLOYING'), git(31, 'COMPLETED')],
    });
    assert.equal((await service.outcome(30))?.state, 'done');
    assert.equal(service.reads.filter((read) => read.startsWith('deployment')).length, 1);
  });

  it("isn't misled by another deployment started meanwhile", async () => {
    const service = new ScriptedService(git(31, 'DEPLOYING'), {
      deployment: [refuse(404)],
      atomicProject: [git(32, 'FAILED'), git(31, 'COMPLETED')],
    });
    assert.equal((await service.outcome(30))?.state, 'done');
  });

  it('continues after failures, and gives up if they persist', async () => {
    const passing = new ScriptedService(git(31, 'DEPLOYING'), {
      deployment: [refuse(503), refuse(503), { id: 31, status: 'COMPLETED' }],
    });
    assert.equal((await passing.outcome(30))?.state, 'done');
    const lasting = new ScriptedService(git(31, 'DEPLOYING'), { deployment: [refuse(503)] });
    const { error, ...outcome } = (await lasting.outcome(30)) ?? {};
    assert.deepEqual(outcome, { state: 'unknown', reference });
    assert.ok(error instanceof ApiError && error.status === 503);
    assert.equal(lasting.reads.length, 6);
  });

  it("ends when it's stopped, and reads nothing afterwards", async () => {
    const service = new ScriptedService(git(31, 'DEPLOYING'), {
      deployment: [{ id: 31, status: 'DEPLOYING' }],
    });
    const { stop, over } = service.watch(30);
    await service.clock.advance(4_000);
    stop();
    assert.equal(await over, undefined);
    const { length } = service.reads;
    await service.clock.advance(60_000);
    assert.equal(service.reads.length, length);
    assert.equal(service.clock.pending, 0);
  });

  it('polls less often as a deployment takes longer', async () => {
    const service = new ScriptedService(git(31, 'DEPLOYING'), {
      deployment: [{ id: 31, status: 'DEPLOYING' }],
    });
    const { stop, over } = service.watch(30);
    await service.clock.advance(60_000);
    const { length } = service.reads;
    await service.clock.advance(60_000);
    assert.equal(length, 20, 'every three seconds');
    assert.equal(service.reads.length - length, 6, 'every ten');
    stop();
    await over;
  });

  it('only works for atomic projects, because no other deployment can be read', () => {
    const start = (target: ResourceReference, shown: Resource): unknown =>
      new ScriptedService(shown, {}).start(target, undefined);
    assert.deepEqual(start(subject, git(30, 'COMPLETED')), { project: 7 });
    assert.deepEqual(start(project, {}), { project: 7 });
    const other = { id: 3, atomic: false, atomic_project_id: null };
    assert.equal(start(subject, other), undefined);
  });
});
