import assert from 'node:assert/strict';
import { withoutPauses } from '../../support/withoutPauses';
import { createFirewallRule } from '../../../src/api/contract/firewallRule';
import { ApiError, readOnly } from '../../../src/api/errors';
import { DocumentError, StoppedError, WriteError } from '../../../src/documents/writing/outcome';
import type { Guard } from '../../../src/documents/writing/guard';
import {
  type Job,
  verifyAgain,
  performWrite,
  type Plan,
} from '../../../src/documents/writing/performWrite';
import type { PlannedWrite } from '../../../src/resources/lockOut/findLockOuts';
import type { CollectionReference } from '../../../src/resources/reference';

const target: CollectionReference = { account: 'a', kind: 'firewallRule', parents: [1] };
const lost = new ApiError('network', { method: 'POST', path: '/' }, 'no answer');

/** A job that records its steps in order; each plan sends the next of these ports. */
function watched(
  outcome: 'done' | 'unknown' | 'failed',
  ports: readonly number[] = [22],
): { readonly steps: string[]; readonly job: Job<{ outcome: typeof outcome }> } {
  const steps: string[] = [];
  let planned = 0;
  const job = {
    target,
    plan(): Promise<Plan> {
      const port = ports[Math.min(planned, ports.length - 1)];
      planned += 1;
      steps.push(`plan ${port}`);
      return Promise.resolve({ requests: [{ endpoint: createFirewallRule, body: { port } }] });
    },
    beforeSend: async () => void steps.push('beforeSend'),
    withdraw: async () => void steps.push('withdraw'),
    verify: async () => {
      steps.push('verify');
      return { outcome };
    },
    refresh: () => void steps.push('refresh'),
    note: () => void steps.push('note'),
  };
  return { steps, job };
}

function guardOf(steps: string[], answer: 'unasked' | 'agreed' | 'refused'): Guard {
  return {
    ask: async (writes: readonly PlannedWrite[]) => {
      steps.push(`guard ${JSON.stringify(writes.map(({ body }) => body))}`);
      return answer;
    },
  };
}

function clientOf(steps: string[], error?: unknown): Parameters<typeof performWrite>[0]['client'] {
  return {
    requireWritable: () => Promise.resolve(),
    write: (_target, { body }) => {
      steps.push(`send ${JSON.stringify(body)}`);
      return error === undefined ? Promise.resolve({}) : Promise.reject(error);
    },
  };
}

