import assert from 'node:assert/strict';
import { ApiError, type ApiErrorReason } from '../../../src/api/errors';
import { withRetries } from '../../../src/api/scheduling/scheduler';
import { failureOf } from '../../support/apiErrors';
import { FakeClock } from '../../support/fakeClock';

const operation = { method: 'GET', path: '/api/v3/ping' } as const;

interface Failure {
  readonly reason: ApiErrorReason;
  readonly code?: string;
  /** When the service says to retry, in milliseconds after the failure. */
  readonly retryIn?: number;
}

/** A call that fails `failures` times, or always, before it succeeds; and the outcome. */
function setUp(
  failure: Failure,
  options: { failures?: number; repeatable?: boolean; random?: number } = {},
) {
  const clock = new FakeClock();
  const stop = new AbortController();
  const startedAt = clock.now();
  const tries: number[] = [];
  const call = (): Promise<string> => {
    tries.push(clock.now() - startedAt);
    if (tries.length > (options.failures ?? Infinity)) return Promise.resolve('done');
    const { reason, code, retryIn } = failure;
    const retryAt = retryIn === undefined ? undefined : clock.now() + retryIn;
    return Promise.reject(new ApiError(reason, operation, 'failed', { code, retryAt }));
  };
  const result = withRetries(call, {
    clock,
    random: () => options.random ?? 0,
    repeatable: options.repeatable ?? true,
    signal: stop.signal,
  });
  return { clock, stop, tries, result };
}

/** When each try began, in milliseconds after the first, if all of them fail. */
async function triesOf(...args: Parameters<typeof setUp>): Promise<number[]> {
  const { clock, result, tries } = setUp(...args);
  const error = failureOf(result);
  await clock.durationOf(error);
  await error;
  return tries;
}

describe('withRetries', () => {
  for (const reason of ['server', 'network', 'blocked', 'rateLimited'] as const) {
    it(`repeats a read at most three times after ${reason}`, async () => {
      assert.equal((await triesOf({ reason })).length, 4);
    });
  }

  it('returns the answer as soon as it arrives', async () => {
    const { clock, result, tries } = setUp({ reason: 'server' }, { failures: 2 });
    await clock.durationOf(result);
    assert.equal(await result, 'done');
    assert.equal(tries.length, 3);
    assert.equal(clock.pending, 0);
  });

  const final = [
    'unauthorized',
    'forbidden',
    'notFound',
    'invalid',
    'timeout',
    'cancelled',
    'contract',
    'unsupported',
  ] as const;
  for (const reason of final) {
    it(`doesn't repeat a read after ${reason}`, async () => {
      assert.deepEqual(await triesOf({ reason }), [0]);
    });
  }

  it("doesn't repeat a read if the certificate isn't trusted", async () => {
    for (const code of ['CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT']) {
      assert.deepEqual(await triesOf({ reason: 'network', code }), [0], code);
    }
  });

  it('repeats no write after a failure of the service or of a connection', async () => {
    for (const failure of [
      { reason: 'server' },
      { reason: 'blocked' },
      { reason: 'network' },
      { reason: 'network', code: 'ECONNRESET' },
      { reason: 'timeout', code: 'UND_ERR_CONNECT_TIMEOUT' },
    ] as const) {
      assert.deepEqual(await triesOf(failure, { repeatable: false }), [0], failure.reason);
    }
  });

  it('repeats a write that certainly had no effect', async () => {
    for (const failure of [
      { reason: 'rateLimited' },
      { reason: 'network', code: 'ECONNREFUSED' },
      { reason: 'network', code: 'ENOTFOUND' },
      { reason: 'network', code: 'EAI_AGAIN' },
    ] as const) {
      const tries = await triesOf(failure, { repeatable: false });
      assert.equal(tries.length, 4, failure.reason);
    }
  });

  it('backs off longer each time', async () => {
    assert.deepEqual(await triesOf({ reason: 'server' }), [0, 150, 450, 1_050]);
  });

  it('adds a random delay of up to a half', async () => {
    const random = 1 - Number.EPSILON;
    const tries = await triesOf({ reason: 'server' }, { random });
    assert.deepEqual(tries.map(Math.round), [0, 300, 900, 2_100]);
  });

  it('waits as long as Retry-After says, after 429 and 503 alike', async () => {
    for (const reason of ['rateLimited', 'server'] as const) {
      const tries = await triesOf({ reason, retryIn: 7_000 });
      assert.deepEqual(tries, [0, 7_000, 14_000, 21_000], reason);
    }
  });

  it('retries at once if Retry-After is in the past', async () => {
    assert.deepEqual(await triesOf({ reason: 'rateLimited', retryIn: -5 }), [0, 0, 0, 0]);
  });

  it('fails at once if it would have to wait longer than a person would', async () => {
    const { clock, result, tries } = setUp({ reason: 'rateLimited', retryIn: 121_000 });
    const error = await failureOf(result);
    assert.equal(error.retryAt, clock.now() + 121_000);
    assert.equal(tries.length, 1);
  });

  it('stops waiting when it is cancelled', async () => {
    const { clock, stop, result, tries } = setUp({ reason: 'server' });
    const rejected = assert.rejects(result, /enough/);
    await clock.advance(100);
    stop.abort(new Error('enough'));
    await rejected;
    assert.equal(tries.length, 1);
    assert.equal(clock.pending, 0);
  });

  it("passes on anything but an ApiError: a defect isn't retried", async () => {
    const { clock } = setUp({ reason: 'server' });
    let tries = 0;
    const result = withRetries(
      () => {
        tries += 1;
        return Promise.reject(new RangeError('a defect'));
      },
      {
        clock,
        random: () => 0,
        repeatable: true,
        signal: undefined,
      },
    );
    await assert.rejects(result, RangeError);
    assert.equal(tries, 1);
  });
});
