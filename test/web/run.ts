import * as vscode from 'vscode';
import { toPrinted, toReported } from '../harness/levels/marks';
import { mochaOptions, runLoaded } from '../harness/levels/mochaRun';
import { grepSetting, hostTestMs } from '../harness/levels/report';

/**
 * Runs tests in a browser's extension host, where mocha is a global; `load` evaluates their modules.
 * Rejects when a test fails.
 */
export async function runOnWeb(load: () => void): Promise<void> {
  const print = (line: string): void => console.log(line);
  const grep = vscode.workspace.getConfiguration().get<string>(grepSetting);
  mocha.setup({
    ...mochaOptions(hostTestMs, (line) => print(toPrinted(line))),
    ui: 'bdd',
    ...(grep ? { grep } : {}),
  });
  load();
  const report = await runLoaded(mocha);
  toReported(report).forEach(print);
  if (report.failed > 0) throw new Error(`${report.failed} tests failed.`);
}
