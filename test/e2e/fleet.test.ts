import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { panelPage } from '../support/webviewPage';

describe('what needs attention, and the fleet overview', () => {
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

  async function openFleet(): Promise<void> {
    await workbench.quickInput.runCommand('Server Management: Open Fleet Overview');
    fleet = panelPage(workbench.page);
    await fleet.getByRole('heading', { name: /^Servers/ }).waitFor();
  }

  it('are known without a request, as far as nothing has to be checked', async () => {
    const { probe } = window;
    await probe.forgetRequests();
    await openFleet();
    const isOfChecks = (path: string): boolean => /\/health|\/ssl/.test(path);
    const paths = (await probe.requests()).map(({ path }) => path);
    assert.deepEqual(
      paths.filter((path) => !isOfChecks(path)),
      [],
    );
    await workbench.editors.closeAll();
  });

  it("list problems and what wasn't checked, open a problem's text without taking the keyboard, and hide muted ones", async () => {
    const { sideBar, quickInput, page, editors } = workbench;
    await sideBar.openView('Needs Attention');
    await sideBar.closeView('Servers');
    await sideBar.row('offline-london').waitFor();
    await sideBar.row('Not checked').waitFor();
    await quickInput.runCommand('Server Management: Check Now');
    // All that it finds: rows that come later would move the others away from the pointer.
    for (const label of [
      'ends-soon.example.org',
      'mail-relay',
      'Security updates off',
      'Stopped',
    ]) {
      await sideBar.row(label).waitFor();
    }
    await sideBar.row('transfer-paris').click();
    await editors.opened('6.ssh.json');
    await page.locator('.part.sidebar .monaco-list:focus').waitFor();
    await editors.closeAll();
    await sideBar.pressInline('mail-relay', 'Mute');
    await sideBar.row('mail-relay').waitFor({ state: 'detached' });
  });

  it('lead from an hour to its jobs and to the document of one, by keyboard alone', async () => {
    const { page, quickInput, editors } = workbench;
    await openFleet();
    await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
    const first = fleet.locator('button.cell').first();
    await first.focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const jobs = fleet.locator('section section');
    const link = jobs.locator('button.link').first();
    const job = (await link.textContent()) ?? '';
    await jobs.locator('h2:focus').waitFor();
    // Past the button that closes the list, and the headings.
    for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
    await link.and(fleet.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const [name = ''] = job.split(' › ').slice(-1);
    await page.locator(`[role="tab"][data-resource-name*=${JSON.stringify(name)}]`).waitFor();
    await editors.closeAll();
  });

  it('are restored after a reload, with the filter, and so is the page that follows events', async () => {
    const { page, quickInput, sideBar } = workbench;
    await sideBar.open('Server Management');
    await sideBar.openView('Servers');
    await sideBar.row('shop-frankfurt').click({ modifiers: ['ControlOrMeta'] });
    await quickInput.runCommand('Server Management: Follow Events');
    await panelPage(page).locator('tbody .badge.warning').first().waitFor();
    await openFleet();
    const filter = () => fleet.getByRole('searchbox', { name: 'Filter', exact: true });
    await fleet.locator('.strip').first().waitFor();
    await filter().fill('nothing has this name');
    await fleet.locator('.strip').first().waitFor({ state: 'detached' });
    await workbench.reload();
    fleet = panelPage(page);
    await fleet.getByRole('heading', { name: /^Servers/ }).waitFor();
    assert.equal(await filter().inputValue(), 'nothing has this name');
    assert.equal(await fleet.locator('.strip').count(), 0);
    await quickInput.runCommand('View: Open Previous Editor');
    await panelPage(page).locator('tbody .badge.warning').first().waitFor();
  });
});
