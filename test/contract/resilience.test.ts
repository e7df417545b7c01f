import assert from 'node:assert/strict';
import type { ApiClient } from '../../src/api/client';
import { listCronJobs } from '../../src/api/contract/cronJob';
import type { ListEndpoint } from '../../src/api/contract/endpoint';
import { listServers } from '../../src/api/contract/server';
import { listWebApplications } from '../../src/api/contract/webApplication';
import { ApiError } from '../../src/api/errors';
import { collect, type Collected } from '../../src/api/paging';
import { startSandbox } from '../../src/sandbox/start';
import { quickClock } from '../support/quickClock';
import { RawService } from '../support/rawService';
import { clientOf } from '../support/testClient';
import { allTests } from '../support/eachTest';

/** Each fault affects one request in twenty, so almost a third of all requests fail. */
const faults = ['500', '502:html', '429', 'html', 'empty', 'truncated', 'reset'].map(
  (what) => `${what}:/api/*:probability=0.05`,
);

interface Item {
  readonly id: number;
}

type Read = Pick<Collected<Item>, 'items' | 'missing'> & { readonly failed: readonly number[] };

const pageSize = 40;

/** All pages of these servers rarely arrive in one attempt, but surely in this many. */
const most = 500;

describe('With a service that fails for almost a third of all requests', () => {
  let client: ApiClient;
  let exchanges: number;

  const sandbox = allTests(() => startSandbox({ servers: 300, rateLimit: { limit: 10_000_000 } }));
  const service = allTests(() => new RawService(sandbox));

  beforeEach(() => {
    const limits = { answerTimeout: 1e9, callTimeout: 1e9, maximumBody: 1e7 };
    const credentials = { kind: 'token', token: sandbox.token } as const;
    client = clientOf(sandbox.url, { credentials, limits, clock: quickClock(200) });
    exchanges = 0;
    client.onDidExchange(() => (exchanges += 1));
  });

  async function withFaults<T>(work: () => Promise<T>): Promise<T> {
    for (const spec of faults) await service.send('POST', '/__sandbox/faults', { body: { spec } });
    try {
      return await work();
    } finally {
      await service.send('DELETE', '/__sandbox/faults');
    }
  }

  it('hundreds of servers and their resources arrive, or are reported as missing', async () => {
    const unhandled: unknown[] = [];
    const note = (error: unknown): unknown => unhandled.push(error);
    process.on('unhandledRejection', note);

    const servers = idsOf(await service.readAll('/api/v3/servers'));
    assert.equal(servers.length, 300);
    const children = [listWebApplications, listCronJobs].flatMap((list) =>
      servers.map((serverId) => ({ list, path: { serverId } })),
    );
    const all = [{ list: listServers, path: {} }, ...children];
    const reads = await withFaults(() =>
      Promise.all(all.map(({ list, path }) => readAll(client, list, path))),
    );
    process.off('unhandledRejection', note);

    const lost = reads.filter(({ failed }) => failed.length > 0).length;
    assert.ok(lost > 0 && lost < all.length / 2, `${lost} of ${all.length} lists are incomplete`);
    for (const [index, { list, path }] of all.entries()) {
      const truth = idsOf(await service.readAll(toPath(list, path)));
      const read = reads[index];
      assert.ok(read);
      assertExact(read, truth);
    }
    assert.deepEqual(unhandled, []);
    assert.ok(exchanges <= 4 * (all.length + 8), `${exchanges} requests for ${all.length} lists`);
  });

  it('a retried read eventually arrives', async () => {
    const truth = idsOf(await service.readAll('/api/v3/servers'));
    const read = await withFaults(async () => {
      for (let tries = 0; tries < most; tries += 1) {
        const result = await readAll(client, listServers, {});
        if (result.failed.length === 0) return result;
      }
      return assert.fail(`not in ${most} tries`);
    });
    assert.deepEqual(idsOf(read.items), truth);
    assert.equal(read.missing, 0);
  });
});

/** Reads a list as far as possible; if even the first page is missing, that page failed. */
async function readAll(
  client: ApiClient,
  list: ListEndpoint,
  path: Readonly<Record<string, number>>,
): Promise<Read> {
  try {
    const { items, missing, failures } = await collect(client.pages(list, { path }));
    return { items: items as Item[], missing, failed: failures.map(({ number }) => number) };
  } catch (error) {
    assert.ok(error instanceof ApiError, String(error));
    return { items: [], missing: 0, failed: [1] };
  }
}

/** Asserts that existing items are correct and in order, and that all others were reported as missing. */
function assertExact({ items, missing, failed }: Read, truth: readonly number[]): void {
  const expected = truth.filter((_, index) => !failed.includes(Math.floor(index / pageSize) + 1));
  if (failed.includes(1)) {
    assert.deepEqual(items, []);
    return;
  }
  assert.deepEqual(idsOf(items), expected);
  assert.equal(missing, truth.length - expected.length);
}

function toPath({ path }: ListEndpoint, { serverId }: Readonly<Record<string, number>>): string {
  return `/api/v3${path.replace('{serverId}', String(serverId))}`;
}

function idsOf(items: readonly unknown[]): number[] {
  return items.map((item) => (item as Item).id);
}
