import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

interface Process {
  readonly id: number;
  readonly parent: number;
  readonly command: string;
}

/** The process ids of the extension hosts that this process started through a VS Code server. */
export async function findExtensionHosts(
  list: keyof typeof lists = ownList(),
): Promise<readonly number[]> {
  const processes = await lists[list]();
  const byId = new Map(processes.map((each) => [each.id, each]));
  const isOurs = ({ id, parent }: Process): boolean => {
    const above = byId.get(parent);
    return id === process.pid || (above !== undefined && above.id !== id && isOurs(above));
  };
  const hosts = processes.filter(
    (each) => each.command.includes('--type=extensionHost') && isOurs(each),
  );
  return hosts.map(({ id }) => id);
}

/** What each system says of its processes; most Unix systems have `ps`, but not every Linux. */
const lists = {
  linux: async (): Promise<readonly Process[]> => {
    const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    return (await Promise.all(names.map(readProcess))).flatMap((each) => each ?? []);
  },
  win32: async (): Promise<readonly Process[]> => {
    const each = '"$($_.ProcessId) $($_.ParentProcessId) $($_.CommandLine)"';
    const script = `Get-CimInstance Win32_Process | ForEach-Object { ${each} }`;
    return parseProcesses(await run('powershell', ['-NoProfile', '-Command', script]));
  },
  unix: async (): Promise<readonly Process[]> =>
    parseProcesses(await run('ps', ['-axwwo', 'pid=,ppid=,args='])),
};

function ownList(): keyof typeof lists {
  const { platform } = process;
  return platform === 'linux' || platform === 'win32' ? platform : 'unix';
}

async function run(command: string, args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { maxBuffer: 64 * 1024 * 1024 })).stdout;
}

/** Reads lines of an id, the parent's id and a command. */
function parseProcesses(text: string): readonly Process[] {
  return [...text.matchAll(/^ *(\d+) +(\d+) (.*)$/gm)].map(([, id, parent, command = '']) => {
    return { id: Number(id), parent: Number(parent), command };
  });
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
