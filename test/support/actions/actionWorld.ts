import { SandboxProbe } from '../sandboxProbe';
import { MemorySecrets } from '../memorySecrets';
import { startService } from '../startService';
import type { Credentials } from '../../../src/api/credentials';
import { referencePathWords } from '../../../src/api/request';
import type { Environment } from '../../../src/resources/accounts/account';
import { AccountStore } from '../../../src/resources/accounts/accountStore';
import { type SandboxAccount, Sessions } from '../../../src/resources/accounts/sessions';
import { PendingFirewalls } from '../../../src/resources/pendingFirewalls';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { ResourceStore } from '../../../src/resources/resourceStore';
import { Working } from '../../../src/resources/working';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import type { Translate } from '../../../src/shared/translate';
import type { ActionContext } from '../../../src/ui/actions/action';
import type { ActionWrite } from '../../../src/resources/documents/loggedAction';
import type { Prompts } from '../../../src/ui/actions/prompts';

/** English, with its places filled. */
export const english: Translate = (text, ...values) =>
  text.replaceAll(/\{(\d)\}/g, (_place, index) => String(values[Number(index)]));

/** A service, over real HTTP where that can be had, and what actions work with. */
export interface ActionWorld {
  readonly probe: SandboxProbe;
  /** What went into the history. */
  readonly written: readonly ActionWrite[];
  context(prompts: Prompts): ActionContext;
  close(): Promise<void>;
}

const legacy = { key: 'legacy-key', secret: 'legacy-secret' };

/** Starts a fresh service and signs in to it, by token unless said otherwise. */
export async function startActionWorld({
  kind = 'token',
  environment = 'development',
  others = [],
}: {
  kind?: Credentials['kind'];
  environment?: Environment;
  /** Further accounts at the same service; their ids are their labels. */
  others?: readonly { readonly id: string; readonly environment: Environment }[];
} = {}): Promise<ActionWorld> {
  const service: Sandbox = await startService({ basic: legacy });
  const accounts = new AccountStore(new MemorySecrets());
  const owns = [{ id: 'service', label: 'Example Hosting', environment }];
  for (const account of [...owns, ...others.map((other) => ({ ...other, label: other.id }))]) {
    // oxlint-disable-next-line no-await-in-loop
    await accounts.save({
      ...account,
      baseUrl: service.url,
      pathWords: referencePathWords,
      addedAt: 1,
      credentials: kind === 'token' ? { kind, token: service.token } : { kind, ...legacy },
    });
  }
  const sessions = new Sessions(accounts, noSandbox, 'Sandbox');
  const client = new ResourceClient(sessions);
  const stored = new Map<string, unknown>();
  const written: ActionWrite[] = [];
  const parts = {
    noteWrite: async (write: ActionWrite) => void written.push(write),
    sessions,
    client,
    store: new ResourceStore(client),
    documents: { refresh: () => undefined },
    working: new Working(),
    pendingFirewalls: new PendingFirewalls({
      get: (key) => stored.get(key),
      update: async (key, value) => void stored.set(key, value),
    }),
    titleOf: (command: string) => command,
    t: english,
  };
  return {
    probe: new SandboxProbe(service),
    written,
    context: (prompts) => ({ ...parts, prompts }),
    close: () => service.close(),
  };
}

const noSandbox: SandboxAccount = {
  isEnabled: false,
  onDidChange: () => ({ dispose: () => undefined }),
  connect: () => Promise.reject(new Error('not in use')),
};
