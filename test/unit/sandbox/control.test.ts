import assert from 'node:assert/strict';
import { assertRefused, objectOf } from './support/expect';
import { createTestService } from './support/service';
import { eachTest } from '../../support/eachTest';

describe('The control paths', () => {
  const bare = { 'Content-Type': undefined, Accept: undefined };

  const service = eachTest(() => createTestService({ credentials: { readOnlyToken: 'reader' } }));

  it('require the token but none of the other headers', async () => {
    assert.equal((await service.call('GET', '/__sandbox/state', { headers: bare })).status, 200);
    for (const Authorization of [undefined, 'Bearer wrong', 'Bearer reader']) {
      const headers = { ...bare, Authorization };
      assertRefused(await service.call('POST', '/__sandbox/reset', { headers }), 401);
    }
  });

  it('answer 404 for unknown paths', async () => {
    assertRefused(await service.call('GET', '/__sandbox/nothing'), 404);
    assertRefused(await service.call('GET', '/__sandbox/reset'), 404);
  });

  it('add, list and clear faults', async () => {
    const added = await service.call('POST', '/__sandbox/faults', { body: { spec: '500:GET' } });
    assert.deepEqual(added.json, { faults: [{ spec: '500:GET', remaining: null }] });
    assert.equal((await service.call('GET', '/api/v3/ping')).status, 500);
    assert.deepEqual((await service.call('GET', '/__sandbox/faults')).json, added.json);
    await service.call('DELETE', '/__sandbox/faults');
    assert.equal((await service.call('GET', '/api/v3/ping')).status, 200);
  });

  it('reject an invalid fault', async () => {
    const answer = await service.call('POST', '/__sandbox/faults', { body: { spec: '999' } });
    assert.match(assertRefused(answer, 422), /"999" is none of the parts/);
  });

  it('show exactly the received requests', async () => {
    await service.call('GET', '/api/v3/servers?page=2&search=x', {
      headers: { Authorization: 'Bearer wrong' },
    });
    await service.call('PATCH', '/api/v3/servers/1/ssh/config', { body: { useDns: true } });
    await service.call('POST', '/api/v3/servers', { body: 'no json' });
    await service.call('GET', '/__sandbox/state');
    const time = '2025-03-04T05:06:07.000Z';
    const get = { method: 'GET', path: '/api/v3/servers', query: { page: '2', search: 'x' } };
    const patch = { method: 'PATCH', path: '/api/v3/servers/1/ssh/config', query: {} };
    const post = { method: 'POST', path: '/api/v3/servers', query: {}, body: 'no json', time };
    const requests = [
      { ...get, body: null, time },
      { ...patch, body: { useDns: true }, time },
      post,
    ];
    const answer = await service.call('GET', '/__sandbox/requests');
    assert.deepEqual(answer.json, { requests });
    assert.ok(!answer.text.includes('Bearer'));
    await service.call('DELETE', '/__sandbox/requests');
    assert.deepEqual((await service.call('GET', '/__sandbox/requests')).json, { requests: [] });
  });

  it('remember the latest thousand requests', async () => {
    for (let index = 0; index < 1001; index += 1) {
      await service.call('GET', `/api/v3/ping?n=${index}`);
    }
    const { requests } = objectOf(await service.call('GET', '/__sandbox/requests'));
    assert.ok(Array.isArray(requests) && requests.length === 1000);
    assert.deepEqual(Reflect.get(Object(requests[0]), 'query'), { n: '1' });
  });

  it('restore the seed data', async () => {
    await service.call('DELETE', '/api/v3/servers/1');
    assert.equal((await service.call('GET', '/api/v3/servers/1')).status, 404);
    await service.call('POST', '/__sandbox/reset');
    assert.equal((await service.call('GET', '/api/v3/servers/1')).status, 200);
    assert.equal(service.saves(), 2);
  });

  it('show the firewall rules awaiting deployment, unlike the service', async () => {
    const pending = async (): Promise<unknown> =>
      objectOf(await service.call('GET', '/__sandbox/state'))['pendingFirewall'];
    const path = '/api/v3/servers/1/security/firewalls';
    await service.call('GET', path);
    assert.deepEqual(await pending(), []);

    const body = { type: 'global', port: 8080, protocol: 'tcp' };
    const [created]: unknown[] = Object.values(
      Object((await service.call('POST', path, { body })).json),
    );
    const deleted = (await service.call('DELETE', `${path}/101`)).json;
    assert.deepEqual(await pending(), [{ serverId: 1, added: [created], removed: [deleted] }]);

    assert.equal((await service.call('PUT', path)).status, 200);
    assert.deepEqual(await pending(), []);
    const again = (await service.call('DELETE', `${path}/102`)).json;
    assert.deepEqual(await pending(), [{ serverId: 1, added: [], removed: [again] }]);
  });
});
