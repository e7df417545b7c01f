import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('diagnostics', () => {
  it('are copied without credentials, addresses and names', async () => {
    const { url, token } = await vscode.commands.executeCommand<{ url: string; token: string }>(
      'serverManagement.useSandbox',
    );
    const uri = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/sandbox/servers/3/3.ssh.json',
    });
    await vscode.workspace.openTextDocument(uri);
    await vscode.commands.executeCommand('serverManagement.copyDiagnostics');
    const text = await vscode.env.clipboard.readText();
    assert.match(text, /extension: \d+\.\d+\.\d+/);
    assert.match(text, /account 1: sandbox, token, signedIn, \d+ of \d+ requests left/);
    assert.match(text, /GET \/api\/v3\/servers\/…\/settings\/ssh 200, \d+ ms/);
    assert.ok(!text.includes(token));
    assert.ok(!text.includes(url));
  });
});
