import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport, getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { AgentEndpoint } from '../../../src/agents/endpoint';
import { clientOf, connectOverHttp, eras } from './agentClients';

/** A way to the tools. */
interface Route {
  readonly title: string;
  connect(): Promise<Client>;
}

/** All ways from outside, in all versions: straight to the server, and by the program for agents. */
export function everyRoute(endpoint: AgentEndpoint, program: string): readonly Route[] {
  return eras.flatMap((era) => [
    { title: `HTTP, ${era}`, connect: () => connectOverHttp(endpoint, era) },
    {
      title: `stdio, ${era}`,
      async connect() {
        // On the desktop, this is VS Code itself, which then runs programs as Node.js does.
        const env = { ...getDefaultEnvironment(), ELECTRON_RUN_AS_NODE: '1' };
        const client = clientOf(era, {});
        const command = process.execPath;
        await client.connect(new StdioClientTransport({ command, args: [program], env }));
        return client;
      },
    },
  ]);
}
