import assert from 'node:assert/strict';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { findBarriers, panelPage } from '../support/webviewPage';

const themes = [
  { name: 'light', id: 'Default Light Modern' },
  { name: 'dark', id: 'Default Dark Modern' },
  { name: 'high-contrast', id: 'Default High Contrast' },
  { name: 'high-contrast-light', id: 'Default High Contrast Light' },
];

const panels = [
  { kind: 'Server', path: ['shop-frankfurt'], heading: 'shop-frankfurt', last: 'Recent Events' },
  {
    kind: 'Web Application Firewall',
    path: ['shop-frankfurt', 'storefront'],
    heading: 'Web Application Firewall',
    last: 'Dates',
  },
  {
    kind: 'Cache Configuration',
    path: ['shop-frankfurt', 'storefront'],
    heading: 'Cache Configuration',
    last: 'Credentials',
  },
  { kind: 'Canvas', path: ['Blog'], heading: 'Blog', last: 'Dates' },
];

async function openPanel(workbench: Workbench, { kind, path }: (typeof panels)[number]) {
  await workbench.quickInput.runCommand('Server Management: Open Overview');
  for (const label of [kind, ...path]) {
    // oxlint-disable-next-line no-await-in-loop
    await workbench.quickInput.pick(label);
  }
}

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
      it(`shows ${panel.kind} whole, without a barrier`, async () => {
        await openPanel(workbench, panel);
        const page = panelPage(workbench.page);
        await page.getByRole('heading', { name: panel.heading, level: 1 }).waitFor();
        await page.getByRole('heading', { name: panel.last }).waitFor();
        await page.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
        const name = panel.kind.toLowerCase().replaceAll(' ', '-');
        await workbench.screenshot(`panel-${name}-${theme.name}`);
        await page.locator('section').last().scrollIntoViewIfNeeded();
        await workbench.screenshot(`panel-${name}-${theme.name}-end`);
        assert.deepEqual(await findBarriers(workbench.page), []);
      });
    }
  });
}
