import assert from 'node:assert/strict';
import { assertInvalid, assertRefused, objectOf } from './support/expect';
import { createTestService } from './support/service';
import { eachTest } from '../../support/eachTest';

describe('The sandbox, for malformed requests', () => {
  const service = eachTest(createTestService);

  for (const name of ['Content-Type', 'Accept']) {
    it(`rejects another ${name}, and accepts parameters and lists`, async () => {
      const status = async (value: string): Promise<number> =>
        (await service.call('GET', '/api/v3/ping', { headers: { [name]: value } })).status;
      assert.equal(await status('*/*'), 422);
      assert.equal(await status('text/html'), 422);
      assert.equal(await status('application/json; charset=utf-8'), 200);
      assert.equal(await status('application/json, text/plain'), 200);
    });
  }

  it('names every missing or wrong field', async () => {
    const body = { name: ' ', ipAddress: '192.0.2.300', provider: 7 };
    assertInvalid(
      await service.call('POST', '/api/v3/servers', { body }),
      'name',
      'ipAddress',
      'provider',
      'webServerType',
      'installationType',
      'databaseType',
    );
  });

  it('rejects a change that changes nothing', async () => {
    const changes = [
      '/api/v3/settings/externalapi/1',
      '/api/v3/servers/1/ssh/config',
      '/api/v2/servers/1/settings/ssh',
      '/api/v3/servers/1/webapps/101/platformhub',
      '/api/v3/servers/1/webapps/101/platformcache',
      '/api/v3/servers/1/webapps/101/waf',
    ];
    for (const path of changes) {
      assertRefused(await service.call('PATCH', path, { body: {} }), 422);
      assertRefused(await service.call('PATCH', path, { body: { unknown: 1 } }), 422);
    }
  });

  it("answers 404 for unknown paths, including ids that aren't integers", async () => {
    const paths = [
      '/',
      '/api/v3',
      '/api/v1/ping',
      '/api/v3/ping/',
      '/api/v3/nothing',
      '/api/v3/servers/999',
      '/api/v3/servers/one',
      '/api/v3/servers/1.0',
      '/api/v3/servers/-1',
      '/api/v3/servers/1e0',
      '/api/v3/servers/2/webapps/101',
      '/api/v3/servers/1/webapps/101/domains/111',
    ];
    for (const path of paths) assertRefused(await service.call('GET', path), 404);
  });

  it('answers 405 with the allowed methods if the path exists for another one', async () => {
    const answer = await service.call('PUT', '/api/v3/servers');
    assertRefused(answer, 405);
    assert.equal(answer.headers.get('Allow'), 'POST, GET');
    assertRefused(await service.call('PATCH', '/api/v3/servers/1/supervisors/101'), 405);
  });

  it('rejects requests addressed to another host name', async () => {
    const { app } = service;
    const headers = { Authorization: 'Bearer test-token' };
    for (const host of ['attacker.example.com', '192.0.2.1', 'localhost.example.com']) {
      assert.equal((await app.request(`http://${host}/api/v3/ping`, { headers })).status, 403);
    }
    for (const host of ['127.0.0.1:4000', 'localhost', '[::1]:80']) {
      assert.equal((await app.request(`http://${host}/api/v3/ping`, { headers })).status, 422);
    }
  });

  it('only saves after a change', async () => {
    await service.call('GET', '/api/v3/servers/1');
    await service.call('POST', '/api/v3/servers', { body: {} });
    assert.equal(service.saves(), 0);
    await service.call('PATCH', '/api/v3/servers/1/ssh/config', { body: { useDns: true } });
    assert.equal(service.saves(), 1);
  });

  it('answers 500 and reports its own failures', async () => {
    service.store.world.servers.push = () => {
      throw new Error('The disk of memory is full.');
    };
    const body = {
      name: 'x',
      ipAddress: '192.0.2.1',
      provider: 'linode',
      webServerType: 'nginx',
      installationType: 'native',
      databaseType: 'mysql',
    };
    assertRefused(await service.call('POST', '/api/v3/servers', { body }), 500);
    assert.match(service.reports.join(), /The disk of memory is full/);
    assert.equal(service.saves(), 0);
    assert.ok(objectOf(await service.call('GET', '/api/v3/ping')));
  });
});
