import { copyFileSync } from 'node:fs';
import path from 'node:path';
import {
  Client,
  type ElicitResult,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { AgentEndpoint } from '../../../src/agents/endpoint';

/** The versions of the protocol that agents speak: with sessions, and without. */
export const eras = ['2025-11-25', '2026-07-28'] as const;
export type Era = (typeof eras)[number];

/** How a client answers for its person; it can't ask anybody without. */
export type Elicit = (message: string) => ElicitResult | Promise<ElicitResult>;

/** What may differ between clients. */
interface ClientOptions {
  readonly name?: string;
  readonly elicit?: Elicit;
}

/** The protocol's own client, not connected yet. */
export function clientOf(era: Era, { name = 'test', elicit }: ClientOptions): Client {
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

/** The protocol's own client, over HTTP. */
export async function connectOverHttp(
  { url, token }: AgentEndpoint,
  era: Era,
  options: ClientOptions = {},
): Promise<Client> {
  const client = clientOf(era, options);
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }),
  );
  return client;
}

/** A client of the program for agents, and all that it printed beside its answers. */
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
  const program = path.join(folder, 'bridge.js');
  copyFileSync('dist/bridge.js', program);
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
