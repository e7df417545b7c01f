import assert from 'node:assert/strict';
import { readKnowledge } from '../../../src/findings/readKnowledge';
import { atOnce } from '../../../src/base/pieces';
import { findAreas } from '../../../src/findings/areas';
import { type ExplorerWorld, startExplorerWorld } from '../../support/explorerWorld';

const account = { id: 'example', authentication: 'token' } as const;

describe('Reading all that rules judge', () => {
  let world: ExplorerWorld;

  beforeEach(async () => {
    world = await startExplorerWorld({ rateLimit: { limit: 1_000_000 } });
  });

  afterEach(() => world.close());

  const read = (matches: (server: object) => boolean = () => true) =>
    readKnowledge({
      account,
      client: world.client,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      matches,
    });

  async function serversAsked(end: string): Promise<number> {
    const paths = (await world.reads()).filter((each) => each.endsWith(end));
    return new Set(paths.map((each) => each.split('/')[4])).size;
  }

  it("goes on after servers without a part, unless the first ones don't have it", async () => {
    for (const id of [2, 3, 4]) {
      await world.probe.addFault(`404:GET:/api/*/servers/${id}/settings/ssh`);
      await world.probe.addFault(`404:GET:/api/*/servers/${id}/ssh/config`);
    }
    assert.deepEqual((await read()).failures, []);
    const all = await serversAsked('/settings/ssh');
    assert.ok(all > 4, String(all));
    await world.probe.addFault('404:GET:/api/*/servers/1/settings/ssh');
    await world.probe.addFault('404:GET:/api/*/servers/1/ssh/config');
    await read();
    assert.equal(await serversAsked('/settings/ssh'), 3);
  });

  it('knows which domains have no certificate, and what failed', async () => {
    const { knowledge } = await read();
    const areas = atOnce(findAreas(knowledge, [account.id]));
    const certificates = areas.filter(({ id }) => id === 'ssl' || id === 'sharedSsl');
    assert.equal(certificates.length, 2);
    for (const { checked, total } of certificates) assert.ok(checked > 0 && checked === total);
    await world.probe.addFault('500:GET:/api/*/servers/1/supervisors');
    assert.equal((await read()).failures.length, 1);
  });

  it('asks nothing about servers that do not match', async () => {
    const { knowledge, find } = await read((server) => 'id' in server && server.id === 1);
    assert.deepEqual(
      knowledge.servers.map(({ reference }) => reference.ids),
      [[1]],
    );
    assert.ok(find({ account: account.id, kind: 'server', ids: [1] }));
    const asked = (await world.reads()).flatMap((each) => /\/servers\/(\d+)/.exec(each)?.[1] ?? []);
    assert.deepEqual(new Set(asked), new Set(['1']));
  });
});
