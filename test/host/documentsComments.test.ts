import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { until } from '../support/until';

const uri = vscode.Uri.from({
  scheme: 'server-management',
  path: '/server-management/sandbox/servers/5/5.ssh.json',
});

describe('comments and trailing commas in documents', () => {
  it("aren't reported as errors while typing", async () => {
    await vscode.commands.executeCommand('serverManagement.useSandbox');
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    // The error about the wrong type shows that validation is complete.
    edit.replace(uri, all, '{\n  // why\n  "useDns": "no",\n}\n');
    await vscode.workspace.applyEdit(edit);
    const messages = (): string[] =>
      vscode.languages.getDiagnostics(uri).map(({ message }) => message);
    await until('the check', () => messages().some((text) => text.includes('boolean')));
    assert.deepEqual(
      messages().filter((text) => /comment|trailing/i.test(text)),
      [],
    );
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
