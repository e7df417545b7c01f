import assert from 'node:assert/strict';
import { fakeSecret } from '../../../src/sandbox/seed/secrets';
import { objectOf } from './support/expect';
import { createTestService } from './support/service';
import { eachTest } from '../../support/eachTest';

const createdAt = '2025-03-04 05:06:07';

describe('The sandbox, exactly as in the reference', () => {
  const send = async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await service.call(method, path, body ? { body } : {});
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };

  const service = eachTest(createTestService);

  it("2: creates a server that isn't connected yet, with its web server type named stack", async () => {
    const created = await send('POST', '/api/v3/servers', {
      name: 'fresh',
      ipAddress: '192.0.2.77',
      provider: 'linode',
      webServerType: 'openlitespeed',
      installationType: 'native',
      databaseType: 'mariadb',
    });
    assert.deepEqual(created, {
      id: 10,
      name: 'fresh',
      provider: 'linode',
      stack: 'openlitespeed',
      ipAddress: '192.0.2.77',
      country_iso_code: null,
      os: 'Ubuntu',
      osVersion: null,
      connected: false,
      online: false,
      agentVersion: null,
      phpCLIVersion: 'php83',
      softwareUpdate: false,
      securityUpdate: false,
      transferStatus: 'AVAILABLE',
      created_at: createdAt,
      tags: [],
    });
    assert.deepEqual(await send('GET', '/api/v3/servers/10'), created);
  });

  it('3: creates a supervisor job, with the binary merged into its command', async () => {
    const created = await send('POST', '/api/v3/servers/1/supervisors', {
      label: 'mailer',
      username: 'shop',
      numprocs: 2,
      autoStart: true,
      autoRestart: false,
      binary: '/usr/bin/php',
      command: 'mail.php --fast',
    });
    assert.deepEqual(created, {
      id: 1001,
      label: 'mailer',
      username: 'shop',
      numprocs: 2,
      autoStart: true,
      autoRestart: false,
      command: '/usr/bin/php mail.php --fast',
      directory: '/home/shop',
      created_at: createdAt,
    });
  });

  it('4: creates a cron job, with its five fields joined, and enabled with the integer 1', async () => {
    const created = await send('POST', '/api/v2/servers/1/cronjobs', {
      label: 'Sweep',
      username: 'shop',
      command: 'sweep --all',
      minute: '0',
      hour: '*/4',
      dayOfMonth: '1,15',
      month: '*',
      dayOfWeek: '1-5',
    });
    assert.deepEqual(created, {
      id: 1001,
      label: 'Sweep',
      username: 'shop',
      command: 'sweep --all',
      time: '0 */4 1,15 * 1-5',
      enabled: 1,
      created_at: createdAt,
    });
  });

  it('6 and 7: create and change an integration, returning the full secret', async () => {
    const secret = 'a secret of more than twelve characters';
    const created = await send('POST', '/api/v3/settings/externalapi', {
      label: 'Copies',
      service: 'digitalocean',
      secret,
      username: 'ACCESS',
      url: 'https://storage.example.com',
      region: 'fra1',
    });
    const answer = { id: 1001, label: 'Copies', service: 'digitalocean', secret };
    assert.deepEqual(created, { ...answer, created_at: createdAt });

    const changed = await send('PATCH', '/api/v3/settings/externalapi/1001', { label: 'Archive' });
    assert.deepEqual(changed, { ...answer, label: 'Archive', created_at: createdAt });
  });

  it('8: creates a firewall rule and returns a bare array, with the port as a text', async () => {
    const created = await send('POST', '/api/v3/servers/1/security/firewalls', {
      type: 'rich',
      port: 8080,
      protocol: 'tcp',
      ipAddress: '198.51.100.0/24',
      firewallAction: 'accept',
    });
    assert.deepEqual(created, [
      {
        id: 1001,
        type: 'rich',
        port: '8080',
        protocol: 'tcp',
        ipAddress: '198.51.100.0/24',
        firewallAction: 'accept',
        created_at: createdAt,
      },
    ]);
  });

  it('10: applies SSL settings and returns an empty object', async () => {
    const path = '/api/v3/servers/1/webapps/104/domains/131/ssl';
    const answer = await send('POST', path, {
      advancedSSL: false,
      autoSSL: true,
      provider: 'letsencrypt',
      enableHttp: true,
      enableHsts: false,
      authorizationMethod: 'http-01',
      environment: 'staging',
    });
    assert.deepEqual(answer, {});
    const certificate = objectOf(await service.call('GET', path));
    assert.equal(certificate['method'], 'letsencrypt');
    assert.equal(certificate['staging'], true);
  });

  it('11: changes the SSH configuration and returns it with ids and dates', async () => {
    const changed = await send('PATCH', '/api/v3/servers/1/ssh/config', { useDns: true });
    assert.deepEqual(changed, {
      id: 101,
      server_id: 1,
      passwordlessLogin: true,
      preventRootLogin: true,
      useDns: true,
      created_at: '2024-01-22 09:17:00',
      updated_at: createdAt,
    });
  });

  it('14: reads a cache configuration with both keys in plain text', async () => {
    assert.deepEqual(await send('GET', '/api/v3/servers/1/webapps/101/platformcache'), {
      id: 101,
      status: 'Completed',
      apiKey: fakeSecret('cachekey', 101),
      apiSecret: fakeSecret('cachesecret', 101),
      cacheSettings: {
        cache_settings: { enable: true, page_cache_type: 'platform-native' },
        cdn_settings: { enable: false, cdn_type: '' },
        object_cache_settings: { enable: true, object_cache_type: 'redis' },
      },
    });
  });

  it('15: reads a WAF configuration', async () => {
    assert.deepEqual(await send('GET', '/api/v3/servers/1/webapps/101/waf'), {
      id: 101,
      isEnabled: true,
      paranoia: 2,
      anomaly: 10,
      rulesExclusion: {
        drupal: false,
        wordpress: true,
        next_cloud: false,
        docu_wiki: false,
        xen_foro: false,
        magento: false,
      },
      rulesOrdering: [],
      created_at: '2024-07-20T09:17:00.000000Z',
      updated_at: '2024-09-18T09:17:00.000000Z',
    });
  });

  it("18: changes the password of a system user and doesn't return it", async () => {
    const changed = await send('PATCH', '/api/v3/servers/1/users/103/password', { password: 'pw' });
    assert.deepEqual(changed, {
      id: 103,
      username: 'reports',
      deploymentKey: null,
      deleteable: true,
      created_at: '2024-01-24 09:17:00',
    });
  });

  it("19: creates a database user and doesn't return the password", async () => {
    const body = { username: 'crm', password: 'pw' };
    const created = await send('POST', '/api/v2/servers/1/databaseusers', body);
    assert.deepEqual(created, { id: 1001, username: 'crm', created_at: createdAt });
  });
});
