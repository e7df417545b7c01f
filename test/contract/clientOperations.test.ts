import assert from 'node:assert/strict';
import type { ApiClient } from '../../src/api/client';
import { type ApiVersion, type Endpoint, isList } from '../../src/api/contract/endpoint';
import { oddFieldsOf } from '../../src/api/lenient';
import { answerTo, mayHaveArrived } from '../../src/documents/writing/outcome';
import { assertFails } from '../support/apiErrors';
import { allEndpoints } from '../support/contract';
import { type RecordingServer, sendJson, startRecordingServer } from '../support/httpServer';
import { clientOf, testToken } from '../support/testClient';
import { exampleOf, isArrayShape } from './literal/checkShape';
import { documented } from './literal/documented';
import { asked, observed } from './literal/observed';
import { fill, fillText, type Operation, titleOf, type Values } from './literal/operation';
import type { ObjectShape, Shape } from './literal/shape';

const names: Values = {
  systemUserName: 'deploy',
  realName: 'nginx-rc',
  blockedAddress: '192.0.2.99',
};

/** A value for every placeholder in a path or a body: the names, and a number for each id. */
const values: Values = { ...numbersFor([...documented, ...observed]), ...names };

function numbersFor(operations: readonly Operation[]): Values {
  const placeholders = JSON.stringify(operations).matchAll(/\{(\w+Id)\}/g);
  const found = new Set([...placeholders].map(([, name = '']) => name));
  return Object.fromEntries([...found].map((name, index) => [name, index + 11]));
}

