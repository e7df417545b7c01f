import assert from 'node:assert/strict';
import { atOnce, inPieces } from '../../../src/base/pieces';
import { findAreas } from '../../../src/findings/areas';
import { evaluate } from '../../../src/findings/evaluate';
import { gather } from '../../../src/findings/knowledge';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import type { Resource } from '../../../src/resources/kinds/kind';
import { replaceMember } from '../../support/host/replaceMember';

const account = 'one';
const servers = { account, kind: 'server', parents: [] } as const;
const size = 2_000;

describe('In a large fleet', () => {
  it('what is known is gathered and judged in small steps, each server a few times', () => {
    let looks = 0;
    const items = Array.from({ length: size }, (_, index): Resource => ({
      get id() {
        looks += 1;
        return index + 1;
      },
      online: true,
    }));
    const value = { items, pages: 1, total: size, isComplete: true, missing: 0 } as const;
    const listings = [{ reference: servers, value: { ...value, freshness: 'fresh' } }] as const;
    const health = items.map((_, index) => ({
      server: { account, kind: 'server', ids: [index + 1] } as const,
      readAt: 0,
      health: {},
    }));
    let steps = 0;
    const run = <T>(task: Generator<unknown, T>): T => {
      for (;;) {
        const { done, value: result } = task.next();
        if (done) return result;
        steps += 1;
      }
    };
    const store = { failure: () => undefined, known: () => ({ listings, singles: [] }) };
    const knowledge = run(gather([account], store, { of: () => [] }, { health }, { of: () => [] }));
    assert.equal(knowledge.health.size, size);
    assert.ok(steps >= size, `${steps} steps`);
    assert.ok(looks <= 3 * size, `${looks} looks at an ID`);
    steps = 0;
    run(evaluate(knowledge, { now: 0, isPending: () => false }));
    run(findAreas(knowledge, [account]));
    assert.ok(steps >= size * 10, `${steps} steps`);
  });

  it('a name is found without going through all of them', () => {
    const index = new ResourceIndex();
    const entries = Array.from({ length: size }, (_, at) => {
      return { id: at + 1, label: `server ${at}`, detail: '' };
    });
    index.put({ collection: servers, entries, readAt: 1 });
    const { find } = Array.prototype;
    let calls = 0;
    function counted(this: unknown[], test: (...given: unknown[]) => boolean): unknown {
      return find.call(this, (...given: unknown[]) => {
        calls += 1;
        return test(...given);
      });
    }
    const restore = replaceMember(Array.prototype, 'find', counted as never);
    try {
      for (const { id, label } of entries) {
        assert.equal(index.find({ account, kind: 'server', ids: [id] })?.label, label);
      }
    } finally {
      restore();
    }
    assert.ok(calls <= size, `${calls} comparisons`);
  });

  it('what a list no longer has is forgotten in one go', () => {
    let looks = 0;
    const index = new ResourceIndex();
    const entries = Array.from({ length: size }, (_, at) => ({ id: at, label: '', detail: '' }));
    const jobsOf = (server: number) => ({ account, kind: 'cronJob', parents: [server] }) as const;
    index.put({ collection: servers, entries, readAt: 1 });
    for (const { id } of entries) {
      const parents = Object.defineProperty([id], 0, { get: () => ((looks += 1), id) });
      index.put({
        collection: { ...jobsOf(id), parents },
        entries: entries.slice(0, 1),
        readAt: 1,
      });
    }
    looks = 0;
    const left = entries.slice(size / 2);
    index.put({ collection: servers, entries: left, readAt: 2 });
    assert.ok(looks <= 3 * size, `${looks} looks at an ID`);
    assert.equal(index.size, left.length * 2);
    assert.equal(index.readAt(jobsOf(0)), undefined);
    assert.equal(index.readAt(jobsOf(size - 1)), 1);
  });

  it('other work is done between the steps of a long computation', async () => {
    let now = 0;
    const restore = replaceMember(performance, 'now', () => now);
    const order: string[] = [];
    function* work(): Generator<unknown, string> {
      for (let step = 0; step < 10; step += 1) {
        now += 4;
        yield order.push('step');
      }
      return 'done';
    }
    try {
      setTimeout(() => order.push('other'));
      assert.equal(await inPieces(work()), 'done');
    } finally {
      restore();
    }
    const others = order.indexOf('other');
    assert.ok(others > 0 && others <= 3, order.join());
    assert.equal(atOnce(work()), 'done');
  });
});
