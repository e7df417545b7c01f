import assert from 'node:assert/strict';
import { ApiError, type ApiErrorReason } from '../../../src/api/errors';
import {
  answerTo,
  errorsOf,
  joinErrors,
  mayHaveArrived,
  outcomeOf,
} from '../../../src/documents/writing/outcome';
import { foreign } from '../../../src/base/foreignText';

const operation = { method: 'POST', path: '/api/v2/servers/1/cronjobs' } as const;

function error(
  reason: ApiErrorReason,
  details: ConstructorParameters<typeof ApiError>[3] = {},
): ApiError {
  return new ApiError(reason, operation, 'as in a test', details);
}

describe('The outcome of a write', () => {
  it('is unknown if its answer was lost', () => {
    for (const reason of ['network', 'timeout', 'server', 'cancelled', 'contract'] as const) {
      assert.equal(outcomeOf(error(reason)), 'unknown', reason);
    }
    assert.equal(outcomeOf(error('network', { code: 'ECONNRESET' })), 'unknown');
    for (const status of [300, 302]) {
      assert.equal(outcomeOf(error('contract', { status })), 'unknown', 'a redirect');
    }
    assert.equal(outcomeOf(error('network', { status: 200 })), 'unknown', 'an answer cut off');
    const several = joinErrors([error('invalid'), error('timeout')]);
    assert.equal(mayHaveArrived(several), true, 'one of several requests');
    assert.deepEqual(errorsOf(several).length, 2);
  });

  it('is failed if the service refused it, or nothing was sent', () => {
    for (const reason of ['unauthorized', 'forbidden', 'notFound', 'invalid'] as const) {
      assert.equal(outcomeOf(error(reason)), 'failed', reason);
    }
    for (const reason of ['rateLimited', 'unsupported'] as const) {
      assert.equal(outcomeOf(error(reason)), 'failed', reason);
    }
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'CERT_HAS_EXPIRED']) {
      assert.equal(outcomeOf(error('network', { code })), 'failed', code);
    }
    assert.equal(outcomeOf(error('cancelled', { isUnsent: true })), 'failed');
    assert.equal(mayHaveArrived(new TypeError('not a call at all')), false);
  });

  it('is done if the service reported success, regardless of the rest of the answer', async () => {
    const shape = error('contract', {
      status: 201,
      flaw: { type: 'shape', fields: [foreign('id')] },
    });
    const text = error('contract', { status: 200, flaw: { type: 'notJson' } });
    for (const each of [shape, text]) {
      assert.equal(outcomeOf(each), 'done');
      assert.equal(await answerTo(Promise.reject(each)), undefined);
    }
    const page = error('contract', { status: 200, flaw: { type: 'webPage' } });
    assert.equal(outcomeOf(page), 'unknown', 'a web page may come from anything in between');
    await assert.rejects(answerTo(Promise.reject(page)), page);
    assert.deepEqual(await answerTo(Promise.resolve({ id: 1 })), { id: 1 });
  });
});
