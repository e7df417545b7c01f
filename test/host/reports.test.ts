import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { reportScheme, type Subject, toReportPath } from '../../src/ui/reports/reportPath';
import { reports as known } from '../../src/ui/reports/reports';
import { giveUp } from '../support/giveUp';
import { useSandbox } from '../support/hostProbe';
import type { SandboxProbe } from '../support/sandboxProbe';

const account = 'sandbox';
// Another test has the first server's log open, and the editor keeps what is open.
const server = { account, kind: 'server', ids: [2] };
const webApplication = { account, kind: 'webApplication', ids: [1, 101] };

const reports = [
  { command: 'openEventLog', about: server, path: '/api/v3/servers/2/logs', shows: /\[Info\]/ },
  {
    command: 'openEventLog',
    about: webApplication,
    path: '/api/v3/servers/1/webapps/101/log',
    shows: /\[\w/,
  },
  {
    command: 'openSupervisorStatus',
    about: server,
    path: '/api/v3/servers/2/supervisors/status',
    shows: /"status": "RUNNING"/,
  },
  {
    command: 'openServiceStates',
    about: server,
    path: '/api/v3/servers/2/services',
    shows: /"running": true/,
  },
  {
    command: 'openSshConfiguration',
    about: server,
    path: '/api/v3/servers/2/ssh/config',
    shows: /"preventRootLogin"/,
  },
  {
    command: 'openWebApplicationSettings',
    about: webApplication,
    path: '/api/v3/servers/1/webapps/101/settings',
    shows: /\{/,
  },
  { command: 'openSharedServers', about: account, path: '/api/v3/servers/shared', shows: /"name"/ },
] as const;

const failures = [
  { fault: '401', words: /refused the credentials \(401\)/ },
  { fault: '403', words: /forbidden for them \(403\)/ },
  { fault: '404', words: /does not offer this \(404\)/ },
  { fault: '422', words: /did not accept the content \(422\)/ },
  { fault: '500', words: /service failed \(500\)/ },
];

/** The document that a report opened, as the editor reads it now. */
async function textOf(command: string, about: unknown): Promise<string> {
  await vscode.commands.executeCommand(`serverManagement.${command}`, about);
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}

describe('reports', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = await useSandbox();
    await probe.call('POST', '/__sandbox/reset');
  });

  afterEach(async () => {
    await probe.clearFaults();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await vscode.commands.executeCommand('serverManagement.refresh');
  });

  for (const { command, about, path, shows } of reports) {
    const name = `${command} ${typeof about === 'string' ? 'of the account' : about.kind}`;

    for (const { fault, words } of failures) {
      it(`says why nothing can be shown: ${name}, ${fault}`, async () => {
        await probe.addFault(`${fault}:GET:${path}`);
        // The command shows the error as a message, which is dismissed here; the editor asks the same.
        await vscode.commands.executeCommand(`serverManagement.${command}`, about);
        const uri = uriOf(command, about);
        const shown = vscode.window.activeTextEditor?.document.uri;
        assert.notEqual(shown?.toString(), uri.toString());
        await assert.rejects(async () => vscode.workspace.openTextDocument(uri), words);
      });
    }

    it(`shows ${name}, also after it had to wait for the rate limit`, async () => {
      await probe.addFault(`429:GET:${path}:count=1`);
      assert.match(await textOf(command, about), shows);
    });

    // Of one account there is nothing to ask: the command goes ahead.
    if (about === account) continue;

    it(`opens nothing and asks nothing of the service when the person gives up: ${name}`, async () => {
      await probe.forgetRequests();
      const running = vscode.commands.executeCommand(`serverManagement.${command}`);
      await giveUp(running);
      const asked = (await probe.requests()).filter((request) => request.path === path);
      assert.deepEqual([asked, vscode.window.activeTextEditor], [[], undefined]);
    });
  }
});

function uriOf(command: string, about: (typeof reports)[number]['about']): vscode.Uri {
  const subject: Subject =
    typeof about === 'string' ? { account: about } : { ...about, ids: [...about.ids] };
  const report = known.find(
    (each) =>
      each.command === `serverManagement.${command}` &&
      each.kind === ('kind' in subject ? subject.kind : undefined),
  );
  assert.ok(report);
  return vscode.Uri.from({ scheme: reportScheme, path: toReportPath(report, subject) });
}
