import type { Figure } from '../figure';
import { startBenchService } from '../benchService';
import { heldMegabytes } from '../heldMegabytes';
import { startWatch } from '../watch';
import { MemoryFolder } from '../../support/memoryFolder';
import { clientOf } from '../../support/testClient';
import type { Account } from '../../../src/accounts/account';
import { systemClock } from '../../../src/api/scheduling/clock';
import { inPieces } from '../../../src/base/pieces';
import { findAreas } from '../../../src/findings/areas';
import { CertificateStorage } from '../../../src/findings/certificateStorage';
import { Checker } from '../../../src/findings/checker';
import { evaluate } from '../../../src/findings/evaluate';
import { gather, Knowledge } from '../../../src/findings/knowledge';
import { describeRows } from '../../../src/findings/rows';
import { Indexer } from '../../../src/resources/index/indexer';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { ServerFacts } from '../../../src/resources/serverFacts';
import { ResourceStore } from '../../../src/resources/store/resourceStore';

const servers = 20_000;
const perPage = 40;
const limits = { megabytes: 150, blockMs: 100 };
const account = { id: 'bench', authentication: 'token' } as Account;

/** Checking what needs attention in a large account: two reads a server, and a finding on each. */
export async function measureChecking(): Promise<readonly Figure[]> {
  // What is loaded and compiled with the first check isn't the next one's.
  await checkAll(100);
  const baseline = heldMegabytes();
  const { requests, blockMs, held } = await checkAll(servers);
  const what = `checking ${servers.toLocaleString('en')} servers`;
  const one = { floor: 'its limit', target: 1 } as const;
  const least = Math.ceil(servers / perPage) + 2 * servers;
  return [
    {
      ...one,
      name: `memory of ${what}`,
      unit: 'MB',
      runs: [{ ours: held - baseline, floor: limits.megabytes }],
    },
    {
      ...one,
      name: `longest block while ${what}`,
      unit: 'ms',
      runs: [{ ours: blockMs, floor: limits.blockMs }],
    },
    {
      ...one,
      name: what,
      unit: 'requests',
      floor: 'the fewest',
      runs: [{ ours: requests, floor: least }],
    },
  ];
}

interface Checked {
  readonly requests: number;
  readonly blockMs: number;
  readonly held: number;
}

async function checkAll(count: number): Promise<Checked> {
  const service = await startBenchService('fleetService.mjs', [count]);
  const api = clientOf(service.url);
  let requests = 0;
  api.onDidExchange(() => (requests += 1));
  const client = new ResourceClient({ client: () => Promise.resolve(api) });
  const store = new ResourceStore(client);
  const index = new ResourceIndex();
  const facts = new ServerFacts(client);
  const certificates = new CertificateStorage(new MemoryFolder(), () => undefined);
  let knowledge = new Knowledge();
  const judge = async (): Promise<number> => {
    const now = Date.now();
    knowledge = await inPieces(gather([account.id], store, index, facts, certificates));
    const context = { now, isPending: () => false };
    const { findings } = await inPieces(evaluate(knowledge, context));
    await inPieces(findAreas(knowledge, [account.id]));
    const names = { store, index, pins: { find: () => undefined } };
    await inPieces(describeRows(findings, () => false, names));
    return findings.length;
  };
  const checker = new Checker({
    store,
    facts,
    certificates,
    knowledge: () => knowledge,
    clock: systemClock,
    wanted: () => [],
  });
  const { signal } = new AbortController();
  const watch = startWatch();
  // The view applies the rules again and again while something is read.
  const isRead = new AbortController();
  const judging = (async () => {
    while (!isRead.signal.aborted) {
      const start = performance.now();
      await judge();
      const restMs = Math.max(300, 10 * (performance.now() - start));
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, restMs);
        isRead.signal.addEventListener('abort', () => {
          clearTimeout(timer);
          resolve();
        });
      });
    }
  })();
  await new Indexer(client, index).run(account, signal, ['server', 'cronJob']);
  await judge();
  await checker.checkServers(['sshSettings'], signal);
  isRead.abort();
  await judging;
  const found = await judge();
  if (found < count) throw new Error(`${found} findings in ${count} servers.`);
  const { blockMs } = watch.stop();
  const held = heldMegabytes();
  service.stop();
  checker.dispose();
  certificates.dispose();
  return { requests, blockMs, held };
}
