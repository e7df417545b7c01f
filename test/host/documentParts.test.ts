import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { saveByKey } from '../support/host/saveByKey';
import { lensTitles } from '../support/host/provided';
import { useDocuments } from '../support/hostProbe';

const app = '/api/v3/servers/1/webapps/101';
const uri = vscode.Uri.from({
  scheme: 'server-management',
  path: '/server-management/sandbox/servers/1/web-applications/101.web-application.json',
});

interface Application {
  phpVersion: string;
  readonly settings: Record<string, unknown>;
  readonly wordpress: Record<string, unknown>;
}

describe('the document of a web application', () => {
  const probe = useDocuments();

  beforeEach(() => probe.call('POST', '/__sandbox/reset'));

  async function open(): Promise<vscode.TextDocument> {
    const { document } = await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    return document;
  }

  /** Edits the text as a person would. */
  async function edit(
    document: vscode.TextDocument,
    change: (application: Application) => void,
  ): Promise<void> {
    await eventually(async () => {
      const content = toApplication(document);
      change(content);
      const typing = new vscode.WorkspaceEdit();
      const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
      typing.replace(uri, all, `${JSON.stringify(content, undefined, 2)}\n`);
      assert.equal(await vscode.workspace.applyEdit(typing), true);
    });
  }

  async function requests(isWrite: boolean): Promise<string[]> {
    return (await probe.requests())
      .filter(({ method, path }) => (method !== 'GET') === isWrite && path.startsWith(app))
      .map(({ method, path, body }) =>
        [method, path.slice(app.length), body ? JSON.stringify(body) : ''].join(' ').trim(),
      );
  }

  it('reads each part once', async () => {
    const document = await open();
    await probe.forgetRequests();
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const parts = ['GET', 'GET /settings', 'GET /wordpress/config'];
    await eventually(async () => {
      // Background checks may read the application's certificates at any time.
      const reads = (await requests(false)).filter((each) => parts.includes(each));
      assert.deepEqual(reads.toSorted(), parts);
    });
    const { settings, wordpress } = toApplication(document);
    assert.equal(settings['memoryLimit'], 256);
    assert.deepEqual(wordpress, { disableWpCron: false, wpDebug: false });
  });

  it('keeps the changes of the one rejected request of three, and only sends that one again', async () => {
    const document = await open();
    await edit(document, (application) => {
      application.phpVersion = 'php84';
      application.settings['memoryLimit'] = 0;
      application.wordpress['wpDebug'] = true;
    });
    const text = document.getText();
    await probe.forgetRequests();
    assert.equal(await saveByKey(document), false);
    assert.deepEqual(await requests(true), [
      'PATCH /settings/php {"phpVersion":"php84"}',
      'PATCH /settings/fpmnginx {"memoryLimit":0}',
      'PATCH /wordpress/config {"wpDebug":true}',
    ]);
    assert.equal(document.getText(), text);
    const marked = vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === 'Server Management')
      .map(({ range }) => document.getText(range));
    assert.ok(marked.length > 0);
    assert.deepEqual([...new Set(marked)], ['"memoryLimit": 0']);
    assert.match(await lensTitles(uri), /Unsaved: settings\.memoryLimit$/m);

    await edit(document, ({ settings }) => {
      settings['memoryLimit'] = 512;
    });
    await probe.forgetRequests();
    assert.equal(await saveByKey(document), true);
    assert.deepEqual(await requests(true), ['PATCH /settings/fpmnginx {"memoryLimit":512}']);
    assert.match(await lensTitles(uri), /As of \d/);
  });

  it("leaves out what the service doesn't offer, and says so", async () => {
    await probe.addFault(`404:GET:${app}/settings`);
    const document = await open();
    await eventually(async () => {
      assert.equal(toApplication(document).settings, undefined);
      assert.match(await lensTitles(uri), /Not returned: settings/);
    });
    assert.deepEqual(Object.keys(toApplication(document).wordpress), ['disableWpCron', 'wpDebug']);
  });

  it('shows all requests before they are sent, in order', async () => {
    const document = await open();
    await edit(document, (application) => {
      application.phpVersion = 'php84';
      application.settings['timezone'] = 'Europe/Berlin';
      application.wordpress['disableWpCron'] = true;
    });
    await vscode.commands.executeCommand('serverManagement.previewRequest', uri);
    const preview = vscode.window.visibleTextEditors
      .map((editor) => editor.document)
      .find((each) => each.uri.path.startsWith('/preview'));
    const paths = [...(preview?.getText() ?? '').matchAll(/^PATCH (.*)$/gm)].map(
      ([, path]) => path,
    );
    assert.deepEqual(
      paths,
      ['settings/php', 'settings/fpmnginx', 'wordpress/config'].map((path) => `${app}/${path}`),
    );
  });
});

function toApplication(document: vscode.TextDocument): Application {
  return JSON.parse(document.getText()) as Application;
}
