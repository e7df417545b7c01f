import assert from 'node:assert/strict';
import { AppClient, type Disturbance } from '../../support/documents/appClient';
import { openGuard } from '../../support/openGuard';
import { withoutPauses } from '../../support/withoutPauses';
import type { Clock } from '../../../src/api/scheduling/clock';
import type { JsonObject } from '../../../src/base/json';
import type { Guard } from '../../../src/documents/writing/guard';
import { WriteError } from '../../../src/documents/writing/outcome';
import { type Written, writeResource } from '../../../src/documents/writing/writeResource';
import type { ResourceReference } from '../../../src/resources/reference';
import { createTestService } from '../sandbox/support/service';
import { eachTest } from '../../support/eachTest';

const ssh = { account: 'test', kind: 'sshSettings', ids: [1] } as const;

/** A service, and what a write does other than sending. */
class World {
  readonly service = createTestService();
  readonly client = new AppClient(this.service);
  /** The shown resources, in order. */
  readonly noted: unknown[] = [];
  /** The delays of all timers, and how many of them were still pending at the end. */
  readonly delays: number[] = [];
  waiting = 0;
  readonly requests: string[] = [];
  guard: Guard = openGuard;

  async write(
    reference: ResourceReference,
    change: JsonObject,
    { theirs, ...disturbance }: Disturbance & { readonly theirs?: JsonObject } = {},
  ): Promise<Written> {
    this.client.disturbance = {
      ...disturbance,
      onRead: () => this.requests.push('read'),
      onWrite: () => this.requests.push('write'),
    };
    const toSides = (live: JsonObject) => ({ base: live, mine: { ...live, ...change } });
    return writeResource(
      {
        client: this.client,
        clock: this.#clock,
        guard: this.guard,
        noteRead: (_reference, { useDns }) => void this.noted.push(useDns),
        noteWrite: () => undefined,
      },
      { reference, toSides, theirs },
    );
  }

  readonly #clock: Clock = {
    ...withoutPauses,
    after: (delay, callback) => {
      this.delays.push(delay);
      this.waiting += 1;
      const done = (): void => {
        this.waiting -= 1;
      };
      const cancel = withoutPauses.after(delay, () => {
        done();
        callback();
      });
      return () => {
        done();
        cancel();
      };
    },
  };
}

describe('A merged write', () => {
  let useDns: boolean;

  const world = eachTest(() => new World());
  beforeEach(async () => {
    useDns = (await world.client.read(ssh))['useDns'] === true;
  });

  it('shows the resource as read before and after', async () => {
    const { changes } = await world.write(ssh, { useDns: !useDns });
    assert.deepEqual(
      changes.map(({ path }) => path.join('.')),
      ['useDns'],
    );
    assert.deepEqual(world.noted, [useDns, !useDns]);
  });

  it('shows only the read resource and sends nothing if there is nothing to change', async () => {
    const { changes } = await world.write(ssh, { useDns });
    assert.deepEqual(changes, []);
    assert.deepEqual(world.requests, ['read']);
  });

  it('waits before checking a second time, and leaves no timers behind', async () => {
    const ignored = world.write(
      ssh,
      { useDns: !useDns },
      { takeWrite: 'never', answerWrite: { json: {} } },
    );
    await assert.rejects(ignored, (error) => {
      assert.ok(error instanceof WriteError);
      assert.equal(error.message, 'notApplied; useDns');
      return true;
    });
    assert.deepEqual(world.delays, [15_000, 1_000, 15_000]);
    assert.equal(world.waiting, 0);
  });

  it('is checked twice after a lost answer, and once if the service says that it failed', async () => {
    await assert.rejects(
      world.write(ssh, { useDns: !useDns }, { loseWrite: 'before' }),
      WriteError,
    );
    assert.deepEqual(world.requests, ['read', 'write', 'read', 'read']);
    world.requests.length = 0;
    world.service.faults.add('500:PATCH:/api/v3/servers/1/settings/ssh');
    await assert.rejects(world.write(ssh, { useDns: !useDns }), WriteError);
    assert.deepEqual(world.requests, ['read', 'write', 'read']);
  });

  it('reads again after a question, even what was read just before', async () => {
    const theirs = (await world.client.read(ssh)) as JsonObject;
    await world.write(ssh, { useDns: !useDns }, { theirs });
    assert.equal(world.requests[0], 'write');
    world.requests.length = 0;
    world.guard = { ask: () => Promise.resolve('agreed') };
    await world.write(ssh, { useDns }, { theirs: { ...theirs, useDns: !useDns } });
    assert.deepEqual(world.requests.slice(0, 2), ['read', 'write']);
  });
});
