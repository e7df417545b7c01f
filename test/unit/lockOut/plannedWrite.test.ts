import assert from 'node:assert/strict';
import type { ResourceReference } from '../../../src/resources/reference';
import { toPlannedWrites } from '../../../src/resources/lockOut/plannedWrite';

const settings: ResourceReference = { account: 'a', kind: 'sshSettings', ids: [7] };

describe('The writes of a document that the lock-out guard checks', () => {
  it('contain all of its changes to SSH settings, with the request that makes them', () => {
    const writes = toPlannedWrites(settings, [
      { path: ['passwordlessLogin'], before: false, after: true },
      { path: ['preventRootLogin'], before: true, after: false },
    ]);
    assert.deepEqual(
      writes.map(({ endpoint: { method, path }, target, body }) => [method, path, target, body]),
      [
        [
          'PATCH',
          '/servers/{serverId}/settings/ssh',
          settings,
          { passwordlessLogin: true, preventRootLogin: false },
        ],
      ],
    );
  });

  it("are empty if they don't affect logins", () => {
    const rename = { path: ['name'], before: 'a', after: 'b' };
    assert.deepEqual(toPlannedWrites({ ...settings, kind: 'server' }, [rename]), []);
  });
});
