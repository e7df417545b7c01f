import assert from 'node:assert/strict';
import { makeSandbox } from '../../../src/sandbox/sandbox';
import type { Profile } from '../../../src/sandbox/profiles/profiles';
import { documented } from '../../contract/literal/documented';
import { observed } from '../../contract/literal/observed';

const headers = {
  Authorization: 'Bearer t',
  Accept: 'application/json',
  'Content-Type': 'application/json',
};

async function ask(profile: Profile, method: string, path: string, body?: unknown) {
  const { app } = await makeSandbox({ token: 't', profile }, ['localhost']);
  const init = { headers, method, ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await app.request(`http://localhost${path}`, init);
  return { status: answer.status, text: await answer.text() };
}

describe('A sandbox that imitates another service', () => {
  const isMissing = async (profile: Profile, { method, path }: (typeof observed)[number]) => {
    // Ids that don't exist: offered operations answer with their own message.
    const { text } = await ask(profile, method, path.replaceAll(/\{\w+\}/g, '999999'));
    return text.includes('The requested resource is unavailable');
  };

  it('offers only the documented endpoints', async () => {
    for (const each of documented) {
      assert.equal(await isMissing('documented', each), false, each.path);
    }
    const known = new Set(documented.map(({ method, path }) => method + path));
    for (const each of observed.filter(({ method, path }) => !known.has(method + path))) {
      assert.equal(await isMissing('documented', each), true, `${each.method} ${each.path}`);
    }
  });

  it('offers no v3', async () => {
    assert.equal((await ask('legacy', 'GET', '/api/v3/servers')).status, 404);
    assert.equal((await ask('legacy', 'GET', '/api/v2/servers/1/cronjobs')).status, 200);
    assert.equal((await ask('legacy', 'GET', '/api/v2/ping')).status, 200);
  });

  it('writes answers differently: types, page counts, and messages of writes', async () => {
    const { text } = await ask('odd', 'GET', '/api/v3/servers');
    const { data, meta } = JSON.parse(text) as { data: Record<string, unknown>[]; meta: object };
    assert.deepEqual(meta, { lastPage: 1, total: 8 });
    assert.deepEqual(
      data.slice(0, 3).map(({ provider }) => typeof provider),
      ['string', 'object', 'object'],
    );
    assert.equal(data[0]?.['online'], 1);
    assert.deepEqual(JSON.parse((await ask('odd', 'GET', '/api/v3/servers/1')).text), {
      data: data[0],
    });
    const path = '/api/v3/servers/1/settings/ssh';
    const done = await ask('odd', 'PATCH', path, { useDns: true });
    assert.equal(done.status, 200);
    assert.doesNotMatch(done.text, /useDns/);
    const refused = await ask('odd', 'PATCH', path, { useDns: 'yes' });
    assert.equal(refused.status, 422);
    assert.deepEqual(Object.keys(JSON.parse(refused.text) as object), ['useDns']);
  });
});
