import assert from 'node:assert/strict';
import { assertInvalid, assertRefused, listOf, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';

describe('The sandbox, on integrations', () => {
  let service: TestService;
  const path = '/api/v3/settings/externalapi';

  beforeEach(() => {
    service = createTestService();
  });

  it('cuts a long secret short in reads and shows the display name of the service', async () => {
    const read = objectOf(await service.call('GET', `${path}/1`));
    assert.deepEqual(Object.keys(read), ['id', 'label', 'service', 'secret', 'created_at']);
    assert.equal(read['service'], 'Digital Ocean');
    assert.equal(read['secret'], 'objectstorag...');
    const { data } = objectOf(await service.call('GET', path));
    assert.deepEqual(Object.values(Object(data))[0], read);
  });

  it('leaves a short secret as it is', async () => {
    assert.equal(objectOf(await service.call('GET', `${path}/3`))['secret'], 'FAKE-SECRET3');
  });

  it('takes a secret that was cut short for a new one', async () => {
    const secret = 'objectstorag...';
    const body = { label: 'x', service: 'Digital Ocean', secret };
    assert.equal(objectOf(await service.call('PATCH', `${path}/1`, { body }))['secret'], secret);
  });

  it('changes nothing but what is given', async () => {
    const before = structuredClone(service.store.world.integrations[0]);
    const body = { username: 'NEWKEY', region: 'not part of a change' };
    await service.call('PATCH', `${path}/1`, { body });
    assert.deepEqual(service.store.world.integrations[0], { ...before, username: 'NEWKEY' });
  });

  it('needs label, service and secret', async () => {
    assertInvalid(await service.call('POST', path, { body: {} }), 'label', 'service', 'secret');
    assertInvalid(await service.call('PATCH', `${path}/1`, { body: { label: 7 } }), 'label');
  });

  it('answers the one that it deletes, the secret cut short', async () => {
    const deleted = objectOf(await service.call('DELETE', `${path}/2`));
    assert.equal(deleted['secret'], 'dnstoken-2-F...');
    assertRefused(await service.call('GET', `${path}/2`), 404);
  });
});

describe('The sandbox, on canvases', () => {
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

  it('takes a change whose parts are named otherwise than those of the read', async () => {
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

  it('refuses an incomplete change and deletes', async () => {
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

describe('The sandbox, on atomic projects', () => {
  let service: TestService;
  const path = '/api/v3/atomic';

  beforeEach(() => {
    service = createTestService({ servers: 20 });
  });

  it('finds a project that was added by listing again', async () => {
    for (const webApplication of [101, 1801]) {
      const body = { name: `For ${webApplication}`, autoDeploy: false, webApplication };
      assert.equal((await service.call('POST', path, { body })).status, 200);
    }
    const projects = await listOf(service, path);
    assert.deepEqual(
      projects.map(({ name }) => name),
      ['Checkout', 'Exports', 'Portfolio', 'For 101', 'For 1801'],
    );
    assert.ok(projects.every((project) => !('webApplication' in project)));
    assert.equal(projects[4]?.['latestDeployment'], null);
  });

  it('takes a web application that was created since, and none that there is not', async () => {
    const { id } = objectOf(
      await service.call('POST', '/api/v3/servers/2/webapps/custom', { body: { name: 'new' } }),
    );
    const post = (webApplication: unknown): ReturnType<TestService['call']> =>
      service.call('POST', path, { body: { name: 'x', autoDeploy: true, webApplication } });
    assert.equal((await post(id)).status, 200);
    assertInvalid(await post(999_999), 'webApplication');
    assertInvalid(await post('101'), 'webApplication');
  });

  it('adds a deployment when told to deploy', async () => {
    const before = objectOf(await service.call('GET', `${path}/1`));
    assert.deepEqual([before['totalCompleted'], before['totalFailed']], [2, 1]);
    assert.equal((await service.call('PUT', `${path}/1/forcedeploy`)).status, 200);
    const after = objectOf(await service.call('GET', `${path}/1`));
    assert.equal(after['totalCompleted'], 3);
    const [latest, ...older] = await listOf(service, `${path}/1/deployments`);
    assert.deepEqual(after['latestDeployment'], latest);
    assert.equal(older.length, 3);
  });
});
