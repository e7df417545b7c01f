import assert from 'node:assert/strict';
import type { Exchange } from '../../src/api/client';
import { listServers } from '../../src/api/contract/server';
import { collect } from '../../src/api/paging';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { quickClock } from '../support/quickClock';
import { RawService } from '../support/rawService';
import { clientOf } from '../support/testClient';

/** A minute, scaled down; the client's clock is as much faster. */
const windowMs = 400;
const clock = quickClock(60_000 / windowMs);
const limits = { answerTimeout: 1e9, callTimeout: 1e9, maximumBody: 1e6 };
const limit = 60;

describe('Ten thousand servers under a limit of sixty requests a window', function () {
  this.timeout(30_000);

  let sandbox: Sandbox;
  let truth: unknown[];
  /** The current duration of the reading itself on this machine, in milliseconds. */
  let pace: number;

  before(async () => {
    const options = { servers: 10_000, token: 'full' };
    sandbox = await startSandbox({ ...options, rateLimit: { limit, windowMs } });
    const unlimited = await startSandbox({ ...options, rateLimit: { limit: 1_000_000 } });
    const start = performance.now();
    truth = [...(await new RawService(unlimited).readAll('/api/v3/servers'))];
    pace = performance.now() - start;
    await unlimited.close();
  });

  after(() => sandbox.close());

  for (const [priority, share] of [
    ['person', 1],
    ['background', 0.8],
  ] as const) {
    it(`arrive complete and in order, as fast as the limit allows: ${priority}`, async () => {
      const credentials = { kind: 'token', token: 'full' } as const;
      const client = clientOf(sandbox.url, { credentials, clock, limits });
      const outcomes: Exchange['outcome'][] = [];
      client.onDidExchange(({ outcome }) => outcomes.push(outcome));

      const start = performance.now();
      const { items, missing, failures } = await collect(
        client.pages(listServers, {}, { priority }),
      );
      const duration = performance.now() - start;

      const windows = Math.ceil(250 / (limit * share));
      assert.equal(items.length, 10_000);
      assert.deepEqual(items, truth);
      assert.deepEqual([missing, failures], [0, []]);
      const refusals = outcomes.filter((outcome) => outcome === 429).length;
      assert.ok(refusals <= 3 * windows, `${refusals} requests were refused`);
      assert.equal(outcomes.length, 250 + refusals);
      assert.ok(duration > (windows - 2) * windowMs, `${duration} ms: the limit had no effect`);
      const allowed = 1.2 * (windows + 3) * windowMs + 3 * pace;
      assert.ok(duration < allowed, `${duration} ms for ${windows} windows`);
    });
  }
});
