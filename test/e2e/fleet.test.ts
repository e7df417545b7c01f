import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { SandboxProbe } from '../support/sandboxProbe';
import { switchTheme, type Theme, themes } from '../support/themes';
import { findBarriers, panelPage, timeAtWork } from '../support/webviewPage';

/** Opens the overview without anything beside it. */
async function openFleet({ quickInput, page }: Workbench): Promise<FrameLocator> {
  await quickInput.runCommand('Server Management: Open Fleet Overview');
  const fleet = panelPage(page);
  await fleet.locator('table.bars').waitFor();
  await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
  return fleet;
}

/** Takes pictures of a page in a theme, at both widths, and looks for barriers in each. */
async function look(
  workbench: Workbench,
  { name, height, part }: { readonly name: string; readonly height: number; readonly part: string },
  theme: Theme,
): Promise<void> {
  const { page } = workbench;
  const shown = panelPage(page);
  await switchTheme(workbench, theme);
  await shown.locator(`body[data-vscode-theme-kind="vscode-${theme.name}"]`).waitFor();
  for (const width of [1600, 600]) {
    // oxlint-disable no-await-in-loop
    await page.setViewportSize({ width, height });
    await shown.locator(part).first().waitFor();
    await workbench.screenshot(`${name}-${theme.name}-${width}`);
    assert.deepEqual(await findBarriers(page), []);
    // oxlint-enable no-await-in-loop
  }
}

const overview = { name: 'fleet', height: 2400, part: 'table.bars' };

describe('the fleet overview', () => {
  let workbench: Workbench;
  let fleet: FrameLocator;

  before(async () => {
    workbench = await openWorkbench({
      settings: { 'serverManagement.sandbox.autoStart': true },
      viewport: { width: 1600, height: 1200 },
    });
    const { sideBar, quickInput } = workbench;
    await sideBar.open('Server Management');
    await sideBar.row('shop-frankfurt').waitFor();
    await sideBar.openView('Needs Attention');
    await quickInput.runCommand('Server Management: Check Now');
    await sideBar.row('mail-relay').waitFor();
    fleet = await openFleet(workbench);
    await fleet.locator('.line').first().waitFor();
  });

  after(() => workbench.close());

  for (const theme of themes) {
    it(`shows everything in the theme ${theme.name}, without a barrier`, () =>
      look(workbench, overview, theme));
  }

  it('leads from an hour to its jobs and to the document of one, by keyboard alone', async () => {
    const { page } = workbench;
    await page.setViewportSize({ width: 1280, height: 1200 });
    const first = fleet.locator('button.cell').first();
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await fleet.locator('#list').waitFor();
    await workbench.screenshot('fleet-jobs');
    const link = fleet.locator('#list button.link').first();
    const job = (await link.textContent()) ?? '';
    await fleet.locator('#list h3:focus').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await link.and(fleet.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const [name = ''] = job.split(' › ').slice(-1);
    await page.locator(`[role="tab"][data-resource-name*=${JSON.stringify(name)}]`).waitFor();
  });

  it('has a page that follows events, without a barrier, and is back after a reload', async () => {
    const { page, quickInput, sideBar, editors } = workbench;
    await editors.closeAll();
    await page.setViewportSize({ width: 1280, height: 800 });
    await sideBar.open('Server Management');
    await sideBar.row('shop-frankfurt').click({ modifiers: ['ControlOrMeta'] });
    await quickInput.runCommand('Server Management: Follow Events');
    const follow = panelPage(page);
    await follow.locator('.event.level-warning').first().waitFor();
    await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
    for (const theme of themes) {
      // Each is looked at in the same window.
      // oxlint-disable-next-line no-await-in-loop
      await look(workbench, { name: 'follow', height: 900, part: '.event.level-warning' }, theme);
    }
    await follow.getByLabel('Level').selectOption({ label: 'Warnings' });
    await follow.locator('.event:not([hidden]):not(.level-warning)').waitFor({ state: 'detached' });
    await follow.getByRole('button', { name: 'Pause' }).click();
    await follow.getByRole('button', { name: 'Resume' }).waitFor();
    await workbench.reload();
    await panelPage(page).locator('.event.level-warning').first().waitFor();
    await editors.closeAll();
  });

  it('is back after a reload, with its filter', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand('Server Management: Open Fleet Overview');
    await fleet.locator('input[type="search"]').fill('nothing has this name');
    await fleet.locator('.line').first().waitFor({ state: 'detached' });
    await workbench.reload();
    fleet = panelPage(workbench.page);
    await fleet.locator('table.bars').waitFor();
    assert.equal(await fleet.locator('input[type="search"]').inputValue(), 'nothing has this name');
    assert.equal(await fleet.locator('.line').count(), 0);
  });
});

describe('the fleet overview of 500 servers', () => {
  let service: Sandbox;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ servers: 500 });
    workbench = await openWorkbench({ viewport: { width: 1600, height: 1200 } });
    const { sideBar } = workbench;
    await sideBar.open('Server Management');
    await addAccount(workbench, { ...service, label: 'Example Hosting', environment: 'staging' });
    await sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  it('asks for nothing by being opened, and is drawn at once', async () => {
    const { sideBar, page } = workbench;
    await sideBar.row('Load more (40 of 500)').waitFor();
    await sideBar.chooseInMenu('Load more (40 of 500)', 'Load All');
    await sideBar.row('Load more (40 of 500)').waitFor({ state: 'detached' });
    const probe = new SandboxProbe(service);
    await probe.forgetRequests();
    await openFleet(workbench);
    const isOfChecks = (path: string): boolean => /\/health|\/ssl/.test(path);
    const paths = (await probe.requests()).map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !isOfChecks(path)),
      [],
    );
    assert.ok((await timeAtWork(page)) < 1_000);
    for (const theme of themes) {
      // oxlint-disable-next-line no-await-in-loop
      await look(workbench, { ...overview, name: 'fleet-500' }, theme);
    }
  });
});

describe('the fleet overview in German', () => {
  it('appears in German', async () => {
    const workbench = await openWorkbench({
      language: 'de',
      settings: { 'serverManagement.sandbox.autoStart': true },
      viewport: { width: 1280, height: 1800 },
    });
    try {
      const { sideBar, quickInput, page } = workbench;
      await sideBar.open('Serververwaltung');
      await sideBar.row('shop-frankfurt').waitFor();
      await quickInput.runCommand('Serververwaltung: Flottenübersicht öffnen');
      await panelPage(page).getByRole('heading', { name: 'Serverstatus' }).waitFor();
      await workbench.screenshot('fleet-german');
    } finally {
      await workbench.close();
    }
  });
});
