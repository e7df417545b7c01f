import assert from 'node:assert/strict';
import { createdIn, judgeCreation } from '../../../src/documents/writing/judge';
import { knownIds, createReader } from '../../../src/documents/writing/findLive';
import type { JsonObject } from '../../../src/base/json';
import type { KindId } from '../../../src/resources/kinds/kinds';
import type { Resource } from '../../../src/resources/kinds/kind';

const collection = { account: 'service', kind: 'cronJob', parents: [1] } as const;

describe('The known results of a creation', () => {
  it('include the newest resource in an answer that lists all, if it has an id', () => {
    assert.equal(createdIn([null, { id: 'x' }, { id: 3 }, 'y', { id: 9 }, { id: 4 }])?.['id'], 9);
    assert.equal(createdIn([{ id: 3 }, { id: 'x' }])?.['id'], 3);
    assert.equal(createdIn({ id: 'a7' })?.['id'], 'a7');
    assert.equal(createdIn({ id: null }), undefined);
    assert.equal(createdIn([]), undefined);
  });

  it('include the existing ids if the entire list was read', () => {
    const store = (listing: object | undefined, one?: Resource) =>
      ({ peek: () => listing as never, find: () => one }) as const;
    const whole = { items: [{ id: 5 }], isComplete: true, missing: 0, total: 1 };
    assert.deepEqual(knownIds(store(whole), collection), [5]);
    assert.equal(knownIds(store({ ...whole, isComplete: false }), collection), undefined);
    assert.equal(knownIds(store(undefined), collection), undefined);
    const waf = { account: 'service', kind: 'waf', parents: [1, 2] } as const;
    assert.deepEqual(knownIds(store(whole, { id: 1 }), waf), [0]);
    assert.deepEqual(knownIds(store(whole, { message: 'No firewall.' }), waf), []);
    assert.equal(knownIds(store(whole), waf), undefined);
  });

  it("don't include an incomplete list", async () => {
    const read = (missing: number) =>
      createReader({
        client: { read: () => Promise.resolve({}) },
        store: {
          forget: () => undefined,
          all: () => Promise.resolve({ items: [{ id: 5 }], missing } as never),
        },
      }).list(collection);
    assert.deepEqual(await read(0), [{ id: 5 }]);
    assert.equal(await read(1), undefined);
  });

  it('use the kind as a name if the resource has none', async () => {
    const warnings = async (
      kind: KindId,
      sent: JsonObject,
      item: Resource,
    ): Promise<readonly string[]> => {
      const warned: string[] = [];
      const items = [1, 2].map((id) => ({ ...item, id }));
      const context = {
        client: { read: () => assert.fail('the list says it') },
        store: { forget: () => undefined, all: async () => ({ items, missing: 0 }) as never },
        prompts: { warn: (text: string) => void warned.push(text) },
        mayRepeatWrites: true,
      };
      const creation = { collection: { ...collection, kind }, sent, before: [] };
      await judgeCreation(context, creation, undefined);
      return warned;
    };
    const [rule] = await warnings('firewallRule', { port: 80 }, { port: '80' });
    assert.match(rule ?? '', /^Firewall Rule exists more than once \(IDs 1, 2\)/);
    const [job] = await warnings('cronJob', { label: 'Tidy up' }, { label: 'Tidy up', time: '' });
    assert.match(job ?? '', /^Cron Job "Tidy up" exists/);
  });
});
