import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { at, type Call } from '../support/documents/editables';
import { eventually } from '../support/eventually';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { saveByKey } from '../support/host/saveByKey';
import { useDocuments } from '../support/hostProbe';

const sshUri = uriOf('servers/1/1.ssh.json');
const ssh = '/api/v3/servers/1/settings/ssh';

describe('editing documents', () => {
  const probe = useDocuments();

  describe('several at once', () => {
    const servers = [3, 4];
    const pathOf = (server: number): string => `/api/v3/servers/${server}/settings/meta`;

    async function rename(server: number): Promise<vscode.TextDocument> {
      const uri = uriOf(`servers/${server}.server.json`);
      const { document } = await vscode.window.showTextDocument(uri, { preview: false });
      await replace(document, { name: `${String(toObject(document)['name'])}-renamed` });
      return document;
    }

    async function renamed(): Promise<string[]> {
      const requests = await probe.requests();
      return requests.flatMap(({ method, path }) => (method === 'PATCH' ? [path] : []));
    }

    afterEach(async () => {
      for (const { uri, isDirty } of vscode.workspace.textDocuments) {
        if (!isDirty) continue;
        await vscode.window.showTextDocument(uri);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });

    it('saves each with its own request', async () => {
      for (const server of servers) {
        await rename(server);
      }
      await probe.forgetRequests();
      assert.equal(await agreeTo(vscode.workspace.saveAll()), true);
      assert.deepEqual(new Set(await renamed()), new Set(servers.map(pathOf)));
    });

    it('leaves only the failed one unsaved', async () => {
      const first = await rename(3);
      const second = await rename(4);
      const text = first.getText();
      await probe.addFault(`500:PATCH:${pathOf(3)}`);
      await probe.forgetRequests();
      assert.equal(await agreeTo(vscode.workspace.saveAll()), false);
      assert.deepEqual([first.isDirty, first.getText()], [true, text]);
      assert.match(problemsOf(first)[0]?.message ?? '', /service failed \(500\)/);
      // The editor may stop at the first failure or continue; either way each document shows its state.
      const isSent = (await renamed()).includes(pathOf(4));
      assert.equal(second.isDirty, !isSent);
    });
  });

  describe('in front, by anything but the key of saving', () => {
    const writes = async (): Promise<unknown[]> =>
      (await probe.requests()).filter(({ method, path }) => method !== 'GET' && path === ssh);

    async function halfTyped(): Promise<vscode.TextDocument> {
      const { document } = await showFresh(sshUri);
      await replace(document, { useDns: toObject(document)['useDns'] !== true });
      await probe.forgetRequests();
      return document;
    }

    for (const [by, save] of [
      ['the menu', () => vscode.commands.executeCommand('workbench.action.files.save')],
      ['a test at the cursor', () => vscode.commands.executeCommand('testing.runAtCursor')],
      ['another extension', async () => vscode.window.activeTextEditor?.document.save()],
    ] as const) {
      it(`is only sent after a question: by ${by}`, async () => {
        const document = await halfTyped();
        await dismissing(save());
        assert.deepEqual([document.isDirty, await writes()], [true, []]);
        await agreeTo(save());
        assert.equal(document.isDirty, false);
        assert.equal((await writes()).length, 1);
      });
    }

    it('is sent without a question if the key of saving failed to send it', async () => {
      const document = await halfTyped();
      await probe.addFault(`500:PATCH:${ssh}:count=1`);
      assert.equal(await saveByKey(document), false);
      assert.equal(await document.save(), true);
    });

    it('is only sent after a question if more was typed since that failed', async () => {
      const document = await halfTyped();
      await probe.addFault(`500:PATCH:${ssh}:count=1`);
      assert.equal(await saveByKey(document), false);
      await replace(document, {
        preventRootLogin: toObject(document)['preventRootLogin'] !== true,
      });
      await probe.forgetRequests();
      assert.equal(await dismissing(document.save()), false);
      assert.deepEqual(await writes(), []);
    });

    it('is only sent after a question if that was reverted and is typed again', async () => {
      const document = await halfTyped();
      const text = document.getText();
      await probe.addFault(`500:PATCH:${ssh}:count=1`);
      assert.equal(await saveByKey(document), false);
      await vscode.commands.executeCommand('workbench.action.files.revert');
      await replace(document, { useDns: toObject(document)['useDns'] !== true });
      assert.equal(document.getText(), text);
      await probe.forgetRequests();
      assert.equal(await dismissing(document.save()), false);
      assert.deepEqual(await writes(), []);
    });
  });

  it('reads once for a save, before VS Code begins to write, and writes once', async () => {
    const { document } = await showFresh(sshUri);
    const value = toObject(document)['useDns'] !== true;
    await replace(document, { useDns: value });
    await probe.forgetRequests();
    let isRead = false;
    // VS Code waits for this before it looks at the document's state and writes.
    const willSave = vscode.workspace.onWillSaveTextDocument((event) => {
      const isSshRead = (call: Pick<Call, 'method' | 'path'>): boolean =>
        call.method === 'GET' && call.path === ssh;
      event.waitUntil(probe.waitForRequest(isSshRead, 1_000).then(() => (isRead = true)));
    });
    try {
      assert.equal(await saveByKey(document), true);
    } finally {
      willSave.dispose();
    }
    assert.ok(isRead);
    const requests = (await probe.requests()).filter(({ path }) => path === ssh);
    const isWrite = ({ method }: Pick<Call, 'method'>): boolean => method !== 'GET';
    // A document of the server that is still open then reads its SSH settings, too.
    const saving = requests.slice(0, requests.findIndex(isWrite) + 1);
    assert.deepEqual(
      saving.map(({ method, body }) => [method, body ?? null]),
      [
        ['GET', null],
        ['PATCH', { useDns: value }],
      ],
    );
    assert.equal(requests.filter(isWrite).length, 1);
  });

  it('says in the status bar what was sent, and nowhere else', async () => {
    const { document } = await showFresh(sshUri);
    await replace(document, { useDns: toObject(document)['useDns'] !== true });
    const passing: string[] = [];
    const restore = replaceMember(
      vscode.window,
      'setStatusBarMessage',
      (text: string) => passing.push(text) as never,
    );
    const recorded = recordMessages();
    try {
      assert.equal(await saveByKey(document), true);
      assert.deepEqual(passing, ['$(check) "SSH Settings" saved: useDns']);
      assert.deepEqual(recorded.messages, []);
      assert.equal(await saveByKey(document), true);
      assert.equal(passing.length, 1, 'nothing was sent');
    } finally {
      restore();
      recorded.restore();
    }
  });

  it('continues once the rate limit has passed', async () => {
    const { document } = await showFresh(sshUri);
    await replace(document, { useDns: toObject(document)['useDns'] !== true });
    await probe.addFault(`429:PATCH:${ssh}:count=1:after=0`);
    await probe.forgetRequests();
    assert.equal(await saveByKey(document), true);
    const sent = (await probe.requests()).filter(({ method }) => method === 'PATCH');
    assert.equal(sent.length, 2);
  });

  it('leaves a document unsaved if the token is refused, and saves it with a valid one', async () => {
    const { document } = await vscode.window.showTextDocument(sshUri);
    const text = await replace(document, { useDns: toObject(document)['useDns'] !== true });
    await probe.addFault('401');
    assert.equal(await saveByKey(document), false);
    assert.match(problemsOf(document)[0]?.message ?? '', /rejected the credentials \(401\)/);
    assert.deepEqual([document.isDirty, document.getText()], [true, text]);
    await probe.clearFaults();
    // The sandbox signs in automatically; elsewhere a person enters a valid token.
    await vscode.commands.executeCommand('serverManagement.refresh');
    assert.equal(await saveByKey(document), true);
    assert.deepEqual(await probe.call('GET', ssh), JSON.parse(text));
  });

  it('shows an error until its field is edited, even when the field moves to another line', async () => {
    const { document } = await vscode.window.showTextDocument(sshUri);
    const original = document.getText();
    const lines = (): readonly (readonly [string, string])[] =>
      problemsOf(document).map(({ message, range }) => [
        /"(.+?)"/.exec(message)?.[1] ?? '',
        document.lineAt(range.start.line).text.trim().replace(/,$/, ''),
      ]);
    await replace(document, { one: 1, two: 2 });
    assert.equal(await saveByKey(document), false);
    const [one, two] = [
      ['one', '"one": 1'],
      ['two', '"two": 2'],
    ];
    await eventually(() => assert.deepEqual(lines(), [one, two]));
    assert.match(problemsOf(document)[0]?.message ?? '', /is an unknown field/);
    await type(document, `// a note\n\n${document.getText()}`);
    await eventually(() => assert.deepEqual(lines(), [one, two]));
    await type(document, document.getText().replace('"one": 1,', ''));
    await eventually(() => assert.deepEqual(lines(), [two]));
    await type(document, original);
    await eventually(() => assert.deepEqual(lines(), []));
  });

  describe('in another encoding', () => {
    // Documents that no other test saves, because the editor keeps a chosen encoding for minutes.
    const job = '/api/v3/servers/1/cronjobs/103';
    const jobUri = uriOf('servers/1/cron-jobs/103.cron-job.json');

    before(() => probe.call('POST', '/__sandbox/reset'));

    it("ignores the person's setting for all files", async () => {
      const files = vscode.workspace.getConfiguration('files');
      const global = vscode.ConfigurationTarget.Global;
      await files.update('encoding', 'windows1252', global);
      await files.update('autoGuessEncoding', true, global);
      try {
        const { document } = await vscode.window.showTextDocument(jobUri);
        await replace(document, { label: 'Café größer' });
        assert.equal(await saveByKey(document), true);
        assert.equal((await probe.call('GET', job))['label'], 'Café größer');
      } finally {
        await files.update('encoding', undefined, global);
        await files.update('autoGuessEncoding', undefined, global);
      }
    });

    it('reports a lost character, and where', async () => {
      const { document } = await vscode.window.showTextDocument(jobUri);
      await replace(document, { command: 'Caf\u{fffd}' });
      assert.equal(await saveByKey(document), false);
      const [problem] = problemsOf(document);
      assert.match(document.getText(problem?.range), /^"command"/);
    });

    it('is refused if another extension writes it directly', async () => {
      const { document } = await vscode.window.showTextDocument(jobUri);
      const content = { ...toObject(document), label: 'Caf\u{e9}' };
      // One byte per character, so not UTF-8.
      const bytes = Uint8Array.from(JSON.stringify(content), (each) => each.charCodeAt(0));
      await probe.forgetRequests();
      await assert.rejects(
        Promise.resolve(vscode.workspace.fs.writeFile(jobUri, bytes)),
        /isn't encoded as UTF-8/,
      );
      const sent = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual(sent, []);
    });

    for (const label of ['Café größer', 'only ASCII']) {
      it(`sends nothing if the person chose another encoding for a document: ${label}`, async () => {
        const document = await vscode.workspace.openTextDocument(jobUri, {
          encoding: 'windows1252',
        });
        await vscode.window.showTextDocument(document);
        await replace(document, { command: label });
        await probe.forgetRequests();
        assert.equal(await saveByKey(document), false);
        assert.equal(document.isDirty, true);
        const sent = (await probe.requests()).filter(({ method }) => method !== 'GET');
        assert.deepEqual(sent, []);
      });
    }
  });

  // It has several parts; all other kinds are tested without an editor.
  describe('of a server', () => {
    const settings = '/api/v3/servers/1/settings';
    const meta = `${settings}/meta`;

    // Also resets the rate limit, because these tests do more than a person does in a minute.
    before(() => probe.call('POST', '/__sandbox/reset'));

    const open = async (): Promise<vscode.TextDocument> => {
      const { document } = await vscode.window.showTextDocument(uriOf('servers/1.server.json'));
      // If the editor still had it open, its text is read again a moment later.
      await vscode.commands.executeCommand('workbench.action.files.revert');
      return document;
    };
    /** Types another name, and returns it. */
    const rename = async (document: vscode.TextDocument): Promise<string> => {
      const name = `${String(toObject(document)['name'])}-renamed`;
      await replace(document, { name });
      return name;
    };
    const writes = async (): Promise<unknown[]> =>
      (await probe.requests())
        .filter(({ method }) => method !== 'GET')
        .map(({ method, path, body }) => [method, path, body]);
    const renames = (name: string): unknown[] => ['PATCH', meta, { name }];

    it('sends only what was changed', async () => {
      const document = await open();
      const name = await rename(document);
      await probe.forgetRequests();
      assert.equal(await saveByKey(document), true);
      assert.equal(document.isDirty, false);
      assert.deepEqual(await writes(), [renames(name)]);
      await eventually(() => assert.equal(toObject(document)['name'], name));
    });

    it('shows rejections on their fields', async () => {
      const document = await open();
      const text = await replace(document, { name: '' });
      assert.equal(await saveByKey(document), false);
      const [problem] = problemsOf(document);
      assert.match(document.getText(problem?.range), /^"name"/);
      assert.equal(document.getText(), text);
      assert.equal(document.isDirty, true);
    });

    it("keeps another person's change of another field, and shows it", async () => {
      const document = await open();
      const name = await rename(document);
      const { softwareUpdate, securityUpdate } = await probe.call('GET', '/api/v3/servers/1');
      const theirs = softwareUpdate !== true;
      await probe.call('PATCH', `${settings}/autoupdate`, {
        softwareUpdate: theirs,
        securityUpdate,
      });
      await probe.forgetRequests();
      assert.equal(await saveByKey(document), true);
      assert.deepEqual(await writes(), [renames(name)]);
      await eventually(() => {
        assert.equal(document.isDirty, false);
        const shown = toObject(document);
        assert.deepEqual([shown['name'], shown['softwareUpdate']], [name, theirs]);
      });
    });

    it('is saved without a request if another person made the same change', async () => {
      const document = await open();
      const name = await rename(document);
      await probe.call('PATCH', meta, { name });
      await probe.forgetRequests();
      assert.equal(await saveByKey(document), true);
      assert.deepEqual(await writes(), []);
      await eventually(() => assert.equal(document.isDirty, false));
    });

    it('sends nothing if another person changed the same field', async () => {
      const document = await open();
      const name = await rename(document);
      const text = document.getText();
      await probe.call('PATCH', meta, { name: `${name}-by-another` });
      await probe.forgetRequests();
      assert.equal(await saveByKey(document), false);
      assert.deepEqual(await writes(), []);
      assert.equal(document.isDirty, true);
      assert.equal(document.getText(), text);
    });

    it('stays unsaved when the connection is lost, and can be saved later', async () => {
      const document = await open();
      const name = await rename(document);
      const text = document.getText();
      await probe.addFault('reset:PATCH:count=1');
      await probe.forgetRequests();
      assert.equal(await saveByKey(document), false);
      assert.equal(document.isDirty, true);
      assert.equal(document.getText(), text);
      assert.match(
        problemsOf(document)[0]?.message ?? '',
        /connection to the service was lost|Couldn't reach the service from this browser/,
      );
      assert.equal(await saveByKey(document), true);
      assert.deepEqual((await writes()).at(-1), renames(name));
      assert.equal(document.isDirty, false);
      assert.deepEqual(problemsOf(document), []);
    });

    it('stays unsaved if the service claims to have saved it but keeps the old value', async () => {
      const document = await open();
      const name = await rename(document);
      const text = document.getText();
      await probe.addFault('empty:PATCH:count=1');
      assert.equal(await saveByKey(document), false);
      assert.equal(document.isDirty, true);
      assert.equal(document.getText(), text);
      const kept = problemsOf(document).find(({ message }) => message.includes('name'));
      assert.match(kept?.message ?? '', /^The server kept "/);
      assert.equal(await saveByKey(document), true);
      assert.deepEqual(problemsOf(document), []);
      assert.equal(toObject(document)['name'], name);
    });

    it('says that the resource was deleted meanwhile, and keeps the text', async () => {
      const document = await open();
      await rename(document);
      const text = document.getText();
      await probe.addFault('404:GET:/api/*');
      assert.equal(await saveByKey(document), false);
      assert.match(problemsOf(document)[0]?.message ?? '', /404/);
      assert.equal(document.getText(), text);
      assert.equal(document.isDirty, true);
    });
  });
});

/** Confirms saves that the person didn't ask for, until they end. */
function agreeTo<T>(save: Thenable<T>): Promise<T> {
  return answering(save, ['quickInput.last', 'quickInput.accept']);
}

/** Dismisses the question about saves that the person didn't ask for, until they end. */
function dismissing<T>(save: Thenable<T>): Promise<T> {
  return answering(save, ['workbench.action.closeQuickOpen']);
}

async function answering<T>(save: Thenable<T>, commands: readonly string[]): Promise<T> {
  let hasEnded = false;
  const ended = Promise.resolve(save).finally(() => (hasEnded = true));
  await eventually(async () => {
    // The error is shown on the document; the question may come first.
    for (const command of commands) {
      await vscode.commands.executeCommand(command);
    }
    assert.ok(hasEnded);
  });
  return ended;
}

/** A document of the sandbox. */
function uriOf(path: string): vscode.Uri {
  return vscode.Uri.from({
    scheme: 'server-management',
    path: `/server-management/sandbox/${path}`,
  });
}

function toObject(document: vscode.TextDocument): Record<string, unknown> {
  return JSON.parse(document.getText()) as Record<string, unknown>;
}

/** Shows a document's live state: the editor keeps the text of a closed one for some minutes. */
async function showFresh(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const editor = await vscode.window.showTextDocument(uri);
  await vscode.commands.executeCommand('workbench.action.files.revert');
  return editor;
}

/** Puts values into the document as if typed; returns the new text. */
async function replace(
  document: vscode.TextDocument,
  values: Record<string, unknown>,
): Promise<string> {
  let text = '';
  // The editor refuses an edit of a text that it has just read again.
  await eventually(async () => {
    const content = toObject(document);
    for (const [path, value] of Object.entries(values)) {
      const names = path.split('.');
      const holder = at({ content }, ['content', ...names.slice(0, -1)].join('.'));
      (holder as Record<string, unknown>)[names.at(-1) ?? ''] = value;
    }
    text = `${JSON.stringify(content, undefined, 2)}\n`;
    const edit = new vscode.WorkspaceEdit();
    const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
    edit.replace(document.uri, all, text);
    assert.equal(await vscode.workspace.applyEdit(edit), true);
  });
  return text;
}

/** Replaces a document's text, even with an invalid one. */
async function type(document: vscode.TextDocument, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const all = document.validateRange(new vscode.Range(0, 0, document.lineCount, 0));
  edit.replace(document.uri, all, text);
  await vscode.workspace.applyEdit(edit);
}

function problemsOf(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return (
    vscode.languages
      .getDiagnostics(document.uri)
      // A finding on a field has the id of its rule as its code.
      .filter(({ source, code }) => source === 'Server Management' && code === undefined)
  );
}
