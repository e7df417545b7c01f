import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { confirmingOf } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { closeEditors, useSandbox } from '../support/hostProbe';
import { TestPick } from '../support/host/testPick';
import { saveByKey } from '../support/host/saveByKey';
import { allTests } from '../support/eachTest';
import { startDraft } from '../support/hostProbe';

const open = { passwordlessLogin: false, preventRootLogin: false };
const uri = uriOf(4);

describe('"No" to a lock-out warning', () => {
  let asked: string[];
  let restores: (() => void)[];

  const probe = allTests(useSandbox);

  beforeEach(async () => {
    await probe.call('POST', '/__sandbox/reset');
    for (const server of [4, 8]) {
      await probe.call('PATCH', settingsOf(server), open);
    }
    asked = [];
    // Every other question is confirmed.
    const answer = async (
      question: string,
      { modal }: vscode.MessageOptions,
      ...buttons: readonly string[]
    ) => {
      asked.push(question);
      return !modal || isGuard(question) ? undefined : confirmingOf(buttons);
    };
    restores = [replaceMember(vscode.window, 'showWarningMessage', answer)];
  });

  afterEach(async () => {
    for (const restore of restores) restore();
    await closeEditors();
  });

  async function takeKeys(server: number): Promise<void> {
    const keys = `/api/v3/servers/${server}/ssh/credentials`;
    const { data } = await probe.call('GET', `${keys}?perPage=40`);
    for (const { id } of data as readonly { id: number }[]) {
      await probe.call('DELETE', `${keys}/${id}`);
    }
  }

  async function writes(): Promise<string[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
  }

  it("doesn't ask before copies are staged, because nothing is sent yet", async () => {
    await takeKeys(8);
    const { document } = await vscode.window.showTextDocument(uri);
    await type(document, { passwordlessLogin: true });
    await probe.forgetRequests();
    const target = { account: 'sandbox', kind: 'sshSettings', ids: [8] };
    await vscode.commands.executeCommand('serverManagement.copyChangedFields', uri, [target]);
    assert.deepEqual(await writes(), []);
    assert.ok(!asked.some(isGuard), asked.join('\n'));
    await vscode.commands.executeCommand('serverManagement.applyPending');
    assert.ok(asked.some(isGuard), asked.join('\n'));
    assert.deepEqual(await writes(), []);
    await vscode.commands.executeCommand('serverManagement.discardPending');
  });

  it('reverts nothing', async () => {
    await probe.call('PATCH', settingsOf(4), { passwordlessLogin: true });
    const { document } = await vscode.window.showTextDocument(uri);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await type(document, { passwordlessLogin: false });
    assert.equal(await saveByKey(document), true);
    await takeKeys(4);
    await probe.forgetRequests();

    const pick = new TestPick();
    restores.push(replaceMember(vscode.window, 'createQuickPick', () => pick as never));
    void vscode.commands.executeCommand('serverManagement.showChanges');
    await eventually(() => assert.ok(pick.items.length > 0));
    pick.pressButton('Revert…');
    await eventually(() => assert.ok(asked.some(isGuard), asked.join('\n')));
    // Requests that follow the answer are sent before the next ones.
    await vscode.workspace.fs.readFile(uriOf(8));
    assert.deepEqual(await writes(), []);
  });

  it('creates nothing from a draft', async () => {
    const collection = { account: 'sandbox', kind: 'firewallRule', parents: [1] };
    const draft = await startDraft(collection);
    const rule = {
      type: 'rich',
      port: '1-1024',
      protocol: 'tcp',
      ipAddress: '203.0.113.7',
      firewallAction: 'reject',
    };
    const edit = new vscode.WorkspaceEdit();
    edit.replace(draft.uri, allOf(draft), JSON.stringify(rule));
    await vscode.workspace.applyEdit(edit);
    await probe.forgetRequests();
    await vscode.commands.executeCommand('serverManagement.createFromDraft', draft.uri);
    assert.ok(asked.some(isGuard), asked.join('\n'));
    assert.deepEqual(await writes(), []);
  });
});

function isGuard(question: string): boolean {
  return question.includes('lock you out');
}

function settingsOf(server: number): string {
  return `/api/v3/servers/${server}/settings/ssh`;
}

function uriOf(server: number): vscode.Uri {
  return vscode.Uri.from({
    scheme: 'server-management',
    path: `/server-management/sandbox/servers/${server}/${server}.ssh.json`,
  });
}

function allOf(document: vscode.TextDocument): vscode.Range {
  return document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
}

async function type(document: vscode.TextDocument, values: object): Promise<void> {
  // The editor refuses an edit of a text that it has just read again.
  await eventually(async () => {
    const content = JSON.parse(document.getText()) as object;
    const edit = new vscode.WorkspaceEdit();
    const text = JSON.stringify({ ...content, ...values }, undefined, 2);
    edit.replace(document.uri, allOf(document), text);
    assert.equal(await vscode.workspace.applyEdit(edit), true);
  });
}
