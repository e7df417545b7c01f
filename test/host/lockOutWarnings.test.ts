import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useSandbox } from '../support/hostProbe';
import { until } from '../support/until';
import { saveByKey } from '../support/host/saveByKey';

const server = '/api/v3/servers/7';

type Content = Record<string, unknown>;

/** The documents that contain SSH settings, and in which form. */
const documents: readonly {
  readonly name: string;
  readonly file: string;
  readonly with: (content: Content, settings: Content) => Content;
}[] = [
  { name: 'SSH settings', file: '7/7.ssh.json', with: (_content, settings) => settings },
  {
    name: 'SSH settings in the document of their server',
    file: '7.server.json',
    with: (content, settings) => ({ ...content, ssh: settings }),
  },
];

/** The lock-out warnings; a server's document may have others. */
function warnings(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ severity, message }) =>
        severity === vscode.DiagnosticSeverity.Warning &&
        message.includes('no user has a permanent SSH key'),
    );
}

async function type(document: vscode.TextDocument, content: object): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(document.uri, all, JSON.stringify(content, undefined, 2));
  await vscode.workspace.applyEdit(edit);
}

for (const { name, file, with: toContent } of documents) {
  const path = `/server-management/sandbox/servers/${file}`;
  const uri = vscode.Uri.from({ scheme: 'server-management', path });

  describe(`${name} that could lock the person out`, () => {
    it('are marked on their line, and not sent before the person confirms', async () => {
      const probe = await useSandbox();
      const safe = { passwordlessLogin: false, preventRootLogin: false, useDns: true };
      await probe.call('PATCH', `${server}/settings/ssh`, safe);
      const { data } = await probe.call('GET', `${server}/ssh/credentials?perPage=40`);
      for (const { id } of data as readonly { id: number }[]) {
        await probe.call('DELETE', `${server}/ssh/credentials/${id}`);
      }
      const { document } = await vscode.window.showTextDocument(uri);
      const content = JSON.parse(document.getText()) as Content;
      await type(document, toContent(content, { ...safe, passwordlessLogin: true }));
      await until('the warning', () => warnings(uri).length > 0);
      const [warning] = warnings(uri);
      assert.equal(document.getText(warning?.range), '"passwordlessLogin": true');

      // The question isn't answered here, and without confirmation nothing is sent.
      const text = document.getText();
      await probe.forgetRequests();
      assert.equal(await saveByKey(document), false);
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual([writes, document.isDirty, document.getText()], [[], true, text]);

      await type(document, toContent(content, { ...safe, useDns: false }));
      await until('no warning', () => warnings(uri).length === 0);
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      assert.deepEqual(warnings(uri), []);
    });
  });
}
