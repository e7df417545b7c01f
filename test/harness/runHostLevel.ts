// The process that has an extension host run tests: runHostLevel.mjs host|web. By default that is the VS Code that
// needs no desktop, for the host level with VSCODE_TEST=desktop the one that @vscode/test-electron downloads.
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { endWithParent } from './system/endWithParent';
import { out, root } from './system/paths';
import { makeTemporaryFolder } from './system/temporaryFolder';
import { quietSettings, unseenSettings, webSettings } from './vscode/userSettings';

endWithParent();
const [level = ''] = process.argv.slice(2);
const isWeb = level === 'web';
const isDesktop = !isWeb && process.env['VSCODE_TEST'] === 'desktop';
const data = makeTemporaryFolder(level);
await mkdir(path.join(data.path, 'User'));
await writeFile(
  path.join(data.path, 'User/settings.json'),
  JSON.stringify({ ...(isWeb ? webSettings : quietSettings), ...unseenSettings }),
);
try {
  process.exitCode = await runTests({
    ...(isDesktop ? {} : { vscodeExecutablePath: process.execPath }),
    launchArgs: [
      // Node.js is the executable: its first argument is the script that stands in for VS Code.
      ...(isDesktop ? [] : [path.join(out, 'test/harness/launcher.mjs')]),
      `--user-data-dir=${data.path}`,
      `--extensions-dir=${path.join(data.path, 'extensions')}`,
    ],
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(out, 'test', level, 'index.js'),
    // The report's file is named by the environment, which VS Code inherits.
  });
} catch (error) {
  // Failed tests lead here, too; the report shows them.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  data.remove();
}
