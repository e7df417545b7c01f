import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Figure, Run } from '../figure';
import { startBenchService } from '../benchService';
import { makeTemporaryFolder } from '../../harness/system/temporaryFolder';
import { startService } from '../../support/startService';

const token = 'bench';
const servers = 20_000;
const mostMegabytes = 400;
/** What the client sends at a time. */
const concurrency = 4;
const latencyMs = 50;

/** The program of the command line: its start, a plan over a network, and its memory for a fleet. */
export async function measureCommandLine(
  program: string,
  runs: number,
): Promise<readonly Figure[]> {
  const folder = makeTemporaryFolder('bench-command-line');
  const shop = path.join(folder.path, 'shop');
  try {
    const starts: Run[] = [];
    for (let run = 0; run < runs; run += 1) {
      const floor = await timeOf(['-e', '0']);
      starts.push({ ours: await timeOf([program, '--help']), floor });
    }
    const plan = await measurePlan(program, shop, runs);
    const ours = await measureMemory(program, path.join(folder.path, 'fleet'));
    return [
      { name: 'the start', unit: 'ms', floor: 'Node.js alone', runs: starts },
      {
        name: 'a plan',
        unit: 'ms',
        floor: 'a program of the same requests',
        target: 1.1,
        runs: plan,
      },
      {
        name: `exporting ${servers.toLocaleString('en')} servers, the most memory`,
        unit: 'MB',
        floor: 'its limit',
        target: 1,
        runs: [{ ours, floor: mostMegabytes }],
      },
    ];
  } finally {
    folder.remove();
  }
}

async function measurePlan(program: string, shop: string, runs: number): Promise<Run[]> {
  const rateLimit = { limit: 1_000_000 };
  const service = await startService({ token, rateLimit, faults: [`latency=${latencyMs}`] });
  const { url } = service;
  const headers = {
    Authorization: `Bearer ${token}`,
    Accept: 'application/json',
    'Content-Type': 'application/json',
  };
  await timeOf([program, 'export', shop, '--url', url]);
  const control = `${url}/__sandbox/requests`;
  // A process, too: how long one of Node takes to start differs by 100 ms between machines.
  const bare = `${shop}.mjs`;
  const measured: Run[] = [];
  for (let run = 0; run < runs; run += 1) {
    await fetch(control, { method: 'DELETE', headers });
    const ours = await timeOf([program, 'plan', shop, '--url', url]);
    const { requests } = (await (await fetch(control, { headers })).json()) as {
      requests: readonly { path: string; query: Record<string, string> }[];
    };
    const urls = requests.map((each) => `${url}${each.path}?${new URLSearchParams(each.query)}`);
    writeFileSync(bare, `(${sendAll.toString()})(${JSON.stringify([urls, headers, concurrency])})`);
    measured.push({ ours, floor: await timeOf([bare]) });
  }
  await service.close();
  return measured;
}

/** The whole program of a process that only sends requests, some at a time. */
function sendAll([urls, headers, atOnce]: readonly [string[], Record<string, string>, number]) {
  const goOn = async (): Promise<void> => {
    for (let next = urls.pop(); next !== undefined; next = urls.pop()) {
      await (await fetch(next, { headers })).text();
    }
  };
  for (let index = 0; index < atOnce; index += 1) void goOn();
}

/** The most memory that the program's process ever had, in MB. */
async function measureMemory(program: string, fleet: string): Promise<number> {
  const service = await startBenchService('fleetService.mjs', [servers]);
  const [hook, result] = [`${fleet}.cjs`, `${fleet}.txt`];
  writeFileSync(
    hook,
    `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(result)}, String(process.resourceUsage().maxRSS)));`,
  );
  await timeOf(['--require', hook, program, 'export', fleet, '--url', service.url]);
  service.stop();
  rmSync(fleet, { recursive: true });
  return Number(readFileSync(result, 'utf8')) / 1024;
}

/** How long a process of Node runs, in milliseconds. */
async function timeOf(args: readonly string[]): Promise<number> {
  const start = performance.now();
  const env = { SERVER_MANAGEMENT_TOKEN: token };
  const child = spawn(process.execPath, args, { env, stdio: 'ignore' });
  await once(child, 'close');
  const ms = performance.now() - start;
  if (child.exitCode !== 0) throw new Error(`${args.join(' ')} ended with ${child.exitCode}.`);
  return ms;
}
