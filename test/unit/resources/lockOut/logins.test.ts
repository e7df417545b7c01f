import assert from 'node:assert/strict';
import {
  findLoginLoss,
  type Logins,
  type LoginSettings,
  usersOfKeys,
  withoutUsers,
} from '../../../../src/resources/lockOut/findLockOuts';

const open: LoginSettings = { passwordlessLogin: false, preventRootLogin: false };
const keysOnly: LoginSettings = { ...open, passwordlessLogin: true };
const notAsRoot: LoginSettings = { ...open, preventRootLogin: true };
const logins: Logins = { settings: open, users: ['shop'], keys: ['shop'] };

describe('A change of SSH settings', () => {
  const lossBy = (settings: LoginSettings, more: Partial<Logins> = {}) =>
    findLoginLoss({ ...logins, ...more }, { ...logins, ...more, settings });

  it('is no risk with a user and a key', () => {
    assert.equal(lossBy({ ...keysOnly, ...notAsRoot, passwordlessLogin: true }), undefined);
    assert.equal(lossBy(open, { users: [], keys: [] }), undefined);
  });

  it('is a risk without a key, without a user, or if only root has a key', () => {
    const both = { passwordlessLogin: true, preventRootLogin: true };
    assert.equal(lossBy(keysOnly, { keys: [] }), 'noKey');
    assert.equal(lossBy(notAsRoot, { users: [] }), 'noOtherUser');
    assert.equal(lossBy(both, { keys: ['root'] }), 'onlyRootHasKey');
  });

  it('is no risk if users other than root may log in with a password', () => {
    assert.equal(lossBy(notAsRoot, { keys: ['root'] }), undefined);
    assert.equal(lossBy(notAsRoot, { keys: [] }), undefined);
  });

  it('is no new risk if no one could log in before', () => {
    const closed = { ...logins, settings: keysOnly, keys: [] };
    const after = { ...closed, settings: { passwordlessLogin: true, preventRootLogin: true } };
    assert.equal(findLoginLoss(closed, after), undefined);
  });
});

describe('Deleting keys and users', () => {
  it('is a risk for the last key, if passwords are off', () => {
    const byKey = { ...logins, settings: keysOnly };
    assert.equal(findLoginLoss(byKey, { ...byKey, keys: [] }), 'noKey');
    assert.equal(findLoginLoss(logins, { ...logins, keys: [] }), undefined);
  });

  it('is a risk for the last user, whose keys are deleted too', () => {
    const noRoot = { ...logins, settings: notAsRoot };
    assert.equal(findLoginLoss(noRoot, withoutUsers(noRoot, ['shop'])), 'noOtherUser');
    const byKey = { ...logins, settings: keysOnly };
    assert.equal(findLoginLoss(byKey, withoutUsers(byKey, ['shop'])), 'noKey');
  });
});

describe('SSH keys', () => {
  it('count for an existing user', () => {
    assert.equal(
      findLoginLoss(logins, { ...logins, settings: keysOnly, keys: ['ghost'] }),
      'noKey',
    );
  });

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
