import assert from 'node:assert/strict';
import { assertInvalid, assertRefused, idOf, listOf } from './support/expect';
import { createTestService } from './support/service';
import { eachTest } from '../../support/eachTest';

const rich = {
  type: 'rich',
  port: 8080,
  protocol: 'tcp',
  ipAddress: '192.0.2.0/24',
  firewallAction: 'accept',
};

describe('The sandbox, for firewall rules', () => {
  const path = '/api/v3/servers/1/security/firewalls';
  const create = async (body: object): Promise<unknown> => {
    const { status, json, text } = await service.call('POST', path, { body });
    assert.equal(status, 200, text);
    assert.ok(Array.isArray(json) && json.length === 1);
    return json[0];
  };

  const service = eachTest(createTestService);

  it('accepts a range as a text', async () => {
    assert.equal(
      Reflect.get(Object(await create({ ...rich, port: '7000-7010' })), 'port'),
      '7000-7010',
    );
  });

  it('rejects ports out of bounds, and a port in the form of a read', async () => {
    for (const port of [0, 65_536, 1.5, '8080', '9-8', '1-70000', '', null]) {
      assertInvalid(await service.call('POST', path, { body: { ...rich, port } }), 'port');
    }
  });

  it('has neither address nor action for a global rule', async () => {
    const rule = Object(await create({ ...rich, type: 'global' }));
    assert.deepEqual([rule.ipAddress, rule.firewallAction], [null, null]);
  });

  it('requires address and action for a rich rule', async () => {
    const { ipAddress, firewallAction, ...rest } = rich;
    const without = (given: object): Promise<void> =>
      service
        .call('POST', path, { body: { ...rest, ...given } })
        .then((answer) =>
          assertInvalid(answer, 'ipAddress' in given ? 'firewallAction' : 'ipAddress'),
        );
    await without({ ipAddress });
    await without({ firewallAction });
  });

  it('rejects anything but an address or a CIDR range', async () => {
    for (const ipAddress of [
      '192.0.2',
      '192.0.2.0/33',
      '2001:db8::/129',
      '192.0.2.0/',
      'a/8',
      '1/2/3',
    ]) {
      assertInvalid(
        await service.call('POST', path, { body: { ...rich, ipAddress } }),
        'ipAddress',
      );
    }
    for (const ipAddress of ['192.0.2.1', '0.0.0.0/0', '2001:db8::1', '2001:db8::/128']) {
      await create({ ...rich, ipAddress });
    }
  });

  it('returns the deleted rule', async () => {
    assert.equal(idOf(await service.call('DELETE', `${path}/101`)), 101);
    assertRefused(await service.call('DELETE', `${path}/101`), 404);
  });
});

describe('The sandbox, for blocked addresses', () => {
  const path = '/api/v3/servers/1/security/fail2ban/blockedip';

  it('unblocks the address in the body, once', async () => {
    const service = createTestService();
    const body = { ip: '203.0.113.7' };
    assert.equal((await service.call('DELETE', path, { body })).status, 200);
    assert.deepEqual((await service.call('GET', path)).json, ['203.0.113.99', '2001:db8:bad::1']);
    assertInvalid(await service.call('DELETE', path, { body }), 'ip');
    assertInvalid(await service.call('DELETE', path, { body: {} }), 'ip');
  });
});

describe('The sandbox, for SSH', () => {
  const path = '/api/v3/servers/1/ssh/credentials';

  it('has a single set of settings behind its three paths', async () => {
    const { call } = createTestService();
    await call('PATCH', '/api/v2/servers/1/settings/ssh', { body: { useDns: true } });
    await call('PATCH', '/api/v3/servers/1/settings/ssh', { body: { preventRootLogin: false } });
    const { json } = await call('GET', '/api/v3/servers/1/ssh/config');
    const { passwordlessLogin, preventRootLogin, useDns } = Object(json);
    assert.deepEqual([passwordlessLogin, preventRootLogin, useDns], [true, false, true]);
  });

  it('accepts only booleans', async () => {
    const { call } = createTestService();
    const body = { useDns: 1, preventRootLogin: 'true' };
    assertInvalid(
      await call('PATCH', '/api/v3/servers/1/settings/ssh', { body }),
      'useDns',
      'preventRootLogin',
    );
  });

  it('adds and deletes keys, with a different member for the user than in the request', async () => {
    const service = createTestService();
    const body = {
      label: 'New',
      username: 'shop',
      publicKey: 'ssh-ed25519 AAAA shop',
      temporary: true,
    };
    const created = await service.call('POST', path, { body });
    const { label, publicKey, temporary } = body;
    const created_at = '2025-03-04 05:06:07';
    const key = { id: 1001, label, user: 'shop', publicKey, temporary, created_at };
    assert.deepEqual(created.json, key);
    assert.deepEqual((await service.call('DELETE', `${path}/1001`)).json, key);
    assert.equal((await listOf(service, path)).length, 3);
  });

  it('rejects anything but a public key', async () => {
    const { call } = createTestService();
    const body = { label: 'New', username: 'shop', publicKey: 'secret', temporary: false };
    assertInvalid(await call('POST', path, { body }), 'publicKey');
  });
});
