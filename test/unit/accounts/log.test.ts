import assert from 'node:assert/strict';
import type { Exchange } from '../../../src/api/client';
import { updateIntegration } from '../../../src/api/contract/integration';
import { listServers } from '../../../src/api/contract/server';
import { startSandbox } from '../../../src/sandbox/start';
import { Emitter } from '../../../src/base/emitter';
import { logExchanges } from '../../../src/accounts/recentExchanges';
import { clientOf } from '../../support/testClient';
import { eachTest } from '../../support/eachTest';

describe('The log', () => {
  const service = eachTest(() => startSandbox({ token: 'planted-token' }));

  it('names account, method, path, outcome and time of an exchange, and nothing else', async () => {
    const lines: string[] = [];
    const note = (line: string): void => void lines.push(line);
    const exchanged = new Emitter<Exchange & { readonly account: string }>();
    logExchanges({ debug: note, warn: note }, exchanged.event);
    for (const token of ['planted-token', 'planted-wrong-token']) {
      const client = clientOf(service.url, { credentials: { kind: 'token', token } });
      client.onDidExchange((exchange) => exchanged.fire({ ...exchange, account: 'example' }));
      await client
        .page(listServers, {}, 1, { filters: { search: 'planted-query' } })
        .catch(() => undefined);
      await client
        .call(updateIntegration, { path: { apiId: 1 }, body: { secret: 'planted-secret' } })
        .catch(() => undefined);
    }
    assert.deepEqual(
      lines.map((line) => line.replace(/\d+ ms$/, 'N ms')),
      [
        'example GET /api/v3/servers 200 N ms',
        'example PATCH /api/v3/settings/externalapi/1 200 N ms',
        'example GET /api/v3/servers 401 N ms',
        'example PATCH /api/v3/settings/externalapi/1 401 N ms',
      ],
    );
  });
});
