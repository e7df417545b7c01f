import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Services } from '../../src/ui/commands/services';
import { replaceMember } from '../support/host/replaceMember';
import {
  collectDiagnostics,
  describeRemote,
  hasIssueAddress,
} from '../../src/ui/commands/diagnostics';

/** Confidential values, each planted where a person would enter it. */
const planted = {
  secret: 'planted-secret-7f3a',
  label: 'planted-label-7f3a',
  command: '/bin/planted-command-7f3a',
  query: 'planted-query-7f3a',
};

describe('diagnostics', () => {
  let service: { readonly url: string; readonly token: string };

  before(async () => {
    service = await vscode.commands.executeCommand('serverManagement.useSandbox');
    const target = { account: 'sandbox', kind: 'integration', ids: [1] };
    // Changing a secret always needs confirmation, even if another extension runs the command.
    const restore = replaceMember(
      vscode.window,
      'showWarningMessage',
      (...texts: readonly unknown[]) => Promise.resolve(texts.at(-1)),
    );
    await vscode.commands.executeCommand('serverManagement.changeIntegrationSecret', target, {
      values: { secret: planted.secret },
    });
    restore();
    const jobs = { account: 'sandbox', kind: 'cronJob', parents: [3] };
    await vscode.commands.executeCommand('serverManagement.createCronJob', jobs, {
      values: {
        label: planted.label,
        time: '0 3 * * *',
        username: 'webmaster',
        command: planted.command,
      },
    });
    await vscode.lm.invokeTool('serverManagement_findResources', {
      input: { query: planted.query },
      toolInvocationToken: undefined,
    });
    const uri = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/sandbox/servers/3/3.ssh.json',
    });
    await vscode.workspace.openTextDocument(uri);
  });

  function assertClean(text: string): void {
    assert.match(text, /extension: \d+\.\d+\.\d+/);
    // In tests, the editor's own name of the remote is the address of its server.
    assert.match(text, /^- remote: (none|web)$/m);
    assert.match(text, /account 1: sandbox, token, signedIn, \d+ of \d+ requests left/);
    assert.match(text, /GET \/api\/v3\/servers\/\{serverId\}\/settings\/ssh 200, \d+ ms/);
    assert.match(text, /PATCH \/api\/v3\/settings\/externalapi\/\{apiId\} 200/);
    for (const secret of [service.token, service.url, ...Object.values(planted)]) {
      assert.ok(!text.includes(secret), secret);
    }
  }

  it('fill in a report that can be read before it is sent, without credentials, addresses, names and contents', async () => {
    await vscode.commands.executeCommand('serverManagement.reportIssue');
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('no report');
    assert.equal(document.languageId, 'markdown');
    assert.match(document.getText(), /^What happened, and what did you expect\?\n/);
    assertClean(document.getText());
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('contain nothing of any source but kinds, states and numbers', async () => {
    const sentinel = 'sentinel-7f3a';
    const template = '/api/v3/servers/{serverId}/webapps/{webappId}/platformcache';
    const text = await collectDiagnostics({
      version: '1.0.0',
      sessions: {
        accounts: () =>
          Promise.resolve([
            {
              id: `${sentinel}-id`,
              label: `${sentinel} label`,
              baseUrl: `https://${sentinel}.example.com`,
              environment: 'staging',
              authentication: 'token',
              pathWords: { cache: `${sentinel}cache`, hub: `${sentinel}hub` },
            },
          ]),
        opened: () => ({
          state: 'needsSignIn',
          refusal: new Error(sentinel),
          client: { rateLimit: { limit: 60, remaining: 41, seenAt: 0, heldUntil: undefined } },
        }),
      },
      recentExchanges: ['id', 'removed'].map((id) => ({
        account: `${sentinel}-${id}`,
        operation: {
          method: 'GET',
          path: `/api/v3/servers/${sentinel}/webapps/4711/${sentinel}cache`,
        },
        version: 'v3',
        template,
        outcome: 200,
        duration: 1,
      })),
    } as unknown as Services);
    assert.doesNotMatch(text, /sentinel|4711/);
    assert.match(text, /^- account 1: staging, token, needsSignIn, 41 of 60 requests left$/m);
    assert.ok(text.includes(`- account 1: GET ${template} 200, 1 ms`));
    assert.ok(text.includes(`- removed account: GET ${template} 200, 1 ms`));
  });

  it('say the kind of a remote without its address', () => {
    for (const [name, kind] of [
      [undefined, 'none'],
      ['127.0.0.1:4711', 'web'],
      ['code.acme.example', 'web'],
      ['wsl', 'wsl'],
      ['wsl+acme', 'wsl'],
      ['ssh-remote+acme.example', 'ssh-remote'],
      ['dev-container+7b22', 'dev-container'],
      ['ssh-remote.acme.example', 'web'],
    ] as const) {
      assert.equal(describeRemote(name), kind);
    }
  });

  it("use the editor's own form for reports if an address is set", () => {
    assert.ok(hasIssueAddress({ bugs: { url: 'https://example.com/issues' } }));
    assert.ok(hasIssueAddress({ repository: 'https://example.com/sources' }));
    const placeholder = { bugs: { url: 'https://repository.invalid/issues' } };
    for (const manifest of [
      {},
      { bugs: {} },
      { repository: '' },
      { bugs: null },
      placeholder,
      undefined,
    ]) {
      assert.ok(!hasIssueAddress(manifest));
    }
  });
});
