import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import * as z from 'zod/mini';
import { checkAnswer, checkItems, parseAnswer, readRetryAfter } from '../../../src/api/answer';
import type { Source } from '../../../src/api/contract/endpoint';
import { ApiError, type Operation } from '../../../src/api/errors';
import { rawWords } from '../../support/rawWords';

const now = Date.UTC(2024, 0, 1);
const token = 'sentinel-token';

function contextOf(source: Source = 'documented', method: Operation['method'] = 'GET') {
  const operation = { method, path: '/api/v3/servers/1' };
  return { operation, source, secrets: [token], now, status: 200 };
}

function read(
  status: number,
  body: string,
  headers: Record<string, string> = {},
  source?: Source,
  method?: Operation['method'],
): unknown {
  return parseAnswer({ status, body, headers: new Headers(headers) }, contextOf(source, method));
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
  it('returns the JSON of any 2xx', () => {
    assert.deepEqual(read(200, '{"id":1}'), { id: 1 });
    assert.deepEqual(read(201, '[]'), []);
    assert.deepEqual(read(299, 'null'), null);
  });

  it('treats an empty body as an empty object if it answers a write', () => {
    for (const method of ['POST', 'PATCH', 'PUT', 'DELETE'] as const) {
      for (const body of ['', ' \n']) assert.deepEqual(read(204, body, {}, 'observed', method), {});
    }
  });

  it('rejects an empty body as an answer to a read', () => {
    for (const body of ['', ' \n']) {
      const { reason, flaw } = errorOf(200, body);
      assert.deepEqual([reason, flaw], ['contract', { type: 'empty' }]);
    }
  });

  it('returns any JSON', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        assert.deepEqual(read(200, text), JSON.parse(text));
      }),
    );
  });

  it('reports a web page as a wrong address', () => {
    const byType = errorOf(200, 'Sign in', { 'Content-Type': 'text/html; charset=utf-8' });
    for (const error of [byType, errorOf(200, '\n<!doctype html><p>Sign in')]) {
      assert.equal(error.reason, 'contract');
      assert.equal(error.status, 200);
      assert.match(error.message, /web page, not JSON/);
      assert.deepEqual(rawWords(error.flaw), { type: 'webPage' });
    }
  });

  const trailers = {
    'a byte order mark': '\u{feff}',
    'a comment': '\n<!-- served by node 3 -->',
    'a notice': '\n<br />\n<b>Notice</b>: Undefined index: a["b"] in <b>/srv/x.php</b> on line 3',
    words: '\nWarning: session {closed}',
  };
  for (const [title, after] of Object.entries(trailers)) {
    it(`reads an answer although ${title} follows`, () => {
      const body = '{"name":"a } \\" ] b","tags":[[1]]}';
      assert.deepEqual(read(200, body + after), JSON.parse(body));
      assert.deepEqual(read(200, `\u{feff}[{}]${after}`), [{}]);
      const { serviceMessage } = errorOf(422, `{"message":"The name is taken."}${after}`);
      assert.equal(rawWords(serviceMessage), 'The name is taken.');
    });
  }

  it("doesn't take the first of several values for the answer, nor a part of one", () => {
    for (const body of ['{"id":1}{"id":2}', '{"id":1} ,', '[] ]', '{"id":1}}']) {
      assert.deepEqual(rawWords(errorOf(200, body).flaw), { type: 'moreText' }, body);
    }
    for (const body of ['{"a":{}', '1 a']) {
      assert.deepEqual(rawWords(errorOf(200, body).flaw), { type: 'notJson' }, body);
    }
  });

  it('reports that an answer was cut off', () => {
    const error = errorOf(200, '{"data":[{"id":1},{"i');
    assert.equal(error.reason, 'contract');
    assert.match(error.message, /cut off/);
  });

  it("doesn't follow redirects, and names the host of the target", () => {
    const error = errorOf(302, '', { Location: 'https://login.example.com/in?next=%2Fapi' });
    assert.equal(error.reason, 'contract');
    assert.equal(error.status, 302);
    assert.match(error.message, /redirects to login\.example\.com/);
    assert.deepEqual(rawWords(error.flaw), { type: 'redirect', host: 'login.example.com' });
    for (const headers of [{}, { Location: '/login' }, { Location: 'http://' }] as const) {
      assert.match(errorOf(307, '', headers).message, /redirects to another page/);
    }
  });

  it('hides a secret in a redirect to the same host', () => {
    const location = `https://user:${token}@${token}.example.com/${token}?t=${token}`;
    assert.ok(!errorOf(302, '', { Location: location }).message.includes(token));
  });

  // API §7, and the statuses that say that an operation is not offered.
  const reasons = [
    [400, 'invalid'],
    [405, 'unsupported'],
    [408, 'timeout'],
    [409, 'invalid'],
    [418, 'invalid'],
    [425, 'invalid'],
    [501, 'unsupported'],
    [599, 'server'],
  ] as const;
  for (const [status, reason] of reasons) {
    it(`turns ${status} into "${reason}"`, () => {
      const error = errorOf(status, '{"message":"The service says so."}');
      assert.equal(error.reason, reason);
      assert.equal(error.status, status);
      assert.equal(rawWords(error.serviceMessage), 'The service says so.');
      assert.equal(
        error.message,
        `GET /api/v3/servers/1: ${status} ${reason}: The service says so.`,
      );
    });
  }

  it('maps 404 to "not offered" if the operation was only observed', () => {
    assert.equal(errorOf(404, '', {}, 'observed').reason, 'unsupported');
    assert.equal(errorOf(404, '', {}, 'documented').reason, 'notFound');
    assert.equal(errorOf(403, '', {}, 'observed').reason, 'forbidden');
  });

  it('accepts an error body of any kind', () => {
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
      assert.equal(rawWords(error.serviceMessage), undefined, body);
      assert.deepEqual(rawWords(error.fieldErrors), {}, body);
      assert.equal(error.message, 'GET /api/v3/servers/1: 500 server', body);
    }
  });

  const refusals = [
    [422, 'The name is taken.'],
    [422, '  The name is taken.\n'],
    [422, '"The name is taken."'],
    [400, '{"error":"The name is taken."}'],
    [422, '{"error":{"message":"The name is taken."}}'],
    [422, '{"errors":["The name is taken."]}'],
    [422, '{"errors":[{"message":"The name"},{"message":"is taken."}]}'],
    [422, '["The name", "is taken."]'],
    [422, '{"message":"The name","errors":["is taken."]}'],
    [403, '{"message":"","error":"The name is taken."}'],
  ] as const;
  for (const [status, body] of refusals) {
    it(`finds the reason for a refusal in ${body}`, () => {
      const error = errorOf(status, body, { 'Content-Type': 'text/html' });
      assert.equal(rawWords(error.serviceMessage), 'The name is taken.');
      assert.deepEqual(rawWords(error.fieldErrors), {});
    });
  }

  it('finds the reasons by field at the top of the body', () => {
    const body = '{"name":["is taken"],"port":["is no port","is too high"],"code":7}';
    const { fieldErrors, serviceMessage } = errorOf(422, body);
    assert.deepEqual(rawWords(fieldErrors), {
      name: ['is taken'],
      port: ['is no port', 'is too high'],
    });
    assert.equal(rawWords(serviceMessage), undefined);
  });

  it('shows nothing of a refusal that is markup or cut off', () => {
    for (const body of ['<p>No</p>', '<!doctype html>', '{"mess', '["The', '"The', '42', 'null']) {
      assert.equal(rawWords(errorOf(422, body).serviceMessage), undefined, body);
    }
  });

  it("doesn't read a web page with 403 or 503 as the API's own refusal", () => {
    for (const status of [403, 503]) {
      for (const body of ['<!DOCTYPE html><title>Just a moment</title>', '\n<html lang="en">']) {
        const error = errorOf(status, body, { 'Content-Type': 'text/html' });
        assert.equal(error.reason, 'blocked');
        assert.equal(error.status, status);
        assert.equal(rawWords(error.serviceMessage), undefined);
      }
    }
    assert.equal(errorOf(403, '', { 'Content-Type': 'text/html' }).reason, 'forbidden');
    assert.equal(errorOf(403, 'Forbidden.', { 'Content-Type': 'text/html' }).reason, 'forbidden');
    assert.equal(errorOf(502, '<html>').reason, 'server');
    assert.equal(errorOf(401, '<html>').reason, 'unauthorized');
  });

  it('limits the number of field errors', () => {
    const errors = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, index) => [`field${index}`, ['wrong']]),
    );
    assert.equal(Object.keys(errorOf(422, JSON.stringify({ errors })).fieldErrors).length, 100);
    assert.equal(Object.keys(errorOf(422, JSON.stringify(errors)).fieldErrors).length, 100);
    const many = { name: Array.from({ length: 5_000 }, () => 'wrong') };
    assert.equal(errorOf(422, JSON.stringify({ errors: many })).fieldErrors['name']?.length, 10);
    const list = JSON.stringify({ errors: many.name });
    assert.equal(rawWords(errorOf(422, list).serviceMessage), Array(10).fill('wrong').join(' '));
  });

  it('prepares redaction once for any number of messages', () => {
    const preparations = (fields: number): number => {
      let reads = 0;
      const secrets = new Proxy([token], {
        get(target, key, receiver) {
          if (key === '0') reads += 1;
          return Reflect.get(target, key, receiver) as unknown;
        },
      });
      const errors = Object.fromEntries(
        Array.from({ length: fields }, (_, index) => [`field${index}`, ['one', 'two']]),
      );
      const answer = { status: 422, body: JSON.stringify({ errors }), headers: new Headers() };
      assert.throws(() => parseAnswer(answer, { ...contextOf(), secrets }));
      return reads;
    };
    assert.equal(preparations(80), preparations(1));
  });

  it('accepts anything in an error body', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (body) => {
        assert.equal(errorOf(422, body).reason, 'invalid');
      }),
    );
  });

  it('reads field errors given as lists or as single texts', () => {
    const errors = {
      name: ['is required', 'is too short'],
      'settings.port': 'must be a number',
      odd: [1, { text: 'x' }, 'the one text'],
      none: null,
    };
    const error = errorOf(422, JSON.stringify({ message: 'Invalid.', errors }));
    assert.deepEqual(rawWords(error.fieldErrors), {
      name: ['is required', 'is too short'],
      'settings.port': ['must be a number'],
      odd: ['the one text'],
      none: [],
    });
  });

  it('accepts fields of any name', () => {
    const error = errorOf(422, '{"errors":{"__proto__":["odd"],"constructor":["odder"]}}');
    assert.deepEqual(rawWords(Object.entries(error.fieldErrors)), [
      ['__proto__', ['odd']],
      ['constructor', ['odder']],
    ]);
  });

  it('limits the length of a message', () => {
    const error = errorOf(500, JSON.stringify({ message: 'x'.repeat(5_000) }));
    assert.equal(String(rawWords(error.serviceMessage)).length, 1_000);
  });

  it('redacts secrets that the service quotes', () => {
    const message = `The token ${token} is not valid`;
    const errors = { [`field ${token}`]: [message] };
    const error = errorOf(401, JSON.stringify({ message, errors }));
    assert.equal(rawWords(error.serviceMessage), 'The token ••• is not valid');
    assert.deepEqual(rawWords(error.fieldErrors), { 'field •••': ['The token ••• is not valid'] });
    assert.ok(!error.message.includes(token));
  });

  it('reports when a refused call may be repeated', () => {
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

  it('reads a date, but never one before now', () => {
    assert.equal(at('Mon, 01 Jan 2024 00:01:00 GMT'), now + 60_000);
    assert.equal(at('Fri, 01 Jan 1999 00:00:00 GMT'), now);
  });

  it('returns undefined for anything else', () => {
    assert.equal(readRetryAfter(new Headers(), now), undefined);
    for (const text of ['', 'soon', '-5', '1.5', '9'.repeat(400)]) {
      assert.equal(at(text), undefined, text);
    }
  });
});

