import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { panelPage } from '../support/webviewPage';

describe('a window in German', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ language: 'de' });
  });

  after(() => workbench.close());

  it('has views, rows, documents and panels in that language', async () => {
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
    await quickInput.pick('Server');
    await quickInput.pick('shop-frankfurt');
    await panelPage(page).getByRole('heading', { name: 'Hardware' }).waitFor();
    await workbench.screenshot('language-panel');
    assert.equal(await panelPage(page).locator('html').getAttribute('lang'), 'de');
  });
});
