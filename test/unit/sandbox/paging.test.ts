import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { slicePage, toPage } from '../../../src/sandbox/http/paging';
import { assertInvalid, objectOf } from './support/expect';
import { createTestService } from './support/service';

const url = 'http://localhost/api/v3/servers?search=x';
const someItems = fc.array(fc.integer(), { maxLength: 200 });
const someSize = fc.integer({ min: 1, max: 40 });

describe('A page of a list', () => {
  it('reports its position, and is empty after the end', () => {
    fc.assert(
      fc.property(someItems, someSize, fc.integer({ min: 1, max: 300 }), (items, perPage, page) => {
        const { data, meta } = toPage(items, { page, perPage }, url);
        const { total, count, per_page, current_page, total_pages } = meta.pagination;
        assert.deepEqual(
          [total, count, per_page, current_page],
          [items.length, data.length, perPage, page],
        );
        assert.deepEqual(data, slicePage(items, { page, perPage }));
        if (page > total_pages) assert.equal(count, 0);
        else if (page < total_pages) assert.equal(count, perPage);
      }),
    );
  });

  it('links only to its neighbors, keeping the rest of the query', () => {
    fc.assert(
      fc.property(someItems, someSize, fc.integer({ min: 1, max: 20 }), (items, perPage, page) => {
        const { links, total_pages } = toPage(items, { page, perPage }, url).meta.pagination;
        const pageOf = (link: string | undefined): string | null | undefined =>
          link && new URL(link).searchParams.get('page');
        assert.equal(pageOf(links.previous), page > 1 ? String(page - 1) : undefined);
        assert.equal(pageOf(links.next), page < total_pages ? String(page + 1) : undefined);
        for (const link of Object.values(links)) assert.match(link, /search=x/);
      }),
    );
  });
});

describe('The sandbox, for lists', () => {
  const { call } = createTestService({ servers: 100 });
  const page = async (path: string): Promise<{ data: unknown[]; perPage: unknown }> => {
    const { data, meta } = objectOf(await call('GET', path));
    assert.ok(Array.isArray(data) && meta && typeof meta === 'object' && 'pagination' in meta);
    const { pagination } = meta;
    assert.ok(pagination && typeof pagination === 'object' && 'per_page' in pagination);
    return { data, perPage: pagination.per_page };
  };

  it('has separate page sizes for each resource', async () => {
    assert.equal((await page('/api/v3/servers')).perPage, 15);
    assert.equal((await page('/api/v3/servers/1/security/firewalls')).perPage, 20);
    assert.equal((await page('/api/v3/servers/1/webapps')).perPage, 21);
  });

  it('finds servers by name, ignoring case', async () => {
    assert.equal((await page('/api/v3/servers?search=FRANKFURT')).data.length, 1);
    assert.equal((await page('/api/v3/servers/1/users?search=web')).data.length, 1);
    assert.equal((await page('/api/v3/servers/1/webapps?search=o')).data.length, 3);
    assert.equal((await page('/api/v3/servers/1/webapps/101/log?search=memory')).data.length, 1);
    assert.equal((await page('/api/v3/servers?search=nothing')).data.length, 0);
  });

  it('lists shared servers separately', async () => {
    assert.equal((await page('/api/v3/servers/shared')).data.length, 1);
    assert.equal((await page('/api/v3/servers?search=partner')).data.length, 0);
  });

  it('sorts web applications', async () => {
    const names = async (query: string): Promise<unknown[]> =>
      (await page(`/api/v3/servers/1/webapps?${query}`)).data.map((row) =>
        row && typeof row === 'object' && 'name' in row ? row.name : undefined,
      );
    const sorted = ['blog', 'checkout', 'staging', 'storefront'];
    assert.deepEqual(await names('sortColumn=name'), sorted);
    assert.deepEqual(await names('sortColumn=name&sortDirection=desc'), sorted.toReversed());
    assertInvalid(await call('GET', '/api/v3/servers/1/webapps?sortColumn=size'), 'sortColumn');
    assertInvalid(
      await call('GET', '/api/v3/servers/1/webapps?sortColumn=name&sortDirection=up'),
      'sortDirection',
    );
  });

  it('returns bare arrays where the service does, or a page of them on request', async () => {
    const path = '/api/v3/servers/1/security/fail2ban/blockedip';
    const all = ['203.0.113.7', '203.0.113.99', '2001:db8:bad::1'];
    assert.deepEqual((await call('GET', path)).json, all);
    assert.deepEqual((await call('GET', `${path}?perPage=2&page=2`)).json, all.slice(2));
    const binaries = (await call('GET', '/api/v3/servers/1/supervisors/binaries')).json;
    assert.ok(Array.isArray(binaries) && binaries[0] === '');
    const second = await call('GET', '/api/v3/servers/1/supervisors/binaries?perPage=1&page=2');
    assert.deepEqual(second.json, binaries.slice(1, 2));
  });

  it('lists integrations without meta', async () => {
    const list = objectOf(await call('GET', '/api/v3/settings/externalapi?perPage=2'));
    assert.deepEqual(Object.keys(list), ['data']);
    assert.ok(Array.isArray(list['data']) && list['data'].length === 2);
  });
});