describe('checkAnswer', () => {
  const schema = z.looseObject({ id: z.int(), tags: z.array(z.string()) });

  it('returns the answer with all unknown fields', () => {
    const json = { id: 1, tags: [], unknown: { deep: true } };
    assert.deepEqual(checkAnswer(schema, json, contextOf()), json);
  });

  it('names the fields that differ, but not their values', () => {
    const json = { id: token, tags: [token, 1] };
    assert.throws(
      () => checkAnswer(schema, json, contextOf()),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.equal(error.reason, 'contract');
        assert.match(error.message, /id: .*tags\.1: /);
        assert.deepEqual(rawWords(error.flaw), { type: 'shape', fields: ['id', 'tags.1'] });
        assert.ok(!error.message.includes(token));
        return true;
      },
    );
  });

  it('says so if the whole answer differs, and how', () => {
    assert.throws(
      () => checkAnswer(schema, 'text', contextOf()),
      /\(the answer: Invalid input: expected object, received string\)/,
    );
  });

  it('rejects a resource that lacks all of several fields', () => {
    const settings = z.looseObject({ useDns: z.boolean(), port: z.int() });
    assert.throws(() => checkAnswer(settings, {}, contextOf()), ApiError);
    assert.deepEqual(checkAnswer(settings, { port: 22 }, contextOf()), { port: 22 });
    assert.deepEqual(checkAnswer(z.looseObject({ message: z.string() }), {}, contextOf()), {});
  });

  it('names only a few fields if many differ', () => {
    const list = z.array(z.int());
    const json = Array.from({ length: 50 }, () => 'x');
    assert.throws(
      () => checkAnswer(list, json, contextOf()),
      (error) => error instanceof ApiError && error.message.split(';').length === 3,
    );
  });

  it('redacts secrets in the names of fields', () => {
    const table = z.array(z.record(z.string(), z.int()));
    assert.throws(
      () => checkAnswer(table, [{ [token]: 'x' }], contextOf()),
      (error) => error instanceof ApiError && !error.message.includes(token),
    );
  });

  it('rejects an empty body, and an envelope without content, as a list or map', () => {
    const answers = [{}, null, { data: null }, { data: {} }, { message: 'Sorry.' }];
    for (const json of answers) {
      const list = z.array(z.looseObject({ id: z.int() }));
      assert.throws(() => checkAnswer(list, json, contextOf()), ApiError, JSON.stringify(json));
    }
    const map = z.record(z.string(), z.looseObject({ name: z.string() }));
    for (const json of [null, { data: null }, { message: 'Sorry.' }]) {
      assert.throws(() => checkAnswer(map, json, contextOf()), ApiError, JSON.stringify(json));
    }
  });
});

