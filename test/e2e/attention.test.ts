import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';

const windows = [
  { name: 'dark', theme: 'Dark 2026' },
  { name: 'light', theme: 'Light 2026' },
];

for (const { name, theme } of windows) {
  describe(`what needs attention, ${name}`, () => {
    let workbench: Workbench;

    before(async () => {
      workbench = await openWorkbench({
        theme,
        settings: { 'serverManagement.sandbox.autoStart': true },
        viewport: { width: 1280, height: 1000 },
      });
    });

    after(() => workbench.close());

    it("lists problems, their fixes and what wasn't checked", async () => {
      const { sideBar, quickInput, page } = workbench;
      await sideBar.open('Server Management');
      await sideBar.row('shop-frankfurt').waitFor();
      await sideBar.openView('Needs Attention');
      await sideBar.closeView('Servers');
      await sideBar.row('archive-london').waitFor();
      await sideBar.row('Not checked').waitFor();
      await workbench.screenshot(`attention-first-${name}`);
      await quickInput.runCommand('Server Management: Check Now');
      await sideBar.row('mail-relay').waitFor();
      await sideBar.expand('Not checked');
      await workbench.screenshot(`attention-${name}`);
      const status = page.locator('.statusbar [id$="serverManagement.attention"]');
      assert.match((await status.textContent()) ?? '', /\d/);
      await sideBar.pressInline('mail-relay', 'Mute');
      await sideBar.row('mail-relay').waitFor({ state: 'detached' });
      await workbench.screenshot(`attention-muted-${name}`);
    });
  });
}

describe('what needs attention, in German', () => {
  it('appears in German', async () => {
    const workbench = await openWorkbench({
      language: 'de',
      settings: { 'serverManagement.sandbox.autoStart': true },
      viewport: { width: 1280, height: 1000 },
    });
    try {
      const { sideBar, quickInput } = workbench;
      await sideBar.open('Serververwaltung');
      await sideBar.row('shop-frankfurt').waitFor();
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
