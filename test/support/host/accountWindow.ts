import type { AccountRecord } from '../../../src/accounts/account';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox/sandbox';
import { recordFor } from '../accountRecord';
import { MemorySecrets } from '../memorySecrets';
import { SandboxProbe } from '../sandboxProbe';
import { startService } from '../startService';
import { type HostWindow, openHostWindow } from './hostWindow';

/** A window with an account at a service of its own. */
export interface AccountWindow extends HostWindow {
  readonly service: Sandbox;
  readonly probe: SandboxProbe;
}

/** Starts both. */
export async function openAccountWindow(
  account: Partial<AccountRecord> = {},
  options: SandboxOptions = {},
  windowOptions: Parameters<typeof openHostWindow>[2] = {},
  secrets = new MemorySecrets(),
): Promise<AccountWindow> {
  const service = await startService(options);
  const window = openHostWindow(secrets, undefined, windowOptions);
  await window.services.accounts.save(recordFor(service, account));
  return {
    ...window,
    service,
    probe: new SandboxProbe(service),
    async close() {
      await window.close();
      await service.close();
    },
  };
}
