import type { MessageAction } from '../../../src/base/questions';
import type { ActionContext, Prompts } from '../../../src/actions/action';
import { UnfinishedForms } from '../../../src/documents/creations/fields';
import { openShared } from '../sharedValues';
import { SandboxProbe } from '../sandboxProbe';
import { MemorySecrets } from '../memorySecrets';
import type { RecordingServer } from '../httpServer';
import { withoutPauses } from '../withoutPauses';
import type { Clock } from '../../../src/api/scheduling/clock';
import { startService } from '../startService';
import type { Credentials } from '../../../src/api/credentials';
import { referencePathWords } from '../../../src/api/request';
import type { AccountRecord, Environment } from '../../../src/accounts/account';
import { AccountStore } from '../../../src/accounts/accountStore';
import { type SandboxAccount, Sessions } from '../../../src/accounts/sessions';
import { PendingFirewalls } from '../../../src/resources/pendingFirewalls';
import { ResourceClient } from '../../../src/resources/resourceClient';
import { ResourceNames } from '../../../src/resources/names/resourceNames';
import { Pins } from '../../../src/resources/pins';
import { ResourceStore } from '../../../src/resources/store/resourceStore';
import { BusyState } from '../../../src/resources/busyState';
import type { ResourceReference } from '../../../src/resources/reference';
import type { Sandbox } from '../../../src/sandbox/sandbox';
import { startInProcess } from '../../../src/sandbox/startInProcess';
import type { WatchKind } from '../../../src/actions/watches';
import { describePlace } from '../../../src/actions/question';
import { LockOutGuard } from '../../../src/documents/writing/guard';
import { Reverts } from '../../../src/pending/reverts';
import type { ActionWrite } from '../../../src/documents/history/changeLog';

/** A service and the context of actions: without sockets, in half the time, unless there is a proxy between them. */
export interface ActionWorld {
  readonly probe: SandboxProbe;
  readonly onDidExchange: Sessions['onDidExchange'];
  /** The accounts, by another window. */
  readonly accounts: AccountStore;
  readonly reverts: Reverts;
  /** The entries logged in the history. */
  readonly written: readonly ActionWrite[];
  /** The resources shown as created. */
  readonly created: readonly {
    readonly reference: ResourceReference;
    readonly text: string;
    readonly nexts: readonly MessageAction[];
  }[];
  context(prompts: Prompts): ActionContext;
  /** The started deployments, to be watched. */
  readonly watched: readonly { kind: WatchKind; subject: ResourceReference }[];
  close(): Promise<void>;
}

const legacy = { key: 'legacy-key', secret: 'legacy-secret' };

/** Starts a new service and signs in to it, by token unless overridden. */
export async function startActionWorld({
  kind = 'token',
  environment = 'development',
  permission = {},
  others = [],
  mayRepeatWrites = false,
  through,
  clock = withoutPauses,
}: {
  kind?: Credentials['kind'];
  environment?: Environment;
  /** Whether the account is read-only. */
  permission?: Pick<AccountRecord, 'isReadOnly' | 'writableUntil'>;
  /** For what is looked at again later. */
  clock?: Clock;
  /** Acts like in a browser. */
  mayRepeatWrites?: boolean;
  /** A proxy between the accounts and the service. */
  through?: (url: string) => Promise<RecordingServer>;
  /** Further accounts at the same service; their ids are their labels. */
  others?: readonly { readonly id: string; readonly environment: Environment }[];
} = {}): Promise<ActionWorld> {
  const service: Sandbox = await startService(
    { basic: legacy },
    through ? undefined : startInProcess,
  );
  const between = await through?.(service.url);
  const accounts = new AccountStore(new MemorySecrets());
  const owns = [{ id: 'service', label: 'Example Hosting', environment }];
  for (const account of [...owns, ...others.map((other) => ({ ...other, label: other.id }))]) {
    await accounts.save({
      ...account,
      ...permission,
      baseUrl: between?.url ?? service.url,
      pathWords: referencePathWords,
      addedAt: 1,
      credentials: kind === 'token' ? { kind, token: service.token } : { kind, ...legacy },
    });
  }
  const sessions = new Sessions(accounts, noSandbox, 'Sandbox');
  const client = new ResourceClient(sessions);
  const written: ActionWrite[] = [];
  const created: ActionWorld['created'][number][] = [];
  const watched: { kind: WatchKind; subject: ResourceReference }[] = [];
  const store = new ResourceStore(client);
  const pins = new Pins(await openShared());
  const parts = {
    watch: (kind: WatchKind, subject: ResourceReference) => void watched.push({ kind, subject }),
    // As in a window, what was deleted is no longer known afterwards.
    noteWrite: async (write: ActionWrite): Promise<void> => {
      written.push(write);
      if (write.verb === 'deleted' && write.outcome === 'done' && 'ids' in write.target) {
        store.remove(write.target);
      }
    },
    showCreated: (
      reference: ResourceReference,
      text: string,
      nexts: readonly MessageAction[],
    ): void => void created.push({ reference, text, nexts }),
    sessions,
    client,
    store,
    names: new ResourceNames(sessions, { store, pins }),
    documents: { refresh: () => undefined },
    unfinishedForms: new UnfinishedForms(),
    busyState: new BusyState(),
    clock,
    pendingFirewalls: new PendingFirewalls(await openShared()),
    mayRepeatWrites,
    titleOf: (command: string) => command,
  };
  const reverts = new Reverts(await openShared(), clock, parts.pendingFirewalls, store);
  return {
    probe: new SandboxProbe(service),
    onDidExchange: sessions.onDidExchange,
    accounts,
    reverts,
    written,
    created,
    watched,
    context: (prompts) => ({
      ...parts,
      prompts,
      guard: new LockOutGuard(
        { ...parts, sshPort: () => 22 },
        prompts,
        { describeError: String, describePlace: (servers) => describePlace(parts, servers) },
        (write) => reverts.wayBack(write),
      ),
    }),
    async close() {
      await between?.close();
      await service.close();
    },
  };
}

const noSandbox: SandboxAccount = {
  isEnabled: false,
  onDidChange: () => ({ dispose: () => undefined }),
  connect: () => Promise.reject(new Error('not in use')),
};
