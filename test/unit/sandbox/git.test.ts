import assert from 'node:assert/strict';
import { assertInvalid, assertRefused, listOf, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';
import { eachTest } from '../../support/eachTest';

describe('The sandbox, for git repositories', () => {
  const server = '/api/v3/servers/1';
  const path = `${server}/webapps/104`;
  const deployed = `${path}/git/104/script`;
  const draft = { provider: 'github', repository: 'shop/blog', branch: 'main' };
  const log = async (): Promise<unknown> => (await listOf(service, `${path}/log`))[0]?.['content'];

  const service = eachTest(createTestService);

  it('has one for a web application and one for an atomic project, but none elsewhere', async () => {
    const read = async (id: number): Promise<unknown[]> => {
      const answer = await service.call('GET', `${server}/webapps/${id}/git`);
      const { atomic, atomic_project_id } = answer.json as Record<string, unknown>;
      return [answer.status, atomic, atomic_project_id];
    };
    assert.deepEqual(await read(104), [200, false, null]);
    assert.deepEqual(await read(102), [200, true, 1]);
    for (const id of [101, 103]) assert.deepEqual(await read(id), [404, undefined, undefined]);
  });

  it('connects a repository, with its host if the provider has none', async () => {
    const at = `${server}/webapps/101/git`;
    const connect = (changes: object): ReturnType<TestService['call']> =>
      service.call('POST', at, { body: { ...draft, ...changes } });
    assertInvalid(await service.call('POST', at, { body: {} }), 'provider', 'repository', 'branch');
    assertInvalid(await connect({ provider: 'svn' }), 'provider');
    assertInvalid(await connect({ repository: 'https://x/y' }), 'repository');
    assertInvalid(await connect({ branch: 'a b' }), 'branch');
    for (const provider of ['custom', 'selfhostedgitlab']) {
      assertInvalid(await connect({ provider, gitHost: 'git.example.com' }), 'gitUser');
      assertInvalid(await connect({ provider, gitUser: 'git' }), 'gitHost');
    }
    const created = objectOf(await connect({}));
    assert.deepEqual(
      [created['repositoryData'], created['autoDeploy'], created['deployScript']],
      [{ url: 'https://github.com/shop/blog', repo: 'shop/blog' }, false, null],
    );
    assert.deepEqual((await service.call('GET', at)).json, created);
    assertRefused(await connect({}), 422);
    const one = `${at}/${String(created['id'])}`;
    assertRefused(await service.call('DELETE', `${path}/git/${String(created['id'])}`), 404);
    assert.deepEqual((await service.call('DELETE', one)).json, created);
    assertRefused(await service.call('GET', at), 404);
    assert.equal((await connect({ provider: 'gitlab' })).status, 200);
  });

  it('changes the branch and the script', async () => {
    const branch = await service.call('PATCH', `${path}/git/104/branch`, {
      body: { branch: 'release/2' },
    });
    assert.equal(objectOf(branch)['branch'], 'release/2');
    const change = (body: object): ReturnType<TestService['call']> =>
      service.call('PATCH', deployed, { body });
    const { deployScript } = objectOf(await change({ autoDeploy: false }));
    assert.match(String(deployScript), /composer install/);
    const changed = objectOf(await change({ autoDeploy: true, deployScript: 'true' }));
    assert.deepEqual([changed['autoDeploy'], changed['deployScript']], [true, 'true']);
    assert.deepEqual((await service.call('GET', `${path}/git`)).json, changed);
    assertInvalid(await change({ deployScript: 'x' }), 'autoDeploy');
  });

  it('deploys for a while, and logs the result', async () => {
    assert.deepEqual(objectOf(await service.call('PUT', deployed)), {});
    assert.equal(await log(), 'Deployment of main was started');
    assertRefused(await service.call('PUT', deployed), 422);
    service.advance(19_999);
    assert.equal(await log(), 'Deployment of main was started');
    service.advance(1);
    assert.equal(await log(), 'Deployment of main was completed');

    await service.call('PATCH', deployed, {
      body: { autoDeploy: true, deployScript: 'npm ci\nexit 1\n' },
    });
    await service.call('PUT', deployed);
    service.advance(20_000);
    assert.equal(await log(), 'Deployment of main failed');
  });

  it('fails to deploy the branch "broken", also in an atomic project', async () => {
    const at = `${server}/webapps/102/git/1`;
    const body = { branch: 'broken' };
    assert.equal((await service.call('PATCH', `${at}/branch`, { body })).status, 200);
    assert.equal((await service.call('PUT', `${at}/script`)).status, 200);
    service.advance(20_000);
    const { latestDeployment } = objectOf(await service.call('GET', '/api/v3/atomic/1'));
    const { status, branch } = Object(latestDeployment);
    assert.deepEqual([status, branch], ['FAILED', 'broken']);
    assertRefused(await service.call('DELETE', at), 422);
    const script = { autoDeploy: false, deployScript: 'true' };
    assertInvalid(await service.call('PATCH', `${at}/script`, { body: script }), 'deployScript');
    const auto = await service.call('PATCH', `${at}/script`, { body: { autoDeploy: false } });
    assert.equal(objectOf(auto)['autoDeploy'], false);
  });

  it('creates a new deployment key for a system user, and answers with its public part', async () => {
    const at = `${server}/users/101`;
    const keys = new Set<unknown>();
    for (let count = 0; count < 2; count += 1) {
      const { deploymentKey } = objectOf(await service.call('PATCH', `${at}/deploymentkey`));
      assert.match(String(deploymentKey), /^ssh-rsa \S+ webmaster@example\.com$/);
      keys.add(deploymentKey);
    }
    assert.equal(keys.size, 2);
    assert.ok(keys.has(objectOf(await service.call('GET', at))['deploymentKey']));
    assertRefused(await service.call('PATCH', `${server}/users/999/deploymentkey`), 404);
  });
});
