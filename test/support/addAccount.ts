import type { Sandbox } from '../../src/sandbox/start';
import type { Workbench } from '../harness/workbench';

/** Adds an account as a person does: through the palette and the questions. */
export async function addAccount(
  workbench: Workbench,
  service: Pick<Sandbox, 'url' | 'token'>,
  label: string,
): Promise<void> {
  await workbench.sideBar.open('Server Management');
  await workbench.quickInput.runCommand('Server Management: Add Account…');
  await workbench.quickInput.answer('Address of the service', service.url);
  await workbench.quickInput.pick('API token');
  await workbench.quickInput.answer('API token (Press', service.token);
  await workbench.quickInput.answer('Name of the account', label);
  await workbench.quickInput.pick('production');
  await workbench.quickInput.box.waitFor({ state: 'hidden' });
}
