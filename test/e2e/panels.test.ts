import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { type OpenedPanel, openPanel, panels } from '../support/panelSteps';
import { switchTheme, themes } from '../support/themes';
import { findBarriers, panelFrame } from '../support/webviewPage';

function fileNameOf({ name }: OpenedPanel): string {
  return `panel-${name.toLowerCase().replaceAll(' ', '-')}`;
}

describe('panels', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({
      settings: { 'serverManagement.sandbox.autoStart': true },
    });
  });

  after(() => workbench.close());

  for (const theme of themes) {
    describe(`in the theme ${theme.name}`, () => {
      before(() => switchTheme(workbench, theme));

      for (const panel of panels) {
        it(`show ${panel.name} in full, without accessibility problems`, async () => {
          const page = await openPanel(workbench, panel);
          await page.locator(`body[data-vscode-theme-kind="vscode-${theme.name}"]`).waitFor();
          const name = `${fileNameOf(panel)}-${theme.name}`;
          await workbench.screenshot(name);
          await page.locator('section').last().scrollIntoViewIfNeeded();
          await workbench.screenshot(`${name}-end`);
          assert.deepEqual(await findBarriers(workbench.page), []);
          await workbench.quickInput.runCommand('View: Close Editor');
        });
      }
    });
  }

  for (const [name, width] of [
    ['narrow', 372],
    ['wide', 2_052],
  ] as const) {
    describe(`in a ${name} window`, () => {
      before(() => workbench.page.setViewportSize({ width, height: 900 }));

      for (const panel of panels) {
        it(`fit the width: ${panel.name}`, async () => {
          await openPanel(workbench, panel);
          await workbench.screenshot(`${fileNameOf(panel)}-${name}`);
          const frame = await panelFrame(workbench.page);
          const tooMuch = await frame.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          assert.equal(tooMuch, 0);
          assert.deepEqual(await findBarriers(workbench.page), []);
          await workbench.quickInput.runCommand('View: Close Editor');
        });
      }
    });
  }
});
