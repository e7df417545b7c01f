import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { downloads } from '../../test/harness/system/paths';
import { say } from '../../test/harness/system/say';
import { startExtensions } from './extensions';
import { trySettings } from './trySettings';

/** Opens a window of the desktop VS Code that `code` starts, with its own settings and data. */
export async function startDesktop(code: string): Promise<void> {
  const data = path.join(downloads, 'start-data');
  await mkdir(path.join(data, 'User'), { recursive: true });
  await writeFile(path.join(data, 'User/settings.json'), JSON.stringify(trySettings, undefined, 2));
  say(
    'Opening a window of VS Code with the extension and the sandbox (npm start -- --browser does without).',
  );
  const args = [
    ...startExtensions.map((folder) => `--extensionDevelopmentPath=${folder}`),
    `--user-data-dir=${data}`,
    '--new-window',
  ];
  // `code` is a script on Windows, which only a shell can run: so the quotes must be added here.
  const windows = process.platform === 'win32';
  const child = windows
    ? spawn(
        `"${code}"`,
        args.map((arg) => `"${arg}"`),
        { stdio: 'inherit', shell: true },
      )
    : spawn(code, args, { stdio: 'inherit' });
  const [exitCode] = await once(child, 'exit');
  if (exitCode !== 0) {
    throw new Error(
      `${code} ended with exit code ${exitCode}. Try npm start -- --browser instead.`,
    );
  }
}
