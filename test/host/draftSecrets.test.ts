import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { openHostWindow } from '../support/host/hostWindow';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { closeEditors } from '../support/hostProbe';
import { lensTitles } from '../support/host/provided';
import { startDraft } from '../support/hostProbe';

const users = { account: 'sandbox', kind: 'databaseUser', parents: [1] };

describe('a secret in the text of a draft', () => {
  let probe: SandboxProbe;
  let shown: ReturnType<typeof recordMessages>;

  before(async () => {
    probe = new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
    await probe.call('POST', '/__sandbox/reset');
  });

  beforeEach(() => (shown = recordMessages()));

  afterEach(async () => {
    shown.restore();
    await closeEditors();
  });

  async function start(text: string): Promise<vscode.TextDocument> {
    const draft = await startDraft(users);
    await replaceAll(draft, text);
    await probe.forgetRequests();
    return draft;
  }

  /** Creates the draft, accepting each secret as it is filled in. */
  async function create(draft: vscode.TextDocument): Promise<readonly string[]> {
    const filledIn: string[] = [];
    const makeBox = vscode.window.createInputBox.bind(vscode.window);
    const restore = replaceMember(vscode.window, 'createInputBox', () => {
      const box = makeBox();
      const accepted = new vscode.EventEmitter<void>();
      return new Proxy(box, {
        get(target, name) {
          if (name === 'onDidAccept') return accepted.event;
          if (name !== 'show') return Reflect.get(target, name) as unknown;
          return () => {
            filledIn.push(`${target.password ? 'masked' : 'open'} ${target.value}`);
            setTimeout(() => accepted.fire());
          };
        },
        set: (target, name, value) => Reflect.set(target, name, value),
      });
    });
    await vscode.commands.executeCommand('serverManagement.createFromDraft', draft.uri);
    restore();
    return filledIn;
  }

  it('is removed at once, and is prefilled and masked in the question for it', async () => {
    const draft = await start('{"username": "taken", "password": "Wanted-1234567"}');
    await eventually(() => assert.equal(draft.getText(), '{"username": "taken", "password": ""}'));
    await eventually(() => assert.match(shown.messages[0]?.text ?? '', /"password" was taken out/));
    assert.ok(!shown.messages.some(({ text }) => text.includes('Wanted')));
    assert.deepEqual(await create(draft), ['masked Wanted-1234567']);
    const [write] = (await probe.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(write?.body, { username: 'taken', password: 'Wanted-1234567' });
  });

  it('is reported once, and listed above the text', async () => {
    const draft = await start('{"username": "twice", "password": "one"}');
    await eventually(() => assert.doesNotMatch(draft.getText(), /one/));
    await replaceAll(draft, '{"username": "twice", "password": "two", "apiToken": "three"}');
    await eventually(() => assert.doesNotMatch(draft.getText(), /two|three/));
    assert.match(await lensTitles(draft.uri), /Not in the text: password, apiToken$/m);
    assert.equal(shown.messages.length, 1);
    assert.deepEqual(await create(draft), ['masked two', 'masked three']);
  });

  it("doesn't come back with undo", async () => {
    const draft = await start('{"username": "undone", "password": "secret"}');
    await eventually(() => assert.doesNotMatch(draft.getText(), /secret/));
    await vscode.commands.executeCommand('undo');
    await eventually(() => assert.equal(draft.getText(), '{"username": "undone", "password": ""}'));
  });

  it('is one secret, even if typed key by key', async () => {
    const draft = await start('{"username": "keys", "password": ""}');
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const place = draft.positionAt(draft.getText().lastIndexOf('"'));
    editor.selection = new vscode.Selection(place, place);
    for (const text of 'Typed-123456') {
      // As a person types: one key after the other.
      await vscode.commands.executeCommand('type', { text });
    }
    await eventually(() => assert.equal(draft.getText(), '{"username": "keys", "password": ""}'));
    assert.deepEqual(await create(draft), ['masked Typed-123456']);
  });

  it('is forgotten with the draft', async () => {
    const window = openHostWindow(new MemorySecrets());
    const { drafts } = window.services;
    const document = await vscode.workspace.openTextDocument({
      language: 'json',
      content: '{"password": "Forgotten-1"}',
    });
    await vscode.window.showTextDocument(document);
    const { secrets } = drafts;
    await secrets.removeSecrets(document);
    assert.deepEqual(secrets.of(document.uri), [{ path: ['password'], value: 'Forgotten-1' }]);
    await drafts.forget(document.uri);
    assert.deepEqual(secrets.of(document.uri), []);
    await window.close();
  });
});

async function replaceAll(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, text);
  await vscode.workspace.applyEdit(edit);
}
