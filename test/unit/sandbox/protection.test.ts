import assert from 'node:assert/strict';
import { assertInvalid, assertRefused, idOf, listOf, objectOf } from './support/expect';
import { createTestService, type TestService } from './support/service';
import { eachTest } from '../../support/eachTest';

const server = '/api/v3/servers/1';
const path = `${server}/webapps/101`;

describe('The sandbox, for domains and certificates', () => {
  const shared = '/api/v3/servers/3/webapps/303';
  const draft = {
    provider: 'letsencrypt',
    enableHttp: true,
    enableHsts: false,
    authorizationMethod: 'http-01',
    environment: 'staging',
  };

  const service = eachTest(createTestService);

  it('returns the records that a domain needs', async () => {
    const domains = await listOf(service, `${path}/domains`);
    const records = async (place: number): Promise<unknown> =>
      (await service.call('GET', `${path}/domains/${String(domains[place]?.['id'])}/dns`)).json;
    assert.deepEqual(await records(0), [
      { type: 'A', hostname: 'shop.example.com', content: '192.0.2.10' },
      { type: 'CNAME', hostname: 'www.shop.example.com', content: 'shop.example.com' },
    ]);
    assert.deepEqual(await records(1), [
      { type: 'A', hostname: 'www.shop.example.com', content: '192.0.2.10' },
    ]);
    assertRefused(await service.call('GET', `${path}/domains/999/dns`), 404);
  });

  it("changes a domain's certificate", async () => {
    const at = `${path}/domains/101/ssl`;
    const before = objectOf(await service.call('GET', at));
    const one = `${at}/${String(before['id'])}`;
    const body = { enableHttp: true, environment: 'staging', provider: 'custom' };
    assert.deepEqual(objectOf(await service.call('PATCH', one, { body })), {});
    const changed = { ...before, enableHttp: true, staging: true, method: 'custom' };
    assert.deepEqual(objectOf(await service.call('GET', at)), changed);
    assertInvalid(await service.call('PATCH', one, { body: { enableHsts: 1 } }), 'enableHsts');
    assertRefused(await service.call('PATCH', `${at}/999`, { body }), 404);
  });

  it('has one certificate for all domains in basic mode', async () => {
    const at = `${server}/webapps/104/ssl`;
    assert.deepEqual(Object.keys(objectOf(await service.call('GET', at))), ['message']);
    const custom = '/api/v3/servers/3/webapps/304/ssl';
    assertRefused(await service.call('GET', custom), 404);
    assertInvalid(await service.call('POST', at, { body: {} }), ...Object.keys(draft));
    assert.deepEqual(objectOf(await service.call('POST', at, { body: draft })), {});
    const created = objectOf(await service.call('GET', at));
    assert.deepEqual([created['method'], created['staging']], ['letsencrypt', true]);
    const one = `${at}/${String(created['id'])}`;
    assert.equal((await service.call('PATCH', one, { body: { enableHsts: true } })).status, 200);
    service.advance(86_400_000);
    assert.deepEqual(objectOf(await service.call('PUT', one)), {});
    const renewed = objectOf(await service.call('GET', at));
    assert.deepEqual([renewed['enableHsts'], renewed['id']], [true, created['id']]);
    assert.ok(String(renewed['validUntil']) > String(created['validUntil']));
    assert.deepEqual(objectOf(await service.call('DELETE', one)), {});
    assertRefused(await service.call('DELETE', one), 404);
    assert.equal(idOf(await service.call('GET', `${shared}/ssl`)), 303);
  });

  it('has one mode at a time', async () => {
    const mode = async (at: string): Promise<unknown> =>
      objectOf(await service.call('GET', `${at}/ssl/advanced`));
    assert.deepEqual(await mode(path), { advancedSSL: true, autoSSL: false });
    assert.deepEqual(await mode(shared), { advancedSSL: false, autoSSL: false });
    assertRefused(await service.call('POST', `${path}/ssl`, { body: draft }), 422);
    const set = (body: object): ReturnType<TestService['call']> =>
      service.call('POST', `${path}/ssl/advanced`, { body });
    assertInvalid(await set({ autoSSL: true }), 'advancedSSL');
    const basic = { advancedSSL: false, autoSSL: true };
    assert.deepEqual(objectOf(await set(basic)), basic);
    assert.equal((await service.call('POST', `${path}/ssl`, { body: draft })).status, 200);
    assert.deepEqual(objectOf(await set({ advancedSSL: true })), { ...basic, advancedSSL: true });
  });
});

describe('The sandbox, for WAF rules and cache engines', () => {
  const rule = { field: 'uri', operator: 'eq', value: '/xmlrpc.php', operation: 'block' };

  const service = eachTest(createTestService);

  it('adds rules at the end of the order, and sorts them', async () => {
    const add = (body: object): ReturnType<TestService['call']> =>
      service.call('POST', `${path}/waf/rules`, { body });
    const order = async (): Promise<unknown> =>
      objectOf(await service.call('GET', `${path}/waf`))['rulesOrdering'];
    assertInvalid(await add({}), ...Object.keys(rule));
    const { id: first, ruleId, isEnabled, ...given } = objectOf(await add(rule));
    assert.deepEqual([ruleId, isEnabled], [900_001, true]);
    const created_at = '2025-03-04T05:06:07.000000Z';
    assert.deepEqual(given, { ...rule, created_at, updated_at: created_at });
    const second = idOf(await add({ ...rule, value: 'any text' }));
    assert.deepEqual(await order(), [first, second]);
    const sort = (rulesOrdering: unknown): ReturnType<TestService['call']> =>
      service.call('PATCH', `${path}/waf/rules/sort`, { body: { rulesOrdering } });
    assert.deepEqual(objectOf(await sort([second, first]))['rulesOrdering'], [second, first]);
    assert.deepEqual(await order(), [second, first]);
    for (const wrong of [[], [second], [second, first, first], undefined]) {
      assertInvalid(await sort(wrong), 'rulesOrdering');
    }
    const without = `${server}/webapps/104/waf/rules`;
    assertRefused(await service.call('POST', without, { body: rule }), 404);
  });

  it('upgrades the cache to the newer engine once, and back', async () => {
    const call = (what: string): ReturnType<TestService['call']> =>
      service.call('POST', `${path}/platformcache/${what}`);
    assertRefused(await call('rollback'), 422);
    assert.deepEqual(Object.keys(objectOf(await call('upgrade'))), ['message']);
    assertRefused(await call('upgrade'), 422);
    assert.equal((await call('rollback')).status, 200);
    const [latest] = await listOf(service, `${path}/log`);
    assert.equal(latest?.['content'], 'The cache of storefront has the engine 1');
    assertRefused(await service.call('POST', `${server}/webapps/102/platformcache/upgrade`), 404);
  });
});
