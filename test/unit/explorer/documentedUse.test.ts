import assert from 'node:assert/strict';
import { startExplorerWorld } from '../../support/explorerWorld';
import { isUnlisted, isUnreadable } from '../../../src/explorer/documentedUse';
import type { KindId } from '../../../src/resources/kinds/kinds';
import { eachTest } from '../../support/eachTest';

const servers = { account: 'example', kind: 'server', parents: [] } as const;

describe('The lists and reads of a service without a list of servers', () => {
  const world = eachTest(() => startExplorerWorld({ profile: 'documented' }));

  function isListed(kind: KindId, ...parents: number[]): boolean {
    return !isUnlisted(world.store, { account: 'example', kind, parents });
  }

  function isRead(kind: KindId, ...ids: number[]): boolean {
    return !isUnreadable(world.store, { account: 'example', kind, ids });
  }

  it('are only the documented ones once it has refused to list its servers', async () => {
    assert.ok(isListed('firewallRule', 1), 'offered while nothing is known');
    await world.store.list(servers).catch(() => undefined);
    for (const [kind, ...parents] of [
      ['server'],
      ['firewallRule', 1],
      ['supervisorJob', 1],
      ['databaseUser', 1],
      ['integration'],
      ['canvas'],
    ] as const) {
      assert.ok(!isListed(kind, ...parents), kind);
    }
    assert.ok(isListed('cronJob', 1));
  });

  it("leave out rules, jobs and users that can't be read", async () => {
    await world.store.list(servers).catch(() => undefined);
    for (const [kind, ...ids] of [
      ['firewallRule', 1, 9],
      ['supervisorJob', 1, 9],
      ['databaseUser', 1, 9],
    ] as const) {
      assert.ok(!isRead(kind, ...ids), kind);
    }
    // The others have a document, or something below them.
    for (const [kind, ...ids] of [
      ['server', 1],
      ['webApplication', 1, 9],
      ['cronJob', 1, 101],
      ['integration', 9],
      ['canvas', 9],
    ] as const) {
      assert.ok(isRead(kind, ...ids), kind);
    }
  });
});

describe('The lists and reads of a service with a list of servers', () => {
  it('are all except those it refused', async () => {
    const world = await startExplorerWorld();
    try {
      await world.store.list(servers);
      const rules = { account: 'example', kind: 'firewallRule', parents: [1] } as const;
      assert.ok(!isUnlisted(world.store, rules));
      assert.ok(
        !isUnreadable(world.store, { account: 'example', kind: 'firewallRule', ids: [1, 9] }),
      );
    } finally {
      await world.close();
    }
  });
});
