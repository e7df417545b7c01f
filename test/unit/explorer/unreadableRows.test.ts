import assert from 'node:assert/strict';
import type { Sessions } from '../../../src/accounts/sessions';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { clientOf } from '../../support/testClient';

const servers = { account: 'service', kind: 'server', parents: [] } as const;

describe('Entries without an id', () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ id: index + 1, name: `web-${index}` }));

  function storeWith(pages: readonly (readonly unknown[])[]): ResourceStore {
    const fetch = (url: string | URL | Request): Promise<Response> => {
      const page = Number(new URL(url instanceof Request ? url.url : url).searchParams.get('page'));
      return Promise.resolve(Response.json({ data: pages[page - 1] ?? [], meta: [] }));
    };
    const client = clientOf('http://service.test', { fetch });
    const sessions = { client: () => Promise.resolve(client) } as unknown as Sessions;
    return new ResourceStore(new ResourceClient(sessions));
  }

  it("are counted, and don't hide others, however the list is read", async () => {
    const first = [...rows.slice(0, 38), { name: 'nameless' }, null];
    const second = [{ id: 50, name: 'last' }, 'text'];
    const byPage = storeWith([first, second]);
    const start = await byPage.list(servers);
    assert.deepEqual([start.items.length, start.unreadable, start.isComplete], [38, 2, false]);
    const more = await byPage.more(servers);
    assert.deepEqual([more.items.length, more.unreadable, more.isComplete], [39, 3, true]);
    const whole = await storeWith([first, second]).all(servers);
    assert.deepEqual([whole.items.length, whole.unreadable, whole.isComplete], [39, 3, true]);
    const regular = await storeWith([rows.slice(0, 3)]).list(servers);
    assert.equal(regular.unreadable, undefined);
  });
});