describe('The client, against a recording server', () => {
  const endpoints = new Map<string, Endpoint>();
  let server: RecordingServer;
  let client: ApiClient;
  let legacyClient: ApiClient;
  let answer: unknown;
  /** A raw body in place of a JSON answer. */
  let body: string | undefined;

  before(async () => {
    for (const endpoint of await allEndpoints()) endpoints.set(endpoint.id, endpoint);
    server = await startRecordingServer((_, response) => {
      if (body === undefined) sendJson(response, answer);
      else response.end(body);
    });
    client = clientOf(server.url);
    legacyClient = clientOf(server.url, {
      credentials: { kind: 'basic', key: 'key', secret: 'secret' },
    });
  });

  after(() => server.close());

  afterEach(() => {
    body = undefined;
  });

  const isLegacy = (operation: Operation): boolean => asked.includes(operation);

  /** Performs an operation by name; a list yields the items of its first page. */
  async function perform(operation: Operation): Promise<unknown> {
    const { id, path, body: example } = operation;
    const caller = isLegacy(operation) ? legacyClient : client;
    const endpoint = endpoints.get(id);
    assert.ok(endpoint, `the contract has no "${id}"`);
    const version = path.split('/')[2] as ApiVersion;
    const input = { path: pathValues(endpoint.path, path) };
    if (isList(endpoint)) return (await caller.page(endpoint, input, 1, { version })).items;
    const sent = example === undefined ? {} : { body: fill(example, values) };
    return caller.call<Endpoint>(endpoint, { ...input, ...sent }, { version });
  }

  for (const [title, operations] of Object.entries({
    'sends what the reference specifies, and understands the answer': documented,
    'sends what was observed, and understands the answer': observed,
    'asks v2 for what was observed with a legacy pair, and understands the answer': asked,
  })) {
    describe(title, () => {
      for (const operation of operations) {
        it(titleOf(operation), async () => {
          answer = exampleOf(operation.response, { unknownField: 'kept' });
          const result = await perform(operation);
          const envelope = answer as { data?: unknown };
          assert.deepEqual(result, operation.filters ? (envelope.data ?? answer) : answer);

          const request = server.requests.at(-1);
          assert.ok(request);
          assert.equal(request.method, operation.method);
          const query = operation.filters ? '?perPage=40&page=1' : '';
          assert.equal(request.target, fillText(operation.path, values) + query);
          assert.equal(request.headers['accept'], 'application/json');
          assert.equal(request.headers['content-type'], 'application/json');
          assert.equal(
            request.headers['authorization'],
            isLegacy(operation) ? 'Basic a2V5OnNlY3JldA==' : `Bearer ${testToken}`,
          );
          const sent = request.body === '' ? undefined : (JSON.parse(request.body) as unknown);
          const expected = operation.body === undefined ? undefined : fill(operation.body, values);
          assert.deepEqual(sent, expected);
        });
      }
    });
  }

  describe('reads a list without meta, as a bare array, and with more than requested', () => {
    for (const operation of [...documented, ...observed].filter(({ filters }) => filters)) {
      it(titleOf(operation), async () => {
        const example = exampleOf(operation.response);
        const items = (example as { data?: unknown[] }).data ?? (example as unknown[]);
        for (const wrapped of [items, { data: items }, { data: items, meta: {}, extra: 1 }]) {
          answer = wrapped;
          assert.deepEqual(await perform(operation), items);
        }
        answer = { data: [] };
        assert.deepEqual(await perform(operation), []);
      });
    }
  });

  describe('treats a write as done, regardless of the content of the answer', () => {
    const bodies = [
      '{}',
      '',
      '{"message":"Updated."}',
      '[]',
      'null',
      'true',
      'OK',
      '"done"',
      '{"data":{"ok":1}}',
      '{"id":"text"}',
    ];
    for (const operation of [...documented, ...observed].filter(({ method }) => method !== 'GET')) {
      it(titleOf(operation), async () => {
        for (body of bodies) {
          await answerTo(perform(operation));
        }
        assert.equal(server.requests.at(-1)?.method, operation.method);
      });
    }

    it('but not a web page, which may come from someone else', async () => {
      const [operation] = documented.filter(({ method }) => method === 'PATCH');
      assert.ok(operation);
      body = '<!doctype html><title>Sign in</title>';
      const error = await assertFails(answerTo(perform(operation)), 'contract');
      assert.ok(mayHaveArrived(error));
    });
  });

  describe('requires the id of an answer, and reports other fields of the wrong type', () => {
    for (const operation of documented) {
      const fields = Object.entries(itemOf(operation.response));
      if (fields.length === 0) continue;
      it(titleOf(operation), async () => {
        for (const [name, shape] of fields) {
          for (const wrong of [undefined, null, wrongFor(shape)]) {
            answer = withItem(operation.response, { [name]: wrong });
            if (name === 'id') {
              const error = await assertFails(perform(operation), 'contract');
              assert.match(error.message, /\bid\b/);
            } else {
              const given: unknown = await perform(operation);
              const [result] = Array.isArray(given) ? (given as object[]) : [given as object];
              assert.ok(result);
              const odd = oddFieldsOf(result).map(({ path }) => path.join('.'));
              assert.deepEqual(odd, isUnderstood(wrong) ? [] : [name], name);
            }
          }
        }
      });
    }
  });
});

/** The contract may name placeholders differently, so values are assigned by position. */
function pathValues(template: string, path: string): Record<string, string | number> {
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => values[name] ?? '');
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  assert.equal(names.length, places.length, template);
  return Object.fromEntries(names.map((name, index) => [name, places[index] ?? '']));
}

/** The fields of an operation's answer, or of one of its items. */
function itemOf(response: Shape): ObjectShape {
  if (typeof response === 'string') return {};
  if (isArrayShape(response)) return itemOf(response[0]);
  return 'data' in response && 'meta' in response ? itemOf(response['data'] ?? {}) : response;
}

/** An answer whose one item has these fields instead of its own. */
function withItem(response: Shape, fields: object): unknown {
  const item = { ...(exampleOf(itemOf(response)) as object), ...fields };
  if (isArrayShape(response)) return [item];
  const answer = exampleOf(response) as object;
  return 'meta' in answer ? { ...answer, data: [item] } : item;
}

/** Missing values, and numbers in place of texts, are understood. */
function isUnderstood(value: unknown): boolean {
  return value === undefined || value === null || value === 7;
}

function wrongFor(shape: Shape): unknown {
  if (typeof shape !== 'string') return 'text';
  if (shape === 'integer') return 0.5;
  return shape === 'boolean' || shape === 'array' ? 'text' : 7;
}
