import assert from 'node:assert/strict';
import { ApiError } from '../../../../src/api/errors';
import { describeErrorIn } from '../../../../src/documents/errors/describeError';

const language = { hidesWhyRequestsFail: false };

describe('A rejected request', () => {
  for (const { status, words } of [
    { status: 422, words: 'The service rejected the content (422).' },
    { status: 409, words: 'The service rejected the request (409).' },
  ]) {
    it(`is only said to have wrong content if that is the reason: ${status}`, () => {
      const operation = { method: 'DELETE', path: '/' } as const;
      const error = new ApiError('invalid', operation, 'rejected', { status });
      assert.equal(describeErrorIn(language, error), words);
    });
  }
});
