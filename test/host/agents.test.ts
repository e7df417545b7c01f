import assert from 'node:assert/strict';
import Module from 'node:module';
import * as vscode from 'vscode';
import { registerAgents } from '../../src/ui/app/register';
import { type ToolName, toolNames } from '../../src/agents/tools/toolContributions';
import { callOver, withoutMarks } from '../support/agents/answers';
import { eventually } from '../support/eventually';
import { pretendRemote } from '../support/host/remoteWindow';
import { replaceMember } from '../support/host/replaceMember';
import { useSandbox } from '../support/hostProbe';
import { openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';

interface Endpoint {
  readonly url: string;
  readonly token: string;
}

type Provider = vscode.McpServerDefinitionProvider<vscode.McpHttpServerDefinition>;

const cache = { account: 'sandbox', kind: 'cacheConfiguration', ids: [1, 101] };

/** Calls of every tool, few enough for the limit of calls; some of them fail. */
const sharedCalls: Readonly<Record<ToolName, readonly object[]>> = {
  serverManagement_listResources: [
    { account: 'sandbox', kind: 'cronJob', parents: [2], page: 2 },
    { account: 'sandbox', kind: 'nothing' },
  ],
  serverManagement_findResources: [{ query: 'shop', account: 'sandbox' }],
  serverManagement_readResource: [cache],
  serverManagement_listFindings: [{ severity: 'critical' }],
  serverManagement_proposeChange: [
    { reason: 'To try', proposals: [{ ...cache, changes: { id: 7 } }] },
    { reason: 'To try', proposals: [{ ...cache, account: 'none', changes: {} }] },
    { proposals: [] },
  ],
};

function toCalls(name: ToolName) {
  return sharedCalls[name].map((input) => ({ name, input }));
}

/** The answer that a model in the editor gets. */
async function callInEditor(name: ToolName, input: object) {
  const options = { input, toolInvocationToken: undefined };
  try {
    const { content } = await vscode.lm.invokeTool(name, options);
    const texts = content.map((part) =>
      part instanceof vscode.LanguageModelTextPart ? part.value : '',
    );
    return { text: withoutMarks(texts.join('')), isError: false };
  } catch (error) {
    return { text: withoutMarks(error instanceof Error ? error.message : ''), isError: true };
  }
}

const settings = () => vscode.workspace.getConfiguration('serverManagement.agents');
const setServer = (isOn: boolean | undefined) => settings().update('server', isOn, true);

describe('agents outside the editor', () => {
  let questions: string[];
  let answer: string | undefined;
  let restore: readonly (() => void)[];
  /** The file of the server that was started. */
  let published: vscode.Uri | undefined;

  before(() => useSandbox());

  beforeEach(() => {
    questions = [];
    restore = [
      replaceMember(vscode.window, 'showWarningMessage', (text: string, ...rest: unknown[]) => {
        const { modal, detail = '' } = rest[0] as vscode.MessageOptions;
        // A question of an agent comes at any moment, and must not take a key.
        assert.equal(modal ?? false, text.startsWith('Connect '));
        assert.equal(rest[1], 'Not Now');
        questions.push(`${text} ${detail}`);
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
    const file = published;
    published = undefined;
    if (file) await eventually(() => assert.rejects(async () => vscode.workspace.fs.stat(file)));
  });

  /** Lets the person copy the entry for an agent, and returns the program in it. */
  const connect = async (): Promise<string> => {
    await vscode.commands.executeCommand('serverManagement.connectAgents');
    const entry = await vscode.env.clipboard.readText();
    const { mcpServers } = JSON.parse(entry) as {
      mcpServers: { 'server-management': { args: readonly string[] } };
    };
    return mcpServers['server-management'].args[0] ?? assert.fail('no program');
  };

  const fileBeside = (program: string, name: string): vscode.Uri =>
    vscode.Uri.joinPath(vscode.Uri.file(program), '..', name);

  /** Requests a server like the program does. */
  const requestServer = async (program: string): Promise<Endpoint> => {
    const place = '0123456789abcdef';
    const wanted = fileBeside(program, `wanted-${place}`);
    await vscode.workspace.fs.writeFile(wanted, new Uint8Array());
    const file = fileBeside(program, `server-${place}.json`);
    published = file;
    let text = '';
    await eventually(async () => {
      text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    });
    return JSON.parse(text) as Endpoint;
  };

  /** Calls a tool like an agent does. */
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

  /** The rows of the change history. */
  const historyRows = async (): Promise<readonly vscode.QuickPickItem[]> => {
    let pick: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    const create = vscode.window.createQuickPick.bind(vscode.window);
    const put = replaceMember(vscode.window, 'createQuickPick', () => (pick = create()) as never);
    await vscode.commands.executeCommand('serverManagement.showChanges');
    put();
    pick?.hide();
    return pick?.items ?? [];
  };

  it('get an entry that is shown first, a server when one of them calls, and one question per account', async () => {
    const program = await connect();
    assert.match(
      questions[0] ?? '',
      /Claude Code[^]*mcpServers[^]*serverManagement\.agents\.server/,
    );
    const file = fileBeside(program, 'server-0123456789abcdef.json');
    await vscode.workspace.fs.stat(vscode.Uri.file(program));
    await assert.rejects(async () => vscode.workspace.fs.stat(file), 'no server runs yet');
    const endpoint = await requestServer(program);
    const ssh = { account: 'sandbox', kind: 'sshSettings', ids: [4] };
    questions.length = 0;
    assert.match(await call(endpoint, 'readResource', ssh), /useDns/);
    assert.match(await call(endpoint, 'readResource', { ...ssh, ids: [3] }), /useDns/);
    assert.equal(questions.length, 1);
    assert.match(questions[0] ?? '', /Let agents use Sandbox \(Development\)\?/);
    const [latest] = await historyRows();
    assert.equal(latest?.label, 'Agent: Read a resource');
    assert.equal(latest.description, 'Sandbox');
    assert.doesNotMatch(JSON.stringify(latest), /useDns/);

    const changes = { useDns: true };
    const proposals = [2, 3].map((id) => ({ ...ssh, ids: [id], changes }));
    const open = vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).length;
    for (const proposal of proposals) {
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
    await assert.rejects(call(endpoint, 'listResources', {}));
  });

  it('get the same answers as a model in the editor over every transport', async () => {
    const program = await connect();
    const { everyRoute } = await import('../support/agents/everyRoute');
    for (const route of everyRoute('2026-07-28', await requestServer(program), program)) {
      const client = await route.connect();
      for (const { name, input } of toolNames.flatMap(toCalls)) {
        const before = await callInEditor(name, input);
        const answer = await callOver(client, name, input);
        const after = await callInEditor(name, input);
        // More may have become known meanwhile.
        const expected = before.text === answer.text ? before : after;
        assert.deepEqual(answer, expected, `${route.title}: ${name}`);
      }
      await client.close();
    }
  });

  it('may call 30 times per minute in total', async () => {
    const endpoint = await requestServer(await connect());
    const list = () => call(endpoint, 'listResources', {});
    const answers = await Promise.all(Array.from({ length: 30 }, list));
    assert.equal(answers.filter((answer) => answer.includes('isSandbox')).length, 30);
    assert.match(await list(), /Too many calls\. Wait \d+ seconds\./);
  });

  it("can't be served if the server's code is missing: the person learns why, and can try again", async () => {
    const said: string[] = [];
    restore = [
      ...restore,
      replaceMember(vscode.window, 'showErrorMessage', async (text: string, ...rest: unknown[]) => {
        said.push(text);
        return said.length === 1 ? rest.at(-1) : undefined;
      }),
    ];
    await setServer(true);
    // The tests' own file has no server beside it.
    const window = openHostWindow(new MemorySecrets());
    await eventually(() => assert.equal(said.length, 2));
    for (const text of said) {
      assert.match(text, /^Couldn't set up the server for agents\. Cannot find module/);
    }
    await window.services.agents.stop();
    await window.close();
  });

  it("whose server stopped leave its file to the log if it can't be removed", async () => {
    const logged: string[] = [];
    let end = (): void => undefined;
    const stopped = new Promise<void>((resolve) => (end = resolve));
    const server = { url: 'http://127.0.0.1:4321/mcp', token: 'abc', stopped };
    const code = {
      startServer: () => Promise.resolve({ ...server, stop: () => Promise.resolve() }),
      EndpointFolder: class {
        install = () => Promise.resolve('');
        watch = () => Promise.resolve(() => undefined);
        noteUse = () => Promise.resolve();
        withdraw = () =>
          logged.length === 0 ? Promise.reject(new Error('It is locked.')) : Promise.resolve();
      },
    };
    const load = Reflect.get(Module.prototype, 'require') as (id: string) => unknown;
    const put = function (this: unknown, id: string): unknown {
      return id === './agents.js' ? code : load.call(this, id);
    };
    restore = [...restore, replaceMember(Module.prototype, 'require', put as never)];
    await setServer(true);
    const window = openHostWindow(new MemorySecrets());
    replaceMember(window.services.log, 'error', (text: string) => logged.push(text));
    await window.services.agents.start();
    end();
    await eventually(() => assert.match(logged.join(), /It is locked\./));
    await window.close();
  });

  it('change nothing if the person only views the entry', async () => {
    answer = 'Cancel';
    await vscode.env.clipboard.writeText('untouched');
    await vscode.commands.executeCommand('serverManagement.connectAgents');
    assert.equal(questions.length, 1);
    assert.equal(await vscode.env.clipboard.readText(), 'untouched');
    assert.notEqual(settings().get('server'), true);
  });

  it('are told what an entry needs, and on which machine it works', async () => {
    answer = 'Cancel';
    for (const kind of [vscode.ExtensionKind.Workspace, vscode.ExtensionKind.UI]) {
      const back = pretendRemote(kind);
      await vscode.commands.executeCommand('serverManagement.connectAgents');
      back();
    }
    assert.match(questions[0] ?? '', /needs Node\.js on its PATH\. .* on the remote machine\./);
    assert.match(
      questions[1] ?? '',
      /on its PATH\. .* on your own machine, not on the remote one\./,
    );
  });

  it("in the editor are only offered the server while it's turned on, and get its token when it starts", async () => {
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
    const connection = resolved?.headers['agent-connection'] ?? '';
    assert.match(connection, /^[0-9a-f]{32}$/);
    assert.deepEqual(resolved?.headers, {
      Authorization: 'Bearer abc',
      'agent-connection': connection,
    });
    listener?.dispose();
    disposable.dispose();
  });
});