describe('A write of any kind', () => {
  it('goes through plan, guard and history once each', async () => {
    const { steps, job } = watched('done');
    const guard = guardOf(steps, 'unasked');
    const result = await performWrite(
      { client: clientOf(steps), guard, clock: withoutPauses },
      job,
    );
    assert.equal(result?.found.outcome, 'done');
    const [one, all] = ['{"port":22}', '[{"port":22}]'];
    assert.deepEqual(steps, [
      'plan 22',
      `guard ${all}`,
      'beforeSend',
      `send ${one}`,
      'verify',
      'refresh',
      'note',
    ]);
  });

  it('reads, asks and sends nothing in a read-only account', async () => {
    const { steps, job } = watched('done');
    const guard = guardOf(steps, 'agreed');
    const refused = readOnly({ method: 'PATCH', path: '' });
    const requireWritable = (): Promise<never> => Promise.reject(refused);
    const client = { ...clientOf(steps), requireWritable };
    await assert.rejects(
      performWrite({ client, guard, clock: withoutPauses }, job),
      (error) => error === refused,
    );
    assert.deepEqual(steps, []);
  });

  it('sends and records nothing if the guard refuses', async () => {
    const { steps, job } = watched('done');
    const guard = guardOf(steps, 'refused');
    await assert.rejects(
      performWrite({ client: clientOf(steps), guard, clock: withoutPauses }, job),
      StoppedError,
    );
    assert.equal(steps.length, 2);
  });

  it('is planned again after a question, and confirmed again if the plan has changed', async () => {
    const { steps, job } = watched('done', [22, 23]);
    const guard = guardOf(steps, 'agreed');
    await performWrite({ client: clientOf(steps), guard, clock: withoutPauses }, job);
    assert.deepEqual(steps.slice(0, 6), [
      'plan 22',
      'guard [{"port":22}]',
      'plan 23',
      'guard [{"port":23}]',
      'plan 23',
      'beforeSend',
    ]);
    assert.equal(steps[6], 'send {"port":23}');
  });

  it("is withdrawn if it didn't arrive, without a check or a history entry", async () => {
    const refused = new ApiError('invalid', { method: 'POST', path: '/' }, 'no', { status: 422 });
    const { steps, job } = watched('done');
    const guard = guardOf(steps, 'unasked');
    await assert.rejects(
      performWrite({ client: clientOf(steps, refused), guard, clock: withoutPauses }, job),
      (error) => error === refused,
    );
    assert.deepEqual(steps.slice(-2), ['send {"port":22}', 'withdraw']);
  });

  for (const [outcome, isNoted] of [
    ['done', true],
    ['unknown', true],
    ['failed', false],
  ] as const) {
    it(`is checked if its answer is lost: ${outcome}`, async () => {
      const { steps, job } = watched(outcome);
      const guard = guardOf(steps, 'unasked');
      const services = { client: clientOf(steps, lost), guard, clock: withoutPauses };
      const writing = performWrite(services, job);
      if (outcome === 'done') assert.deepEqual(await writing, { found: { outcome }, lost });
      else {
        await assert.rejects(writing, (error) => {
          return error instanceof WriteError && error.outcome === outcome && error.cause === lost;
        });
      }
      const checks = outcome === 'failed' ? ['verify', 'verify'] : ['verify'];
      assert.deepEqual(steps.slice(4), [...checks, 'refresh', ...(isNoted ? ['note'] : [])]);
    });
  }

  it("is stopped if it's cancelled during the guard's question or during planning", async () => {
    const stopped = AbortSignal.abort();
    const { steps, job } = watched('done');
    const services = {
      client: clientOf(steps),
      guard: guardOf(steps, 'unasked'),
      clock: withoutPauses,
    };
    await assert.rejects(
      performWrite(services, job, (work) => work(stopped)),
      StoppedError,
    );
    assert.deepEqual(steps, ['plan 22', 'guard [{"port":22}]']);
    const failure = new Error('not planned');
    const plan = (): Promise<never> => Promise.reject(failure);
    await assert.rejects(
      performWrite(services, { ...job, plan }, (work) => work(stopped)),
      StoppedError,
    );
    await assert.rejects(performWrite(services, { ...job, plan }), (error) => error === failure);
  });

  it('of several requests is checked if a later one was refused', async () => {
    const refused = new ApiError('invalid', { method: 'POST', path: '/' }, 'no', { status: 422 });
    const { steps, job } = watched('done');
    let sent = 0;
    const client = {
      requireWritable: () => Promise.resolve(),
      write: async () => {
        sent += 1;
        if (sent === 2) throw refused;
        return {};
      },
    };
    const request = { endpoint: createFirewallRule };
    const plan = async (): Promise<Plan> => ({
      requests: [request],
      next: async () => request,
    });
    const services = { client, guard: guardOf(steps, 'unasked'), clock: withoutPauses };
    const result = await performWrite(services, { ...job, plan });
    assert.equal(result?.lost, refused);
    assert.equal(sent, 2);
    assert.deepEqual(steps.slice(-3), ['verify', 'refresh', 'note']);
  });

  it('reports errors without a field for the whole text', async () => {
    const fieldErrors = { '': ['Too many rules.'], 'a.b': ['Wrong.'] };
    const refused = new ApiError('invalid', { method: 'POST', path: '/' }, 'no', { fieldErrors });
    const { steps, job } = watched('done');
    const services = {
      client: clientOf(steps, refused),
      guard: guardOf(steps, 'unasked'),
      clock: withoutPauses,
    };
    const toPath = (field: readonly string[]): readonly string[] => ['in', ...field];
    await assert.rejects(performWrite(services, { ...job, toPath }), (error) => {
      assert.ok(error instanceof DocumentError);
      assert.deepEqual(
        error.problems.map(({ path }) => path),
        [[], ['in', 'a', 'b']],
      );
      return true;
    });
  });

  it('is only checked on a retry, and recorded if it turns out to be done', async () => {
    for (const outcome of ['done', 'unknown', 'failed'] as const) {
      const { steps, job } = watched(outcome);
      await verifyAgain(withoutPauses, job);
      assert.deepEqual(steps, ['verify', 'refresh', ...(outcome === 'done' ? ['note'] : [])]);
    }
  });
});
