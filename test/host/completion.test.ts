import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { SandboxProbe } from '../support/sandboxProbe';
import { closeEditors } from '../support/hostProbe';
import { startDraft } from '../support/hostProbe';

const account = 'sandbox';

describe('completion with values from the service', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = new SandboxProbe(await vscode.commands.executeCommand('serverManagement.useSandbox'));
    await probe.call('POST', '/__sandbox/reset');
  });

  afterEach(async () => {
    await closeEditors();
  });

  /** Opens a draft and returns the texts that completion inserts at the start of a field's value. */
  async function offeredInDraft(kind: string, parents: number[], field: string): Promise<string[]> {
    const document = await startDraft({ account, kind, parents });
    return offered(document, field);
  }

  async function offered(document: vscode.TextDocument, field: string): Promise<string[]> {
    const needle = `"${field}": `;
    const at = document.getText().indexOf(needle);
    assert.ok(at >= 0, `there is no ${field}`);
    const { items } = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      document.positionAt(at + needle.length),
    );
    return items
      .filter(({ kind }) => kind === vscode.CompletionItemKind.Reference)
      .map(({ insertText = '' }) =>
        typeof insertText === 'string' ? insertText : insertText.value,
      );
  }

  async function listed(path: string): Promise<Record<string, unknown>[]> {
    return (await probe.call('GET', `${path}?perPage=40`))['data'] as Record<string, unknown>[];
  }

  for (const kind of ['cronJob', 'supervisorJob', 'sshKey']) {
    it(`offers the system users of the server for a ${kind}`, async () => {
      const users = await listed('/api/v3/servers/1/users');
      const names = users.map(({ username }) => JSON.stringify(username));
      assert.deepEqual(await offeredInDraft(kind, [1], 'username'), names);
    });
  }

  it('offers the executables that supervisor knows', async () => {
    const binaries = await probe.call('GET', '/api/v3/servers/1/supervisors/binaries');
    assert.deepEqual(
      await offeredInDraft('supervisorJob', [1], 'binary'),
      (binaries as unknown as string[]).map((binary) => JSON.stringify(binary)),
    );
  });

  it('offers the web applications that a project can be deployed to, by name and number', async () => {
    const apps = await listed('/api/v3/servers/1/webapps');
    const numbers = await offeredInDraft('atomicProject', [], 'webApplication');
    for (const { id } of apps) assert.ok(numbers.includes(String(id)), String(id));
  });

  it('offers the integrations of the account for a domain', async () => {
    const integrations = await listed('/api/v3/settings/externalapi');
    const uri = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/sandbox/servers/1/web-applications/101/domains/101.domain.json',
    });
    const { document } = await vscode.window.showTextDocument(uri);
    assert.deepEqual(
      await offered(document, 'dns_integration'),
      integrations.map(({ id }) => String(id)),
    );
  });

  it('offers time zones', async () => {
    const uri = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/sandbox/canvases/1.canvas.json',
    });
    const { document } = await vscode.window.showTextDocument(uri);
    const zones = await offered(document, 'timezone');
    assert.ok(zones.includes('"UTC"') && zones.includes('"Europe/Berlin"'));
  });

  it("offers a web application the server's PHP versions and the service's time zones", async () => {
    const uri = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/sandbox/servers/1/web-applications/101.web-application.json',
    });
    const { document } = await vscode.window.showTextDocument(uri);
    const lists = { phpVersion: '/servers/1/php/version', timezone: '/static/timezones' };
    for (const [field, path] of Object.entries(lists)) {
      const values = await probe.call('GET', `/api/v3${path}`);
      assert.deepEqual(
        await offered(document, field),
        (values as unknown as string[]).map((value) => JSON.stringify(value)),
      );
    }
  });

  it('offers what all servers have that several resources edited together are on', async () => {
    const editTogether = async (...ids: [server: number, job: number][]) => {
      const jobs = ids.map((own) => ({ account, kind: 'cronJob', ids: own }));
      await vscode.commands.executeCommand('serverManagement.editTogether', jobs[0], jobs);
      const document = vscode.window.activeTextEditor?.document;
      assert.ok(document);
      const edit = new vscode.WorkspaceEdit();
      edit.insert(document.uri, new vscode.Position(1, 0), '  "username": ,\n');
      await vscode.workspace.applyEdit(edit);
      return offered(document, 'username');
    };
    const usersOf = async (server: number): Promise<string[]> =>
      (await listed(`/api/v3/servers/${server}/users`)).map(({ username }) =>
        JSON.stringify(username),
      );
    const [here, there] = [await usersOf(1), await usersOf(2)];
    const common = here.filter((name) => there.includes(name));
    assert.ok(common.length > 0 && common.length < here.length, common.join());

    assert.deepEqual(await editTogether([1, 101], [1, 102]), here);
    assert.deepEqual(await editTogether([1, 101], [2, 201]), common);
  });

  it("offers nothing, without a message, if the service doesn't answer", async () => {
    await probe.addFault('500:GET:/api/v3/servers/1/supervisors/binaries:after=0');
    assert.deepEqual(await offeredInDraft('supervisorJob', [1], 'binary'), []);
    await probe.clearFaults();
  });
});
