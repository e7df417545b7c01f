import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { connect } from '../../src/cli/connect';
import { exportAccount } from '../../src/cli/folder';
import { parseOptions } from '../../src/cli/options';
import { systemClock } from '../../src/api/scheduling/clock';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { FakeClock, settle } from '../support/fakeClock';
import { MemoryFiles } from '../support/pending/folders/folderWorld';
import { RawService } from '../support/rawService';
import { startService } from '../support/startService';

const token = 'a-token';
const limit = 100;
/** Nothing takes as many turns between an answer and the request that follows from it. */
const turns = 100;

describe('The share of the rate limit on the command line', () => {
  const original = { ...systemClock };
  const { fetch } = globalThis;

  let service: Sandbox | undefined;

  afterEach(async () => {
    Object.assign(systemClock, original);
    globalThis.fetch = fetch;
    delete process.env['SERVER_MANAGEMENT_TOKEN'];
    await service?.close();
  });

  for (const [share, most] of [
    ['0.25', 25],
    ['0.5', 50],
  ] as const) {
    it(`of ${share} is ${most} of ${limit} requests`, async () => {
      service = await startService({ token, servers: 20, rateLimit: { limit } });
      const clock = new FakeClock();
      Object.assign(systemClock, {
        now: () => clock.now(),
        elapsed: () => clock.elapsed(),
        after: (delay: number, callback: () => void) => clock.after(delay, callback),
      });
      const sent: Promise<Response>[] = [];
      globalThis.fetch = (...request) => {
        const answer = fetch(...request).then(
          async (each) => new Response(await each.text(), each),
        );
        sent.push(answer);
        return answer;
      };
      process.env['SERVER_MANAGEMENT_TOKEN'] = token;
      const args = ['export', 'shop', '--url', service.url, '--share', share];
      const settings = parseOptions(args);
      assert.ok(typeof settings !== 'string');
      const abort = new AbortController();
      setMaxListeners(0, abort.signal);
      const connected = await connect(settings, abort);
      const steps = { ...connected, signal: abort.signal, progress: () => undefined };
      const exported = exportAccount(steps, new MemoryFiles());
      // The clock stands still: once all is answered, and nothing follows from it, the client waits.
      for (let quiet = 0; quiet < turns; quiet += 1) {
        const { length } = sent;
        await Promise.all(sent);
        await settle();
        if (sent.length > length) quiet = 0;
      }
      abort.abort();
      await assert.rejects(exported, /Export stopped/);
      assert.equal(sent.length, most);
      const { json } = await new RawService(service).send('GET', '/__sandbox/requests');
      assert.equal((json as { requests: readonly unknown[] }).requests.length, most);
    });
  }
});
