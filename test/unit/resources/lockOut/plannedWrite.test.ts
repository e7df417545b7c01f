import assert from 'node:assert/strict';
import { kinds } from '../../../../src/resources/kinds/kinds';
import type { ResourceReference } from '../../../../src/resources/reference';
import { toPlannedWrites } from '../../../../src/resources/lockOut/findLockOuts';

const settings: ResourceReference = { account: 'a', kind: 'sshSettings', ids: [7] };

describe('The writes of a document that the lock-out guard checks', () => {
  it('contain all its changes to SSH settings, with their request', () => {
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

  it("include those of the SSH settings in a server's document", () => {
    const server: ResourceReference = { ...settings, kind: 'server' };
    const writes = toPlannedWrites(server, [
      { path: ['name'], before: 'a', after: 'b' },
      { path: ['ssh', 'preventRootLogin'], before: false, after: true },
    ]);
    assert.deepEqual(
      writes.map(({ endpoint: { method, path }, target, body }) => [method, path, target, body]),
      [['PATCH', '/servers/{serverId}/settings/ssh', server, { preventRootLogin: true }]],
    );
  });

  it("are empty if they don't affect logins", () => {
    const rename = { path: ['name'], before: 'a', after: 'b' };
    for (const { id } of kinds.filter(({ fields }) => !fields.includes('useDns'))) {
      assert.deepEqual(toPlannedWrites({ ...settings, kind: id }, [rename]), []);
    }
  });
});
