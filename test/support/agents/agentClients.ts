import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { type AgentEndpoint, connectionHeader } from '../../../src/agents/endpoint';
import { EndpointFolder } from '../../../src/agents/server/endpointFolder';
import { randomHex } from '../../../src/base/random';
import type { Era } from './eras';

/** How a client answers for its person; if absent, it can't ask a person. */
export type Elicit = (message: string) => ElicitResult | Promise<ElicitResult>;

/** What may differ between clients. */
interface ClientOptions {
  readonly elicit?: Elicit;
  readonly name?: string;
}

/** The protocol's own client, not connected yet. */
export function clientOf(era: Era, { elicit, name = 'test' }: ClientOptions): Client {
  const client = new Client(
    { name, version: '1.0.0' },
    {
      versionNegotiation: { mode: era === '2026-07-28' ? { pin: era } : 'legacy' },
      ...(elicit ? { capabilities: { elicitation: {} } } : {}),
    },
  );
  if (elicit) {
    client.setRequestHandler('elicitation/create', ({ params }) => elicit(params.message));
  }
  return client;
}

/** The protocol's own client, over HTTP, as VS Code connects it. */
export async function connectOverHttp(
  { url, token }: AgentEndpoint,
  era: Era,
  options: ClientOptions = {},
): Promise<Client> {
  const client = clientOf(era, options);
  const headers = { authorization: `Bearer ${token}`, [connectionHeader]: randomHex(16) };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return client;
}

/** A client of the program for agents, and everything it printed besides its answers. */
export interface OverStdio {
  readonly client: Client;
  readonly pid: number;
  readonly errors: () => string;
}

/** The same through the program for other agents, which finds the server by a file in the folder. */
export async function connectOverStdio(
  folder: string,
  era: Era,
  options: ClientOptions = {},
): Promise<OverStdio> {
  const program = await new EndpointFolder(folder).install('dist/bridge.js');
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program],
    stderr: 'pipe',
  });
  let errors = '';
  transport.stderr?.on('data', (chunk) => (errors += String(chunk)));
  const client = clientOf(era, options);
  await client.connect(transport);
  return { client, pid: transport.pid ?? 0, errors: () => errors };
}
