import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  reportScheme,
  type ReportSubject,
  toReportPath,
} from '../../src/panels/reports/reportPath';
import { reportsByCommand } from '../../src/panels/reports/reports';
import { giveUp } from '../support/giveUp';
import { useSandbox } from '../support/hostProbe';
import { account, reportCases } from '../support/reportCases';
import { eventually } from '../support/eventually';
import { selectNothing } from '../support/host/selectNothing';
import { allTests } from '../support/eachTest';

const failures = [
  { fault: '401', words: /rejected the credentials \(401\)/ },
  { fault: '403', words: /don't allow this \(403\)/ },
  { fault: '404', words: /not offered \(404\)/ },
  { fault: '422', words: /rejected the content \(422\)/ },
  { fault: '500:after=0', words: /service failed \(500\)/ },
];

/** The document that a report opened, as the editor reads it now. */
async function textOf(command: string, about: unknown): Promise<string> {
  await vscode.commands.executeCommand(`serverManagement.${command}`, about);
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}

describe('reports', () => {
  const probe = allTests(useSandbox);

  // Rows that earlier tests opened in the explorer are reread after each test, which adds up to more
  // requests than allowed per minute.
  beforeEach(() => probe.call('POST', '/__sandbox/reset'));

  afterEach(async () => {
    await probe.clearFaults();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('serverManagement.refresh');
  });

  for (const { command, about, path, shows } of reportCases) {
    const name = `${command} ${typeof about === 'string' ? 'of the account' : about.kind}`;

    // The same code reads all of them.
    for (const { fault, words } of about === account ? [] : failures) {
      it(`says why it can't be shown: ${name}, ${fault}`, async () => {
        await probe.addFault(`${fault}:GET:${path}`);
        // The command's error message is dismissed here; reading the document fails the same way.
        await vscode.commands.executeCommand(`serverManagement.${command}`, about);
        const uri = uriOf(command, about);
        const shown = vscode.window.activeTextEditor?.document.uri;
        assert.notEqual(shown?.toString(), uri.toString());
        await assert.rejects(async () => vscode.workspace.openTextDocument(uri), words);
      });
    }

    it(`shows ${name}, even after waiting for the rate limit`, async () => {
      await probe.addFault(`429:GET:${path}:count=1:after=0`);
      assert.match(await textOf(command, about), shows);
    });

    // With a single account, there is nothing to ask.
    if (about === account) continue;

    it(`opens and requests nothing if the person cancels: ${name}`, async () => {
      // Rows that earlier tests revealed may become selected meanwhile.
      await eventually(async () => {
        await selectNothing();
        await probe.forgetRequests();
        const running = vscode.commands.executeCommand(`serverManagement.${command}`);
        await giveUp(running);
        const asked = (await probe.requests()).filter((request) => request.path === path);
        assert.deepEqual([asked, vscode.window.activeTextEditor], [[], undefined]);
      });
    });
  }
});

function uriOf(command: string, about: (typeof reportCases)[number]['about']): vscode.Uri {
  const subject: ReportSubject =
    typeof about === 'string' ? { account: about } : { ...about, ids: [...about.ids] };
  const [, report] =
    Object.entries(reportsByCommand).find(([id]) => id === `serverManagement.${command}`) ?? [];
  assert.ok(report);
  assert.equal(report.kind, 'kind' in subject ? subject.kind : undefined);
  return vscode.Uri.from({ scheme: reportScheme, path: toReportPath(report, subject) });
}
