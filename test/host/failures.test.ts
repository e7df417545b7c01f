import assert from 'node:assert/strict';

import * as vscode from 'vscode';
import { UnknownAccountError } from '../../src/accounts/sessions';
import { Emitter } from '../../src/base/emitter';
import { Saves } from '../../src/ui/documents/saves';
import { eventually } from '../support/eventually';
import { useSandbox } from '../support/hostProbe';
import { platform } from '../../src/platform/platform';
import { saveByKey } from '../support/host/saveByKey';
import { allTests } from '../support/eachTest';

const sshSettings = uriOf('servers/1/1.ssh.json');

function uriOf(path: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: 'server-management',
    path: `/server-management/sandbox/${path}`,
  });
}

async function replaceText(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(document.uri, all, text);
  assert.equal(await vscode.workspace.applyEdit(edit), true);
}

async function discard(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}

describe('messages about invalid input and answers', () => {
  const probe = allTests(useSandbox);

  afterEach(() => probe.clearFaults());

  const answers = [
    { fault: 'html', words: /web page instead of JSON/ },
    { fault: 'truncated', words: /The connection to the service was lost|cut off/ },
    {
      fault: 'reset',
      words: platform.hidesWhyRequestsFail
        ? /reach the service from this browser.*CORS/
        : /The connection to the service was lost \(/,
    },
    { fault: 'empty', words: /^(?!.*isn't from this API).*the response is empty/s },
  ];
  for (const { fault, words } of answers) {
    it(`explain what is wrong if the service answers ${fault}`, async () => {
      await probe.addFault(`${fault}:GET:/api/v3/servers/8/settings/ssh`);
      await assert.rejects(async () => {
        await vscode.workspace.openTextDocument(uriOf('servers/8/8.ssh.json'));
      }, words);
      await vscode.commands.executeCommand('serverManagement.refresh');
    });
  }

  it("explain that the resource doesn't exist if the id is unknown", async () => {
    await assert.rejects(async () => {
      await vscode.workspace.openTextDocument(uriOf('servers/999999/999999.ssh.json'));
    }, /Not found on the service.*\(404\)/);
  });

  it('explain that the account was removed', async () => {
    const gone = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/nobody/servers/1/1.ssh.json',
    });
    const document = await vscode.workspace.openTextDocument(gone);
    assert.match(
      document.getText(),
      /^\/\/ The account "nobody" was removed.*add the account again.*\n\/\/ You can close this tab/,
    );
    assert.equal(vscode.workspace.fs.isWritableFileSystem(gone.scheme), true);
    const { permissions } = await vscode.workspace.fs.stat(gone);
    assert.equal(permissions, vscode.FilePermission.Readonly);
    await assert.rejects(
      async () => vscode.workspace.fs.writeFile(gone, new TextEncoder().encode('{}')),
      /account "nobody" was removed|read-only/,
    );
  });

  const edits = [
    // The editor's own words: it marks this itself.
    { name: 'invalid JSON', text: '{ "useDns": tru', words: /^Value expected/m },
    { name: 'a list in place of an object', text: '[]', words: /single JSON object/ },
    {
      name: 'a field of the wrong type',
      text: '{"passwordlessLogin": true, "preventRootLogin": 7, "useDns": false}',
      words: /preventRootLogin: Must be true or false\./,
    },
  ];
  for (const { name, text, words } of edits) {
    it(`explain why nothing is sent, and keep the text: ${name}`, async () => {
      const { document } = await vscode.window.showTextDocument(sshSettings);
      await probe.forgetRequests();
      await replaceText(document, text);
      assert.equal(await saveByKey(document), false);
      assert.equal(document.isDirty, true);
      assert.equal(document.getText(), text);
      // The editor's own problems of a text may come later than those of its save.
      await eventually(() => {
        const problems = vscode.languages.getDiagnostics(sshSettings);
        assert.match(problems.map(({ message }) => message).join('\n'), words);
      });
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual(writes, []);
      await discard(document);
    });
  }
});

describe('a document of a removed account', () => {
  before(() => vscode.commands.executeCommand('serverManagement.useSandbox'));

  it('has its text again once the account is added again', async () => {
    const uri = uriOf('servers/6/6.ssh.json');
    const document = await vscode.workspace.openTextDocument(uri);
    const text = document.getText();
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.window.showTextDocument(sshSettings, { preview: false });
    await vscode.commands.executeCommand('serverManagement.stopUsingSandbox');
    try {
      await vscode.window.showTextDocument(document);
      await eventually(() => assert.match(document.getText(), /was removed/));
    } finally {
      await vscode.commands.executeCommand('serverManagement.useSandbox');
    }
    await eventually(() => assert.equal(document.getText(), text));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is read again if the account is added again during the read', async () => {
    const uri = uriOf('servers/9/9.ssh.json');
    const accounts = new Emitter<string>();
    const unused = new Emitter<never>();
    let fail: (error: unknown) => void = () => undefined;
    const read = new Promise<never>((_, reject) => {
      fail = reject;
    });
    const saves = new Saves({
      documents: { onDidChange: unused.event, stat: () => read },
      mainDocuments: { onDidShow: unused.event, claim: () => 'main' },
      sessions: {
        account: () => Promise.resolve({}),
        isReadOnly: () => false,
        onDidChangeAccounts: accounts.event,
      },
    } as unknown as ConstructorParameters<typeof Saves>[0]);
    const changed: string[] = [];
    saves.onDidChange((each) => changed.push(each.toString()));
    const stat = saves.stat(uri);
    accounts.fire('sandbox');
    fail(new UnknownAccountError('sandbox'));
    await stat;
    await eventually(() => assert.deepEqual(changed, [uri.toString()]));
    saves.dispose();
  });
});
