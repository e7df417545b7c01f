import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { findBarriers, panelPage } from '../support/webviewPage';

/** Opens the overview with the side bar and panel closed. */
async function openFleet({ quickInput, page }: Workbench): Promise<FrameLocator> {
  await quickInput.runCommand('Server Management: Open Fleet Overview');
  const fleet = panelPage(page);
  await fleet.getByRole('heading', { name: /^Servers/ }).waitFor();
  await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
  return fleet;
}

describe('the fleet overview', () => {
  let window: SignedIn;
  let workbench: Workbench;
  let fleet: FrameLocator;

  before(async () => {
    window = await openSignedIn({
      environment: 'staging',
      options: { viewport: { width: 1600, height: 1200 } },
    });
    ({ workbench } = window);
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(() => window.close());

  it('sends no request when opened', async () => {
    const { probe } = window;
    await probe.forgetRequests();
    await openFleet(workbench);
    const isOfChecks = (path: string): boolean => /\/health|\/ssl/.test(path);
    const paths = (await probe.requests()).map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !isOfChecks(path)),
      [],
    );
    await workbench.editors.closeAll();
  });

  it('shows everything that was checked, without accessibility barriers', async () => {
    const { sideBar, quickInput } = workbench;
    await sideBar.open('Server Management');
    await sideBar.openView('Needs Attention');
    await quickInput.runCommand('Server Management: Check Now');
    await sideBar.row('mail-relay').waitFor();
    fleet = await openFleet(workbench);
    await fleet.locator('.strip').first().waitFor();
    await workbench.screenshot('window-fleet');
    assert.deepEqual(await findBarriers(workbench.page), []);
  });

  it('leads from an hour to its jobs and to the document of one, by keyboard alone', async () => {
    const { page } = workbench;
    const first = fleet.locator('button.cell').first();
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const list = fleet.locator('section section');
    await list.waitFor();
    await workbench.screenshot('fleet-jobs');
    const link = list.locator('button.link').first();
    const job = (await link.textContent()) ?? '';
    await list.locator('h2:focus').waitFor();
    // Past the button that closes the list, and the headings.
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    await link.and(fleet.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const [name = ''] = job.split(' › ').slice(-1);
    await page.locator(`[role="tab"][data-resource-name*=${JSON.stringify(name)}]`).waitFor();
  });

  it('follows events in a page without accessibility barriers', async () => {
    const { page, quickInput, sideBar, editors } = workbench;
    await editors.closeAll();
    await sideBar.open('Server Management');
    await sideBar.row('shop-frankfurt').click({ modifiers: ['ControlOrMeta'] });
    await quickInput.runCommand('Server Management: Follow Events');
    const follow = panelPage(page);
    await follow.locator('tbody .badge.warning').first().waitFor();
    await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
    await workbench.screenshot('window-follow');
    assert.deepEqual(await findBarriers(page), []);
    await follow.getByLabel('Level').selectOption({ label: 'Warnings' });
    await follow.locator('tbody tr:not(:has(.badge.warning))').waitFor({ state: 'detached' });
    await follow.getByRole('button', { name: 'Pause' }).click();
    await follow.getByRole('button', { name: 'Resume' }).waitFor();
  });

  it('is restored after a reload, with its filter, and so is the page that follows events', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand('Server Management: Open Fleet Overview');
    await fleet
      .getByRole('searchbox', { name: 'Filter', exact: true })
      .fill('nothing has this name');
    await fleet.locator('.strip').first().waitFor({ state: 'detached' });
    await workbench.reload();
    fleet = panelPage(workbench.page);
    await fleet.getByRole('heading', { name: /^Servers/ }).waitFor();
    assert.equal(
      await fleet.getByRole('searchbox', { name: 'Filter', exact: true }).inputValue(),
      'nothing has this name',
    );
    assert.equal(await fleet.locator('.strip').count(), 0);
    await quickInput.runCommand('View: Open Previous Editor');
    await panelPage(workbench.page).locator('tbody .badge.warning').first().waitFor();
  });
});
