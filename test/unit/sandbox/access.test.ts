import assert from 'node:assert/strict';
import { assertInvalid, assertRefused, idOf, listOf, objectOf } from './support/expect';
import { createTestService } from './support/service';
import { eachTest } from '../../support/eachTest';

describe('The sandbox, for users and databases', () => {
  const users = '/api/v3/servers/1/users';
  const databases = '/api/v3/servers/1/databases';
  const databaseUsers = '/api/v2/servers/1/databaseusers';

  const service = eachTest(createTestService);

  it('adds and deletes a system user', async () => {
    const id = idOf(await service.call('POST', users, { body: { username: 'robot' } }));
    assert.equal((await listOf(service, users)).length, 4);
    assert.equal(idOf(await service.call('DELETE', `${users}/${id}`)), id);
    assert.equal((await listOf(service, users)).length, 3);
  });

  it('refuses with 403 to delete the user that every server needs', async () => {
    assert.equal(objectOf(await service.call('GET', `${users}/101`))['deleteable'], false);
    assertRefused(await service.call('DELETE', `${users}/101`), 403);
    assert.equal((await listOf(service, users)).length, 3);
  });

  it('rejects a user name that is taken or invalid', async () => {
    for (const username of ['shop', 'Shop', 'a b', '1st', '']) {
      assertInvalid(await service.call('POST', users, { body: { username } }), 'username');
    }
  });

  it('adds and deletes a database, with a null collation by default', async () => {
    const created = await service.call('POST', databases, { body: { name: 'crm' } });
    assert.equal(objectOf(created)['collation'], null);
    const path = `${databases}/${idOf(created)}`;
    assert.deepEqual((await service.call('DELETE', path)).json, created.json);
    assertRefused(await service.call('GET', path), 404);
  });

  it('rejects names that are taken', async () => {
    assertInvalid(await service.call('POST', databases, { body: { name: 'shop' } }), 'name');
    const body = { username: 'shop', password: 'pw' };
    assertInvalid(await service.call('POST', databaseUsers, { body }), 'username');
  });

  it('grants and revokes access, once each', async () => {
    const path = `${databases}/102/grant`;
    const body = { id: 103 };
    assert.equal(idOf(await service.call('POST', path, { body })), 103);
    assertInvalid(await service.call('POST', path, { body }), 'id');
    assert.equal(idOf(await service.call('DELETE', path, { body })), 103);
    assertInvalid(await service.call('DELETE', path, { body }), 'id');
    assertInvalid(await service.call('POST', path, { body: { id: 999 } }), 'id');
  });
});
