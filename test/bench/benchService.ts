import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { out } from '../harness/system/paths';

/** A service in a process of its own, so that it doesn't affect the measurement. */
export interface BenchService {
  readonly url: string;
  stop(): void;
}

/** Starts a script of `measures` that reports its port. */
export async function startBenchService(
  script: string,
  options: readonly number[],
): Promise<BenchService> {
  const child = fork(path.join(out, 'test/bench/measures', script), options.map(String));
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => child.disconnect() };
}
