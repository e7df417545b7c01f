import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { AgentTable } from '../../../src/agents/agentTable';
import { Bridge } from '../../../src/agents/bridge/bridge';
import { ServerFinder, toPlace } from '../../../src/agents/bridge/findServer';
import { EndpointFolder } from '../../../src/agents/server/endpointFolder';
import { type AgentServer, startServer } from '../../../src/agents/server/startServer';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/system/temporaryFolder';
import { eventually } from '../../support/eventually';

interface Answer {
  readonly id: number;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly message: string };
}

const call = (id: number): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'read' } });

describe('The program for other agents', function () {
  this.timeout(30_000);

  let folder: TemporaryFolder;
  let endpoints: EndpointFolder;
  let servers: AgentServer[];
  let answers: Answer[];
  let bridge: Bridge;
  /** How a call ends: the text, or never but by its signal. */
  let answerOf: (signal: AbortSignal) => Promise<string>;

  beforeEach(() => {
    folder = makeTemporaryFolder('bridge');
    endpoints = new EndpointFolder(folder.path);
    servers = [];
    answers = [];
    answerOf = () => Promise.resolve('done');
    bridge = bridgeIn('/project');
  });

  afterEach(async () => {
    await Promise.all(servers.map((each) => each.stop()));
    folder.remove();
  });

  const table: AgentTable = {
    tools: [],
    call: async (_name, _input, signal) => ({ text: await answerOf(signal), isError: false }),
  };

  const bridgeIn = (workingFolder: string, patienceMs?: number): Bridge =>
    new Bridge(
      new ServerFinder(folder.path, workingFolder),
      (line) => answers.push(JSON.parse(line) as Answer),
      patienceMs,
    );

  /** Like a window of the editor: starts a server when one is wanted. */
  const open = () =>
    endpoints.watch({
      folders: () => ['/project'],
      onWanted: (place) => {
        void startServer(table, '1.0.0').then((server) => {
          servers.push(server);
          return endpoints.publish(server, place);
        });
      },
    });

  it('has the editor start a server with its first call, and uses it from then on', async () => {
    const close = await open();
    await bridge.take(call(1));
    await bridge.take(call(2));
    close();
    assert.deepEqual(
      answers.map(({ id, result }) => [id, result?.content[0]?.text]),
      [
        [1, 'done'],
        [2, 'done'],
      ],
    );
    assert.equal(servers.length, 1);
    assert.ok(!existsSync(path.join(folder.path, `wanted-${toPlace('/project')}`)));
  });

  it('finds the next server after one has stopped, with or without its file', async () => {
    const close = await open();
    await bridge.take(call(1));
    await servers[0]?.stop();
    await bridge.take(call(2));
    const second = servers[1] ?? assert.fail('no second server');
    await second.stop();
    await endpoints.withdraw(second);
    await bridge.take(call(3));
    close();
    assert.deepEqual(
      answers.map(({ result }) => result?.content[0]?.text),
      ['done', 'done', 'done'],
    );
    assert.equal(servers.length, 3);
  });

  it('is served by one of several windows', async () => {
    const closings = await Promise.all([open(), open(), open()]);
    await bridge.take(call(1));
    for (const close of closings) close();
    assert.equal(servers.length, 1);
  });

  it('is served by the window that has its folder open, even if another window served earlier calls', async () => {
    const serving: string[] = [];
    const openAs = async (name: string, ...folders: readonly string[]) => {
      const window = new EndpointFolder(folder.path);
      const served = { ...table, call: async () => ({ text: name, isError: false }) };
      const close = await window.watch({
        folders: () => folders,
        onWanted: (place) => {
          serving.push(name);
          void startServer(served, '1.0.0').then((server) => {
            servers.push(server);
            return window.publish(server, place);
          });
        },
      });
      return { window, close };
    };
    const root = folder.path;
    const windows = await Promise.all([
      openAs('other', path.join(root, 'other')),
      openAs('used'),
      openAs('outer', root),
      openAs('inner', path.join(root, 'a/b/c/d/project')),
    ]);
    await windows[1].window.noteUse();
    await bridgeIn(path.join(root, 'a/b/c/d/project/src')).take(call(1));
    await bridgeIn(path.join(root, 'a/b/c/d/projects')).take(call(2));
    await bridgeIn(path.dirname(root)).take(call(3));
    await bridgeIn(path.join(root, 'a/b/c/d/project/src')).take(call(4));
    for (const { close } of windows) close();
    assert.deepEqual(
      answers.map(({ result }) => result?.content[0]?.text),
      ['inner', 'outer', 'used', 'inner'],
    );
    assert.deepEqual(serving, ['inner', 'outer', 'used']);
  });

  it('says what to do if no window answers', async () => {
    await bridgeIn('/project', 50).take(call(1));
    assert.match(answers[0]?.error?.message ?? '', /Open the Server Management view in VS Code/);
  });

  it('cancels a call that the agent cancels', async () => {
    const close = await open();
    let isAborted = false;
    let isCalled = false;
    answerOf = (signal) =>
      new Promise((resolve) => {
        isCalled = true;
        signal.addEventListener('abort', () => {
          isAborted = true;
          resolve('too late');
        });
      });
    const taken = bridge.take(call(1));
    await eventually(() => assert.ok(isCalled));
    const params = { requestId: 1 };
    await bridge.take(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params }),
    );
    await taken;
    await eventually(() => assert.ok(isAborted));
    close();
    assert.deepEqual(answers, []);
  });

  it('ignores lines that are no messages', async () => {
    await bridge.take('');
    await bridge.take('{');
    await bridge.take('null');
    assert.deepEqual(answers, []);
  });
});

describe('The file that says where the server is', () => {
  let folder: TemporaryFolder;
  const server = { url: 'http://127.0.0.1:1/mcp', token: 'a' };

  beforeEach(() => {
    folder = makeTemporaryFolder('endpoint');
  });

  afterEach(() => folder.remove());

  it('can be read by this user alone, and goes with its server only', async () => {
    const endpoints = new EndpointFolder(path.join(folder.path, 'agents'));
    const finder = new ServerFinder(path.join(folder.path, 'agents'), '/project');
    const place = toPlace('/project');
    await endpoints.publish(server, place);
    const file = path.join(folder.path, 'agents', `server-${place}.json`);
    if (process.platform !== 'win32') {
      assert.equal(statSync(file).mode & 0o777, 0o600);
      assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    }
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), server);
    await endpoints.publish(server, toPlace('/other'));
    await endpoints.publish({ ...server, token: 'b' }, place);
    await endpoints.withdraw(server);
    assert.deepEqual(readdirSync(path.dirname(file)), [path.basename(file)]);
    assert.deepEqual(await finder.read(), { ...server, token: 'b' });
    await endpoints.withdraw({ ...server, token: 'b' });
    assert.equal(await finder.read(), undefined);
  });

  it('leads to no other machine, and nowhere if it is broken', async () => {
    for (const text of [
      JSON.stringify({ ...server, url: 'http://example.com/mcp' }),
      JSON.stringify({ ...server, url: 'http://127.0.0.1.example.com/mcp' }),
      JSON.stringify({ url: server.url }),
      '{',
      'null',
    ]) {
      writeFileSync(path.join(folder.path, `server-${toPlace('/project')}.json`), text);
      // oxlint-disable-next-line no-await-in-loop
      assert.equal(await new ServerFinder(folder.path, '/project').read(), undefined, text);
    }
  });
});