describe('checkItems', () => {
  it('returns the items with all unknown fields', () => {
    const items = [{ id: 1, unknown: true }, { id: 2 }];
    assert.deepEqual(checkItems(z.looseObject({ id: z.int() }), items, contextOf()), {
      items,
      unreadable: 0,
    });
  });

  it('leaves out items without an id, and counts them', () => {
    const given = [{ id: 1 }, { id: 'x' }, { id: '3' }, {}, null, 'text'];
    assert.deepEqual(checkItems(z.looseObject({ id: z.int() }), given, contextOf()), {
      items: [{ id: 1 }, { id: 3 }],
      unreadable: 4,
    });
  });

  it('says that ids are too large to be exact', () => {
    const items = JSON.parse('[{"id":9007199254740993},{"id":-9007199254740993}]') as unknown;
    assert.throws(
      () => checkItems(z.object({ id: z.int() }), items, contextOf()),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual(rawWords(error.flaw), { type: 'largeId', fields: ['0.id', '1.id'] });
        return true;
      },
    );
  });

  it('accepts numbered members as a list', () => {
    const given = { 0: { id: 1 }, 1: { id: 2 } };
    assert.deepEqual(checkItems(z.looseObject({ id: z.int() }), given, contextOf()).items, [
      { id: 1 },
      { id: 2 },
    ]);
  });

  it('names the first fields that differ by position if no item is readable', () => {
    const items = [{ id: 'y' }, { id: 'x' }];
    assert.throws(
      () => checkItems(z.object({ id: z.int() }), items, contextOf()),
      (error) => {
        assert.ok(error instanceof ApiError);
        assert.deepEqual(rawWords(error.flaw), { type: 'shape', fields: ['0.id', '1.id'] });
        return true;
      },
    );
  });

  it('checks no more than a page of a list in which every item is odd', () => {
    let checked = 0;
    const odd = z.custom(() => {
      checked += 1;
      return false;
    });
    const items = Array.from({ length: 400_000 }, () => 'x');
    assert.throws(
      () => checkItems(odd, items, contextOf()),
      (error) => error instanceof ApiError && error.message.split(';').length === 3,
    );
    assert.equal(checked, 2 * 40);
  });

  it("says so if the answer isn't a list", () => {
    for (const items of [undefined, null, {}, { a: 1 }, 'text', 0, false]) {
      assert.throws(() => checkItems(z.unknown(), items, contextOf()), /\(the answer: /);
    }
  });
});
