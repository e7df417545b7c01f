import { MemorySecrets } from '../memorySecrets';
import { startService } from '../startService';
import { AgentGate } from './agentGate';
import { referencePathWords } from '../../../src/api/request';
import type { Account } from '../../../src/accounts/account';
import { AccountStore } from '../../../src/accounts/accountStore';
import { Sessions } from '../../../src/accounts/sessions';
import { type AgentTable, CallLimit, createAgentTable } from '../../../src/agents/agentTable';
import { foreign } from '../../../src/base/foreignText';
import { toContent, toText } from '../../../src/documents/content';
import { ResourceIndex } from '../../../src/resources/index/resourceIndex';
import type { Finding } from '../../../src/findings/finding';
import type { AgentCall } from '../../../src/documents/history/changeLog';
import type { Link } from '../../../src/resources/link';
import type { Resource } from '../../../src/resources/kinds/kind';
import { findKind } from '../../../src/resources/kinds/kinds';
import { ResourceClient } from '../../../src/resources/resourceClient';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import type { ProposedText, ToolServices } from '../../../src/agents/tools/tool';

/** Secrets that only requests to the service may contain. */
export const sentinel = 'SENTINEL-TOKEN-7d1f';

/** The tools for agents, at a service of their own, and the person who answers questions. */
export interface AgentWorld {
  readonly table: AgentTable;
  readonly services: ToolServices;
  readonly gate: AgentGate;
  readonly service: Sandbox;
  /** The services of further accounts. */
  readonly others: readonly Sandbox[];
  /** What the history has of calls. */
  readonly calls: Omit<AgentCall, 'at'>[];
  readonly proposed: readonly (ProposedText & { readonly reason: string })[];
  close(): Promise<void>;
}

const account = 'service';

/** Starts a service and signs in to it; the person allows everything unless overridden. */
export async function startAgentWorld({
  callsPerMinute = 1_000_000,
  environment = 'development',
  others = [],
  linked = () => undefined,
}: {
  readonly callsPerMinute?: number;
  readonly environment?: Account['environment'];
  /** Ids of further accounts, each with a service of its own. */
  readonly others?: readonly string[];
  readonly linked?: () => Link | undefined;
} = {}): Promise<AgentWorld> {
  const accounts = new AccountStore(new MemorySecrets());
  const [service, ...more] = await startServices(accounts, [account, ...others], environment);
  if (!service) throw new Error('No service was started.');
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
  const services = { ...(await toolServices(sessions, client, proposed, others)), linked };
  const calls: Omit<AgentCall, 'at'>[] = [];
  const gate = new AgentGate();
  const limit = new CallLimit(callsPerMinute);
  const table = createAgentTable({
    services,
    consent: gate.consent,
    limit,
    record: ({ agent, tool, accounts: ids, outcome }) =>
      void calls.push({ agent, tool, accounts: ids, outcome }),
  });
  const close = async (): Promise<void> => {
    await Promise.all([service, ...more].map((each) => each.close()));
  };
  return { table, services, gate, service, others: more, calls, proposed, close };
}

/** Starts a service for each account and saves it. */
async function startServices(
  accounts: AccountStore,
  ids: readonly string[],
  environment: Account['environment'],
): Promise<readonly Sandbox[]> {
  const services = await Promise.all(ids.map(() => startService({ token: sentinel })));
  for (const [index, { url }] of services.entries()) {
    const id = ids[index] ?? '';
    await accounts.save({
      id,
      label: id === account ? 'Example Hosting' : id,
      environment,
      baseUrl: url,
      pathWords: referencePathWords,
      addedAt: 1,
      credentials: { kind: 'token', token: sentinel },
    });
  }
  return services;
}

async function toolServices(
  sessions: Sessions,
  client: ResourceClient,
  proposed: (ProposedText & { readonly reason: string })[],
  others: readonly string[],
): Promise<ToolServices> {
  const index = new ResourceIndex();
  const ids = [account, ...others];
  for (const id of ids) {
    const collection = { account: id, kind: 'server', parents: [] } as const;
    const { items } = await client.page(collection, 1);
    index.put({ collection, entries: items.map(toEntry), readAt: 1 });
  }
  return {
    sessions,
    client,
    describeError: (error) => (error instanceof Error ? error.message : String(error)),
    trailOf: () => Promise.resolve([foreign('Example Hosting')]),
    // Everything that is known: narrowing it is up to the tools.
    search: (query) => Promise.resolve(index.search(query, 1_000)),
    findings: () => Promise.resolve({ findings: ids.map(toFinding), checked: [] }),
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

function toFinding(id: string): Finding & { readonly about: string } {
  return {
    rule: 'serverOffline',
    severity: 'critical',
    target: { account: id, kind: 'server', ids: [1] },
    sentence: () => 'Offline.',
    fixes: [],
    about: `about ${id}`,
  };
}

function toEntry({ id, name }: Resource) {
  return { id: Number(id), label: String(name), detail: '' };
}
