import { readdir, readFile } from 'node:fs/promises';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** The ids of the extension hosts that this process started by way of a VS Code server. Works on Linux. */
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
    // It ended meanwhile.
    return undefined;
  }
}
