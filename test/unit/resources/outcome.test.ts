import assert from 'node:assert/strict';
import { ApiError, type ApiErrorReason } from '../../../src/api/errors';
import { answerTo, mayHaveArrived, outcomeOf } from '../../../src/documents/writing/outcome';
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
    assert.equal(outcomeOf(error('contract', { status: 302 })), 'unknown', 'a redirect');
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

  it('is done if the service said so, whatever else it said', async () => {
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
    assert.equal(outcomeOf(page), 'unknown', 'anything on the way may have answered a web page');
    await assert.rejects(answerTo(Promise.reject(page)), page);
    assert.deepEqual(await answerTo(Promise.resolve({ id: 1 })), { id: 1 });
  });
});
