import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { parseAnswer } from '../../../../src/api/answer';
import { ApiError } from '../../../../src/api/errors';
import { describeErrorIn } from '../../../../src/documents/describeError';

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

  for (const status of [403, 503]) {
    it(`with a web page and ${status} isn't said to come from a proxy alone`, () => {
      const body = '<!doctype html><title>Forbidden</title>';
      const operation = { method: 'GET', path: '/' } as const;
      const answer = { status, body, headers: new Headers() };
      const context = { operation, source: 'documented', secrets: [], now: 0 } as const;
      assert.throws(
        () => parseAnswer(answer, { ...context, schema: z.unknown() } as never),
        (error) =>
          new RegExp(`web page \\(${status}\\).*proxy or .*web server`).test(
            describeErrorIn(language, error),
          ),
      );
    });
  }
});
