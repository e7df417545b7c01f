// npm run bench:client [-- repetitions]: what the client costs beside a bare fetch, on this machine and now.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type Reader, readers } from './readers';

interface Service {
  readonly url: string;
  stop(): void;
}

/** In a process of its own, so that it takes no time from what is measured. */
async function startService(servers: number, delay: number): Promise<Service> {
  const script = fileURLToPath(new URL('listService.mjs', import.meta.url));
  const child = fork(script, [String(servers), String(delay)]);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}

async function measure(read: Reader, url: string, servers: number): Promise<number> {
  const start = performance.now();
  const { length } = await read(url);
  const duration = performance.now() - start;
  if (length !== servers) throw new Error(`${length} servers came, and not ${servers}.`);
  return duration;
}

/** Runs all readers in turn, so that what else the machine does befalls all alike. */
async function compare(
  names: readonly string[],
  servers: number,
  delay: number,
  rounds: number,
): Promise<Record<string, number[]>> {
  const service = await startService(servers, delay);
  const durations: Record<string, number[]> = {};
  // The first round warms up: it is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const read = readers[name];
      if (!read) throw new Error(`There is no reader "${name}".`);
      const duration = await measure(read, service.url, servers);
      if (round > 0) (durations[name] ??= []).push(duration);
    }
  }
  service.stop();
  return durations;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(title: string, durations: Readonly<Record<string, number[]>>): void {
  console.log(`\n${title}`);
  for (const [name, values] of Object.entries(durations)) {
    const spread = `${Math.min(...values).toFixed(0)} to ${Math.max(...values).toFixed(0)}`;
    console.log(`  ${name.padEnd(22)}${median(values).toFixed(1).padStart(9)} ms   (${spread})`);
  }
}

/** How much longer one takes than another: round by round, as what slows one down slows both. */
function ratio(durations: Readonly<Record<string, number[]>>, name: string, to: string): number {
  const others = durations[to] ?? [];
  return median(
    (durations[name] ?? []).map((value, round) => value / (others[round] ?? Number.NaN)),
  );
}

function judge(what: string, value: number, target: number, unit: string): void {
  const verdict = value <= target ? 'met' : 'MISSED';
  console.log(`  ${what}: ${value.toFixed(2)}${unit}, target ${target}${unit}: ${verdict}`);
  if (value > target) process.exitCode = 1;
}

const repetitions = Number(process.argv[2] ?? 5);
const names = Object.keys(readers);
const [bare = '', , client = ''] = names;
console.log(`Node.js ${process.version}, ${repetitions} repetitions or more: median (spread)`);

// Short runs suffer most from what else the machine does: more of them make up for it.
const loopback = await compare(names, 10_000, 0, repetitions * 5);
print('250 pages of 40 servers, at once', loopback);
judge('the client beside fetch', ratio(loopback, client, bare), 1.5, ' times');

const slow = await compare(names, 10_000, 100, repetitions);
print('250 pages of 40 servers, 100 ms an answer', slow);
judge('the client beside fetch', ratio(slow, client, bare), 1.03, ' times');

const thousand = await compare([client], 1_000, 100, repetitions);
print('1,000 servers, 100 ms an answer', thousand);
judge('the client', median(thousand[client] ?? []) / 1_000, 0.9, ' s');
