import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { out, root } from '../system/paths';
import { makeTemporaryFolder } from '../system/temporaryFolder';
import { quietSettings, type Settings, webSettings } from '../vscode/userSettings';
import { failedAltogether, type Level } from './level';
import type { Report } from './report';
import { readReport, reportFileVariable } from './reportFile';

/**
 * The mocha tests of `test/host/`, run inside an extension host of Node: by default in the VS Code that needs no
 * desktop, with VSCODE_TEST=desktop in the one that `@vscode/test-electron` downloads.
 */
export const hostLevel: Level = {
  name: 'host',
  run: () =>
    runInHost(
      'host',
      'test/host/index.js',
      quietSettings,
      process.env['VSCODE_TEST'] === 'desktop',
    ),
};

/** The same tests, against the extension's build for browsers, run inside a browser's extension host. */
export const webLevel: Level = {
  name: 'web',
  run: () => runInHost('web', 'test/web/index.js', webSettings, false),
};

async function runInHost(
  name: string,
  tests: string,
  settings: Settings,
  desktop: boolean,
): Promise<Report> {
  const data = makeTemporaryFolder(name);
  const file = path.join(data.path, 'report.json');
  await mkdir(path.join(data.path, 'User'));
  await writeFile(path.join(data.path, 'User/settings.json'), JSON.stringify(settings));
  const reason = await runTests({
    ...(desktop ? {} : { vscodeExecutablePath: process.execPath }),
    launchArgs: [
      // Node.js is the executable: its first argument is the script that stands in for VS Code.
      ...(desktop ? [] : [path.join(out, 'test/harness/launcher.mjs')]),
      `--user-data-dir=${data.path}`,
      `--extensions-dir=${path.join(data.path, 'extensions')}`,
    ],
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(out, tests),
    extensionTestsEnv: { [reportFileVariable]: file },
  }).catch(String);
  const report = await readReport(file);
  data.remove();
  return report ?? failedAltogether(name, `The tests ended early: ${reason}.`);
}
