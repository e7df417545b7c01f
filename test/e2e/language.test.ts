import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { panelPage } from '../support/webviewPage';

describe('a window in German', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ language: 'de' });
  });

  after(() => workbench.close());

  it('shows views, rows, documents and panels in German', async () => {
    const { sideBar, editors, page, quickInput } = workbench;
    await sideBar.open('Serververwaltung');
    await page.getByRole('button', { name: 'Sandbox verwenden' }).click();
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cronjobs');
    await sideBar.pressInline('Nightly backup', 'Als JSON öffnen');
    await editors.opened('101.cron-job.json');
    const lenses = page.locator('.codelens-decoration');
    await lenses.filter({ hasText: 'um 02:30' }).waitFor();
    await workbench.screenshot('language-document');
    await quickInput.runCommand('Serververwaltung: Übersicht öffnen');
    await panelPage(page).getByRole('heading', { name: 'Auslastung' }).waitFor();
    await panelPage(page).getByRole('button', { name: 'Stoppen: NGINX' }).waitFor();
    await workbench.screenshot('language-panel');
    assert.equal(await panelPage(page).locator('html').getAttribute('lang'), 'de');
    await quickInput.runCommand('Serververwaltung: Als Tabelle öffnen');
    await quickInput.pick('Firewallregel');
    await quickInput.pick('shop-frankfurt');
    await panelPage(page).getByRole('columnheader', { name: 'Aktionen' }).waitFor();
    await workbench.screenshot('language-table');
    await sideBar.clearSelection();
    await quickInput.runCommand('Serververwaltung: Übersicht öffnen');
    for (const label of ['Webanwendung', 'shop-frankfurt', 'blog']) {
      // oxlint-disable-next-line no-await-in-loop
      await quickInput.pick(label);
    }
    const overview = panelPage(page);
    await overview.getByRole('combobox', { name: 'PHP-Version' }).waitFor();
    await overview.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    await workbench.screenshot('language-web-application');
  });
});
