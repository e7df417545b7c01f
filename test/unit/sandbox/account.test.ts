import assert from 'node:assert/strict';
import { newWebApplication } from '../../support/newWebApplications';
import { assertInvalid, assertRefused, idOf, listOf, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';
import { assertEvery } from '../../support/assertEvery';
import { eachTest } from '../../support/eachTest';

describe('The sandbox, for integrations', () => {
  const path = '/api/v3/settings/externalapi';

  const service = eachTest(createTestService);

  it('truncates a long secret in reads and shows the display name of the service', async () => {
    const read = objectOf(await service.call('GET', `${path}/1`));
    assert.deepEqual(Object.keys(read), ['id', 'label', 'service', 'secret', 'created_at']);
    assert.equal(read['service'], 'Digital Ocean');
    assert.equal(read['secret'], 'objectstorag...');
    const { data } = objectOf(await service.call('GET', path));
    assert.deepEqual(Object.values(Object(data))[0], read);
  });

  it('leaves a short secret unchanged', async () => {
    assert.equal(objectOf(await service.call('GET', `${path}/3`))['secret'], 'FAKE-SECRET3');
  });

  it('treats a truncated secret as a new one', async () => {
    const secret = 'objectstorag...';
    const body = { label: 'x', service: 'Digital Ocean', secret };
    assert.equal(objectOf(await service.call('PATCH', `${path}/1`, { body }))['secret'], secret);
  });

  it('changes only the given fields', async () => {
    const before = structuredClone(service.store.world.integrations[0]);
    const body = { username: 'NEWKEY', region: 'not part of a change' };
    await service.call('PATCH', `${path}/1`, { body });
    assert.deepEqual(service.store.world.integrations[0], { ...before, username: 'NEWKEY' });
  });

  it('requires label, service and secret', async () => {
    assertInvalid(await service.call('POST', path, { body: {} }), 'label', 'service', 'secret');
    assertInvalid(await service.call('PATCH', `${path}/1`, { body: { label: 7 } }), 'label');
  });

  it('returns the deleted one, with a truncated secret', async () => {
    const deleted = objectOf(await service.call('DELETE', `${path}/2`));
    assert.equal(deleted['secret'], 'dnstoken-2-F...');
    assertRefused(await service.call('GET', `${path}/2`), 404);
  });
});

describe('The sandbox, for canvases', () => {
  const path = '/api/v3/settings/wordpress/canvas/2';
  const settings = {
    language: 'fr_FR',
    timezone: 'Europe/Paris',
    dateFormat: 'd/m/Y',
    timeFormat: 'H:i',
    SEIndexingDisable: true,
    organizeUploadFolders: false,
    permalinkCustom: null,
    removeHelloWorld: false,
    deleteAllThemes: false,
    deleteAllPlugins: false,
    deleteUnneededCoreFile: false,
    removeSamplePage: false,
  };

  it('accepts a change with different member names than in a read', async () => {
    const { call } = createTestService();
    const link = 'https://downloads.example.com/tax-rules.zip';
    const body = {
      name: 'French shop',
      selectedThemes: [{ name: 'Storefront', slug: 'storefront', activate: false }],
      selectedPlugins: [{ name: 'Jobs', slug: 'jobs', activate: true }],
      customThemePlugin: [{ label: 'Taxes', link, type: 'custom-plugin', activate: true }],
      settings,
    };
    const changed = objectOf(await call('PUT', path, { body }));
    assert.deepEqual(changed, {
      id: 2,
      name: 'French shop',
      themes: { data: [{ id: 20, name: 'Storefront', activate: false, slug: 'storefront' }] },
      plugins: { data: [{ id: 1001, name: 'Jobs', activate: true, slug: 'jobs' }] },
      customThemes: { data: [] },
      customPlugins: { data: [{ id: 20, name: 'Taxes', activate: true, link }] },
      settings: {
        id: 2,
        ...settings,
        created_at: '2024-02-22T09:17:00.000000Z',
        updated_at: '2025-03-04T05:06:07.000000Z',
      },
      created_at: '2024-02-22T09:17:00.000000Z',
      updated_at: '2025-03-04T05:06:07.000000Z',
    });
    assert.deepEqual((await call('GET', path)).json, changed);
  });

  it('rejects an incomplete change, and deletes a canvas', async () => {
    const service = createTestService();
    assertInvalid(
      await service.call('PUT', path, { body: { name: 'x', settings: { language: 'fr_FR' } } }),
      'selectedThemes',
      'selectedPlugins',
      'customThemePlugin',
      ...Object.keys(settings)
        .filter((name) => name !== 'language')
        .map((name) => `settings.${name}`),
    );
    assert.equal(objectOf(await service.call('DELETE', path))['name'], 'Shop in German');
    assert.equal((await listOf(service, '/api/v3/settings/wordpress/canvas')).length, 2);
  });
});

describe('The sandbox, for atomic projects', () => {
  const path = '/api/v3/atomic';

  const service = eachTest(() => createTestService({ servers: 20 }));

  it('lists an added project', async () => {
    for (const webApplication of [101, 1801]) {
      const body = { name: `For ${webApplication}`, autoDeploy: false, webApplication };
      assert.equal((await service.call('POST', path, { body })).status, 200);
    }
    const projects = await listOf(service, path);
    assert.deepEqual(
      projects.map(({ name }) => name),
      ['Checkout', 'Exports', 'Portfolio', 'For 101', 'For 1801'],
    );
    assertEvery(projects, (project) => !('webApplication' in project));
    assert.equal(projects[4]?.['latestDeployment'], null);
  });

  it("accepts a web application created since, but none that doesn't exist", async () => {
    const { id } = objectOf(
      await service.call('POST', '/api/v3/servers/2/webapps/custom', {
        body: { ...newWebApplication, user: 201 },
      }),
    );
    const post = (webApplication: unknown): ReturnType<TestService['call']> =>
      service.call('POST', path, { body: { name: 'x', autoDeploy: true, webApplication } });
    assert.equal((await post(id)).status, 200);
    assertInvalid(await post(999_999), 'webApplication');
    assertInvalid(await post('101'), 'webApplication');
  });

  it('adds a deployment on request', async () => {
    const before = objectOf(await service.call('GET', `${path}/1`));
    assert.deepEqual([before['totalCompleted'], before['totalFailed']], [2, 1]);
    assert.equal((await service.call('PUT', `${path}/1/forcedeploy`)).status, 200);
    const during = objectOf(await service.call('GET', `${path}/1`));
    assert.deepEqual([during['totalCompleted'], during['totalFailed']], [2, 1]);
    const [latest, ...older] = await listOf(service, `${path}/1/deployments`);
    assert.deepEqual(during['latestDeployment'], latest);
    assert.deepEqual([latest?.['status'], latest?.['endTime']], ['DEPLOYING', null]);
    assert.equal(older.length, 3);

    service.advance(20_000);
    const after = objectOf(await service.call('GET', `${path}/1`));
    assert.deepEqual([after['totalCompleted'], after['totalFailed']], [3, 1]);
    const one = await service.call('GET', `${path}/1/deployments/${String(latest?.['id'])}`);
    const { status, endTime } = objectOf(one);
    assert.deepEqual([status, endTime], ['COMPLETED', '2025-03-04 05:06:27']);
    assertRefused(await service.call('GET', `${path}/2/deployments/${idOf(one)}`), 404);
  });

  it('fails to deploy once its web application has been removed or deleted', async () => {
    const deploy = async (): Promise<unknown> => {
      await service.call('PUT', `${path}/1/forcedeploy`);
      service.advance(20_000);
      const { latestDeployment } = objectOf(await service.call('GET', `${path}/1`));
      return Object(latestDeployment).status;
    };
    const webApplication = '/api/v3/servers/1/webapps/102';
    assert.equal(await deploy(), 'COMPLETED');
    assertRefused(await service.call('DELETE', `${path}/1/webapps/101`), 404);
    const out = await service.call('DELETE', `${path}/1/webapps/102`);
    assert.deepEqual(objectOf(out), {});
    assertRefused(await service.call('GET', `${webApplication}/git`), 404);
    assertRefused(await service.call('DELETE', `${path}/1/webapps/102`), 404);
    assert.equal(await deploy(), 'FAILED');
    await service.call('POST', '/__sandbox/reset');
    await service.call('DELETE', webApplication);
    assert.equal(await deploy(), 'FAILED');
  });
});
