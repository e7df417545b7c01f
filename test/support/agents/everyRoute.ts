import type { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport, getDefaultEnvironment } from '@modelcontextprotocol/client/stdio';
import type { AgentEndpoint } from '../../../src/agents/endpoint';
import { clientOf, connectOverHttp } from './agentClients';
import type { Era } from './eras';

/** A way to the tools. */
interface Route {
  readonly title: string;
  connect(): Promise<Client>;
}

/** All ways from outside: directly to the server, and through the program for agents. */
export function everyRoute(era: Era, endpoint: AgentEndpoint, program: string): readonly Route[] {
  return [
    { title: 'HTTP', connect: () => connectOverHttp(endpoint, era) },
    {
      title: 'stdio',
      async connect() {
        // On the desktop, this is VS Code itself, which then runs programs like Node.js.
        const env = { ...getDefaultEnvironment(), ELECTRON_RUN_AS_NODE: '1' };
        const client = clientOf(era, {});
        const command = process.execPath;
        await client.connect(new StdioClientTransport({ command, args: [program], env }));
        return client;
      },
    },
  ];
}
