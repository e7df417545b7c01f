import assert from 'node:assert/strict';
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toPlace } from '../../../src/agents/bridge/bridge';
import { EndpointFolder } from '../../../src/agents/server/endpointFolder';
import { type AgentServer, startServer } from '../../../src/agents/server/startServer';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/system/temporaryFolder';
import { type AgentWorld, sentinel, startAgentWorld } from '../../support/agents/agentWorld';
import { eventually } from '../../support/eventually';
import { findInFiles } from '../../support/traces';

/** What happens to the program during a request with the server's token. */
const crashes: Readonly<Record<string, string>> = {
  'an uncaught exception': 'setImmediate(() => { throw new Error("planned"); });',
  'an unhandled rejection': 'void Promise.reject(new Error("planned"));',
  'running out of memory': 'for (;;) kept.push(Array.from({ length: 100_000 }, () => [0]));',
};

/** Makes Node.js report as much as possible about a crash, with little memory to exhaust. */
const options = [
  '--report-uncaught-exception',
  '--report-on-fatalerror',
  '--trace-uncaught',
  '--trace-warnings',
  '--heap-snapshot-string-limit=1000000',
  '--max-old-space-size=48',
];

const ssh = { account: 'service', kind: 'sshSettings', ids: [4] };
const params = { name: 'serverManagement_readResource', arguments: ssh };
const call = `${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })}\n`;

describe('A crash of the program for agents', () => {
  let world: AgentWorld;
  let server: AgentServer;
  let folder: TemporaryFolder;
  let output: string;
  let program: ChildProcessWithoutNullStreams | undefined;

  before(async () => {
    world = await startAgentWorld();
    server = await startServer(world.table, '1.0.0');
  });

  beforeEach(async () => {
    output = '';
    folder = makeTemporaryFolder('crash');
    await new EndpointFolder(folder.path).publish(server, toPlace(process.cwd()));
  });

  afterEach(() => {
    program?.kill('SIGKILL');
    folder.remove();
  });

  after(async () => {
    await server.stop();
    await world.close();
  });

  /** Starts the program; `duringRequest` runs in it once its request is answered. */
  const start = (duringRequest: string): ChildProcessWithoutNullStreams => {
    const reports = path.join(folder.path, 'reports');
    mkdirSync(reports);
    const preload = path.join(folder.path, 'crash.cjs');
    writeFileSync(
      preload,
      `const kept = []; const pass = fetch;
      globalThis.fetch = async (...asked) => {
        // The bridge first has the server prove that it is the right one.
        if (!asked[1].headers.authorization.startsWith('Bearer ')) return pass(...asked);
        kept.push(asked);
        const answer = await pass(...asked);
        kept.push(await answer.clone().text());
        ${duringRequest}
        return answer;
      };`,
    );
    const bridge = path.join(folder.path, 'bridge.js');
    copyFileSync('dist/bridge.js', bridge);
    const withReports = [...options, `--report-directory=${reports}`, '--require', preload];
    const started = spawn(process.execPath, [...withReports, bridge], {
      env: { ...process.env, NODE_DEBUG: 'fetch,http,net,undici' },
    });
    started.stdin.on('error', () => undefined);
    for (const stream of [started.stdout, started.stderr]) {
      stream.on('data', (text) => (output += String(text)));
    }
    program = started;
    return started;
  };

  /** The names of files, and `output`, with the texts found in them. */
  const traces = async (): Promise<readonly string[]> => {
    writeFileSync(path.join(folder.path, 'output'), output);
    const found = await findInFiles(folder.path, [sentinel, server.token]);
    const words = { [sentinel]: 'account', [server.token]: 'server' };
    return found.map(({ place, text }) => `${path.basename(place)}: ${words[text]}`);
  };

  const endpointFile = `server-${toPlace(process.cwd())}.json`;

  for (const [name, code] of Object.entries(crashes)) {
    it(`leaves no token after ${name}`, async () => {
      const crashed = start(code);
      const closed = once(crashed, 'close');
      crashed.stdin.write(call);
      const [status] = (await closed) as readonly unknown[];
      assert.notEqual(status, 0);
      const reports = readdirSync(path.join(folder.path, 'reports'));
      assert.equal(reports.length, 1, output);
      const report = readFileSync(path.join(folder.path, 'reports', String(reports[0])), 'utf8');
      assert.match(report, /"javascriptStack"/);
      assert.deepEqual(await traces(), [`${endpointFile}: server`]);
    });
  }

  it('leaves nothing of the account, not even in its memory', async () => {
    const file = path.join(folder.path, 'all.heapsnapshot');
    const crashed = start(
      `require('node:v8').writeHeapSnapshot(${JSON.stringify(file)}); process.exit(1);`,
    );
    const closed = once(crashed, 'close');
    crashed.stdin.write(call);
    await closed;
    assert.match(readFileSync(file, 'utf8'), /useDns/);
    // The program needs the server's token, which is worthless once the server has stopped.
    const found = (await traces()).toSorted();
    assert.deepEqual(found, ['all.heapsnapshot: server', `${endpointFile}: server`]);
  });

  it('doesn’t happen if its output is closed: the program exits normally', async () => {
    const left = start('');
    const closed = once(left, 'exit');
    left.stdin.write(call);
    await eventually(() => assert.match(output, /useDns/));
    left.stdout.destroy();
    left.stdin.write(call);
    const [status] = (await closed) as readonly unknown[];
    assert.equal(status, 0);
    assert.deepEqual(readdirSync(path.join(folder.path, 'reports')), []);
  });
});
