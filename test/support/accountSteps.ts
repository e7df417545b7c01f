import type { Workbench } from '../harness/workbench';
import { chooseFromMenu } from '../harness/workbench/menu';

/** What a person types to add an account that signs in with a token. */
export interface NewAccount {
  readonly url: string;
  readonly token: string;
  readonly label: string;
  readonly environment: 'production' | 'staging' | 'development';
}

/** Adds an account as a person does: from the palette, question by question. */
export async function addAccount(workbench: Workbench, account: NewAccount): Promise<void> {
  const { quickInput } = workbench;
  await quickInput.runCommand('Server Management: Add Account…');
  await quickInput.question('Address of the service').waitFor();
  await quickInput.enter(account.url);
  await quickInput.pick('API token');
  await quickInput.question('API token').waitFor();
  await quickInput.enter(account.token);
  await quickInput.question('Display name of the account').waitFor();
  await quickInput.enter(account.label);
  const { environment } = account;
  await quickInput.pick(environment.charAt(0).toUpperCase() + environment.slice(1));
  await quickInput.pick('Allow changes');
  await quickInput.box.waitFor({ state: 'hidden' });
}

/** Chooses an entry of the editor's own account menu; the entries before it are submenus. */
export async function chooseInAccountMenu(
  { page }: Workbench,
  ...entries: readonly string[]
): Promise<void> {
  const items = page.locator('.monaco-menu [role="menuitem"]');
  await chooseFromMenu(
    page,
    entries.map((entry) => items.filter({ hasText: entry })),
    () => page.locator('.part.activitybar li[aria-label^="Accounts"]').click(),
  );
}
