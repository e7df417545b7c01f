import assert from 'node:assert/strict';
import { assertEvery } from '../../support/assertEvery';
import { startExplorerWorld } from '../../support/explorerWorld';
import { updateIntegration } from '../../../src/api/contract/integration';
import { updateSshSettings } from '../../../src/api/contract/ssh';
import {
  readServerHardware,
  readServerHealth,
  readServerStats,
} from '../../../src/api/contract/serverFacts';
import { readPhpVersions } from '../../../src/api/contract/webApplication';
import { ApiError } from '../../../src/api/errors';
import type { JsonObject } from '../../../src/base/json';
import { findKind, type KindId } from '../../../src/resources/kinds/kinds';
import { toPlannedWrites } from '../../../src/resources/lockOut/findLockOuts';
import type { ResourceReference } from '../../../src/resources/reference';
import { eachTest } from '../../support/eachTest';

function one(kind: KindId, ...ids: number[]): ResourceReference {
  return { account: 'example', kind, ids };
}

const servers = { account: 'example', kind: 'server', parents: [] } as const;

function isUnsupported(error: unknown): boolean {
  return error instanceof ApiError && error.reason === 'unsupported';
}

describe('On a service with only the documented endpoints', () => {
  const world = eachTest(() => startExplorerWorld({ profile: 'documented' }));

  it("a cron job has the data from the list, and isn't requested in any other way", async () => {
    await assert.rejects(world.store.list(servers), isUnsupported);
    await world.reads();
    const job = await world.client.read(one('cronJob', 1, 101));
    assert.equal(job['label'], 'Nightly backup');
    assert.deepEqual([...new Set(await world.reads())], ['/api/v2/servers/1/cronjobs']);
    await assert.rejects(world.client.read(one('cronJob', 1, 999_999)), isUnsupported);
  });

  it('SSH settings are unknown until they are set', async () => {
    const settings = one('sshSettings', 1);
    const unknown = { passwordlessLogin: null, preventRootLogin: null, useDns: null };
    assert.deepEqual(await world.client.read(settings), unknown);
    await world.client.write(settings, { endpoint: updateSshSettings, body: { useDns: true } });
    const { useDns } = await world.client.read(settings);
    assert.equal(useDns, true);
    await world.reads();
    await world.client.read(settings);
    assert.deepEqual(await world.reads(), []);
  });

  for (const [kind, path] of [
    ['sshSettings', '/api/v3/servers/1/settings/ssh'],
    ['sshConfig', '/api/v3/servers/1/ssh/config'],
    ['olderSshSettings', '/api/v2/servers/1/settings/ssh'],
  ] as const) {
    it(`SSH settings can be opened and saved by ${path} alone`, async () => {
      const settings = one(kind, 1);
      const before = (await world.client.read(settings)) as JsonObject;
      const { useDns, ...others } = before;
      assert.deepEqual([useDns, Object.values(others)], [null, [null, null]]);
      await world.reads();
      const changed = { useDns: true };
      const [write] = findKind(kind).document?.editing?.toWrites({
        before,
        after: { ...before, ...changed },
        changed,
      }) ?? [assert.fail('nothing is written')];
      assert.ok(write);
      await world.client.write(settings, write);
      assert.deepEqual(await world.reads(), [path]);
      const planned = toPlannedWrites(settings, [{ path: ['useDns'], before: true, after: false }]);
      assert.equal(planned.length, 1, 'a lock-out would go unnoticed');
    });
  }

  it("SSH settings that were set in their server's document are known", async () => {
    const server = one('server', 1);
    const body = { useDns: true };
    await world.client.write(server, { endpoint: updateSshSettings, body, kind: 'sshSettings' });
    const { ssh } = await world.client.readWhole(server);
    assert.deepEqual(ssh, { passwordlessLogin: true, preventRootLogin: true, useDns: true });
  });

  it("an integration is unknown except for its id and what was set, and its secret isn't kept", async () => {
    const integration = one('integration', 1);
    const unknown = { id: 1, label: null, service: null, username: null, url: null };
    assert.deepEqual(await world.client.read(integration), unknown);
    const body = { label: 'Backups', secret: 'not-kept-anywhere' };
    await world.client.write(integration, { endpoint: updateIntegration, body });
    const known = await world.client.read(integration);
    assert.deepEqual([known['label'], known['username']], ['Backups', null]);
    assert.doesNotMatch(JSON.stringify(known), /not-kept/);
  });

  it('a documented resource that is missing counts as missing', async () => {
    await assert.rejects(world.client.read(one('canvas', 999_999)), /404/);
    await assert.rejects(world.client.read(one('waf', 1, 999_999)), /404/);
  });
});

describe('On a service that lists its servers', () => {
  const world = eachTest(startExplorerWorld);

  it("a resource that can't be read anywhere is gone, not unknown", async () => {
    for (const gone of [
      one('sshSettings', 999_999),
      one('integration', 999_999),
      one('hubCache', 1, 104),
    ]) {
      await assert.rejects(world.client.read(gone), isUnsupported, gone.kind);
    }
  });
});

describe('With a legacy pair', () => {
  it('servers and their resources in v2 are listed and changed, and v3 is never called', async () => {
    const world = await startExplorerWorld({
      profile: 'legacy',
      basic: { key: 'legacy-key', secret: 'legacy-secret' },
    });
    try {
      assert.equal((await world.store.list(servers)).items.length, 8);
      for (const kind of [
        'webApplication',
        'database',
        'systemUser',
        'firewallRule',
        'service',
        'supervisorJob',
        'logEntry',
        'sshKey',
      ] as const) {
        const { items } = await world.store.list({ account: 'example', kind, parents: [1] });
        assert.ok(items.length > 0, kind);
      }
      const domains = { account: 'example', kind: 'domain', parents: [1, 101] } as const;
      assert.ok((await world.store.list(domains)).items.length > 0);
      for (const read of [readServerStats, readServerHardware, readServerHealth, readPhpVersions]) {
        assert.ok(await world.client.perform(one('server', 1), read, undefined), read.path);
      }
      assert.equal((await world.client.read(one('database', 1, 101)))['id'], 101);
      const settings = one('sshSettings', 1);
      await world.client.write(settings, { endpoint: updateSshSettings, body: { useDns: false } });
      assert.equal((await world.client.read(settings))['useDns'], false);
      const paths = await world.reads();
      assertEvery(paths, (path) => path.startsWith('/api/v2/'));
    } finally {
      await world.close();
    }
  });
});
