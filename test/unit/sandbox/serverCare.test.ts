import assert from 'node:assert/strict';
import { secretSentinel } from '../../../src/sandbox/seed/secrets';
import { assertInvalid, assertRefused, listOf, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';
import { eachTest } from '../../support/eachTest';

describe('The sandbox, for server maintenance', () => {
  const path = '/api/v3/servers/1';
  const get = async (below: string): Promise<Record<string, unknown>> =>
    objectOf(await service.call('GET', `${path}${below}`));
  const post = (below: string, body?: unknown): ReturnType<TestService['call']> =>
    service.call('POST', `${path}${below}`, { body });
  const ids = async (below: string): Promise<unknown[]> =>
    (await listOf(service, `${path}${below}`)).map(({ id }) => id);

  const service = eachTest(createTestService);

  it('returns the script that connects a server, with its own credentials', async () => {
    const { script } = await get('/installationscript');
    assert.match(String(script), new RegExp(secretSentinel));
    const other = await service.call('GET', '/api/v3/servers/2/installationscript');
    assert.notEqual(objectOf(other)['script'], script);
    assertRefused(await service.call('GET', '/api/v3/servers/999/installationscript'), 404);
  });

  it('replaces the tags', async () => {
    const answer = objectOf(await post('/tags', { tags: ['shop', 'new', 'shop'] }));
    assert.deepEqual(Object.keys(answer), ['message']);
    assert.deepEqual((await get(''))['tags'], ['shop', 'new']);
    assertInvalid(await post('/tags', {}), 'tags');
    assertInvalid(await post('/tags', { tags: ['shop', ''] }), 'tags.1');
    await post('/tags', { tags: [] });
    assert.deepEqual((await get(''))['tags'], []);
  });

  it('cleans the disk, with an empty answer', async () => {
    const [before, disk] = [await get('/health/latest'), await get('/hardwareinfo')];
    const answer = await post('/health/diskcleaner');
    assert.deepEqual([answer.status, answer.text], [200, '']);
    const after = await get('/health/latest');
    const sum = ({ usedDiskSpace, availableDiskSpace }: typeof after): number =>
      Number(usedDiskSpace) + Number(availableDiskSpace);
    assert.ok(Number(after['usedDiskSpace']) < Number(before['usedDiskSpace']));
    assert.equal(sum(after), sum(before));
    assert.ok(Number((await get('/hardwareinfo'))['diskFree']) > Number(disk['diskFree']));
    const unknown = '/api/v3/servers/5/health';
    const nothing = (await service.call('GET', `${unknown}/latest`)).json;
    assert.equal((await service.call('POST', `${unknown}/diskcleaner`)).status, 200);
    assert.deepEqual((await service.call('GET', `${unknown}/latest`)).json, nothing);
  });

  it('rebuilds the cron table in both versions, and the supervisor configuration', async () => {
    const cron = '/api/v2/servers/1/cronjobs/rebuild';
    for (const answer of [await post('/cronjobs/rebuild'), await service.call('POST', cron)]) {
      assert.deepEqual(Object.keys(objectOf(answer)), ['message']);
    }
    assert.deepEqual(objectOf(await post('/supervisors/rebuild')), {});
    const contents = (await listOf(service, `${path}/logs`)).map(({ content }) => content);
    assert.deepEqual(contents.slice(0, 2), [
      'The supervisor configuration was rebuilt',
      'The cron table was rebuilt',
    ]);
  });

  it('lists the users of a database, and deletes them together with it on request', async () => {
    assert.deepEqual(await ids('/databases/101/grant'), [101, 103]);
    assert.deepEqual(await ids('/databases/103/grant'), []);
    await post('/databases/102/grant', { id: 103 });
    assert.deepEqual(await ids('/databases/102/grant'), [102, 103]);
    const remove = (id: number, body?: object): ReturnType<TestService['call']> =>
      service.call('DELETE', `${path}/databases/${id}`, { body });
    assertInvalid(await remove(101, { deleteUser: 'yes' }), 'deleteUser');
    assert.equal(objectOf(await remove(101, { deleteUser: true }))['id'], 101);
    assert.deepEqual(await ids('/databaseusers'), [102]);
    assert.deepEqual(await ids('/databases/102/grant'), [102]);
    assert.equal((await remove(102)).status, 200);
    assert.deepEqual(await ids('/databaseusers'), [102]);
  });

  it('lists collations and time zones in full, or by pages', async () => {
    const list = async (at: string): Promise<string[]> =>
      (await service.call('GET', `/api/${at}`)).json as string[];
    const collations = 'static/databases/collations';
    const [mysql, mariadb] = [
      await list(`v3/${collations}/mysql`),
      await list(`v3/${collations}/mariadb`),
    ];
    assert.notDeepEqual(mysql, mariadb);
    const both = new Set([...mysql, ...mariadb]);
    assert.deepEqual(new Set(await list(`v2/${collations}`)), both);
    const zones = await list('v3/static/timezones');
    assert.ok(zones.length > 100 && zones.includes('UTC') && zones.includes('Europe/Berlin'));
    assert.deepEqual(await list('v3/static/timezones?page=2'), zones.slice(40, 80));
  });
});
