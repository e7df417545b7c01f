import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import type { RecordedRequest } from '../support/sandboxProbe';
import { saveByKey } from '../support/host/saveByKey';
import { lensTitles } from '../support/host/provided';
import { useDocuments } from '../support/hostProbe';

const git = '/api/v3/servers/1/webapps/104/git';
const language = 'server-management-shell';
const reference = { account: 'sandbox', kind: 'gitRepository', ids: [1, 104] } as const;
const first = 'git merge origin/main\ncomposer install --no-dev\n';

describe('the deploy script of a web application', () => {
  const probe = useDocuments();

  beforeEach(() => probe.call('POST', '/__sandbox/reset'));

  async function open(): Promise<vscode.TextDocument> {
    await vscode.commands.executeCommand('serverManagement.editDeployScript', reference);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    // The editor keeps the text of a closed document for some minutes.
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await eventually(() => assert.equal(document.getText(), first));
    return document;
  }

  async function type(document: vscode.TextDocument, text: string): Promise<void> {
    await eventually(async () => {
      const edit = new vscode.WorkspaceEdit();
      const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
      edit.replace(document.uri, all, text);
      assert.equal(await vscode.workspace.applyEdit(edit), true);
    });
  }

  async function requests(): Promise<readonly RecordedRequest[]> {
    return (await probe.requests()).filter(({ path }) => path.startsWith(git));
  }

  async function writes(): Promise<readonly unknown[]> {
    const made = (await requests()).filter(({ method }) => method !== 'GET');
    return made.map(({ method, path, body }) => [method, path, body]);
  }

  function problemsOf({ uri }: vscode.TextDocument): readonly string[] {
    return vscode.languages.getDiagnostics(uri).map(({ message }) => message);
  }

  it('opens as a shell script', async () => {
    const document = await open();
    assert.equal(document.languageId, language);
    assert.match(document.uri.path, /~104\.deploy\.sh$/);
    assert.deepEqual(problemsOf(document), []);
    await eventually(async () => assert.match(await lensTitles(document.uri), /As of \d/));
  });

  it('is sent with one request', async () => {
    const { id } = await probe.call('GET', git);
    const document = await open();
    await type(document, 'set -e\nnpm ci\n');
    await eventually(async () =>
      assert.match(await lensTitles(document.uri), /Unsaved: Deploy Script/),
    );
    await probe.forgetRequests();
    assert.equal(await saveByKey(document), true);
    const body = { autoDeploy: true, deployScript: 'set -e\nnpm ci\n' };
    assert.deepEqual(await writes(), [['PATCH', `${git}/${String(id)}/script`, body]]);
    assert.equal(document.isDirty, false);
    assert.equal((await probe.call('GET', git))['deployScript'], 'set -e\nnpm ci\n');
    await eventually(async () => assert.match(await lensTitles(document.uri), /As of \d/));
  });

  it("can be previewed as a request before it's sent", async () => {
    const { id } = await probe.call('GET', git);
    const document = await open();
    await type(document, 'npm ci\n');
    await vscode.commands.executeCommand('serverManagement.previewRequest', document.uri);
    const preview = vscode.window.visibleTextEditors
      .map((editor) => editor.document)
      .find((each) => each.uri.path.startsWith('/preview'));
    assert.match(preview?.getText() ?? '', new RegExp(`^PATCH ${git}/${String(id)}/script$`, 'm'));
    assert.match(preview?.getText() ?? '', /"deployScript": "npm ci\\n"/);
    await vscode.window.showTextDocument(document);
  });

  it('keeps the text if another person has changed the script meanwhile', async () => {
    const { id } = await probe.call('GET', git);
    const document = await open();
    await type(document, 'mine\n');
    const theirs = { autoDeploy: false, deployScript: 'theirs, of another length\n' };
    await probe.call('PATCH', `${git}/${String(id)}/script`, theirs);
    await probe.forgetRequests();
    assert.equal(await saveByKey(document), false);
    assert.deepEqual([document.getText(), document.isDirty], ['mine\n', true]);
    assert.deepEqual(await writes(), []);
  });

  it("shows why it was refused, until it's edited", async () => {
    const document = await open();
    await type(document, 'mine\n');
    await probe.addFault('422:PATCH:count=1');
    assert.equal(await saveByKey(document), false);
    await eventually(() => assert.equal(problemsOf(document).length, 1));
    await type(document, 'mine, better\n');
    await eventually(() => assert.deepEqual(problemsOf(document), []));
    assert.equal(await saveByKey(document), true);
  });

  it("isn't saved by Auto Save", async () => {
    const document = await open();
    const files = vscode.workspace.getConfiguration('files');
    await files.update('autoSave', 'afterDelay', vscode.ConfigurationTarget.Global);
    try {
      const ofScripts = vscode.workspace.getConfiguration('files', document);
      assert.equal(ofScripts.get('autoSave'), 'off');
    } finally {
      await files.update('autoSave', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('is never sent by Auto Save, even if Auto Save is turned on for scripts', async () => {
    const files = vscode.workspace.getConfiguration('files', { languageId: language });
    const global = vscode.ConfigurationTarget.Global;
    const document = await open();
    await files.update('autoSaveDelay', 50, global);
    await files.update('autoSave', 'afterDelay', global, true);
    const refused = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onWillSaveTextDocument(({ reason }) => {
        if (reason !== vscode.TextDocumentSaveReason.AfterDelay) return;
        listener.dispose();
        resolve();
      });
    });
    try {
      await probe.forgetRequests();
      await type(document, 'half-typed');
      await refused;
    } finally {
      await files.update('autoSave', undefined, global, true);
      await files.update('autoSaveDelay', undefined, global);
    }
    assert.equal(document.isDirty, true);
    assert.equal(await saveByKey(document), true);
    // Of the two saves, only the person's was sent.
    assert.equal((await writes()).length, 1);
  });

  it('offers to connect a repository if there is none', async () => {
    const messages: string[] = [];
    const restore = replaceMember(
      vscode.window,
      'showInformationMessage',
      (text: string, ...buttons: readonly unknown[]) => {
        messages.push([text, ...buttons.map((each) => JSON.stringify(each))].join(' '));
        return Promise.resolve(undefined);
      },
    );
    try {
      const other = { account: 'sandbox', kind: 'webApplication', ids: [1, 101] };
      await vscode.commands.executeCommand('serverManagement.editDeployScript', other);
      await eventually(() => assert.match(messages.join(), /No repository connected.*Connect…/));
    } finally {
      restore();
    }
    assert.equal(vscode.window.activeTextEditor, undefined);
  });
});
