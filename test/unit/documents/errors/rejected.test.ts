import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { checkItems, parseAnswer } from '../../../../src/api/answer';
import { ApiError } from '../../../../src/api/errors';
import { openEnvelope } from '../../../../src/api/paging';
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
      const words = wordsAbout('<!doctype html><title>Forbidden</title>', status);
      assert.match(words, new RegExp(`web page \\(${status}\\).*proxy or .*web server`));
    });
  }
});

describe("A list that can't be read", () => {
  for (const [body, words] of [
    [
      '<!doctype html><title>Sign in</title>',
      "The response isn't from this API. GET /servers: received a web page instead of JSON. Is this the address of the API?",
    ],
    ['[{"id":1},{"i', "GET /servers: the response isn't JSON, or was cut off."],
    ['[{"id":1}][{"id":2}]', 'GET /servers: more text follows the JSON of the response.'],
    [
      '[{"id":9007199254740993}]',
      'GET /servers: the IDs in the response are too large to be exact.',
    ],
    ['[{"name":"shop"}]', 'GET /servers: unexpected response format at 0.id.'],
    ['{"data":{"data":[{"id":1}]}}', 'It was read.'],
  ] as const) {
    it(`is explained, without doubting the address for no reason: ${body}`, () => {
      assert.equal(wordsAbout(body, 200), words);
    });
  }
});

function wordsAbout(body: string, status: number): string {
  const operation = { method: 'GET', path: '/servers' } as const;
  const context = { operation, source: 'documented', secrets: [], now: 0, status } as const;
  try {
    const json = parseAnswer({ status, body, headers: new Headers() }, context);
    checkItems(z.object({ id: z.int() }), openEnvelope(json).items, context);
    return 'It was read.';
  } catch (error) {
    return describeErrorIn(language, error);
  }
}
