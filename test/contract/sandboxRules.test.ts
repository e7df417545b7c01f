import assert from 'node:assert/strict';
import { fillText } from './literal/operation';
import { endpoint, type Fields, SandboxCalls } from './sandboxCalls';
import { findLongList } from './sandboxWorld';
import { allTests } from '../support/eachTest';

describe('The sandbox keeps the rules of endpoints (§4)', () => {
  let list: string;

  const calls = allTests(() => SandboxCalls.start());
  before(async () => {
    list = await findLongList(calls.service);
  });

  beforeEach(() => calls.reset());

  it('pages a list by perPage and page', async () => {
    const all = await calls.service.readAll(list);
    const { json } = await calls.service.send('GET', `${list}?perPage=7&page=3`);
    const { data, meta } = json as { data: Fields[]; meta: { pagination: Fields } };
    assert.deepEqual(data, all.slice(14, 21));
    const { links, ...counts } = meta.pagination;
    assert.deepEqual(counts, {
      total: all.length,
      count: 7,
      per_page: 7,
      current_page: 3,
      total_pages: Math.ceil(all.length / 7),
    });
    assert.equal(typeof links, 'object');
  });

  it('returns the first page by default, and an empty page after the last', async () => {
    const all = await calls.service.readAll(list);
    const { data } = (await calls.service.read(`${list}?perPage=5`)) as { data: Fields[] };
    assert.deepEqual(data, all.slice(0, 5));
    const beyond = (await calls.service.read(`${list}?perPage=40&page=9`)) as { data: Fields[] };
    assert.deepEqual(beyond.data, []);
  });

  it('also accepts page and perPage for a list that is a bare array', async () => {
    const path = '/api/v3/servers/1/security/fail2ban/blockedip';
    const all = (await calls.service.read(path)) as string[];
    assert.ok(all.length > 1);
    assert.deepEqual(await calls.service.read(`${path}?perPage=1&page=2`), [all[1]]);
  });

  it('changes only the fields of a partial PATCH', async () => {
    for (const number of [11, 12, 13]) {
      const before = withoutDate(await calls.answerOf(number));
      const useDns = !before['useDns'];
      const { json } = await calls.send(endpoint(number), { useDns });
      assert.deepEqual(withoutDate(json as Fields), { ...before, useDns }, `${number}`);
    }
  });

  it('accepts a partial PATCH of an integration and of a hub', async () => {
    const integration = await calls.answerOf(7);
    const { json } = await calls.send(endpoint(7), { label: 'renamed' });
    assert.deepEqual(json, { ...integration, label: 'renamed' });

    const hub = fillText(endpoint(16).path, calls.values);
    const before = withoutDate((await calls.service.read(hub)) as Fields);
    await calls.send(endpoint(16), { cacheFolderSize: 999 });
    const after = withoutDate((await calls.service.read(hub)) as Fields);
    assert.deepEqual(after, { ...before, cacheFolderSize: 999 });
  });

  it('wraps a list in data and meta.pagination, but returns a new firewall rule as a bare array', async () => {
    assert.deepEqual(Object.keys(await calls.answerOf(5)).toSorted(), ['data', 'meta']);
    assert.ok(Array.isArray((await calls.perform(8)).json));
  });

  it('returns an empty object when SSL is applied', async () => {
    assert.equal((await calls.perform(10)).text, '{}');
  });

  it('returns the secret of an integration in full', async () => {
    const secret = 'x'.repeat(200);
    assert.equal((await calls.answerOf(6, { secret }))['secret'], secret);
    assert.equal((await calls.answerOf(7, { secret }))['secret'], secret);
  });

  it('returns the API key and secret of a cache in plain text', async () => {
    const { apiKey, apiSecret } = await calls.answerOf(14);
    assert.match(String(apiKey), /^[^*•]{8,}$/);
    assert.match(String(apiSecret), /^[^*•]{8,}$/);
  });
});

function withoutDate(fields: Fields): Fields {
  return { ...fields, updated_at: 'any' };
}
