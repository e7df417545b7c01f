import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod';
import { checkAnswer, readAnswer, readRetryAfter } from '../../../src/api/answer';
import type { Source } from '../../../src/api/contract/endpoint';
import { ApiError } from '../../../src/api/errors';

const now = Date.UTC(2024, 0, 1);
const token = 'sentinel-token';

function contextOf(source: Source = 'documented') {
  const operation = { method: 'GET', path: '/api/v3/servers/1' } as const;
  return { operation, source, secrets: [token], now };
}

function read(
  status: number,
  body: string,
  headers: Record<string, string> = {},
  source?: Source,
): unknown {
  return readAnswer({ status, body, headers: new Headers(headers) }, contextOf(source));
}

function errorOf(...args: Parameters<typeof read>): ApiError {
  try {
    read(...args);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return assert.fail('It was read, and should have been refused.');
}

describe('readAnswer', () => {
  it('gives the JSON of any 2xx', () => {
    assert.deepEqual(read(200, '{"id":1}'), { id: 1 });
    assert.deepEqual(read(201, '[]'), []);
    assert.deepEqual(read(299, 'null'), null);
  });

  it('takes an empty body for an empty object', () => {
    for (const body of ['', ' \n']) assert.deepEqual(read(204, body), {});
  });

  it('gives back whatever JSON came', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(read(200, text), JSON.parse(text));
      }),
    );
  });

  it('takes a web page for a wrong address', () => {
    const byType = errorOf(200, 'Sign in', { 'Content-Type': 'text/html; charset=utf-8' });
    for (const error of [byType, errorOf(200, '\n<!doctype html><p>Sign in')]) {
      assert.equal(error.reason, 'contract');
      assert.equal(error.status, 200);
      assert.match(error.message, /web page, not JSON/);
      assert.deepEqual(error.flaw, { type: 'webPage' });
    }
  });

  it('says when an answer was cut off', () => {
    const error = errorOf(200, '{"data":[{"id":1},{"i');
    assert.equal(error.reason, 'contract');
    assert.match(error.message, /cut off/);
  });

  it('follows no redirect, and names the host it leads to', () => {
    const error = errorOf(302, '', { Location: 'https://login.example.com/in?next=%2Fapi' });
    assert.equal(error.reason, 'contract');
    assert.equal(error.status, 302);
    assert.match(error.message, /redirects to login\.example\.com/);
    assert.deepEqual(error.flaw, { type: 'redirect', host: 'login.example.com' });
    for (const headers of [{}, { Location: '/login' }, { Location: 'http://' }] as const) {
      assert.match(errorOf(307, '', headers).message, /redirects to another page/);
    }
  });

  it('keeps a secret in a redirect to itself', () => {
    const location = `https://user:${token}@${token}.example.com/${token}?t=${token}`;
    assert.ok(!errorOf(302, '', { Location: location }).message.includes(token));
  });

  // Reference §7, and the statuses that say that an operation is not offered.
  const reasons = [
    [400, 'invalid'],
    [401, 'unauthorized'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [405, 'unsupported'],
    [409, 'invalid'],
    [418, 'invalid'],
    [422, 'invalid'],
    [429, 'rateLimited'],
    [500, 'server'],
    [501, 'unsupported'],
    [502, 'server'],
    [503, 'server'],
    [504, 'server'],
    [599, 'server'],
  ] as const;
  for (const [status, reason] of reasons) {
    it(`turns ${status} into "${reason}"`, () => {
      const error = errorOf(status, '{"message":"The service says so."}');
      assert.equal(error.reason, reason);
      assert.equal(error.status, status);
      assert.equal(error.serviceMessage, 'The service says so.');
      assert.equal(
        error.message,
        `GET /api/v3/servers/1: ${status} ${reason}: The service says so.`,
      );
    });
  }

  it('takes 404 for "not offered" where the operation was merely observed', () => {
    assert.equal(errorOf(404, '', {}, 'observed').reason, 'unsupported');
    assert.equal(errorOf(404, '', {}, 'documented').reason, 'notFound');
    assert.equal(errorOf(403, '', {}, 'observed').reason, 'forbidden');
  });

  it('makes do with an error body of any kind', () => {
    const bodies = [
      '',
      'null',
      '[]',
      '"text"',
      '42',
      '{}',
      '{"message":null}',
      '{"message":""}',
      '{"message":{"text":"nested"}}',
      '<html>',
      '{"mess',
    ];
    for (const body of bodies) {
      const error = errorOf(500, body);
      assert.equal(error.reason, 'server', body);
      assert.equal(error.serviceMessage, undefined, body);
      assert.deepEqual(error.fieldErrors, {}, body);
      assert.equal(error.message, 'GET /api/v3/servers/1: 500 server', body);
    }
  });

  it('reads no matter what stands in an error body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
        assert.equal(errorOf(422, body).reason, 'invalid');
      }),
    );
  });

  it('reads field errors, as lists or as single texts', () => {
    const errors = {
      name: ['is required', 'is too short'],
      'settings.port': 'must be a number',
      odd: [1, { text: 'x' }, 'the one text'],
      none: null,
    };
    const error = errorOf(422, JSON.stringify({ message: 'Invalid.', errors }));
    assert.deepEqual(error.fieldErrors, {
      name: ['is required', 'is too short'],
      'settings.port': ['must be a number'],
      odd: ['the one text'],
      none: [],
    });
  });

  it('takes a field of any name for a field', () => {
    const error = errorOf(422, '{"errors":{"__proto__":["odd"],"constructor":["odder"]}}');
    assert.deepEqual(Object.entries(error.fieldErrors), [
      ['__proto__', ['odd']],
      ['constructor', ['odder']],
    ]);
  });

  it('cuts a message that nobody would read', () => {
    const error = errorOf(500, JSON.stringify({ message: 'x'.repeat(5_000) }));
    assert.equal(error.serviceMessage?.length, 1_000);
  });

  it('blots out secrets that the service quotes', () => {
    const message = `The token ${token} is not valid`;
    const errors = { [`field ${token}`]: [message] };
    const error = errorOf(401, JSON.stringify({ message, errors }));
    assert.equal(error.serviceMessage, 'The token ••• is not valid');
    assert.deepEqual(error.fieldErrors, { 'field •••': ['The token ••• is not valid'] });
    assert.ok(!error.message.includes(token));
  });

  it('says when a refused call may be repeated', () => {
    assert.equal(errorOf(429, '', { 'Retry-After': '30' }).retryAt, now + 30_000);
    assert.equal(errorOf(503, '', { 'Retry-After': '1' }).retryAt, now + 1_000);
    assert.equal(errorOf(429, '').retryAt, undefined);
  });
});

