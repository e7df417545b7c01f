import assert from 'node:assert/strict';
import type { StagedRollout } from '../../../src/pending/applyChanges';
import type { ResourceReference } from '../../../src/resources/reference';
import { settle } from '../../support/fakeClock';
import { cronAt, PendingWindow } from '../../support/pending/pendingWorld';

const servers = [1, 2, 3, 4, 5, 6];
const serverAt = (id: number): ResourceReference => ({ account: 'a', kind: 'server', ids: [id] });

/** Two staged changes for each server, whose ids are the server's with a digit. */
async function stageAll(window: PendingWindow): Promise<void> {
  for (const server of servers) {
    for (const digit of [1, 2]) {
      const job = cronAt(server, server * 10 + digit);
      window.service.add(job, 'before');
      await window.stage(job, { label: 'after' });
    }
  }
}

/** The servers that received a change, in the order of the first one. */
function changed({ service }: PendingWindow): number[] {
  const ids = service.requests
    .filter((request) => request.startsWith('PATCH '))
    .map((request) => Math.floor(Number(request.slice('PATCH '.length)) / 10));
  return [...new Set(ids)];
}

describe('Staged changes that go to one server first', () => {
  let window: PendingWindow;
  let soFar: Parameters<StagedRollout['mayFollow']>[0] | undefined;

  const rollout = (given: Partial<StagedRollout> = {}): { rollout: StagedRollout } => ({
    rollout: {
      first: serverAt(3),
      atOnce: 2,
      mostFailures: 1,
      mayFollow: () => Promise.resolve(true),
      ...given,
    },
  });

  beforeEach(async () => {
    window = new PendingWindow();
    soFar = undefined;
    await stageAll(window);
  });

  it('reach no other server before the question, and the first one is settled by then', async () => {
    let asked: readonly [number[], number] | undefined;
    const applied = await window.apply(
      window.pending.all,
      rollout({
        mayFollow: async (given) => {
          soFar = { ...given, left: [...given.left] };
          await settle();
          asked = [changed(window), window.pending.all.length];
          return true;
        },
      }),
    );
    assert.deepEqual(asked, [[3], 10]);
    assert.deepEqual([soFar?.done, soFar?.left], [2, []]);
    assert.deepEqual(new Set(changed(window)), new Set(servers));
    assert.equal(applied?.done, 12);
    assert.deepEqual(window.pending.all, []);
  });

  it('stay pending for all others if the person stops there', async () => {
    const mayFollow = (): Promise<boolean> => Promise.resolve(false);
    const applied = await window.apply(window.pending.all, rollout({ mayFollow }));
    assert.deepEqual(changed(window), [3]);
    assert.deepEqual([applied?.done, applied?.pending], [2, 10]);
    assert.deepEqual(new Set(Object.values(window.states)), new Set(['pending']));
  });

  it('reach no more servers at a time than the person chose', async () => {
    for (const atOnce of [1, 2, 4]) {
      window = new PendingWindow();
      await stageAll(window);
      let active = 0;
      let most = 0;
      const change = window.change.bind(window);
      window.change = async (...given) => {
        active += 1;
        most = Math.max(most, active);
        await settle();
        return change(...given).finally(() => (active -= 1));
      };
      await window.apply(window.pending.all, rollout({ atOnce }));
      assert.equal(most, atOnce);
      assert.deepEqual(window.pending.all, []);
    }
  });

  it('end after as many failures as the person chose, and what is left stays pending', async () => {
    for (const mostFailures of [1, 2, 3]) {
      window = new PendingWindow();
      await stageAll(window);
      const { service } = window;
      const mayFollow = (): Promise<boolean> => {
        service.nextFault = (method) => (method === 'PATCH' ? { reason: 'forbidden' } : undefined);
        return Promise.resolve(true);
      };
      const options = rollout({ atOnce: 1, mostFailures, mayFollow });
      const applied = await window.apply(window.pending.all, options);
      const { done, failed, pending } = applied ?? {};
      assert.deepEqual([done, failed, pending], [2, mostFailures, 10 - mostFailures]);
    }
  });

  it('go nowhere else once the first server fails, unless the person wants to', async () => {
    window.service.nextFault = (method) =>
      method === 'PATCH' ? { reason: 'forbidden' } : undefined;
    const mayFollow: StagedRollout['mayFollow'] = (given) => {
      soFar = { ...given, left: [...given.left] };
      return Promise.resolve(false);
    };
    await window.apply(window.pending.all, rollout({ mayFollow }));
    assert.deepEqual(changed(window), [3]);
    assert.deepEqual(
      [soFar?.done, soFar?.left.map(({ type }) => type)],
      [0, ['failed', 'pending']],
    );
  });
});
