import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { makeTemporaryFolder } from '../harness/system/temporaryFolder';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { editCronJobFile } from '../support/pending/folders/editCronJobFile';
import { eventually } from '../support/eventually';
import { findEnglish } from '../support/languages/findEnglish';
import { panelPage } from '../support/webviewPage';

describe('a window in German', () => {
  let workbench: Workbench;
  const folder = makeTemporaryFolder('german');

  before(async () => {
    workbench = await openWorkbench({
      language: 'de',
      folder: folder.path,
      viewport: { width: 1280, height: 1000 },
    });
    await workbench.sideBar.open('Serververwaltung');
    await workbench.page.getByRole('button', { name: 'Sandbox verwenden' }).click();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await workbench.close();
    folder.remove();
  });

  it('shows what needs attention in German', async () => {
    const { sideBar, quickInput } = workbench;
    await sideBar.openView('Handlungsbedarf');
    await sideBar.closeView('Server');
    await quickInput.runCommand('Serververwaltung: Jetzt prüfen');
    await sideBar.row('mail-relay').waitFor();
    await sideBar.expand('Nicht geprüft');
    await workbench.screenshot('attention-german');
    await sideBar.closeView('Handlungsbedarf');
    await sideBar.openView('Server');
  });

  it('shows views, rows, documents and panels in German', async () => {
    const { sideBar, editors, page, quickInput } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cronjobs');
    await sideBar.pressInline('Nightly backup', 'Als JSON öffnen');
    await editors.opened('101.cron-job.json');
    const lenses = page.locator('.codelens-decoration');
    await lenses.filter({ hasText: 'Täglich um 2:30 Uhr' }).waitFor();
    await workbench.screenshot('language-document');
    await quickInput.runCommand('Serververwaltung: Übersicht öffnen');
    await panelPage(page).getByRole('heading', { name: 'Auslastung' }).waitFor();
    await panelPage(page).getByRole('button', { name: 'Stoppen: NGINX' }).waitFor();
    await workbench.screenshot('language-panel');
    assert.equal(await panelPage(page).locator('html').getAttribute('lang'), 'de');
    await quickInput.runCommand('Serververwaltung: Als Tabelle öffnen');
    await quickInput.pick('Firewallregel');
    await quickInput.pick('shop-frankfurt');
    // The overview in front of it has tables, too.
    await panelPage(page).getByRole('heading', { name: 'Firewallregeln', level: 1 }).waitFor();
    await panelPage(page).getByRole('columnheader', { name: 'Aktionen' }).waitFor();
    await workbench.screenshot('language-table');
    await sideBar.clearSelection();
    await quickInput.runCommand('Serververwaltung: Übersicht öffnen');
    for (const label of ['Webanwendung', 'shop-frankfurt', 'blog']) {
      await quickInput.pick(label);
    }
    const overview = panelPage(page);
    await overview.getByRole('combobox', { name: 'PHP-Version' }).waitFor();
    await overview.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    await workbench.screenshot('language-web-application');
    await quickInput.runCommand('Serververwaltung: Flottenübersicht öffnen');
    await panelPage(page).getByRole('heading', { name: 'Serverstatus' }).waitFor();
    await workbench.screenshot('language-fleet');
  });

  it('exports, plans and applies a folder in German', async () => {
    const { sideBar, editors, page, quickInput, messages } = workbench;
    const run = (title: string): Promise<void> =>
      quickInput.runCommand(`Serververwaltung: ${title}`);
    const row = (label: string): Locator =>
      page.locator('.scm-view .monaco-list-row', { hasText: label });
    await editors.closeAll();
    await sideBar.chooseInMenu('shop-frankfurt', 'Vergleichen', 'In Ordner exportieren…');
    await eventually(async () => {
      assert.equal(path.normalize(await quickInput.value()), `${folder.path}/`);
    });
    await quickInput.box.getByRole('button', { name: 'Exportieren' }).click();
    await messages.notification('Ressourcen exportiert.').waitFor();
    await check('exported');

    editCronJobFile(folder.path, 102, '/usr/bin/eins');
    editCronJobFile(folder.path, 103, '/usr/bin/zwei');
    await run('Aus Ordner vormerken…');
    await messages.answerNotification(
      '2 Änderungen vorgemerkt.',
      'In Quellcodeverwaltung anzeigen',
    );
    await row('Price import').click();
    await page.locator('.monaco-diff-editor').getByText('/usr/bin/zwei').waitFor();
    await row('Vorgemerkt').waitFor();
    await page.locator('.statusbar', { hasText: '2 vorgemerkt' }).waitFor();
    await check('planned');

    await changeBehind('Order queue', 102, '/usr/bin/andere');
    await sideBar.open('Source Control');
    await run('Alle vorgemerkten Änderungen anwenden…');
    await messages.dialog.filter({ hasText: '2 vorgemerkte Änderungen anwenden?' }).waitFor();
    await check('question');
    await messages.answerDialog('Anwenden');
    await messages.notification('1 von 2 Änderungen angewendet.').waitFor();
    await row('Konflikte').waitFor();
    await check('conflict');

    await run('Aus Ordner vormerken…');
    await messages.notification('Von anderen geändert: 1.').waitFor();
    await row('Von anderen geändert').waitFor();
    await row('Order queue').hover();
    await check('drifted');
    await row('Order queue').hover();
    await row('Order queue').getByRole('button', { name: 'Änderung anderer übernehmen' }).click();
    await row('Order queue').waitFor({ state: 'detached' });
    await run('Ordner vom Dienst aktualisieren…');
    await messages.notification('Alle Dateien sind aktuell.').waitFor();
    await check('updated');
  });

  /** Takes a screenshot, checks that no text of ours is in English, and closes the notifications. */
  async function check(name: string): Promise<void> {
    await workbench.screenshot(`language-folder-${name}`);
    assert.deepEqual(await findEnglish(workbench.page), []);
    if (await workbench.messages.dialog.isVisible()) return;
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
  }

  /** Changes the command of a cron job, as someone else would. */
  async function changeBehind(label: string, id: number, command: string): Promise<void> {
    const { sideBar, editors } = workbench;
    const tab = `${id}.cron-job.json`;
    await sideBar.open('Serververwaltung');
    await sideBar.pressInline(label, 'Als JSON öffnen');
    await editors.opened(tab);
    const content = JSON.parse(await editors.text()) as object;
    await editors.replaceText(JSON.stringify({ ...content, command }));
    await editors.unsavedTab(tab).waitFor();
    await editors.save();
    await editors.unsavedTab(tab).waitFor({ state: 'detached' });
    await editors.closeAll();
  }
});
