import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import type { ServerResponse } from 'node:http';
import type { ApiClient } from '../../../src/api/client';
import { readCacheConfiguration } from '../../../src/api/contract/cacheConfiguration';
import { createDatabaseUser } from '../../../src/api/contract/databaseUser';
import { readSsl } from '../../../src/api/contract/ssl';
import { createIntegration } from '../../../src/api/contract/integration';
import { ping } from '../../../src/api/contract/ping';
import { changeSystemUserPassword } from '../../../src/api/contract/systemUser';
import { readWebApplication } from '../../../src/api/contract/webApplication';
import type { Credentials } from '../../../src/api/credentials';
import { ApiError } from '../../../src/api/errors';
import { drive } from '../../support/drive';
import { FakeClock } from '../../support/fakeClock';
import { type RecordedRequest, sendJson, startRecordingServer } from '../../support/httpServer';
import { patientLimits } from '../../support/servedClient';
import { clientOf } from '../../support/testClient';
import { allTests } from '../../support/eachTest';

/** Every secret in these tests contains this word. */
const mark = 'Sentinel';
/** Characters that are escaped in JSON and in URLs. */
const odd = String.raw`"\/+=& é`;
const token: Credentials = { kind: 'token', token: `${mark}.token` };
const pair: Credentials = {
  kind: 'basic',
  key: `${mark}-key${odd}`,
  secret: `${mark}-secret${odd}`,
};

type Answer = (request: RecordedRequest, response: ServerResponse) => unknown;

/** The whole request, as a careless service would quote it. */
function quote({ headers, body, target }: RecordedRequest): string {
  const authorization = String(headers['authorization']);
  const [, word = ''] = authorization.split(' ');
  const plain = [word, Buffer.from(word, 'base64').toString(), ...target.split('?')].join(' ');
  const texts = [authorization, authorization.toLowerCase(), plain, body];
  return [...texts, JSON.stringify(plain), encodeURIComponent(plain)].join(' ');
}

/** A host that is named like the token that was sent. */
function hostOf({ headers }: RecordedRequest): string {
  return /^Bearer (.+)$/.exec(String(headers['authorization']))?.[1] ?? 'login.example.com';
}

const cacheAnswer = {
  id: 1,
  status: 'Completed',
  apiKey: `${mark}-apiKey`,
  apiSecret: `${mark}-apiSecret`,
  cacheSettings: {
    cache_settings: { enable: true, page_cache_type: 'platform-native' },
    cdn_settings: { enable: false, cdn_type: '' },
    object_cache_settings: { enable: false, object_cache_type: '' },
  },
};
const secretFields = {
  ...cacheAnswer,
  secret: `${mark}-secret`,
  password: `${mark}-password`,
  privateKey: `${mark}-privateKey`,
  pullKey1: `${mark}-pullKey1`,
  pullKey2: `${mark}-pullKey2`,
};

