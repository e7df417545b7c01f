import assert from 'node:assert/strict';
import { openShared } from '../../support/sharedValues';
import { SshLogins } from '../../../src/resources/ssh';

const one = { account: 'example', kind: 'server', ids: [1] } as const;
const other = { account: 'other', kind: 'server', ids: [1] } as const;

describe('SSH logins', () => {
  it('are kept for each server until its account is removed', async () => {
    const values = await openShared();
    const logins = new SshLogins(values);
    assert.equal(await logins.of(one), undefined);
    await logins.choose(one, { user: 'deploy', port: 2222 });
    await logins.choose(other, { user: 'shop', port: 22 });
    assert.deepEqual(await logins.of(one), { user: 'deploy', port: 2222 });
    await values.removeAccount('example');
    assert.equal(await logins.of(one), undefined);
    assert.deepEqual(await logins.of(other), { user: 'shop', port: 22 });
  });

  it('are ignored if unreadable', async () => {
    const values = await openShared();
    const logins = new SshLogins(values);
    await logins.choose(one, { user: 'deploy', port: 22 });
    const [stored] = values.list('ssh/');
    await values.change([{ key: stored?.key ?? '', value: { user: 7 } }]);
    assert.equal(await logins.of(one), undefined);
  });
});
