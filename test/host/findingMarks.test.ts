import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Finding } from '../../src/findings/finding';
import type { AttentionRow } from '../../src/findings/rows';
import { pointAtFields } from '../../src/ui/documents/help/fieldMarks';
import { eventually } from '../support/eventually';
import { quickFixesOf } from '../support/host/provided';
import { typeInto } from '../support/host/typeInto';
import { useDocuments } from '../support/hostProbe';

function uriOf(path: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: 'server-management',
    path: `/server-management/sandbox/servers/${path}`,
  });
}

const sshSettings = uriOf('5/5.ssh.json');
const cronJob = uriOf('1/cron-jobs/102.cron-job.json');
const certificate = uriOf('1/web-applications/101/domains/101/101.ssl.json');

/** The problems of a document: the marked text and the message. */
function problems(document: vscode.TextDocument): readonly string[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'Server Management')
    .map(({ range, message, code }) => {
      const rule = typeof code === 'string' ? code : '';
      return `${document.getText(range)} ${rule}: ${message}`;
    });
}

function fixes(document: vscode.TextDocument): Promise<readonly vscode.CodeAction[]> {
  return quickFixesOf(document.uri, new vscode.Range(0, 0, document.lineCount, 0));
}

const isRoot = '"username": "root" jobAsRoot: Runs as root. Use a system user with fewer rights.';

describe('a finding in an open document', () => {
  const probe = useDocuments();

  it('is marked on its field, and fixed in the text, which the person saves', async () => {
    const { document } = await vscode.window.showTextDocument(sshSettings, { preview: false });
    await typeInto(document, 'passwordlessLogin', false);
    await typeInto(document, 'preventRootLogin', false);
    const mark =
      '"passwordlessLogin": false sshRootPassword: Root can log in with a password. Allow SSH keys only, or prevent it.';
    await eventually(() => assert.deepEqual(problems(document), [mark]));
    await probe.forgetRequests();
    const offered = await fixes(document);
    assert.deepEqual(
      offered.map(({ title }) => title),
      ['Set "passwordlessLogin" to true', 'Set "preventRootLogin" to true', 'SSH Settings', 'Mute'],
    );
    const own = (await probe.requests()).filter(({ path }) =>
      path.startsWith('/api/v3/servers/5/'),
    );
    assert.deepEqual(own, []);
    await vscode.workspace.applyEdit(offered[1]?.edit ?? assert.fail());
    assert.match(document.getText(), /"preventRootLogin": true/);
    await eventually(() => assert.deepEqual(problems(document), []));
    assert.equal(document.isDirty, true);
  });

  it("disappears when it's muted, and comes back", async () => {
    const { document } = await vscode.window.showTextDocument(cronJob, { preview: false });
    await typeInto(document, 'username', 'root');
    await eventually(() => assert.deepEqual(problems(document), [isRoot]));
    const [mute] = (await fixes(document)).filter(({ title }) => title === 'Mute');
    const { command, arguments: parameters = [] } = mute?.command ?? assert.fail();
    await vscode.commands.executeCommand(command, ...(parameters as unknown[]));
    await eventually(() => assert.deepEqual(problems(document), []));
    await vscode.commands.executeCommand(
      'serverManagement.unmuteFinding',
      ...(parameters as unknown[]),
    );
    await eventually(() => assert.deepEqual(problems(document), [isRoot]));
  });

  it("never appears next to the document's own problem with the field", async () => {
    const { document } = await vscode.window.showTextDocument(certificate, { preview: false });
    // An expired certificate needs attention, and its end date is read-only.
    await typeInto(document, 'validUntil', '2020-01-01 00:00:00');
    await eventually(() =>
      assert.deepEqual(
        problems(document).filter((each) => each.startsWith('"validUntil"')),
        [
          '"validUntil": "2020-01-01 00:00:00" : "validUntil" is read-only: restore the original value.',
        ],
      ),
    );
  });

  const target = { account: 'sandbox', kind: 'cronJob', ids: [1, 102] } as const;
  const finding = { rule: 'jobAsRoot', target } as unknown as Finding;

  function selected(): string {
    const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
    return editor.document.getText(editor.selection);
  }

  it('opens at its field', async () => {
    await vscode.commands.executeCommand('serverManagement.openDocument', {
      ...target,
      type: 'finding',
      finding,
    });
    assert.match(selected(), /^"username": "[^"]+"$/);
  });

  it('opens at its field by a click while rows are refreshed, once', async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const changed = new vscode.EventEmitter<{ readonly selection: readonly AttentionRow[] }>();
    const row = { type: 'finding', finding, isMuted: false } as const;
    const view = { selection: [] as AttentionRow[], onDidChangeSelection: changed.event };
    const pointing = pointAtFields(view as never);
    changed.fire(view);
    view.selection = [row];
    try {
      await vscode.commands.executeCommand('vscode.open', cronJob);
      await eventually(() => assert.match(selected(), /^"username": "[^"]+"$/));
      const editor = vscode.window.activeTextEditor ?? assert.fail('no editor');
      editor.selection = new vscode.Selection(0, 0, 0, 0);
      await vscode.commands.executeCommand('vscode.open', sshSettings);
      await vscode.commands.executeCommand('vscode.open', cronJob);
      assert.equal(selected(), '');
    } finally {
      pointing.dispose();
    }
  });
});
