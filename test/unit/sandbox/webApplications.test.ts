import assert from 'node:assert/strict';
import { newWebApplication, wordPress } from '../../support/newWebApplications';
import { assertInvalid, assertRefused, idOf, listOf, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';
import { eachTest } from '../../support/eachTest';

const ssl = {
  advancedSSL: true,
  autoSSL: false,
  provider: 'custom',
  enableHttp: false,
  enableHsts: true,
  authorizationMethod: 'dns-01',
  environment: 'live',
};

describe('The sandbox, for web applications', () => {
  const all = '/api/v3/servers/1/webapps';
  const path = `${all}/104`;
  const get = async (below: string): Promise<Record<string, unknown>> =>
    objectOf(await service.call('GET', `${path}${below}`));

  const service = eachTest(createTestService);

  it('creates both types with all their fields, and deletes them', async () => {
    const seeded = Object.keys(await get(''));
    for (const type of ['custom', 'wordpress']) {
      const created = await service.call('POST', `${all}/${type}`, {
        body: { ...newWebApplication, ...wordPress, name: `new-${type}` },
      });
      const record = objectOf(created);
      assert.deepEqual(Object.keys(record), seeded);
      assert.deepEqual([record['type'], record['stack']], [type, 'hybrid']);
      const one = `${all}/${idOf(created)}`;
      assert.equal((await service.call('GET', `${one}/settings`)).status, 200);
      assert.deepEqual((await service.call('DELETE', one)).json, record);
      assertRefused(await service.call('GET', one), 404);
    }
  });

  it('rejects a taken or invalid name', async () => {
    for (const name of ['storefront', 'a b', '', '../etc']) {
      const body = { ...newWebApplication, name };
      assertInvalid(await service.call('POST', `${all}/custom`, { body }), 'name');
    }
  });

  it('requires the owner by id, a PHP version of the server, a domain and every setting', async () => {
    const post = (type: string, body: object): ReturnType<TestService['call']> =>
      service.call('POST', `${all}/${type}`, {
        body: { ...newWebApplication, ...wordPress, ...body },
      });
    const versions = (await service.call('GET', '/api/v3/servers/1/php/version')).json;
    assert.ok(Array.isArray(versions) && versions.includes('php83'));
    for (const user of ['webmaster', 999_999, undefined]) {
      assertInvalid(await post('custom', { user }), 'user');
    }
    assertInvalid(await post('custom', { phpVersion: 'php4' }), 'phpVersion');
    const optional = ['publicPath', 'disableFunctions', 'openBasedir', 'dbPrefix'];
    for (const name of Object.keys({ ...newWebApplication, ...wordPress })) {
      if (optional.includes(name)) continue;
      assertInvalid(await post('wordpress', { [name]: undefined }), name);
    }
    const dynamic = { processManager: 'dynamic' };
    assertInvalid(await post('custom', dynamic), 'processManagerStartServers');
  });

  it('creates the first domain of a new one, and for WordPress a database with a user', async () => {
    const body = { ...newWebApplication, ...wordPress, publicPath: '/public' };
    const created = await service.call('POST', `${all}/wordpress`, { body });
    assert.equal(objectOf(created)['publicPath'], '/home/webmaster/webapps/api/public');
    const domains = await listOf(service, `${all}/${idOf(created)}/domains`);
    assert.deepEqual(
      domains.map(({ name, type }) => [name, type]),
      [['api.example.com', 'primary']],
    );
    const names = async (kind: string, field: string): Promise<unknown[]> =>
      (await listOf(service, `/api/v3/servers/1/${kind}`)).map((each) => each[field]);
    assert.ok((await names('databases', 'name')).includes('news'));
    assert.ok((await names('databaseusers', 'username')).includes('news'));
    assertInvalid(
      await service.call('POST', `${all}/wordpress`, { body: { ...body, name: 'b' } }),
      'dbName',
    );
  });

  it('adds domains: www is written as a boolean and read as 0 or 1', async () => {
    const body = { name: 'www.Example.com', www: true, redirection: 'www', type: 'primary' };
    const { id, ...created } = objectOf(await service.call('POST', `${path}/domains`, { body }));
    assert.deepEqual(created, {
      name: 'www.example.com',
      type: 'primary',
      www: 1,
      redirection: 'www',
      wildcard: 0,
      dns_integration: null,
      status: null,
      created_at: '2025-03-04 05:06:07',
    });
    const types = (await listOf(service, `${path}/domains`)).map(({ type }) => type);
    assert.deepEqual(types, ['alias', 'primary']);
    assert.equal(idOf(await service.call('DELETE', `${path}/domains/${String(id)}`)), id);
    assertInvalid(await service.call('POST', `${path}/domains`, { body: { name: 'x' } }), 'name');
    const taken = { name: 'staging.example.org' };
    assertInvalid(await service.call('POST', `${path}/domains`, { body: taken }), 'name');
  });

  it('reports a missing certificate on a domain in both observed ways', async () => {
    assert.deepEqual(await get('/domains/131/ssl'), { message: 'No certificate is installed.' });
    const alias = `${all}/103/domains/122/ssl`;
    assertRefused(await service.call('GET', alias), 404);
  });

  it('installs, renews and removes a certificate', async () => {
    const at = `${path}/domains/131/ssl`;
    assert.deepEqual((await service.call('POST', at, { body: ssl })).json, {});
    const installed = await get('/domains/131/ssl');
    assert.equal(installed['staging'], false);
    assert.equal(installed['validUntil'], '2025-06-02 05:06:07');

    service.advance(24 * 60 * 60 * 1000);
    const one = `${at}/${String(installed['id'])}`;
    assert.deepEqual((await service.call('PUT', one)).json, {});
    assert.equal((await get('/domains/131/ssl'))['validUntil'], '2025-06-03 05:06:07');
    assertRefused(await service.call('DELETE', `${at}/1`), 404);
    assert.deepEqual((await service.call('DELETE', one)).json, {});
    assertRefused(await service.call('DELETE', one), 404);
  });

  it('requires all SSL fields', async () => {
    const { enableHsts: _, ...body } = ssl;
    assertInvalid(await service.call('POST', `${path}/domains/131/ssl`, { body }), 'enableHsts');
  });

  it('changes the cache with a flat body, and preloads it with an empty answer', async () => {
    const body = { pageCacheEnabled: true, pageCacheType: 'other', cdnEnabled: true };
    const changed = await service.call('PATCH', `${path}/platformcache`, { body });
    assert.deepEqual(Object.keys(objectOf(changed)), ['message']);
    assert.deepEqual((await get('/platformcache'))['cacheSettings'], {
      cache_settings: { enable: true, page_cache_type: 'other' },
      cdn_settings: { enable: true, cdn_type: '' },
      object_cache_settings: { enable: false, object_cache_type: '' },
    });
    const preloaded = await service.call('POST', `${path}/platformcache/preload`);
    assert.deepEqual([preloaded.status, preloaded.text], [200, '']);
  });

  it('creates a WAF and changes only the given fields', async () => {
    assertRefused(await service.call('GET', `${path}/waf`), 404);
    assertRefused(await service.call('PATCH', `${path}/waf`, { body: { isEnabled: true } }), 404);
    const created = await service.call('POST', `${path}/waf`, { body: { paranoia: 3 } });
    assert.equal(objectOf(created)['paranoia'], 3);
    service.advance(1000);
    const body = { isEnabled: false, rulesExclusion: { drupal: true } };
    const changed = objectOf(await service.call('PATCH', `${path}/waf`, { body }));
    assert.deepEqual([changed['isEnabled'], changed['paranoia']], [false, 3]);
    assert.equal(changed['updated_at'], '2025-03-04T05:06:08.000000Z');
    const { drupal, wordpress } = Object(changed['rulesExclusion']);
    assert.deepEqual([drupal, wordpress], [true, false]);
    assert.deepEqual(await get('/waf'), changed);
    assertRefused(await service.call('POST', `${path}/waf`, { body: {} }), 422);
    assertInvalid(
      await service.call('PATCH', `${path}/waf`, { body: { paranoia: 9 } }),
      'paranoia',
    );
  });

  it('adds, changes and deletes a hub, with different fields in reads and writes', async () => {
    const hub = `${path}/platformhub`;
    assertRefused(await service.call('PATCH', hub, { body: { cacheFolderSize: 1 } }), 404);
    assertInvalid(await service.call('POST', hub, { body: { nginxCacheType: 'sr' } }), 'cacheType');
    const added = await service.call('POST', hub, { body: { cacheType: 'sr' } });
    assert.deepEqual(Object.keys(objectOf(added)), ['message']);
    const { cacheFolderSize, cacheValidMinute } = await get('/platformhub');
    assert.deepEqual([cacheFolderSize, cacheValidMinute], [256, 30]);
    await service.call('PATCH', hub, { body: { cacheValidMinute: 5, redisObjectCache: true } });
    const read = await get('/platformhub');
    assert.deepEqual([read['nginxCacheType'], read['cacheValidMinute']], ['sr', 5]);
    assert.ok(!('redisObjectCache' in read));
    assertRefused(await service.call('POST', hub, { body: { cacheType: 'sr' } }), 422);
    assert.deepEqual(Object.keys(objectOf(await service.call('DELETE', hub))), ['message']);
    assertRefused(await service.call('GET', hub), 404);
  });
});
