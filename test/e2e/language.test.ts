import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { findEnglish } from '../support/languages/findEnglish';
import { panelPage } from '../support/webviewPage';

describe('a window in German', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({
      language: 'de',
      viewport: { width: 1280, height: 1000 },
    });
    await workbench.sideBar.open('Serververwaltung');
    await workbench.page.getByRole('button', { name: 'Sandbox verwenden' }).click();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(() => workbench.close());

  it('shows rows, documents, panels, staged changes and questions in German', async () => {
    const { sideBar, editors, page, quickInput, messages } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cronjobs');
    await sideBar.pressInline('Nightly backup', 'Als JSON öffnen');
    await editors.opened('101.cron-job.json');
    const lenses = page.locator('.codelens-decoration');
    await lenses.filter({ hasText: 'Täglich um 2:30 Uhr' }).waitFor();
    await quickInput.runCommand('Serververwaltung: Übersicht öffnen');
    await panelPage(page).getByRole('heading', { name: 'Auslastung' }).waitFor();
    await panelPage(page).getByRole('button', { name: 'Stoppen: NGINX' }).waitFor();
    assert.equal(await panelPage(page).locator('html').getAttribute('lang'), 'de');
    await quickInput.runCommand('Serververwaltung: Flottenübersicht öffnen');
    await panelPage(page).getByRole('heading', { name: 'Serverstatus' }).waitFor();
    assert.deepEqual(await findEnglish(page), []);

    await editors.show('101.cron-job.json');
    const content = JSON.parse(await editors.text()) as object;
    await editors.replaceText(JSON.stringify({ ...content, command: '/usr/bin/eins' }));
    await editors.unsavedTab('101.cron-job.json').waitFor();
    await quickInput.runCommand('Serververwaltung: Änderungen vormerken');
    await page.locator('.statusbar', { hasText: '1 vorgemerkt' }).waitFor();
    await sideBar.open('Source Control');
    await page.locator('.scm-view .monaco-list-row', { hasText: 'Nightly backup' }).waitFor();
    await quickInput.runCommand('Serververwaltung: Alle vorgemerkten Änderungen anwenden…');
    await messages.dialog.filter({ hasText: '1 vorgemerkte Änderung anwenden?' }).waitFor();
    assert.deepEqual(await findEnglish(page), []);
    await messages.answerDialog('Jetzt nicht');
  });
});
