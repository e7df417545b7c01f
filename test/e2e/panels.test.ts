import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { openPanel, panels } from '../support/panelSteps';
import { findBarriers } from '../support/webviewPage';

const themes = [
  { name: 'light', id: 'Default Light Modern' },
  { name: 'dark', id: 'Default Dark Modern' },
  { name: 'high-contrast', id: 'Default High Contrast' },
  { name: 'high-contrast-light', id: 'Default High Contrast Light' },
];

for (const theme of themes) {
  describe(`panels in the theme ${theme.name}`, () => {
    let workbench: Workbench;

    before(async () => {
      workbench = await openWorkbench({
        theme: theme.id,
        settings: { 'serverManagement.sandbox.autoStart': true },
      });
    });

    after(() => workbench.close());

    for (const panel of panels) {
      it(`shows ${panel.name} in full, without accessibility problems`, async () => {
        const page = await openPanel(workbench, panel);
        const name = panel.name.toLowerCase().replaceAll(' ', '-');
        await workbench.screenshot(`panel-${name}-${theme.name}`);
        await page.locator('section').last().scrollIntoViewIfNeeded();
        await workbench.screenshot(`panel-${name}-${theme.name}-end`);
        assert.deepEqual(await findBarriers(workbench.page), []);
      });
    }
  });
}
