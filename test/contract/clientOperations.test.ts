import assert from 'node:assert/strict';
import type { ApiClient } from '../../src/api/client';
import { type ApiVersion, type Endpoint, isList } from '../../src/api/contract/endpoint';
import { assertFails } from '../support/apiErrors';
import { allEndpoints } from '../support/contract';
import { type RecordingServer, sendJson, startRecordingServer } from '../support/httpServer';
import { clientOf, testToken } from '../support/testClient';
import { exampleOf, isArrayShape } from './literal/checkShape';
import { documented } from './literal/documented';
import { observed } from './literal/observed';
import { fill, fillText, type Operation, titleOf, type Values } from './literal/operation';
import type { ObjectShape, Shape } from './literal/shape';

/** A value for every place in a path or a body. */
const values: Values = {
  serverId: 11,
  webappId: 12,
  plainWebappId: 13,
  domainId: 14,
  sslId: 15,
  cronJobId: 16,
  supervisorId: 17,
  firewallId: 18,
  sshKeyId: 19,
  systemUserId: 20,
  databaseId: 21,
  databaseUserId: 22,
  grantedUserId: 23,
  ungrantedUserId: 24,
  apiId: 25,
  canvasId: 26,
  atomicProjectId: 27,
  systemUserName: 'deploy',
  realName: 'nginx-rc',
  blockedAddress: '192.0.2.99',
};

describe('The client, before a recording server', () => {
  const endpoints = new Map<string, Endpoint>();
  let server: RecordingServer;
  let client: ApiClient;
  let answer: unknown;

  before(async () => {
    for (const endpoint of await allEndpoints()) endpoints.set(endpoint.id, endpoint);
    server = await startRecordingServer((_, response) => sendJson(response, answer));
    client = clientOf(server.url);
  });

  after(() => server.close());

  /** Performs an operation by its name alone; a list gives the items of its first page. */
  async function perform({ id, path, body }: Operation): Promise<unknown> {
    const endpoint = endpoints.get(id);
    assert.ok(endpoint, `the contract has no "${id}"`);
    const version = path.split('/')[2] as ApiVersion;
    const input = { path: pathValues(endpoint.path, path) };
    if (isList(endpoint)) return (await client.page(endpoint, input, 1, { version })).items;
    const sent = body === undefined ? {} : { body: fill(body, values) };
    return client.call<Endpoint>(endpoint, { ...input, ...sent }, { version });
  }

  for (const [title, operations] of Object.entries({
    'sends what the reference says, and understands the answer': documented,
    'sends what was observed, and understands the answer': observed,
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
          assert.equal(request.headers['authorization'], `Bearer ${testToken}`);
          const body = request.body === '' ? undefined : (JSON.parse(request.body) as unknown);
          const expected = operation.body === undefined ? undefined : fill(operation.body, values);
          assert.deepEqual(body, expected);
        });
      }
    });
  }

  describe('reads a list without meta, as a bare array, and with more than was asked for', () => {
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

  describe('refuses an answer that lacks a field of the reference, or has it of another type', () => {
    for (const operation of documented) {
      const fields = Object.entries(itemOf(operation.response));
      if (fields.length === 0) continue;
      it(titleOf(operation), async () => {
        for (const [name, shape] of fields) {
          for (const wrong of [undefined, wrongFor(shape)]) {
            answer = withItem(operation.response, { [name]: wrong });
            const error = await assertFails(perform(operation), 'contract');
            assert.match(error.message, new RegExp(`\\b${name}\\b`));
          }
        }
      });
    }
  });
});

/** The contract names places as it likes: the values go by position. */
function pathValues(template: string, path: string): Record<string, string | number> {
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => values[name] ?? '');
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  assert.equal(names.length, places.length, template);
  return Object.fromEntries(names.map((name, index) => [name, places[index] ?? '']));
}

/** The fields of what an operation answers, or of one of the things that it answers. */
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

function wrongFor(shape: Shape): unknown {
  if (typeof shape !== 'string') return 'text';
  if (shape === 'integer') return 0.5;
  return shape === 'boolean' || shape === 'array' ? 'text' : 7;
}
