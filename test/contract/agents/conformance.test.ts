import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { toPlace } from '../../../src/agents/bridge/bridge';
import { EndpointFolder } from '../../../src/agents/server/endpointFolder';
import { type AgentServer, startServer } from '../../../src/agents/server/startServer';
import { callTool } from '../../../src/agents/tools/callTool';
import type { ToolName } from '../../../src/agents/tools/toolContributions';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/system/temporaryFolder';
import {
  connectOverHttp,
  connectOverStdio,
  type OverStdio,
} from '../../support/agents/agentClients';
import { callOver, withoutMarks } from '../../support/agents/answers';
import { eras } from '../../support/agents/eras';
import { type AgentWorld, sentinel, startAgentWorld } from '../../support/agents/agentWorld';

const account = 'service';
const ssh = { account, kind: 'sshSettings', ids: [4] };

/** Calls of every tool, some of which fail. */
const calls: readonly (readonly [name: ToolName, input: object])[] = [
  ['serverManagement_listResources', {}],
  ['serverManagement_listResources', { account, kind: 'cronJob', parents: [2], page: 2 }],
  ['serverManagement_listResources', { account, kind: 'nothing' }],
  ['serverManagement_findResources', { query: 'shop', account }],
  ['serverManagement_findResources', { query: 'shop' }],
  ['serverManagement_readResource', { account, kind: 'cacheConfiguration', ids: [1, 101] }],
  ['serverManagement_readResource', { account, kind: 'server', ids: [999_999] }],
  [
    'serverManagement_proposeChange',
    { reason: 'To try', proposals: [{ ...ssh, changes: { id: 7 } }] },
  ],
  [
    'serverManagement_proposeChange',
    { reason: 'To try', proposals: [{ ...ssh, account: 'none', changes: {} }] },
  ],
  ['serverManagement_listFindings', {}],
];

describe('The tools for agents', () => {
  let world: AgentWorld;
  let server: AgentServer;
  let folder: TemporaryFolder;

  before(async () => {
    world = await startAgentWorld();
    server = await startServer(world.table, '1.0.0');
    folder = makeTemporaryFolder('agents');
    await new EndpointFolder(folder.path).publish(server, toPlace(process.cwd()));
  });

  after(async () => {
    await server.stop();
    await world.close();
    folder.remove();
  });

  /** The table's own answers. */
  const expected = async (name: ToolName, input: object) => {
    const signal = new AbortController().signal;
    const { text, isError } = await callTool(name, input, world.services, signal);
    return { text: withoutMarks(text), isError };
  };

  const assertSame = async (client: Client): Promise<void> => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name, title, description, inputSchema, annotations }) => ({
        name,
        title,
        description,
        inputSchema,
        annotations,
      })),
      world.table.tools,
    );
    for (const [name, input] of calls) {
      assert.deepEqual(await callOver(client, name, input), await expected(name, input), name);
    }
  };

  for (const era of eras) {
    it(`answer the same over HTTP: ${era}`, async () => {
      const client = await connectOverHttp(server, era);
      assert.equal(client.getNegotiatedProtocolVersion(), era);
      await assertSame(client);
      await client.close();
    });

    it(`answer the same over stdio: ${era}`, async () => {
      const over = await connectOverStdio(folder.path, era);
      await assertSame(over.client);
      await over.client.close();
    });
  }

  it('keep in the history what the agent calls itself, over every transport', async () => {
    for (const era of eras) {
      world.calls.length = 0;
      const clients = [
        await connectOverHttp(server, era),
        (await connectOverStdio(folder.path, era)).client,
      ];
      for (const client of clients) {
        await callOver(client, 'serverManagement_readResource', ssh);
        await client.close();
      }
      const call = { agent: 'test', tool: 'serverManagement_readResource' };
      const entry = { ...call, accounts: [account], outcome: 'done' };
      assert.deepEqual(world.calls, [entry, entry]);
    }
  });

  it('keep the token of the service to the editor', async () => {
    const over = await connectOverStdio(folder.path, '2026-07-28');
    const read = await callOver(over.client, 'serverManagement_readResource', ssh);
    const failed = await callOver(over.client, 'serverManagement_readResource', {});
    assertNoSentinel(over, folder.path, JSON.stringify([read, failed]));
    await over.client.close();
  });

  it('propose with the given reason', async () => {
    const client = await connectOverHttp(server, '2025-11-25');
    const propose = (useDns: boolean) =>
      callOver(client, 'serverManagement_proposeChange', {
        reason: 'To answer faster',
        proposals: [{ ...ssh, changes: { useDns } }],
      });
    const answers = [await propose(true), await propose(false)];
    // One of them already is the current value.
    assert.equal(answers.filter(({ isError }) => isError).length, 1);
    const { reference, reason } = world.proposed.at(-1) ?? assert.fail('nothing was proposed');
    assert.deepEqual({ reference, reason }, { reference: ssh, reason: 'To answer faster' });
    await client.close();
  });

  it('cost at most eight tools and 2,000 tokens', async () => {
    const client = await connectOverHttp(server, '2025-11-25');
    const { tools } = await client.listTools();
    await client.close();
    assert.ok(tools.length <= 8);
    // A safe estimate: with common tokenizers, these texts have 4.2 to 4.5 characters per token.
    const tokens = JSON.stringify({ tools }).length / 3;
    assert.ok(tokens <= 2_000, `${tokens} tokens`);
  });

  it('are marked as read-only, except for proposing, which is marked as not destructive', () => {
    for (const { name, annotations } of world.table.tools) {
      assert.deepEqual(
        annotations,
        name === 'serverManagement_proposeChange'
          ? { readOnlyHint: false, destructiveHint: false }
          : { readOnlyHint: true },
      );
    }
  });
});

function assertNoSentinel({ pid, errors }: OverStdio, folder: string, output: string): void {
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  const texts = files.map((file) => readFileSync(file, 'utf8'));
  const ofProcess = ['environ', 'cmdline'].map((name) => readProc(pid, name));
  for (const text of [...texts, ...ofProcess, errors(), output]) {
    assert.ok(!text.includes(sentinel));
  }
  // On Windows, the folder's list of users decides, not the mode.
  for (const file of process.platform === 'win32' ? [] : files) {
    if (path.basename(file).startsWith('server')) assert.equal(statSync(file).mode & 0o777, 0o600);
  }
}

/** What the system reports about a process; empty on systems that report nothing. */
function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return '';
  }
}
