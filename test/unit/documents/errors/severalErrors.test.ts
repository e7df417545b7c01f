import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/errors';
import { describeErrorIn } from '../../../../src/documents/describeError';

describe('Several errors of one save', () => {
  const language = { hidesWhyRequestsFail: false };
  const rejected = (status: number): ApiError =>
    new ApiError('invalid', { method: 'PATCH', path: '/' }, 'rejected', { status });

  it('are described once if they say the same', () => {
    const error = new AggregateError([rejected(422), rejected(422), rejected(409)]);
    assert.equal(
      describeErrorIn(language, error),
      'The service rejected the content (422). The service rejected the request (409).',
    );
  });
});
