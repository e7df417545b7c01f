import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import {
  addAccount,
  chooseInAccountMenu,
  menuItem,
  openAccountMenu,
} from '../support/accountSteps';

describe('accounts', () => {
  let service: Sandbox;
  let other: Sandbox;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'token-of-the-first-service' });
    other = await startSandbox({ token: 'token-of-the-other-service' });
    workbench = await openWorkbench();
    await workbench.sideBar.open('Server Management');
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    await workbench.page
      .locator('.activitybar .progress-badge:visible')
      .waitFor({ state: 'detached' });
    await workbench.screenshot('welcome');
  });

  after(async () => {
    await workbench.close();
    await Promise.all([service, other].map((each) => each.close()));
  });

  it('offers to sign in from the account menu while there is no account', async () => {
    await workbench.page.locator('.activitybar .badge[aria-label*="Sign in requested"]').waitFor();
    await openAccountMenu(workbench);
    await workbench.screenshot('accounts-menu-offer');
    await workbench.page.keyboard.press('Escape');
    await chooseInAccountMenu(workbench, 'Sign in with Server Management');
    await workbench.quickInput.question('Address of the service').waitFor();
    await workbench.quickInput.cancel();
  });

  it("shows the servers of the only account at the root, and the account's name", async () => {
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.page.getByText('Production · Example Hosting').waitFor();
    await workbench.screenshot('accounts-one');
  });

  it('shows each of several accounts as a row with its environment', async () => {
    await addAccount(workbench, { ...other, label: 'Trial', environment: 'development' });
    const rows = workbench.sideBar.rows;
    await workbench.sideBar.row('Trial').getByText('8 servers').waitFor();
    assert.deepEqual(await rows.locator('.label-name').allTextContents(), [
      'Example Hosting',
      'Trial',
    ]);
    assert.deepEqual(await rows.locator('.label-description').allTextContents(), [
      'Production · 8 servers',
      'Development · 8 servers',
    ]);
    assert.equal(
      await workbench.sideBar.row('Trial').getAttribute('aria-label'),
      'Account, Trial, Development, 8 servers',
    );
  });

  it('renames an account, also in the account menu', async () => {
    await workbench.sideBar.chooseInMenu('Trial', 'Edit Account…');
    await workbench.quickInput.pick('Name');
    await workbench.quickInput.question('Display name of the account').waitFor();
    await workbench.quickInput.enter('Renamed');
    await workbench.sideBar.row('Renamed').waitFor();
    await openAccountMenu(workbench);
    await menuItem(workbench, 'Renamed (Server Management)').waitFor();
    assert.equal(await menuItem(workbench, 'Trial').count(), 0);
    await workbench.screenshot('accounts-menu');
    await workbench.page.keyboard.press('Escape');
  });

  it('is asked about before it is removed, kept if the person declines, and signed out from the account menu', async () => {
    await workbench.sideBar.chooseInMenu('Renamed', 'Remove Account…');
    await workbench.messages.answerDialog('Cancel');
    await workbench.sideBar.row('Renamed').waitFor();
    await chooseInAccountMenu(workbench, 'Renamed (Server Management)', 'Sign Out');
    await workbench.messages.answerDialog('Sign Out');
    await workbench.sideBar.row('Renamed').waitFor({ state: 'detached' });
  });

  it('is restored after a restart', async () => {
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.page.getByText('Production · Example Hosting').waitFor();
  });
});
