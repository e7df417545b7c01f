import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { eventually } from './eventually';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** The process ids of the extension hosts that this process started through a VS Code server. Linux only. */
export async function findExtensionHosts(): Promise<readonly number[]> {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const processes = (await Promise.all(names.map(readProcess))).flatMap((each) => each ?? []);
  const byId = new Map(processes.map((each) => [each.id, each]));
  const isOurs = ({ id, parent }: Process): boolean => {
    const above = byId.get(parent);
    return id === process.pid || (above !== undefined && isOurs(above));
  };
  const hosts = processes.filter(
    (each) => each.command.includes('--type=extensionHost') && isOurs(each),
  );
  return hosts.map(({ id }) => id);
}

async function readProcess(name: string): Promise<Process | undefined> {
  try {
    const [status, command] = await Promise.all([
      readFile(`/proc/${name}/status`, 'utf8'),
      readFile(`/proc/${name}/cmdline`, 'utf8'),
    ]);
    const number = (field: string): number =>
      Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return {
      id: Number(name),
      parent: number('PPid'),
      command: command.replaceAll('\0', ' '),
    };
  } catch {
    // It has ended in the meantime.
    return undefined;
  }
}

/** Kills the extension hosts, and waits until VS Code has started new ones. */
export async function crashExtensionHosts(timeoutMs: number): Promise<void> {
  const killed = await findExtensionHosts();
  for (const host of killed) process.kill(host, 'SIGKILL');
  await eventually(async () => {
    const hosts = await findExtensionHosts();
    assert.ok(hosts.length > 0 && hosts.every((host) => !killed.includes(host)));
  }, timeoutMs);
}
