// Stands in for the VS Code executable that @vscode/test-electron starts: takes the same arguments, runs the tests
// in a VS Code that needs no desktop, relays what they print and ends with their exit code.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { stopAnimations } from './browser/animations';
import { deliverDirectly } from './browser/directMessages';
import { launchBrowser } from './browser/launch';
import { drawNothing } from './browser/unseen';
import { fromPrinted, ReportedReport } from './levels/marks';
import { grepSetting, grepVariable } from './levels/report';
import { writeReport } from './levels/reportFile';
import { endWithParent } from './system/endWithParent';
import { workbenchAddress } from './vscode/address';
import { startVscodeServer, type VscodeServer } from './vscode/server';

/** If no test suite ends for this long, in milliseconds, the tests hang. */
const silenceMs = 10 * 60_000;

const { values } = parseArgs({ strict: false });

/** The value of the argument `--name=value`; throws if it is missing. */
function argument(name: string): string {
  const value = values[name];
  if (typeof value === 'string') return value;
  throw new Error(`The launcher needs --${name}=…`);
}

/** Resolves with the tests' exit code; rejects with the end of VS Code's log if there is none. */
async function testsIn(page: Page, server: VscodeServer): Promise<number> {
  const log: string[] = [];
  const reported = new ReportedReport();
  let hasReport = false;
  let lastPrinted = performance.now();
  await page.exposeFunction('codeAutomationLog', (_type: string, entry: unknown[]) => {
    const line = entry.map(String).join(' ');
    const printed = fromPrinted(line);
    const report = reported.read(line);
    if (printed !== undefined) {
      lastPrinted = performance.now();
      console.log(printed);
    } else if (report === undefined) {
      log.push(line);
    } else {
      hasReport = true;
      void writeReport(report);
    }
  });
  const ended = new Promise<number>((resolve, reject) => {
    const fail = (what: string) =>
      reject(new Error(`${what} before the tests were done.\n${log.slice(-40).join('\n')}`));
    setInterval(() => {
      const isSilent = performance.now() - lastPrinted > silenceMs;
      if (isSilent) fail(`Nothing was printed for ${silenceMs / 60_000} minutes`);
    }, silenceMs / 10).unref();
    void server.ended.then(() => fail("VS Code's server ended"));
    page.once('crash', () => fail('The browser crashed'));
    page
      .exposeFunction('codeAutomationExit', (code: number) => {
        if (code !== 0 && !hasReport) console.error(log.slice(-40).join('\n'));
        resolve(code);
      })
      .catch(reject);
  });
  await page.goto(
    workbenchAddress(server, {
      extension: argument('extensionDevelopmentPath'),
      tests: argument('extensionTestsPath'),
    }),
  );
  return ended;
}

endWithParent();
const dataFolder = argument('user-data-dir');
const settings = await readFile(path.join(dataFolder, 'User/settings.json'), 'utf8');
const server = await startVscodeServer({
  dataFolder,
  extensionsFolder: argument('extensions-dir'),
  settings: { ...JSON.parse(settings), [grepSetting]: process.env[grepVariable] ?? '' },
  forTests: true,
  fewExtensions: true,
});
const browser = await launchBrowser();
// No one sees the window, and a small one takes less time to draw.
const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
await stopAnimations(context);
await deliverDirectly(context);
await drawNothing(context);
process.exitCode = await testsIn(await context.newPage(), server);
await browser.close();
await server.stop();
