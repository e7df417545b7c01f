import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { switchTheme, themes } from '../support/themes';

const settings = { 'serverManagement.sandbox.autoStart': true };

describe('what needs attention', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ settings, viewport: { width: 1280, height: 1000 } });
  });

  after(() => workbench.close());

  it('is in a group above the servers, with the same buttons as its view', async () => {
    const { sideBar } = workbench;
    await sideBar.open('Server Management');
    await sideBar.row('shop-frankfurt').waitFor();
    await sideBar.expand('Needs Attention');
    await sideBar.row('archive-london').nth(1).waitFor();
    await workbench.screenshot('attention-group');
    const finding = sideBar.row('archive-london').first();
    await finding.hover();
    await finding.getByRole('button', { name: 'Mute' }).waitFor();
    await finding.click();
    await workbench.page.getByRole('tab', { name: 'archive-london' }).waitFor();
    await workbench.editors.closeAll();
    await sideBar.collapse('Needs Attention');
  });

  it("lists problems, their fixes and what wasn't checked", async () => {
    const { sideBar, quickInput, page } = workbench;
    await sideBar.openView('Needs Attention');
    await sideBar.closeView('Servers');
    await sideBar.row('archive-london').waitFor();
    await sideBar.row('Not checked').waitFor();
    await workbench.screenshot('attention-first');
    await quickInput.runCommand('Server Management: Check Now');
    await sideBar.row('mail-relay').waitFor();
    await sideBar.expand('Not checked');
    const status = page.locator('.statusbar [id$="serverManagement.attention"]');
    assert.match((await status.textContent()) ?? '', /\d/);
  });

  for (const theme of themes) {
    it(`can be read in the theme ${theme.name}, at any width`, async () => {
      const { page } = workbench;
      await switchTheme(workbench, theme);
      for (const width of [1600, 600]) {
        // oxlint-disable no-await-in-loop
        await page.setViewportSize({ width, height: 1000 });
        await workbench.sideBar.row('mail-relay').waitFor();
        await workbench.screenshot(`attention-${theme.name}-${width}`);
        // oxlint-enable no-await-in-loop
      }
    });
  }

  it('hides muted findings', async () => {
    const { sideBar, page } = workbench;
    await page.setViewportSize({ width: 1280, height: 1000 });
    await sideBar.pressInline('mail-relay', 'Mute');
    await sideBar.row('mail-relay').waitFor({ state: 'detached' });
  });
});

describe('what needs attention, in German', () => {
  it('appears in German', async () => {
    const workbench = await openWorkbench({
      language: 'de',
      settings,
      viewport: { width: 1280, height: 1000 },
    });
    try {
      const { sideBar, quickInput } = workbench;
      await sideBar.open('Serververwaltung');
      await sideBar.row('shop-frankfurt').waitFor();
      await sideBar.expand('Handlungsbedarf');
      await sideBar.row('archive-london').nth(1).waitFor();
      await workbench.screenshot('attention-group-german');
      await sideBar.openView('Handlungsbedarf');
      await sideBar.closeView('Server');
      await quickInput.runCommand('Serververwaltung: Jetzt prüfen');
      await sideBar.row('mail-relay').waitFor();
      await sideBar.expand('Nicht geprüft');
      await workbench.screenshot('attention-german');
    } finally {
      await workbench.close();
    }
  });
});
