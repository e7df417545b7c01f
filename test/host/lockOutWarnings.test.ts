import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useSandbox } from '../support/hostProbe';
import { until } from '../support/until';

const server = '/api/v3/servers/7';
const uri = vscode.Uri.from({
  scheme: 'server-management',
  path: '/server-management/sandbox/servers/7/7.ssh.json',
});

function warnings(): string[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Warning)
    .map(({ message }) => message);
}

async function type(document: vscode.TextDocument, content: object): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(document.uri, all, JSON.stringify(content, undefined, 2));
  await vscode.workspace.applyEdit(edit);
}

describe('SSH settings that could lock the person out', () => {
  it('are marked on their line, and not sent before the person confirms', async () => {
    const probe = await useSandbox();
    const safe = { passwordlessLogin: false, preventRootLogin: false, useDns: true };
    await probe.call('PATCH', `${server}/settings/ssh`, safe);
    const { data } = await probe.call('GET', `${server}/ssh/credentials?perPage=40`);
    for (const { id } of data as readonly { id: number }[]) {
      await probe.call('DELETE', `${server}/ssh/credentials/${id}`);
    }
    const { document } = await vscode.window.showTextDocument(uri);
    await type(document, { ...safe, passwordlessLogin: true });
    await until(
      'the warning',
      () => warnings().some((text) => text.includes('no user has a permanent SSH key')),
      10_000,
    );

    // Nobody answers the question here: without confirmation nothing is sent.
    const text = document.getText();
    await probe.forgetRequests();
    assert.equal(await document.save(), false);
    const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
    assert.deepEqual([writes, document.isDirty, document.getText()], [[], true, text]);

    await type(document, { ...safe, useDns: false });
    await until('no warning', () => warnings().length === 0, 10_000);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    assert.deepEqual(warnings(), []);
  });
});
