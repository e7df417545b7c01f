import { AccountStore } from '../../src/accounts/accountStore';
import { type SandboxAccount, Sessions } from '../../src/accounts/sessions';
import type { KeyValues } from '../../src/resources/storage/stored';
import { ResourceClient } from '../../src/resources/resourceClient';
import { ResourceStore } from '../../src/resources/store/resourceStore';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { type ServerOptions, startSandbox } from '../../src/sandbox/start';
import { Emitter } from '../../src/base/emitter';
import { recordFor } from './accountRecord';
import { MemorySecrets } from './memorySecrets';
import { SandboxProbe } from './sandboxProbe';

const noSandbox: SandboxAccount = {
  isEnabled: false,
  onDidChange: new Emitter<void>().event,
  connect: () => Promise.reject(new Error('There is no sandbox here.')),
};

/** Small values kept in memory as JSON, like the editor does. */
export class MemoryValues implements KeyValues {
  readonly entries: Map<string, string>;

  constructor(entries = new Map<string, string>()) {
    this.entries = entries;
  }

  keys(): readonly string[] {
    return [...this.entries.keys()];
  }

  get(key: string): unknown {
    const text = this.entries.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.entries.delete(key);
    else this.entries.set(key, JSON.stringify(value));
    return Promise.resolve();
  }
}

/** A service and the parts of the explorer, without an editor. */
export interface ExplorerWorld {
  readonly service: Sandbox;
  readonly sessions: Sessions;
  readonly client: ResourceClient;
  readonly store: ResourceStore;
  readonly probe: SandboxProbe;
  /** Paths of the reads since the last call, with their queries. */
  reads(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** Starts a service with one account, `example`. */
export async function startExplorerWorld(options: ServerOptions = {}): Promise<ExplorerWorld> {
  const service = await startSandbox(options);
  const accounts = new AccountStore(new MemorySecrets());
  await accounts.save(
    recordFor(service, options.basic && { credentials: { kind: 'basic', ...options.basic } }),
  );
  const sessions = new Sessions(accounts, noSandbox, 'Sandbox');
  const client = new ResourceClient(sessions);
  const store = new ResourceStore(client);
  const probe = new SandboxProbe(service);
  return {
    service,
    sessions,
    client,
    store,
    probe,
    async reads() {
      const requests = await probe.requests();
      await probe.forgetRequests();
      return requests.map(({ path }) => path);
    },
    async close() {
      sessions.dispose();
      await service.close();
    },
  };
}
