import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { at, type Call, editables } from '../support/documents/editables';
import { eventually } from '../support/eventually';
import { useSandbox } from '../support/hostProbe';
import type { SandboxProbe } from '../support/sandboxProbe';

const sshUri = uriOf('servers/1/1.ssh.json');
const ssh = '/api/v3/servers/1/settings/ssh';

describe('editing documents', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = await useSandbox();
  });

  afterEach(async () => {
    await probe.clearFaults();
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

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
        // oxlint-disable-next-line no-await-in-loop
        await vscode.window.showTextDocument(uri);
        // oxlint-disable-next-line no-await-in-loop
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    });

    it('are saved each by its own request', async () => {
      for (const server of servers) {
        // oxlint-disable-next-line no-await-in-loop
        await rename(server);
      }
      await probe.forgetRequests();
      assert.equal(await vscode.workspace.saveAll(), true);
      assert.deepEqual(new Set(await renamed()), new Set(servers.map(pathOf)));
    });

    it('stay unsaved alone where one of them fails', async () => {
      const first = await rename(3);
      const second = await rename(4);
      const text = first.getText();
      await probe.addFault(`500:PATCH:${pathOf(3)}`);
      await probe.forgetRequests();
      assert.equal(await vscode.workspace.saveAll(), false);
      assert.deepEqual([first.isDirty, first.getText()], [true, text]);
      assert.match(problemsOf(first)[0]?.message ?? '', /service failed \(500\)/);
      // The editor stops at the first that fails, or goes on: either way each tells how it stands.
      const isSent = (await renamed()).includes(pathOf(4));
      assert.equal(second.isDirty, !isSent);
    });
  });

  it('goes on after the rate limit, where that passes', async () => {
    const { document } = await vscode.window.showTextDocument(sshUri);
    await replace(document, { useDns: toObject(document)['useDns'] !== true });
    await probe.addFault(`429:PATCH:${ssh}:count=1`);
    await probe.forgetRequests();
    assert.equal(await document.save(), true);
    const sent = (await probe.requests()).filter(({ method }) => method === 'PATCH');
    assert.equal(sent.length, 2);
  });

  it('stays unsaved where the token is refused, and is saved with one that is not', async () => {
    const { document } = await vscode.window.showTextDocument(sshUri);
    const text = await replace(document, { useDns: toObject(document)['useDns'] !== true });
    await probe.addFault('401');
    assert.equal(await document.save(), false);
    assert.match(problemsOf(document)[0]?.message ?? '', /refused the credentials \(401\)/);
    assert.deepEqual([document.isDirty, document.getText()], [true, text]);
    await probe.clearFaults();
    // The sandbox signs in by itself; elsewhere a person types a token that is good.
    await vscode.commands.executeCommand('serverManagement.refresh');
    assert.equal(await document.save(), true);
    assert.deepEqual(await probe.call('GET', ssh), JSON.parse(text));
  });

  for (const each of editables) {
    describe(`of ${each.name}`, () => {
      const missing = each.missing ?? [];

      // A new rate limit as well: all this is more than a person does in a minute.
      before(() => probe.call('POST', '/__sandbox/reset'));

      const open = async (): Promise<vscode.TextDocument> => {
        for (const spec of missing) {
          // oxlint-disable-next-line no-await-in-loop
          await probe.addFault(spec);
        }
        const { document } = await vscode.window.showTextDocument(uriOf(each.document));
        // The editor may still have had it open: what it shows then is read again a moment later.
        await vscode.commands.executeCommand('workbench.action.files.revert');
        return document;
      };
      const live = (): Promise<Record<string, unknown>> => probe.call('GET', each.read);
      const next = (document: vscode.TextDocument): unknown =>
        each.values.find((value) => value !== at(toObject(document), each.field));
      const change = async (document: vscode.TextDocument, value: unknown): Promise<string> =>
        replace(document, { ...each.unsaid, [each.field]: value });
      const writes = async (): Promise<Call[]> =>
        (await probe.requests())
          .filter(({ method, path }) => method !== 'GET' && !missing.includes(`404:${path}`))
          .map(({ method, path, body }) => ({ method, path, body: body ?? null }));
      const act = ({ method, path, body }: Call): Promise<unknown> =>
        probe.call(method, path, body);

      it('sends what was changed and nothing else', async () => {
        const document = await open();
        const before = await live();
        const value = next(document);
        await change(document, value);
        await probe.forgetRequests();
        assert.equal(await document.save(), true);
        assert.equal(document.isDirty, false);
        assert.deepEqual(await writes(), [each.sends(value, before)]);
        await eventually(() => assert.equal(at(toObject(document), each.field), value));
      });

      it("keeps another person's change of another field, and shows it", async () => {
        const document = await open();
        const value = next(document);
        await change(document, value);
        await act(each.elsewhere(await live()));
        const theirs = await live();
        await probe.forgetRequests();
        assert.equal(await document.save(), true);
        assert.deepEqual(await writes(), [each.sends(value, theirs)]);
        const after = await live();
        await eventually(() => {
          assert.equal(document.isDirty, false);
          assert.equal(at(toObject(document), each.field), value);
          const shown = at(toObject(document), each.elsewhereField);
          assert.deepEqual(shown, at(after, each.elsewhereField));
        });
      });

      it('sends nothing where another person made the same change, and is saved', async () => {
        const document = await open();
        const value = next(document);
        await change(document, value);
        await act(each.sends(value, await live()));
        await probe.forgetRequests();
        assert.equal(await document.save(), true);
        // What a read does not tell is sent all the same: it cannot be known to be so already.
        assert.deepEqual(await writes(), each.unsaid ? [each.sends(value, await live())] : []);
        await eventually(() => assert.equal(document.isDirty, false));
      });

      // Two who disagree on a switch have changed it to the same: there is no third value.
      if (each.same) {
        const { same } = each;
        it('sends nothing where another person changed the same field', async () => {
          const document = await open();
          const text = await change(document, next(document));
          await act(same(await live()));
          await probe.forgetRequests();
          assert.equal(await document.save(), false);
          assert.deepEqual(await writes(), []);
          assert.equal(document.isDirty, true);
          assert.equal(document.getText(), text);
        });
      }

      it('puts what is refused on its field', async () => {
        const document = await open();
        const text = await change(document, each.refused);
        assert.equal(await document.save(), false);
        const [problem] = problemsOf(document);
        assert.ok(problem);
        assert.match(document.getText(problem.range), new RegExp(each.refusedAt));
        assert.equal(document.getText(), text);
        assert.equal(document.isDirty, true);
      });

      it('stays unsaved when the connection is lost, and is saved by hand later', async () => {
        const document = await open();
        const before = await live();
        const value = next(document);
        const text = await change(document, value);
        const { method } = each.sends(value, before);
        await probe.addFault(`reset:${method}:count=1`);
        await probe.forgetRequests();
        assert.equal(await document.save(), false);
        assert.equal(document.isDirty, true);
        assert.equal(document.getText(), text);
        assert.match(problemsOf(document)[0]?.message ?? '', /could not be reached/);
        assert.equal(await document.save(), true);
        assert.deepEqual((await writes()).at(-1), each.sends(value, before));
        assert.equal(document.isDirty, false);
        assert.deepEqual(problemsOf(document), []);
      });

      it('says that the resource was deleted meanwhile, and keeps the text', async () => {
        const document = await open();
        const text = await change(document, next(document));
        await probe.addFault('404:GET:/api/*');
        assert.equal(await document.save(), false);
        assert.match(problemsOf(document)[0]?.message ?? '', /404/);
        assert.equal(document.getText(), text);
        assert.equal(document.isDirty, true);
      });
    });
  }
});

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

/** Puts values into the document as if they were typed; answers the new text. */
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

function problemsOf(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter(({ source }) => source === 'Server Management');
}
