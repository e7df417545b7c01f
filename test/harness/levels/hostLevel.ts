import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { out, root } from '../system/paths';
import { makeTemporaryFolder } from '../system/temporaryFolder';
import { quietSettings } from '../vscode/userSettings';
import { failedAltogether, type Level } from './level';
import { readReport, reportFileVariable } from './report';

/**
 * The mocha tests of `test/host/`, run inside an extension host: by default in the VS Code that needs no desktop,
 * with VSCODE_TEST=desktop in the one that `@vscode/test-electron` downloads.
 */
export const hostLevel: Level = {
  name: 'host',
  async run() {
    const desktop = process.env['VSCODE_TEST'] === 'desktop';
    const data = makeTemporaryFolder('host');
    const file = path.join(data.path, 'report.json');
    await mkdir(path.join(data.path, 'User'));
    await writeFile(path.join(data.path, 'User/settings.json'), JSON.stringify(quietSettings));
    const reason = await runTests({
      ...(desktop ? {} : { vscodeExecutablePath: process.execPath }),
      launchArgs: [
        // Node.js is the executable: its first argument is the script that stands in for VS Code.
        ...(desktop ? [] : [path.join(out, 'test/harness/launcher.mjs')]),
        `--user-data-dir=${data.path}`,
        `--extensions-dir=${path.join(data.path, 'extensions')}`,
      ],
      extensionDevelopmentPath: root,
      extensionTestsPath: path.join(out, 'test/host/index.js'),
      extensionTestsEnv: { [reportFileVariable]: file },
    }).catch(String);
    const report = await readReport(file);
    data.remove();
    return report ?? failedAltogether('host', `The tests ended early: ${reason}.`);
  },
};
