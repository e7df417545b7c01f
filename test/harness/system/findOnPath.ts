import { existsSync } from 'node:fs';
import path from 'node:path';

/** The file that a terminal would run for `command`, if any. */
export function findOnPath(command: string): string | undefined {
  const file = process.platform === 'win32' ? `${command}.cmd` : command;
  return (process.env['PATH'] ?? '')
    .split(path.delimiter)
    .map((folder) => path.join(folder, file))
    .find((candidate) => existsSync(candidate));
}