describe('readRetryAfter', () => {
  const at = (text: string): number | undefined =>
    readRetryAfter(new Headers({ 'Retry-After': text }), now);

  it('reads seconds', () => {
    assert.equal(at('0'), now);
    assert.equal(at(' 120 '), now + 120_000);
  });

  it('reads a date, which is never before now', () => {
    assert.equal(at('Mon, 01 Jan 2024 00:01:00 GMT'), now + 60_000);
    assert.equal(at('Fri, 01 Jan 1999 00:00:00 GMT'), now);
  });

  it('knows nothing where there is nothing to know', () => {
    assert.equal(readRetryAfter(new Headers(), now), undefined);
    for (const text of ['', 'soon', '-5', '1.5', '9'.repeat(400)]) {
      assert.equal(at(text), undefined, text);
    }
  });
});

describe('checkAnswer', () => {
  const schema = z.looseObject({ id: z.int(), tags: z.array(z.string()) });

  it('gives the answer with everything that nobody knows', () => {
    const json = { id: 1, tags: [], unknown: { deep: true } };
    assert.deepEqual(checkAnswer(schema, json, contextOf()), json);
  });

  it('names the fields that differ, but not what they hold', () => {
    const json = { id: token, tags: [token, 1] };
    assert.throws(
      () => checkAnswer(schema, json, contextOf()),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.reason, 'contract');
        assert.match(error.message, /id: .*tags\.1: /);
        assert.deepEqual(error.flaw, { type: 'shape', fields: ['id', 'tags.1'] });
        assert.ok(!error.message.includes(token));
        return true;
      },
    );
  });

  it('says so where the whole answer differs', () => {
    assert.throws(() => checkAnswer(schema, 'text', contextOf()), /\(the answer: /);
  });

  it('names a few fields where many differ', () => {
    const list = z.array(z.int());
    const json = Array.from({ length: 50 }, () => 'x');
    assert.throws(
      () => checkAnswer(list, json, contextOf()),
      (error) => error instanceof ApiError && error.message.split(';').length === 3,
    );
  });

  it('blots out secrets in the names of fields', () => {
    const table = z.record(z.string(), z.int());
    assert.throws(
      () => checkAnswer(table, { [token]: 'x' }, contextOf()),
      (error) => error instanceof ApiError && !error.message.includes(token),
    );
  });
});
