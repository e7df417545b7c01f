import assert from 'node:assert/strict';
import { assertEvery } from '../../support/assertEvery';
import { assertInvalid, assertRefused, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';
import { eachTest } from '../../support/eachTest';

describe('The sandbox, for servers', () => {
  const path = '/api/v3/servers/1';

  const service = eachTest(createTestService);

  it('renames a server, and changes the provider only if requested', async () => {
    const renamed = objectOf(
      await service.call('PATCH', `${path}/settings/meta`, { body: { name: 'renamed' } }),
    );
    assert.deepEqual([renamed['name'], renamed['provider']], ['renamed', 'digitalocean']);
    const body = { name: 'moved', provider: 'linode' };
    await service.call('PATCH', `${path}/settings/meta`, { body });
    assert.equal(objectOf(await service.call('GET', path))['provider'], 'linode');
    assertInvalid(await service.call('PATCH', `${path}/settings/meta`, { body: {} }), 'name');
  });

  it('enables and disables automatic updates', async () => {
    const body = { softwareUpdate: true, securityUpdate: false };
    const changed = objectOf(await service.call('PATCH', `${path}/settings/autoupdate`, { body }));
    assert.deepEqual([changed['softwareUpdate'], changed['securityUpdate']], [true, false]);
  });

  it('deletes a server with everything on it', async () => {
    assert.deepEqual((await service.call('DELETE', path)).json, {});
    assertRefused(await service.call('GET', `${path}/webapps/101`), 404);
    assertRefused(await service.call('DELETE', path), 404);
  });

  it('counts the resources on a server', async () => {
    assert.deepEqual((await service.call('GET', `${path}/stats`)).json, {
      stats: { webApplication: 4, database: 3, cronJob: 5, supervisor: 3 },
      country: 'Germany',
    });
    await service.call('DELETE', `${path}/cronjobs/101`);
    const { stats } = objectOf(await service.call('GET', `${path}/stats`));
    assert.equal(Reflect.get(Object(stats), 'cronJob'), 4);
  });

  it('has no machine data for a server that has never connected', async () => {
    const hardware = objectOf(await service.call('GET', '/api/v3/servers/5/hardwareinfo'));
    assertEvery(Object.values(hardware), (value) => value === null);
    assert.equal(objectOf(await service.call('GET', '/api/v3/servers/5/stats'))['country'], null);
  });

  it('starts, stops, restarts and reloads services, returning all of them', async () => {
    const running = async (action: string, realName: string): Promise<boolean[]> => {
      const body = { action, realName };
      const services = objectOf(await service.call('PATCH', `${path}/services`, { body }));
      assert.deepEqual((await service.call('GET', `${path}/services`)).json, services);
      return ['nginx', 'memcached'].map((key) => Reflect.get(Object(services[key]), 'running'));
    };
    assert.deepEqual(await running('stop', 'nginx'), [false, false]);
    assert.deepEqual(await running('reload', 'nginx'), [false, false]);
    assert.deepEqual(await running('start', 'memcached'), [false, true]);
    assert.deepEqual(await running('restart', 'nginx'), [true, true]);
  });

  it('rejects unknown services and actions', async () => {
    const act = (action: string, realName: string): ReturnType<TestService['call']> =>
      service.call('PATCH', `${path}/services`, { body: { action, realName } });
    assertInvalid(await act('start', 'apache'), 'realName');
    assertInvalid(await act('explode', 'nginx'), 'action');
  });
});
