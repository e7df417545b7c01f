import { MemorySecrets } from '../memorySecrets';
import { startService } from '../startService';
import { inEnglish } from '../actions/actionWorld';
import { AgentGate } from './agentGate';
import { referencePathWords } from '../../../src/api/request';
import type { Account } from '../../../src/accounts/account';
import { AccountStore } from '../../../src/accounts/accountStore';
import { Sessions } from '../../../src/accounts/sessions';
import { type AgentTable, createAgentTable } from '../../../src/agents/agentTable';
import { CallLimit } from '../../../src/agents/callLimit';
import { foreign } from '../../../src/base/foreignText';
import { toContent, toText } from '../../../src/documents/content';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import type { Resource } from '../../../src/resources/kinds/kind';
import { findKind } from '../../../src/resources/kinds/kinds';
import { ResourceClient } from '../../../src/resources/resourceClient';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import type { ProposedText, ToolServices } from '../../../src/tools/tool';

/** Secrets that only requests to the service may contain. */
export const sentinel = 'SENTINEL-TOKEN-7d1f';

/** The tools for agents, at a service of their own, and the person who answers questions. */
export interface AgentWorld {
  readonly table: AgentTable;
  readonly services: ToolServices;
  readonly gate: AgentGate;
  readonly service: Sandbox;
  readonly proposed: readonly (ProposedText & { readonly reason: string })[];
  close(): Promise<void>;
}

const account = 'service';

/** Starts a service and signs in to it; the person allows everything unless overridden. */
export async function startAgentWorld({
  callsPerMinute = 1_000_000,
  environment = 'development',
}: {
  readonly callsPerMinute?: number;
  readonly environment?: Account['environment'];
} = {}): Promise<AgentWorld> {
  const service = await startService({ token: sentinel });
  const accounts = new AccountStore(new MemorySecrets());
  await accounts.save({
    id: account,
    label: 'Example Hosting',
    environment,
    baseUrl: service.url,
    pathWords: referencePathWords,
    addedAt: 1,
    credentials: { kind: 'token', token: sentinel },
  });
  const sessions = new Sessions(
    accounts,
    {
      isEnabled: false,
      onDidChange: () => ({ dispose: () => undefined }),
      connect: () => Promise.reject(new Error('not in use')),
    },
    'Sandbox',
  );
  const client = new ResourceClient(sessions);
  const proposed: (ProposedText & { readonly reason: string })[] = [];
  const services = await toolServices(sessions, client, proposed);
  const gate = new AgentGate();
  const limit = new CallLimit(callsPerMinute);
  const table = createAgentTable({
    services: () => Promise.resolve(services),
    consent: gate.consent,
    limit,
  });
  return { table, services, gate, service, proposed, close: () => service.close() };
}

async function toolServices(
  sessions: Sessions,
  client: ResourceClient,
  proposed: (ProposedText & { readonly reason: string })[],
): Promise<ToolServices> {
  const index = new ResourceIndex();
  const collection = { account, kind: 'server', parents: [] } as const;
  const { items } = await client.page(collection, 1);
  index.put({ collection, entries: items.map(toEntry), readAt: 1 });
  return {
    ...inEnglish,
    sessions,
    client,
    describeError: (error) => (error instanceof Error ? error.message : String(error)),
    trailOf: () => Promise.resolve([foreign('Example Hosting')]),
    search: (query, limit) => Promise.resolve(index.search(query, limit)),
    findings: () => Promise.resolve({ findings: [], checked: [] }),
    allowsProduction: () => false,
    linked: () => undefined,
    editor: {
      stages: () => true,
      async open(reference) {
        const resource = await client.readWhole(reference, {});
        const text = toText(toContent(findKind(reference.kind), resource));
        return { text, hasUnsavedChanges: false };
      },
      propose(texts, reason) {
        proposed.push(...texts.map((each) => ({ ...each, reason })));
        return Promise.resolve('staged');
      },
    },
  };
}

function toEntry({ id, name }: Resource) {
  return { id: Number(id), label: String(name), detail: '' };
}
