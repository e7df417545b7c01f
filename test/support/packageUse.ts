import type { Workbench } from '../harness/workbench';
import { panelPage } from './webviewPage';

/** Uses an installed package as a person would: rows, a document that is changed and saved, a panel, and its page. */
export async function usePackage(workbench: Workbench): Promise<void> {
  const { sideBar, editors, quickInput, page } = workbench;
  await sideBar.open('Server Management');
  await sideBar.expand('shop-frankfurt');
  await sideBar.row('SSH Settings').click();
  await editors.opened('1.ssh.json');
  const settings = JSON.parse(await editors.text()) as { useDns: boolean };
  await editors.replaceText(JSON.stringify({ ...settings, useDns: !settings.useDns }));
  await editors.unsavedTab('1.ssh.json').waitFor();
  await editors.save();
  await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });

  // The overview of the active document's server.
  await quickInput.runCommand('Server Management: Open Overview');
  const overview = panelPage(page);
  await overview.getByRole('heading', { name: 'shop-frankfurt', level: 1 }).waitFor();
  await overview.getByRole('heading', { name: 'Recent Events' }).waitFor();

  await quickInput.runCommand('Extensions: Show Installed Extensions');
  await page.locator('.extensions-list .name', { hasText: 'Server Management Explorer' }).click();
  await panelPage(page).getByRole('heading', { name: 'Add an account' }).waitFor();
  // Images would be broken.
  await panelPage(page).locator('img').first().waitFor({ state: 'detached' });
}
