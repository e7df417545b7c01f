import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { until } from '../support/until';
import { chooseInAccountMenu, menuItem, openAccountMenu } from '../support/accountSteps';

describe('the sandbox as an account', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench();
    await workbench.sideBar.open('Server Management');
  });

  after(() => workbench.close());

  async function useDns({ sideBar, editors } = workbench): Promise<boolean> {
    await sideBar.expand('shop-frankfurt');
    await sideBar.row('SSH Settings').click();
    await editors.opened('1.ssh.json');
    return (JSON.parse(await editors.text()) as { useDns: boolean }).useDns;
  }

  /** Toggles `useDns` in the open document, and saves it. */
  async function switchDns({ editors } = workbench): Promise<void> {
    const text = await editors.text();
    const { useDns: was } = JSON.parse(text) as { useDns: boolean };
    await editors.replaceText(text.replace(`"useDns": ${was}`, `"useDns": ${!was}`));
    await editors.unsavedTab('1.ssh.json').waitFor();
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
  }

  /** The content of the sandbox's data file. */
  function keptUseDns(): unknown {
    const file = path.join(
      workbench.dataFolder,
      'data/User/globalStorage/server-management.server-management-explorer/sandbox.json',
    );
    if (!existsSync(file)) return undefined;
    const { servers } = JSON.parse(readFileSync(file, 'utf8')) as { servers: unknown[] };
    return JSON.stringify(servers[0]).includes('"useDns":true');
  }

  let atFirst: boolean;

  it('appears after one click, labeled as a sandbox in the view, in the menu and on tabs', async () => {
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.page.getByText('Sandbox · sample data on this machine').waitFor();
    await openAccountMenu(workbench);
    await menuItem(workbench, 'Sandbox (Server Management)').waitFor();
    assert.equal(await menuItem(workbench, 'Sign in with Server Management').count(), 0);
    await workbench.page.keyboard.press('Escape');
    atFirst = await useDns();
    assert.equal(await workbench.editors.badge('1.ssh.json'), 'SB');
    await workbench.screenshot('accounts-sandbox');
  });

  it('keeps its data across a restart', async () => {
    await switchDns();
    await until('the sandbox has put it away', () => keptUseDns() === !atFirst);
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    assert.equal(await useDns(), !atFirst);
  });

  it('can be reset after a confirmation', async () => {
    await workbench.quickInput.runCommand('Server Management: Reset the Sandbox…');
    await workbench.messages.answerDialog('Cancel');
    assert.equal(await useDns(), !atFirst);
    await workbench.quickInput.runCommand('Server Management: Reset the Sandbox…');
    await workbench.messages.answerDialog('Reset');
    await workbench.quickInput.runCommand('View: Close Editor');
    await workbench.editors.tab('1.ssh.json').waitFor({ state: 'detached' });
    assert.equal(await useDns(), atFirst);
  });

  it('disappears after signing out, and comes back with its data', async () => {
    await chooseInAccountMenu(workbench, 'Sandbox (Server Management)', 'Sign Out');
    await workbench.messages.answerDialog('Sign Out');
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  it('has the same data in each window; the second one to write reports a conflict and loads the changes', async () => {
    const second = await workbench.openAnother();
    await second.sideBar.open('Server Management');
    const before = await useDns(second);
    await workbench.page.bringToFront();
    assert.equal(await useDns(), before);
    await switchDns();
    await second.page.bringToFront();
    // The same value as before, so that a different value afterwards can only be the other window's.
    await switchDns(second);
    await switchDns(second);
    const words = 'Somebody else, such as another window, has changed the state file';
    await second.messages.notification(words).waitFor();
    await second.screenshot('accounts-sandbox-two-windows');
    await second.messages.answerNotification(words, 'Start It Again');
    await second.quickInput.runCommand('View: Close Editor');
    await second.editors.tab('1.ssh.json').waitFor({ state: 'detached' });
    assert.equal(await useDns(second), !before);
  });
});
