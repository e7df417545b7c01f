import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerAgents } from '../../src/ui/agents/registerAgents';
import { isNode } from '../../src/platform/isNode';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { useSandbox } from '../support/hostProbe';

interface Endpoint {
  readonly url: string;
  readonly token: string;
}

type Provider = vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition>;

const settings = () => vscode.workspace.getConfiguration('serverManagement.agents');
const setServer = (isOn: boolean | undefined) => settings().update('server', isOn, true);

describe('agents outside the editor', function () {
  // A browser can't run the server.
  if (!isNode) return;
  this.timeout(30_000);

  let questions: string[];
  let answer: string | undefined;
  let restore: readonly (() => void)[];

  before(() => useSandbox());

  beforeEach(() => {
    questions = [];
    restore = [
      replaceMember(vscode.window, 'showWarningMessage', (text: string, ...rest: unknown[]) => {
        questions.push(`${text} ${(rest[0] as vscode.MessageOptions).detail ?? ''}`);
        return Promise.resolve(answer ?? rest.at(-1));
      }),
      replaceMember(vscode.window, 'showQuickPick', (items: readonly unknown[]) =>
        Promise.resolve(items[0]),
      ),
    ];
  });

  afterEach(async () => {
    await setServer(undefined);
    for (const each of restore) each();
  });

  /** Calls a tool as an agent does. */
  const call = async ({ url, token }: Endpoint, name: string, input: object): Promise<string> => {
    const params = { name: `serverManagement_${name}`, arguments: input };
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    assert.equal(response.status, 200);
    return response.text();
  };

  it('get an entry that is shown first, a server once one calls, and one question per account', async () => {
    await vscode.commands.executeCommand('serverManagement.connectAgents');
    assert.match(
      questions[0] ?? '',
      /Claude Code[^]*mcpServers[^]*serverManagement\.agents\.server/,
    );
    const entry = await vscode.env.clipboard.readText();
    const { mcpServers } = JSON.parse(entry) as {
      mcpServers: { 'server-management': { args: readonly string[] } };
    };
    const [program = ''] = mcpServers['server-management'].args;
    const folder = vscode.Uri.joinPath(vscode.Uri.file(program), '..');
    const file = vscode.Uri.joinPath(folder, 'server-0123456789abcdef.json');
    await vscode.workspace.fs.stat(vscode.Uri.file(program));
    await assert.rejects(async () => vscode.workspace.fs.stat(file), 'no server runs yet');

    await vscode.workspace.fs.writeFile(
      vscode.Uri.joinPath(folder, 'wanted-0123456789abcdef'),
      new Uint8Array(),
    );
    let endpoint: Endpoint | undefined;
    await eventually(async () => {
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      endpoint = JSON.parse(text) as Endpoint;
    }, 20_000);
    assert.ok(endpoint);
    const ssh = { account: 'sandbox', kind: 'sshSettings', ids: [4] };
    questions.length = 0;
    assert.match(await call(endpoint, 'readResource', ssh), /useDns/);
    assert.match(await call(endpoint, 'readResource', { ...ssh, ids: [3] }), /useDns/);
    assert.equal(questions.length, 1);
    assert.match(questions[0] ?? '', /Let agents use Sandbox\?/);

    const changes = { useDns: true };
    const proposals = [2, 3].map((id) => ({ ...ssh, ids: [id], changes }));
    const open = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).length;
    for (const proposal of proposals) {
      // oxlint-disable-next-line no-await-in-loop
      const said = await call(endpoint, 'proposeChange', {
        reason: 'To try',
        proposals: [proposal],
      });
      assert.match(said, /It is staged|these values already/);
    }
    assert.equal(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).length, open);
    await vscode.commands.executeCommand('serverManagement.discardPending');

    await setServer(false);
    await eventually(() => assert.rejects(async () => vscode.workspace.fs.stat(file)));
    await assert.rejects(call(endpoint, 'explainCron', { expression: '0 3 * * *' }));
  });

  it('change nothing if the person only looks at the entry', async () => {
    answer = 'Cancel';
    await vscode.env.clipboard.writeText('untouched');
    await vscode.commands.executeCommand('serverManagement.connectAgents');
    assert.equal(questions.length, 1);
    assert.equal(await vscode.env.clipboard.readText(), 'untouched');
    assert.notEqual(settings().get('server'), true);
  });

  it('in the editor are offered the server only while it is wanted, with its token when it starts', async () => {
    const registered: Provider[] = [];
    const original = replaceMember(
      vscode.lm,
      'registerMcpServerDefinitionProvider',
      (_id: string, provider: Provider) => {
        registered.push(provider);
        return new vscode.Disposable(() => undefined);
      },
    );
    const start = () => Promise.resolve({ url: 'http://127.0.0.1:4321/mcp', token: 'abc' });
    const disposable = registerAgents(() => Promise.resolve({ services: { agents: { start } } }));
    original();
    const provider = registered[0] ?? assert.fail('no provider');
    const token = new vscode.CancellationTokenSource().token;
    let changes = 0;
    const listener = provider.onDidChangeMcpServerDefinitions?.(() => (changes += 1));
    assert.deepEqual(await provider.provideMcpServerDefinitions(token), []);
    await setServer(true);
    await eventually(() => assert.equal(changes, 1));
    const [definition] = (await provider.provideMcpServerDefinitions(token)) ?? [];
    assert.ok(definition);
    assert.deepEqual(definition.headers, {});
    const resolved = await provider.resolveMcpServerDefinition?.(definition, token);
    assert.equal(resolved?.uri.toString(true), 'http://127.0.0.1:4321/mcp');
    assert.deepEqual(resolved?.headers, { Authorization: 'Bearer abc' });
    listener?.dispose();
    disposable.dispose();
  });
});
