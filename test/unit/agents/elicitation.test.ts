import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';
import { toPlace } from '../../../src/agents/bridge/findServer';
import { EndpointFolder } from '../../../src/agents/server/endpointFolder';
import { type AgentServer, startServer } from '../../../src/agents/server/startServer';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/system/temporaryFolder';
import {
  connectOverHttp,
  connectOverStdio,
  type Elicit,
  type Era,
  eras,
} from '../../support/agents/agentClients';
import { callOver } from '../../support/agents/answers';
import { type AgentWorld, startAgentWorld } from '../../support/agents/agentWorld';
import { eventually } from '../../support/eventually';

const ssh = { account: 'service', kind: 'sshSettings', ids: [4] };
const proposal = {
  reason: 'To try',
  proposals: [
    { ...ssh, changes: { useDns: true } },
    { ...ssh, ids: [3], changes: { useDns: false } },
  ],
};

describe('Agents that can ask the person', function () {
  this.timeout(30_000);

  let world: AgentWorld;
  let server: AgentServer;
  let folder: TemporaryFolder;
  let clients: Client[];
  let questions: string[];

  const start = async (options?: Parameters<typeof startAgentWorld>[0]): Promise<void> => {
    world = await startAgentWorld(options);
    server = await startServer(world.table, '1.0.0');
  };

  const stop = async (): Promise<void> => {
    await Promise.all(clients.map((each) => each.close()));
    await server.stop();
    await world.close();
  };

  beforeEach(async () => {
    clients = [];
    questions = [];
    await start();
    folder = makeTemporaryFolder('elicitation');
  });

  afterEach(async () => {
    await stop();
    folder.remove();
  });

  const answering =
    (answer: Awaited<ReturnType<Elicit>>): Elicit =>
    (message) => {
      questions.push(message);
      return answer;
    };
  const yes = answering({ action: 'accept', content: { allow: true } });

  const connect = async (era: Era, elicit?: Elicit, name = 'one'): Promise<Client> => {
    const client = await connectOverHttp(server, era, { name, ...(elicit ? { elicit } : {}) });
    clients.push(client);
    return client;
  };
  const read = async (client: Client): Promise<string> =>
    (await callOver(client, 'serverManagement_readResource', ssh)).text;

  for (const era of eras) {
    describe(`in the version ${era}`, () => {
      it('ask once, and the editor says so instead of asking', async () => {
        const client = await connect(era, yes);
        assert.match(await read(client), /useDns/);
        assert.match(await read(client), /useDns/);
        assert.deepEqual(questions, ['Read Example Hosting?']);
        assert.deepEqual(world.gate.asked, []);
        assert.deepEqual(world.gate.told, [['service']]);
      });

      it('ask through the program for agents, too', async () => {
        await new EndpointFolder(folder.path).publish(server, toPlace(process.cwd()));
        const { client } = await connectOverStdio(folder.path, era, { elicit: yes });
        clients.push(client);
        assert.match(await read(client), /useDns/);
        assert.deepEqual(questions, ['Read Example Hosting?']);
        assert.deepEqual(world.gate.asked, []);
      });

      it('get no yes for anybody else', async () => {
        assert.match(await read(await connect(era, yes)), /useDns/);
        world.gate.answer = false;
        assert.match(await read(await connect(era, undefined, 'two')), /doesn't allow/);
        assert.deepEqual(world.gate.asked, [['service']]);
      });

      it('read nothing if the person declines, dismisses the question or leaves the box empty', async () => {
        for (const [index, answer] of [
          { action: 'decline' } as const,
          { action: 'cancel' } as const,
          // As a client does that answers for the person.
          { action: 'accept', content: { allow: false } } as const,
        ].entries()) {
          // oxlint-disable-next-line no-await-in-loop
          const client = await connect(era, answering(answer), `agent ${index}`);
          // oxlint-disable-next-line no-await-in-loop
          assert.match(await read(client), /doesn't allow agents to use these accounts: service/);
          // oxlint-disable-next-line no-await-in-loop
          assert.match(await read(client), /doesn't allow/);
        }
        assert.equal(questions.length, 3);
        assert.deepEqual(world.gate.asked, []);
        assert.deepEqual(world.gate.told, []);
      });

      it('never bring a yes to proposals', async () => {
        const client = await connect(era, yes);
        await read(client);
        world.gate.answer = false;
        const answer = await callOver(client, 'serverManagement_proposeChange', proposal);
        assert.match(answer.text, /doesn't allow/);
        assert.deepEqual(world.gate.asked, [['service']]);
        assert.deepEqual(world.proposed, []);
        assert.match(await read(client), /doesn't allow/, 'and a no in the editor is for all');
      });

      it('never bring a yes to production accounts', async () => {
        await stop();
        await start({ environment: 'production' });
        world.gate.answer = false;
        assert.match(await read(await connect(era, yes)), /doesn't allow/);
        assert.deepEqual(world.gate.asked, [['service']]);
        assert.deepEqual(questions, []);
      });

      it('are not asked where the editor has a yes already', async () => {
        await read(await connect(era, undefined, 'two'));
        assert.match(await read(await connect(era, yes)), /useDns/);
        assert.deepEqual(questions, []);
      });
    });
  }

  it('leave it to the editor if they fail', async () => {
    const client = await connect('2025-11-25', () => Promise.reject(new Error('no window')));
    assert.match(await read(client), /useDns/);
    assert.deepEqual(world.gate.asked, [['service']]);
  });

  it('hold up nobody else while the person thinks, nor once they are gone', async () => {
    let isAsked = false;
    const client = await connect('2025-11-25', () => {
      isAsked = true;
      return new Promise(() => undefined);
    });
    const leave = new AbortController();
    const params = { name: 'serverManagement_readResource', arguments: ssh };
    const waiting = client.callTool(params, { signal: leave.signal });
    await eventually(() => assert.ok(isAsked));
    assert.match(await read(await connect('2025-11-25', yes, 'two')), /useDns/);
    leave.abort();
    await assert.rejects(waiting);
    assert.match(await read(await connect('2025-11-25', undefined, 'three')), /useDns/);
  });

  it('bring no answer to a question that nobody asked', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      'io.modelcontextprotocol/clientInfo': { name: 'liar', version: '1' },
    };
    const inputResponses = { consent: { action: 'accept', content: { allow: true } } };
    const call = async (requestState: unknown, input: object): Promise<object> => {
      const name = 'serverManagement_readResource';
      const params = { name, arguments: input, inputResponses, requestState, _meta: meta };
      const response = await fetch(server.url, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${server.token}`,
          'mcp-protocol-version': '2026-07-28',
          'mcp-method': 'tools/call',
          'mcp-name': name,
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
      });
      return ((await response.json()) as { result: object }).result;
    };
    const first = (await call('unknown state', ssh)) as {
      resultType: string;
      requestState: string;
    };
    assert.equal(first.resultType, 'input_required');
    assert.match(JSON.stringify(await call(first.requestState, ssh)), /useDns/);
    assert.deepEqual(world.gate.told, [['service']]);
  });
});
