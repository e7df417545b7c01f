import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { switchTheme, themes } from '../support/themes';

describe('what needs attention', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({
      settings: { 'serverManagement.sandbox.autoStart': true },
      viewport: { width: 1280, height: 1000 },
    });
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(() => workbench.close());

  for (const theme of themes) {
    it(`is beside rows that can be read in the theme ${theme.name}`, async () => {
      const { sideBar } = workbench;
      await switchTheme(workbench, theme);
      await sideBar.expand('shop-frankfurt');
      await sideBar.expand('Cron Jobs');
      await sideBar.row('Newsletter').waitFor();
      await sideBar.expand('Firewall Rules');
      await sideBar.row('TCP 8000-8999').waitFor();
      await sideBar.expand('Services');
      await sideBar.row('Memcached').waitFor();
      await workbench.screenshot(`explorer-theme-${theme.name}`);
    });
  }

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
    assert.equal(await status.count(), 0, 'nothing is new');
  });

  it("shows a finding's field, and leaves the keyboard in the tree", async () => {
    const { sideBar, page, editors } = workbench;
    await sideBar.row('media-paris').click();
    await page.locator('[id="status.editor.selection"]').getByText('selected').waitFor();
    await page.locator('.part.sidebar .monaco-list:focus').waitFor();
    await workbench.screenshot('attention-field');
    await editors.closeAll();
  });

  for (const theme of themes) {
    it(`can be read in the theme ${theme.name}, at any width`, async () => {
      const { page } = workbench;
      await switchTheme(workbench, theme);
      for (const width of [1600, 600]) {
        await page.setViewportSize({ width, height: 1000 });
        await workbench.sideBar.row('mail-relay').waitFor();
        await workbench.screenshot(`attention-${theme.name}-${width}`);
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
