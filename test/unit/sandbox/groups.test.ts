import assert from 'node:assert/strict';
import { type Group, groupNames } from '../../../src/sandbox/routes/groups';
import { assertRefused } from './support/expect';
import { createTestService, type TestService } from './support/service';

const S = '/api/v3/servers/1';
const W = `${S}/webapps/101`;

/** Calls of each group; if offered, the sandbox answers them or rejects their empty body. */
const calls: Readonly<Record<Group, readonly string[]>> = {
  settings: [`GET ${W}/settings`, `PATCH ${W}/settings/fpmnginx`],
  php: [`GET ${S}/php/version`, `PATCH ${W}/settings/php`, `PATCH ${S}/php/cli`],
  wordpress: [`GET ${W}/wordpress/config`, `PATCH ${W}/wordpress/config`],
  default: [`POST ${W}/default`, `DELETE ${W}/default`],
  installers: ['GET /api/v3/static/webapps/installers', `POST ${W}/installer`],
  rebuild: [`POST ${W}/rebuild`, 'POST /api/v2/servers/1/cronjobs/rebuild'],
  git: [`GET ${S}/webapps/104/git`, `POST ${W}/git`, `PATCH ${S}/users/101/deploymentkey`],
  dns: [`GET ${W}/domains/101/dns`],
  ssl: [`GET ${W}/ssl`, `GET ${W}/ssl/advanced`, `POST ${W}/ssl`, `PATCH ${W}/domains/101/ssl/101`],
  wafrules: [`POST ${W}/waf/rules`, `PATCH ${W}/waf/rules/sort`],
  cacheengine: [`POST ${W}/platformcache/upgrade`, `POST ${W}/platformcache/rollback`],
  installationscript: [`GET ${S}/installationscript`],
  tags: [`POST ${S}/tags`],
  diskcleaner: [`POST ${S}/health/diskcleaner`],
  grants: [`GET ${S}/databases/101/grant`],
  lists: ['GET /api/v3/static/timezones', 'GET /api/v2/static/databases/collations'],
  deployments: ['GET /api/v3/atomic/1/deployments/101'],
};

async function missing(service: TestService): Promise<string[]> {
  const found: string[] = [];
  for (const call of Object.values(calls).flat()) {
    const [method = '', path = ''] = call.split(' ');
    const answer = await service.call(method, path, method === 'GET' ? {} : { body: {} });
    if (answer.status === 404) found.push(call);
    else assert.ok([200, 422].includes(answer.status), `${call}: ${answer.text}`);
  }
  return found;
}

describe('The sandbox, without a group of operations', () => {
  it('has them all by default', async () => {
    assert.deepEqual(await missing(createTestService()), []);
  });

  for (const name of groupNames) {
    it(`answers 404 only to all calls of "${name}"`, async () => {
      assert.deepEqual(await missing(createTestService({ without: [name] })), calls[name]);
    });
  }

  it('can lack several', async () => {
    const service = createTestService({ without: ['settings', 'default'] });
    assert.deepEqual(await missing(service), [...calls.settings, ...calls.default]);
    assertRefused(await service.call('GET', `${W}/settings`), 404);
  });
});
