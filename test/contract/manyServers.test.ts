import assert from 'node:assert/strict';
import type { Exchange } from '../../src/api/client';
import { listServers } from '../../src/api/contract/server';
import { collect } from '../../src/api/paging';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { FakeClock, settle } from '../support/fakeClock';
import { RawService } from '../support/rawService';
import { clientOf } from '../support/testClient';

const windowMs = 60_000;
const limits = { answerTimeout: 1e9, callTimeout: 1e9, maximumBody: 1e6 };
const limit = 60;

describe('Ten thousand servers under a limit of sixty requests a window', () => {
  /** The only time that passes for the sandbox and the client: how fast the machine is doesn't matter. */
  const clock = new FakeClock();
  let sandbox: Sandbox;
  let truth: unknown[];

  before(async () => {
    const options = { servers: 10_000, token: 'full' };
    const now = (): number => clock.now();
    sandbox = await startSandbox({ ...options, now, rateLimit: { limit, windowMs } });
    const unlimited = await startSandbox({ ...options, rateLimit: { limit: 1_000_000 } });
    truth = [...(await new RawService(unlimited).readAll('/api/v3/servers'))];
    await unlimited.close();
  });

  after(() => sandbox.close());

  for (const [priority, share] of [
    ['person', 1],
    ['background', 0.8],
  ] as const) {
    it(`arrive complete and in order, as fast as the limit allows: ${priority}`, async () => {
      await clock.advance(2 * windowMs);
      const outcomes: Exchange['outcome'][] = [];
      let sent = 0;
      const client = clientOf(sandbox.url, {
        credentials: { kind: 'token', token: 'full' },
        clock,
        limits,
        random: () => 0.5,
        fetch: (...request) => {
          sent += 1;
          return fetch(...request);
        },
      });
      client.onDidExchange(({ outcome }) => outcomes.push(outcome));

      const start = clock.now();
      let isDone = false;
      const reading = collect(client.pages(listServers, {}, { priority })).finally(
        () => (isDone = true),
      );
      while (!isDone) {
        await settle();
        // Time passes only while nothing is under way.
        if (sent === outcomes.length) await clock.advance(100);
      }
      const { items, missing, failures } = await reading;
      const passed = (clock.now() - start) / windowMs;

      const windows = Math.ceil(250 / (limit * share));
      assert.equal(items.length, 10_000);
      assert.deepEqual(items, truth);
      assert.deepEqual([missing, failures], [0, []]);
      const refusals = outcomes.filter((outcome) => outcome === 429).length;
      assert.ok(refusals <= 3 * windows, `${refusals} requests were refused`);
      assert.equal(outcomes.length, 250 + refusals);
      assert.ok(passed > windows - 2, `${passed} windows: the limit had no effect`);
      assert.ok(passed < windows, `${passed} windows and not ${windows}`);
    });
  }
});
