import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import type { AgentTable } from '../../../src/agents/agentTable';
import { Bridge, ServerFinder, toPlace } from '../../../src/agents/bridge/bridge';
import { EndpointFolder } from '../../../src/agents/server/endpointFolder';
import { type AgentServer, startServer } from '../../../src/agents/server/startServer';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/system/temporaryFolder';
import { eventually } from '../../support/eventually';
import { eachTest } from '../../support/eachTest';
import { replaceMember } from '../../support/host/replaceMember';

interface Answer {
  readonly id: number;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly message: string };
}

const call = (id: number): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'read' } });

describe('The program for other agents', () => {
  let folder: TemporaryFolder;
  let endpoints: EndpointFolder;
  let servers: AgentServer[];
  let answers: Answer[];
  let bridge: Bridge;
  /** What the agents of calls call themselves. */
  let callers: string[];
  /** How a call ends: with the text, or only through its signal. */
  let answerOf: (signal: AbortSignal) => Promise<string>;

  beforeEach(() => {
    folder = makeTemporaryFolder('bridge');
    endpoints = new EndpointFolder(folder.path);
    servers = [];
    answers = [];
    callers = [];
    answerOf = () => Promise.resolve('done');
    bridge = bridgeIn('/project');
  });

  afterEach(async () => {
    await Promise.all(servers.map((each) => each.stop()));
    folder.remove();
  });

  const table: AgentTable = {
    tools: [],
    call: async (_name, _input, signal, { name }) => {
      callers.push(name);
      return { text: await answerOf(signal), isError: false };
    },
  };

  const bridgeIn = (workingFolder: string, timeoutMs?: number): Bridge =>
    new Bridge(
      new ServerFinder(folder.path, workingFolder),
      (line) => answers.push(JSON.parse(line) as Answer),
      timeoutMs,
    );

  /** Starts a server when one is requested, like a window of the editor. */
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

  it('makes the editor start a server with its first call, and uses that from then on', async () => {
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

  it('finds the next server after one has stopped, with or without its file, and keeps its session', async () => {
    const close = await open();
    const clientInfo = { name: 'test', version: '1.0.0' };
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
    await bridge.take(
      JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params: hello }),
    );
    await bridge.take(call(1));
    await servers[0]?.stop();
    await bridge.take(call(2));
    const second = servers[1] ?? assert.fail('no second server');
    await second.stop();
    await endpoints.withdraw(second);
    await bridge.take(call(3));
    close();
    assert.deepEqual(
      answers.slice(1).map(({ result }) => result?.content[0]?.text),
      ['done', 'done', 'done'],
    );
    assert.deepEqual(callers, ['test', 'test', 'test']);
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
    mkdirSync(path.join(root, 'a/b/c/d/project/src'), { recursive: true });
    // Like a drive that Windows mapped to a folder: an agent in it says the letter.
    symlinkSync(path.join(root, 'a/b/c/d'), path.join(root, 'drive'), 'junction');
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
    await bridgeIn(path.join(root, 'drive/project/src')).take(call(5));
    for (const { close } of windows) close();
    assert.deepEqual(
      answers.map(({ result }) => result?.content[0]?.text),
      ['inner', 'outer', 'used', 'inner', 'inner'],
    );
    assert.deepEqual(serving, ['inner', 'outer', 'used', 'inner']);
  });

  it('says what to do if no window answers', async () => {
    await bridgeIn('/project', 50).take(call(1));
    assert.match(answers[0]?.error?.message ?? '', /Open the Server Management view in VS Code/);
  });

  for (const [what, respond] of [
    ['answers everything', (_, response) => void response.end('<html>')],
    ['answers with the usual refusal', (_, response) => void response.writeHead(401).end()],
    ['never answers', () => undefined],
  ] as readonly (readonly [string, RequestListener])[]) {
    it(`recognizes another program on the port of a server that crashed, and sends it nothing: it ${what}`, async () => {
      const seen: string[] = [];
      const stranger = createServer((request, response) => {
        seen.push(JSON.stringify(request.headers));
        respond(request, response);
      });
      stranger.listen(0, '127.0.0.1');
      await once(stranger, 'listening');
      const { port } = stranger.address() as AddressInfo;
      const stale = { url: `http://127.0.0.1:${port}/mcp`, token: 'SENTINEL' };
      await endpoints.publish(stale, toPlace('/own'));
      await bridgeIn('/own', 100).take(call(1));
      assert.match(answers[0]?.error?.message ?? '', /^Couldn't reach VS Code/);
      await endpoints.publish(stale, toPlace('/project'));
      const close = await open();
      await bridgeIn('/project', 4_000).take(call(2));
      close();
      stranger.closeAllConnections();
      stranger.close();
      assert.equal(answers[1]?.result?.content[0]?.text, 'done');
      assert.ok(seen.length > 0);
      assert.doesNotMatch(seen.join(), /SENTINEL/);
    });
  }

  it('reveals nothing of the request if it fails', async () => {
    const server = await startServer(table, '1.0.0');
    servers.push(server);
    await endpoints.publish(server, toPlace('/own'));
    const pass = globalThis.fetch;
    const calls: string[] = [];
    globalThis.fetch = (...asked) => {
      const text = JSON.stringify(asked);
      if (!text.includes('Bearer')) return pass(...asked);
      calls.push(text);
      return Promise.reject(Object.assign(new TypeError(text), { asked }));
    };
    await bridgeIn('/own', 2_000)
      .take(call(1))
      .finally(() => {
        globalThis.fetch = pass;
      });
    assert.ok(calls.join('').includes(`Bearer ${server.token}`));
    assert.equal(answers.length, 1);
    assert.ok(!JSON.stringify(answers).includes(server.token));
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

  it("ignores lines that aren't messages", async () => {
    await bridge.take('');
    await bridge.take('{');
    await bridge.take('null');
    assert.deepEqual(answers, []);
  });

  it('is replaced atomically, even while an agent starts the old one', async () => {
    const program = path.join(folder.path, 'program.js');
    writeFileSync(program, 'the one before');
    const installed = await endpoints.install(program);
    const started = openSync(installed, 'r');
    writeFileSync(program, 'the new one');
    assert.equal(await endpoints.install(program), installed);
    assert.equal(readFileSync(started, 'utf8'), 'the one before');
    closeSync(started);
    assert.equal(readFileSync(installed, 'utf8'), 'the new one');
    assert.deepEqual(readdirSync(folder.path).toSorted(), ['bridge.js', 'program.js']);
  });
});

describe("The file with the server's address", () => {
  const server = { url: 'http://127.0.0.1:1/mcp', token: 'a' };

  const folder = eachTest(() => makeTemporaryFolder('endpoint'));

  let restore: () => void;

  beforeEach(() => {
    restore = () => undefined;
  });

  afterEach(() => {
    restore();
    folder.remove();
  });

  /** Lets renaming fail like on Windows, as often as given, while another program has a file open. */
  const keepBusy = (code: string, times: number): void => {
    const files = process.getBuiltinModule('node:fs/promises');
    const { rename } = files;
    let left = times;
    const back = replaceMember(files, 'rename', (from: string, to: string) => {
      left -= 1;
      return left < 0 ? rename(from, to) : Promise.reject(Object.assign(new Error(), { code }));
    });
    syncBuiltinESMExports();
    restore = () => {
      back();
      syncBuiltinESMExports();
    };
  };

  for (const code of ['EACCES', 'EBUSY', 'EPERM']) {
    it(`waits for a virus scanner that has a file open (${code})`, async () => {
      const place = toPlace('/project');
      keepBusy(code, 3);
      await new EndpointFolder(folder.path).publish(server, place);
      assert.deepEqual(await new ServerFinder(folder.path, '/project').read(), server);
    });
  }

  it('leaves nothing behind if it can never be written', async () => {
    keepBusy('EPERM', Infinity);
    const endpoints = new EndpointFolder(folder.path);
    await assert.rejects(endpoints.publish(server, toPlace('/project')), { code: 'EPERM' });
    assert.deepEqual(readdirSync(folder.path), []);
  });

  it('is published for a request that could only be taken later', async () => {
    const taken: string[] = [];
    keepBusy('EBUSY', 3);
    writeFileSync(path.join(folder.path, 'wanted-ab'), '/project');
    const close = await new EndpointFolder(folder.path).watch({
      folders: () => ['/project'],
      onWanted: (place) => taken.push(place),
    });
    await eventually(() => assert.deepEqual(taken, ['ab']), 20_000);
    close();
  });

  it('can only be read by this user, and is only deleted with its own server', async () => {
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

  it("can't lead to another machine, or anywhere if it's damaged", async () => {
    for (const text of [
      JSON.stringify({ ...server, url: 'http://example.com/mcp' }),
      JSON.stringify({ ...server, url: 'http://127.0.0.1.example.com/mcp' }),
      JSON.stringify({ url: server.url }),
      '{',
      'null',
    ]) {
      writeFileSync(path.join(folder.path, `server-${toPlace('/project')}.json`), text);
      assert.equal(await new ServerFinder(folder.path, '/project').read(), undefined, text);
    }
  });
});
