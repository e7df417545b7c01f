import assert from 'node:assert/strict';
import { ActionReads } from '../../../src/actions/sendAction';
import type { FieldContext } from '../../../src/documents/creations/fields';
import type { Resource } from '../../../src/resources/kinds/kind';

const server = { account: 'one', kind: 'server', ids: [1] } as const;
const { signal } = new AbortController();

describe('Reads for the questions of an action', () => {
  let count: number;
  let now: number;
  let reads: ActionReads;
  const client = {
    read: (): Promise<Resource> => {
      count += 1;
      return Promise.resolve({ count });
    },
  };

  const context = { client } as unknown as FieldContext;

  beforeEach(() => {
    count = 0;
    now = 0;
    reads = new ActionReads(context, undefined, () => now);
  });

  it('serve all questions, and count as the state before a write while recent', async () => {
    await reads.context.client.read(server, { signal });
    await reads.context.client.read(server, { signal });
    now = 15_000;
    assert.deepEqual(await new ActionReads(context, reads).readBefore(server, signal), {
      count: 1,
    });
    assert.equal(count, 1);
  });

  it('don’t count as the state before a write once they’re old', async () => {
    await reads.context.client.read(server, { signal });
    now = 15_001;
    assert.deepEqual(await new ActionReads(context, reads).readBefore(server, signal), {
      count: 2,
    });
  });

  it('aren’t used for building a request or for the state before it', async () => {
    await reads.context.client.read(server, { signal });
    const plan = new ActionReads(context, reads);
    assert.deepEqual(await plan.read(server, { signal }), { count: 2 });
    assert.deepEqual(await plan.readBefore(server, signal), { count: 2 });
    assert.equal(count, 2);
  });

  it('are forgotten once a request was sent', async () => {
    await reads.context.client.read(server, { signal });
    reads.clear();
    assert.deepEqual(await new ActionReads(context, reads).readBefore(server, signal), {
      count: 2,
    });
    assert.deepEqual(await reads.context.client.read(server, { signal }), { count: 3 });
  });

  it('are repeated if they failed', async () => {
    const failing = { read: () => Promise.reject(new Error('lost')) };
    const other = { client: failing } as unknown as FieldContext;
    const asked = new ActionReads(other, undefined, () => now).context.client;
    await assert.rejects(asked.read(server, { signal }));
    failing.read = client.read as never;
    assert.deepEqual(await asked.read(server, { signal }), { count: 1 });
  });
});
