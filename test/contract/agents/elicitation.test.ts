import assert from 'node:assert/strict';
import type { Client } from '@modelcontextprotocol/client';
import { toPlace } from '../../../src/agents/bridge/bridge';
import { connectionHeader } from '../../../src/agents/endpoint';
import { EndpointFolder } from '../../../src/agents/server/endpointFolder';
import { type AgentServer, startServer } from '../../../src/agents/server/startServer';
import { randomHex } from '../../../src/base/random';
import { makeTemporaryFolder, type TemporaryFolder } from '../../harness/system/temporaryFolder';
import { connectOverHttp, connectOverStdio, type Elicit } from '../../support/agents/agentClients';
import { callOver } from '../../support/agents/answers';
import { type Era, eras } from '../../support/agents/eras';
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

describe('Agents that can ask the person', () => {
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

  const connect = async (era: Era, elicit?: Elicit): Promise<Client> => {
    const client = await connectOverHttp(server, era, elicit ? { elicit } : {});
    clients.push(client);
    return client;
  };
  const read = async (client: Client): Promise<string> =>
    (await callOver(client, 'serverManagement_readResource', ssh)).text;

  for (const era of eras) {
    describe(`in the version ${era}`, () => {
      it('ask once, and the editor reports it instead of asking', async () => {
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

      it('never share consent, even if they have the same name', async () => {
        assert.match(await read(await connect(era, yes)), /useDns/);
        const decline = answering({ action: 'decline' });
        assert.match(await read(await connect(era, decline)), /doesn't allow/);
        world.gate.answer = false;
        assert.match(await read(await connect(era)), /doesn't allow/);
        assert.equal(questions.length, 2);
        assert.deepEqual(world.gate.asked, [['service']]);
      });

      it('never share consent through the bridge', async () => {
        await new EndpointFolder(folder.path).publish(server, toPlace(process.cwd()));
        for (const elicit of [yes, answering({ action: 'decline' })]) {
          clients.push((await connectOverStdio(folder.path, era, { elicit })).client);
        }
        const answers = await Promise.all(clients.map(read));
        assert.deepEqual(
          answers.map((text) => text.includes('useDns')),
          [true, false],
        );
        assert.equal(questions.length, 2);
      });

      it('read nothing if the person declines, dismisses the question or leaves the box empty', async () => {
        for (const answer of [
          { action: 'decline' } as const,
          { action: 'cancel' } as const,
          // Like a client that answers for the person.
          { action: 'accept', content: { allow: false } } as const,
        ]) {
          const client = await connect(era, answering(answer));
          assert.match(await read(client), /doesn't allow agents to use these accounts: service/);
          assert.match(await read(client), /doesn't allow/);
        }
        assert.equal(questions.length, 3);
        assert.deepEqual(world.gate.asked, []);
        assert.deepEqual(world.gate.told, []);
      });

      it('can never bring consent to proposals', async () => {
        const client = await connect(era, yes);
        await read(client);
        world.gate.answer = false;
        const answer = await callOver(client, 'serverManagement_proposeChange', proposal);
        assert.match(answer.text, /doesn't allow/);
        assert.deepEqual(world.gate.asked, [['service']]);
        assert.deepEqual(world.proposed, []);
        assert.match(
          await read(client),
          /doesn't allow/,
          'a no in the editor applies to all agents',
        );
      });

      it('can never bring consent for production accounts', async () => {
        await stop();
        await start({ environment: 'production' });
        world.gate.answer = false;
        assert.match(await read(await connect(era, yes)), /doesn't allow/);
        assert.deepEqual(world.gate.asked, [['service']]);
        assert.deepEqual(questions, []);
      });

      it("aren't asked if consent was already given in the editor", async () => {
        await read(await connect(era));
        assert.match(await read(await connect(era, yes)), /useDns/);
        assert.deepEqual(questions, []);
      });

      it('are recorded under a name that is short and hides nothing', async () => {
        const name = `Bob\n\u{202e}${'x'.repeat(100)}`;
        const client = await connectOverHttp(server, era, { name });
        clients.push(client);
        await read(client);
        assert.equal(world.calls.at(-1)?.agent, `Bob \u{fffd}${'x'.repeat(55)}…`);
      });
    });
  }

  it("are recorded under a name that hides nothing if a session's id isn't from here", async () => {
    const params = { name: 'serverManagement_readResource', arguments: ssh };
    const headers = {
      authorization: `Bearer ${server.token}`,
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': `${randomHex(16)}.Bob%0A%E2%80%AE`,
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    await (await fetch(server.url, { method: 'POST', headers, body })).text();
    assert.equal(world.calls.at(-1)?.agent, 'Bob \u{fffd}');
  });

  it('leave the question to the editor if they fail', async () => {
    const client = await connect('2025-11-25', () => Promise.reject(new Error('no window')));
    assert.match(await read(client), /useDns/);
    assert.deepEqual(world.gate.asked, [['service']]);
  });

  it('don’t block others while a question is open or after disconnecting', async () => {
    let isAsked = false;
    const client = await connect('2025-11-25', () => {
      isAsked = true;
      return new Promise(() => undefined);
    });
    const leave = new AbortController();
    const params = { name: 'serverManagement_readResource', arguments: ssh };
    const waiting = client.callTool(params, { signal: leave.signal });
    await eventually(() => assert.ok(isAsked));
    assert.match(await read(await connect('2025-11-25', yes)), /useDns/);
    leave.abort();
    await assert.rejects(waiting);
    assert.match(await read(await connect('2025-11-25')), /useDns/);
  });

  it('are asked again after cancelling a call while connected', async () => {
    let isAsked = false;
    const client = await connect('2025-11-25', () => {
      if (isAsked) return { action: 'accept', content: { allow: true } };
      isAsked = true;
      return new Promise(() => undefined);
    });
    const leave = new AbortController();
    const params = { name: 'serverManagement_readResource', arguments: ssh };
    const waiting = client.callTool(params, { signal: leave.signal });
    await eventually(() => assert.ok(isAsked));
    leave.abort();
    await assert.rejects(waiting);
    assert.match(await read(client), /useDns/);
  });

  it('are asked again after abandoning a call that was waiting for another one', async () => {
    const headers = {
      authorization: `Bearer ${server.token}`,
      accept: 'application/json, text/event-stream',
    };
    const post = (message: object, signal: AbortSignal | null = null, more: object = {}) =>
      fetch(server.url, {
        method: 'POST',
        headers: { ...headers, ...more },
        body: JSON.stringify({ jsonrpc: '2.0', ...message }),
        signal,
      });
    const hello = {
      protocolVersion: '2025-11-25',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'test', version: '1.0.0' },
    };
    const begun = await post({ id: 0, method: 'initialize', params: hello });
    const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') };
    const params = { name: 'serverManagement_readResource', arguments: ssh };
    const call = (id: number, signal: AbortSignal | null = null): Promise<Response> =>
      post({ id, method: 'tools/call', params }, signal, session);
    const [first, second] = [new AbortController(), new AbortController()];
    const asking = await call(1, first.signal);
    const queued = call(2, second.signal);
    // The answer to a later message shows that earlier ones have arrived.
    const arrive = () => post({ id: 3, method: 'ping' }, null, session);
    await arrive();
    second.abort();
    await assert.rejects(queued);
    await arrive();
    first.abort();
    await assert.rejects(asking.text());
    const third = await call(4);
    assert.match(await readQuestion(third), /Read Example Hosting/);
  });

  it("can't answer a question that wasn't asked", async () => {
    const connection = randomHex(16);
    const first = await callWithAnswer('unknown state', connection);
    assert.equal(first.resultType, 'input_required');
    const second = await callWithAnswer(first.requestState, connection);
    assert.match(JSON.stringify(second), /useDns/);
    assert.deepEqual(world.gate.told, [['service']]);
  });

  it("leave the question to the editor if their connection can't be identified", async () => {
    world.gate.answer = false;
    for (const connection of [undefined, '', 'editor', 'f'.repeat(31)]) {
      const answer = await callWithAnswer(undefined, connection);
      assert.match(JSON.stringify(answer), /doesn't allow agents/);
    }
    assert.deepEqual(world.gate.asked, [['service']]);
  });

  /** Reads without a session, saying yes to a question asked with this state, if any. */
  const callWithAnswer = async (requestState: unknown, connection: string | undefined) => {
    const name = 'serverManagement_readResource';
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      'io.modelcontextprotocol/clientInfo': { name: 'liar', version: '1' },
    };
    const inputResponses = { consent: { action: 'accept', content: { allow: true } } };
    const params = { name, arguments: ssh, inputResponses, requestState, _meta };
    const response = await fetch(server.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${server.token}`,
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': name,
        ...(connection === undefined ? {} : { [connectionHeader]: connection }),
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    });
    const { result } = (await response.json()) as {
      result: { readonly resultType: string; readonly requestState?: string };
    };
    return result;
  };
});

/** The first message of an answer. */
async function readQuestion(response: Response): Promise<string> {
  assert.ok(response.body);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value ?? '';
}
