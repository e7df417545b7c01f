import assert from 'node:assert/strict';
import {
  findLoginLoss,
  type Logins,
  type LoginSettings,
  usersOfKeys,
} from '../../../../src/resources/lockOut/findLockOuts';

const open: LoginSettings = { passwordlessLogin: false, preventRootLogin: false };
const keysOnly: LoginSettings = { ...open, passwordlessLogin: true };
const notAsRoot: LoginSettings = { ...open, preventRootLogin: true };
const logins: Logins = { settings: open, users: ['shop'], keys: ['shop'] };

describe('A change of SSH settings', () => {
  const lossBy = (settings: LoginSettings, more: Partial<Logins> = {}) =>
    findLoginLoss({ ...logins, ...more }, { ...logins, ...more, settings });

  it('is a risk without a key, without a user, or if only root has a key', () => {
    const both = { passwordlessLogin: true, preventRootLogin: true };
    assert.equal(lossBy(keysOnly, { keys: [] }), 'noKey');
    assert.equal(lossBy(notAsRoot, { users: [] }), 'noOtherUser');
    assert.equal(lossBy(both, { keys: ['root'] }), 'onlyRootHasKey');
  });
});

describe('SSH keys', () => {
  it('count unless they are temporary or have no user name', () => {
    assert.deepEqual(
      usersOfKeys([
        { user: 'shop' },
        { username: 'root', temporary: 0 },
        { user: { username: 'reports' }, temporary: false },
        { user: 'ended', temporary: true },
        { user: 'ended', temporary: 1 },
        { user: 21 },
        { user: { id: 21 } },
        {},
      ]),
      ['shop', 'root', 'reports'],
    );
  });
});
