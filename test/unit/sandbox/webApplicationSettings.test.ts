import assert from 'node:assert/strict';
import { newWebApplication } from '../../support/newWebApplications';
import { seedWorld } from '../../../src/sandbox/seed/world';
import { contentsOf } from '../../../src/sandbox/state/store';
import { world as worldSchema } from '../../../src/sandbox/state/world';
import { assertInvalid, assertRefused, idOf, listOf, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';

describe('The sandbox, for the settings of web applications', () => {
  let service: TestService;
  const server = '/api/v3/servers/1';
  const path = `${server}/webapps/101`;
  const send = (method: string, below: string, body?: unknown): ReturnType<TestService['call']> =>
    service.call(method, `${path}${below}`, { body });
  const get = async (below: string): Promise<Record<string, unknown>> =>
    objectOf(await send('GET', below));
  const patch = (body: unknown): ReturnType<TestService['call']> =>
    send('PATCH', '/settings/fpmnginx', body);

  beforeEach(() => {
    service = createTestService();
  });

  it('changes the given settings and returns the web application', async () => {
    const before = await get('/settings');
    const changed = objectOf(
      await patch({ memoryLimit: 512, openBasedir: '/home', stack: 'nativenginx' }),
    );
    assert.deepEqual([changed['id'], changed['stack']], [101, 'nativenginx']);
    assert.deepEqual(await get(''), changed);
    assert.deepEqual(await get('/settings'), { ...before, memoryLimit: 512, openBasedir: '/home' });
    assert.match(JSON.stringify(await listOf(service, `${path}/log`)), /Settings of storefront/);
  });

  it('only accepts a public folder below the root folder', async () => {
    for (const [given, below] of [
      ['/public/', '/public'],
      ['/home/webmaster/webapps/storefront/web', '/web'],
      ['', ''],
    ]) {
      const { rootPath, publicPath } = objectOf(await patch({ publicPath: given }));
      assert.equal(publicPath, `${String(rootPath)}${below}`);
    }
    assertInvalid(await patch({ publicPath: '/../other' }), 'publicPath');
  });

  it('names every rejected field', async () => {
    const wrong = {
      memoryLimit: 0,
      maxExecutionTime: -1,
      postMaxSize: '256',
      allowUrlFopen: 1,
      timezone: 'Europe/Nowhere',
      processManager: 'static?',
      disableFunctions: 'exec; rm',
      stack: 'apache',
      stackMode: 'testing',
    };
    const before = await get('/settings');
    assertInvalid(await patch(wrong), ...Object.keys(wrong));
    assert.deepEqual(await get('/settings'), before);
    assertRefused(await patch({}), 422);
    assertRefused(await patch({ phpVersion: 'php84' }), 422);
  });

  it('accepts all that it returned, whatever the process manager, and changes nothing', async () => {
    for (const processManager of ['ondemand', 'dynamic', 'static']) {
      assert.equal((await patch({ processManager })).status, 200);
      const { phpVersion, ...settings } = await get('/settings');
      assert.equal((await patch(settings)).status, 200, processManager);
      assert.deepEqual(await get('/settings'), { ...settings, phpVersion });
    }
  });

  it('only accepts counts of spare servers with the dynamic process manager', async () => {
    const spare = {
      processManagerStartServers: 4,
      processManagerMinSpareServers: 2,
      processManagerMaxSpareServers: 6,
    };
    assertInvalid(await patch(spare), ...Object.keys(spare));
    assert.equal((await patch({ ...spare, processManager: 'dynamic' })).status, 200);
    assert.equal((await patch({ processManagerStartServers: 6 })).status, 200);
    const max = 'processManagerMaxSpareServers';
    assertInvalid(await patch({ processManagerStartServers: 7 }), 'processManagerStartServers');
    assertInvalid(await patch({ [max]: 1 }), max);
    assertInvalid(await patch({ processManagerMaxChildren: 5 }), max);
    assert.equal((await patch({ processManager: 'static' })).status, 200);
    assertInvalid(await patch({ [max]: 7 }), max);
    assert.equal((await get('/settings'))[max], 6);
  });

  it('has all settings for a web application from an older state', async () => {
    const complete = Object.keys(await get('/settings'));
    const world = seedWorld(1);
    const added = ['wordpress', 'installer', 'git', 'ssl', 'wafRules', 'cacheEngine'];
    for (const server of world.servers) {
      for (const webApplication of contentsOf(server).webApplications) {
        webApplication.settings = { memoryLimit: 64 };
        for (const name of added) Reflect.deleteProperty(webApplication, name);
      }
    }
    const kept = worldSchema.parse(world);
    service = createTestService({ world: kept });
    const { memoryLimit, ...others } = await get('/settings');
    assert.equal(memoryLimit, 64);
    const known = ['memoryLimit', 'phpVersion', ...Object.keys(others)];
    assert.deepEqual([...new Set(known)].toSorted(), complete.toSorted());
    assert.deepEqual(await get('/wordpress/config'), { disableWpCron: false, wpDebug: false });
    assertRefused(await send('GET', '/git'), 404);
    assert.deepEqual(await get('/ssl/advanced'), { advancedSSL: true, autoSSL: false });
    const rule = { field: 'uri', operator: 'eq', value: '/x', operation: 'block' };
    assert.equal((await send('POST', '/waf/rules', rule)).status, 200);
    assert.equal((await send('POST', '/platformcache/upgrade')).status, 200);
  });

  it("changes the PHP version to one of the server's", async () => {
    const versions = (await service.call('GET', `${server}/php/version`)).json as string[];
    for (const phpVersion of versions) {
      assert.equal(
        objectOf(await send('PATCH', '/settings/php', { phpVersion }))['phpVersion'],
        phpVersion,
      );
      assert.equal((await get('/settings'))['phpVersion'], phpVersion);
      const cli = await service.call('PATCH', `${server}/php/cli`, { body: { phpVersion } });
      assert.equal(objectOf(cli)['phpCLIVersion'], phpVersion);
      assert.deepEqual((await service.call('GET', server)).json, cli.json);
    }
    for (const body of [{ phpVersion: 'php56' }, {}]) {
      assertInvalid(await send('PATCH', '/settings/php', body), 'phpVersion');
      assertInvalid(await service.call('PATCH', `${server}/php/cli`, { body }), 'phpVersion');
    }
  });

  it('has constants of WordPress, if a web application runs it', async () => {
    assert.deepEqual(await get('/wordpress/config'), { disableWpCron: false, wpDebug: false });
    const answer = await send('PATCH', '/wordpress/config', { wpDebug: true });
    assert.deepEqual(Object.keys(objectOf(answer)), ['message']);
    assert.deepEqual(await get('/wordpress/config'), { disableWpCron: false, wpDebug: true });
    assertInvalid(await send('PATCH', '/wordpress/config', { wpDebug: 'yes' }), 'wpDebug');
    const custom = `${server}/webapps/102/wordpress/config`;
    assertRefused(await service.call('GET', custom), 404);
    assertRefused(await service.call('PATCH', custom, { body: { wpDebug: true } }), 404);
  });

  it('rebuilds a web application, as shown in its log', async () => {
    assert.deepEqual(objectOf(await send('POST', '/rebuild')), await get(''));
    const [latest] = await listOf(service, `${path}/log`);
    assert.equal(latest?.['content'], 'Web application storefront was rebuilt');
  });

  it('has one default for each server', async () => {
    const defaults = async (): Promise<unknown[]> =>
      (await listOf(service, `${server}/webapps`))
        .filter(({ defaultApp }) => defaultApp === true)
        .map(({ id }) => id);
    assert.deepEqual(await defaults(), [101]);
    const other = `${server}/webapps/103/default`;
    assert.equal(objectOf(await service.call('POST', other))['defaultApp'], true);
    assert.deepEqual(await defaults(), [103]);
    assertRefused(await send('DELETE', '/default'), 422);
    assert.deepEqual(objectOf(await service.call('DELETE', other)), {});
    assert.deepEqual(await defaults(), []);
  });

  it('installs software, once and by a listed name', async () => {
    const names = (await service.call('GET', '/api/v3/static/webapps/installers')).json as string[];
    const page = '/api/v3/static/webapps/installers?perPage=2&page=2';
    assert.deepEqual((await service.call('GET', page)).json, names.slice(2, 4));
    const body = newWebApplication;
    const id = idOf(await service.call('POST', `${server}/webapps/custom`, { body }));
    const at = `${server}/webapps/${id}/installer`;
    assertInvalid(await service.call('POST', at, { body: { name: 'no-such' } }), 'name');
    const created = objectOf(await service.call('POST', at, { body: { name: names[1] } }));
    assert.deepEqual(Object.keys(created), ['id', 'name', 'realName', 'created_at']);
    assertRefused(await service.call('POST', at, { body: { name: names[2] } }), 422);
    const one = `${at}/${String(created['id'])}`;
    assert.deepEqual((await service.call('GET', one)).json, created);
    assert.deepEqual((await service.call('DELETE', one)).json, created);
    assertRefused(await service.call('GET', one), 404);
    assertRefused(await send('POST', '/installer', { name: names[0] }), 422);
  });
});
