import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';

describe('two windows', () => {
  let service: Sandbox;
  let first: Workbench;
  let second: Workbench;

  before(async () => {
    service = await startSandbox();
    first = await openWorkbench();
    await first.sideBar.open('Server Management');
    await first.page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await first.sideBar.row('shop-frankfurt').waitFor();
    second = await first.openAnother();
    await second.sideBar.open('Server Management');
    await second.sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await first.close();
    await service.close();
  });

  async function useDns(workbench: Workbench): Promise<boolean> {
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.row('SSH Settings').click();
    await workbench.editors.opened('1.ssh.json');
    return (JSON.parse(await workbench.editors.text()) as { useDns: boolean }).useDns;
  }

  async function switchDns(workbench: Workbench): Promise<void> {
    const text = await workbench.editors.text();
    const { useDns: before } = JSON.parse(text) as { useDns: boolean };
    await workbench.editors.replaceText(
      text.replace(`"useDns": ${before}`, `"useDns": ${!before}`),
    );
    await workbench.editors.unsavedTab('1.ssh.json').waitFor();
    await workbench.editors.save();
    await workbench.editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
  }

  it('share a pin set in one and a kind hidden in the other after a reload', async () => {
    await first.page.bringToFront();
    await first.sideBar.chooseInMenu('batch-amsterdam', 'Pin to Top');
    await first.sideBar.rows.first().getByText('batch-amsterdam').waitFor();
    await second.page.bringToFront();
    await second.quickInput.runCommand('Server Management: Choose Visible Resources…');
    await second.quickInput.question('Select the resources to show').waitFor();
    // The list is longer than the visible part.
    await second.quickInput.type('Databases');
    await second.quickInput.pick('Databases');
    await second.quickInput.box.getByRole('button', { name: 'OK' }).click();
    for (const window of [first, second]) {
      // Only one window can be in front at a time.
      await window.page.bringToFront();
      await window.reload();
      await window.sideBar.open('Server Management');
      await window.sideBar.rows.first().getByText('batch-amsterdam').waitFor();
      await window.sideBar.expand('shop-frankfurt');
      await window.sideBar.row('Database Users').waitFor();
      assert.equal(await window.sideBar.row('Databases').count(), 0);
    }
    await second.screenshot('accounts-windows-merged');
  });

  it('each have a sandbox with the same data; the second one to write reports a conflict and loads the changes', async () => {
    const atFirst = await useDns(first);
    await useDns(second);
    await first.page.bringToFront();
    await switchDns(first);
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
    assert.equal(await useDns(second), !atFirst);
  });

  it('show an account added in the other after a reload', async () => {
    await first.page.bringToFront();
    await addAccount(first, { ...service, label: 'Example Hosting', environment: 'staging' });
    await first.sideBar.row('Example Hosting').waitFor();
    await second.page.bringToFront();
    await second.reload();
    await second.sideBar.open('Server Management');
    await second.sideBar.row('Example Hosting').waitFor();
    await second.sideBar.expand('Example Hosting');
    await second.sideBar.row('shop-frankfurt').waitFor();
  });
});