/** Ways to answer, each with secrets wherever they fit. */
const answers: Readonly<Record<string, Answer>> = {
  'an answer full of secrets': (_, response) =>
    sendJson(response, { ...secretFields, name: 'n', message: 'pong' }),
  'an answer of another shape': (_, response) =>
    sendJson(response, { ...secretFields, id: mark, name: { mark }, message: [mark] }),
  'a refusal that quotes the request': (request, response) =>
    sendJson(response, { message: quote(request), ...secretFields }, 401),
  'field errors that quote the request': (request, response) => {
    const errors = { [quote(request)]: [quote(request)], body: quote(request) };
    sendJson(response, { message: quote(request), errors }, 422);
  },
  'a failure with a web page that quotes the request': (request, response) =>
    response.writeHead(500, { 'Content-Type': 'text/html' }).end(`<pre>${quote(request)}`),
  'a web page': (request, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end(`<pre>${quote(request)}`),
  'a text that is not JSON': (request, response) => response.end(quote(request)),
  'an answer that is cut off': (_, response) =>
    response.end(JSON.stringify(secretFields).slice(0, -5)),
  'a redirect with the secrets in its target': (request, response) =>
    response
      .writeHead(302, { Location: `https://${hostOf(request)}/${mark}?secret=${mark}` })
      .end(),
  'a broken connection': (_, response) => response.destroy(),
  'a refusal by the rate limit': (request, response) =>
    sendJson(response, { message: quote(request) }, 429, { 'Retry-After': mark }),
};

const calls: Readonly<
  Record<string, (client: ApiClient, signal?: AbortSignal) => Promise<unknown>>
> = {
  ping: (client, signal) => client.call(ping, {}, { signal }),
  'creating a database user': (client) =>
    client.call(createDatabaseUser, {
      path: { serverId: 1 },
      body: { username: 'u', password: `${mark}-password${odd}` },
    }),
  "changing a system user's password": (client) =>
    client.call(changeSystemUserPassword, {
      path: { serverId: 1, systemUserId: 2 },
      body: { password: `${mark}-password${odd}` },
    }),
  'creating an integration': (client) =>
    client.call(createIntegration, {
      path: {},
      body: {
        label: 'l',
        service: 's3',
        secret: `${mark}-secret`,
        deeper: { apiKey: `${mark}-apiKey`, apiSecret: `${mark}-apiSecret` },
      },
    }),
  'reading a cache configuration': (client) =>
    client.call(readCacheConfiguration, { path: { serverId: 1, webappId: 2 } }),
  'reading a certificate': (client) =>
    client.call(readSsl, { path: { serverId: 1, webappId: 2, domainId: 3 } }),
  'reading a web application': (client) =>
    client.call(readWebApplication, { path: { serverId: 1, webappId: 2 } }),
};

describe('No secret leaks', () => {
  let answer: Answer;

  const server = allTests(() =>
    startRecordingServer((request, response) => answer(request, response)),
  );

  for (const [answerName, respond] of Object.entries(answers)) {
    it(`through ${answerName}`, async () => {
      answer = respond;
      for (const [callName, call] of Object.entries(calls)) {
        for (const credentials of [token, pair]) {
          await assertKeepsSecrets(server.url, credentials, call, callName);
        }
      }
    });
  }

  it('through an address that contains them', async () => {
    const address = server.url.replace('http://', `http://user:${mark}-password@`);
    for (const url of [address, `${mark}-secret`, `ftp://${mark}-secret/`]) {
      const error = await assertKeepsSecrets(url, token, (client) => client.call(ping, {}), url);
      assert.ok(error instanceof ApiError);
    }
  });

  it('through a call that is cancelled', async () => {
    answer = (_, response) => response.write('{');
    const stop = new AbortController();
    setImmediate(() => stop.abort(new Error(`${mark}-token`)));
    const cancelled = (client: ApiClient): Promise<unknown> =>
      client.call(ping, {}, { signal: stop.signal });
    const error = await assertKeepsSecrets(server.url, token, cancelled, 'ping');
    assert.ok(error instanceof ApiError);
  });

  it('through the client itself', () => {
    for (const credentials of [token, pair]) {
      assertNoSecret(clientOf(server.url, { credentials }), 'the client');
    }
  });
});

/** Makes the call and searches everything visible of it for secrets; returns its error. */
async function assertKeepsSecrets(
  url: string,
  credentials: Credentials,
  call: (client: ApiClient) => Promise<unknown>,
  name: string,
): Promise<unknown> {
  const clock = new FakeClock();
  const client = clientOf(url, { credentials, clock, limits: patientLimits });
  const seen: unknown[] = [];
  client.onDidExchange((exchange) => seen.push(exchange));
  const outcome = call(client).then(
    () => undefined,
    (error: unknown) => error,
  );
  const error = await drive(clock, outcome);
  for (const value of [error, client, ...seen]) assertNoSecret(value, name);
  return error;
}

const encoded = [btoa(mark).slice(0, 8)];

function assertNoSecret(value: unknown, name: string): void {
  const texts = [
    String(value),
    JSON.stringify(value) ?? '',
    inspect(value, { showHidden: true, depth: 20 }),
    ...(value instanceof Error ? [value.stack ?? '', inspect(value.cause)] : []),
  ];
  for (const text of texts) {
    for (const secret of [mark, ...encoded]) {
      assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), `${name}: ${text}`);
    }
  }
}
