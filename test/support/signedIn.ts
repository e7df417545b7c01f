import { addAccount, type NewAccount } from './accountSteps';
import { SandboxProbe } from './sandboxProbe';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench, type WorkbenchOptions } from '../harness/workbench';

/** A new service, and a window in which a person has signed in to it. */
export interface SignedIn {
  readonly service: Sandbox;
  readonly probe: SandboxProbe;
  readonly workbench: Workbench;
  close(): Promise<void>;
}

/** Starts both; the account is marked as production unless overridden. */
export async function openSignedIn({
  label = 'Example Hosting',
  environment = 'production',
  options,
}: {
  readonly label?: string;
  readonly environment?: NewAccount['environment'];
  readonly options?: WorkbenchOptions;
} = {}): Promise<SignedIn> {
  const service = await startSandbox();
  const workbench = await openWorkbench(options);
  const { url, token } = service;
  await addAccount(workbench, { url, token, label, environment });
  return {
    service,
    probe: new SandboxProbe(service),
    workbench,
    async close() {
      await workbench.close();
      await service.close();
    },
  };
}
