import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import { panelPage } from '../support/webviewPage';

describe('tabs of a removed account', () => {
  let service: Sandbox;
  let other: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox();
    other = await startSandbox();
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
    await addAccount(workbench, { ...other, label: 'Trial', environment: 'development' });
    await workbench.sideBar.expand('Example Hosting');
    await workbench.sideBar.expand('shop-frankfurt');
  });

  after(async () => {
    await workbench.close();
    await Promise.all([service.close(), other.close()]);
  });

  let typed: string;

  /** The text with one flag toggled. */
  function switched(text: string): string {
    return text.replace(/"useDns": (true|false)/, (_all, value: string) =>
      value === 'true' ? '"useDns": false' : '"useDns": true',
    );
  }

  it("keep edits, and say why they can't be saved", async () => {
    const { editors, sideBar, messages } = workbench;
    await sideBar.row('SSH Settings').click();
    await editors.opened('1.ssh.json');
    const saved = switched(await editors.text());
    await editors.replaceText(saved);
    await editors.unsavedTab('1.ssh.json').waitFor();
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    typed = switched(saved);
    await editors.replaceText(typed);
    await editors.unsavedTab('1.ssh.json').waitFor();
    await sideBar.pressInline('batch-amsterdam', 'Open as JSON');
    await editors.tab('2.server.json').dblclick();
    await sideBar.chooseInMenu('shop-frankfurt', 'Open Overview');
    await workbench.page.getByRole('tab', { name: 'shop-frankfurt · Example Hosting' }).waitFor();
    await panelPage(workbench.page).getByText('Server · Example Hosting').waitFor();
    await workbench.screenshot('accounts-panel');

    await sideBar.chooseInMenu('Example Hosting', 'Remove Account…');
    await messages.answerDialog('Remove');
    await panelPage(workbench.page).getByText('account "example-hosting" was removed').waitFor();
    await workbench.page.getByRole('tab', { name: 'shop-frankfurt · example-hosting' }).waitFor();
    // Retrying can't help.
    await panelPage(workbench.page).getByRole('button', { name: 'Add Account…' }).waitFor();
    assert.equal(await panelPage(workbench.page).getByText('Try Again').count(), 0);
    await workbench.screenshot('accounts-panel-removed');
    await editors.show('1.ssh.json');
    await editors.save();
    await messages.notification('The account "example-hosting" was removed').waitFor();
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await editors.text(), typed);
  });

  it('explain their state after a restart, and still contain the edits', async () => {
    const { editors } = workbench;
    await workbench.restart();
    await editors.show('2.server.json');
    await eventually(async () => {
      assert.match(await editors.text(), /^\/\/ The account "example-hosting" was removed/);
    }, 15_000);
    await workbench.screenshot('accounts-removed-tab');
    await editors.show('1.ssh.json');
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await editors.text(), typed);
  });

  it('never reach a service added under the same name', async () => {
    const { editors, messages, quickInput } = workbench;
    const others = await startSandbox();
    try {
      await addAccount(workbench, {
        ...others,
        label: 'Example Hosting',
        environment: 'production',
      });
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.expand('Example Hosting');
      await workbench.sideBar.row('shop-frankfurt').waitFor();
      const theirs = new SandboxProbe(others);
      await theirs.forgetRequests();
      await probe.forgetRequests();
      await editors.show('1.ssh.json');
      await editors.unsavedTab('1.ssh.json').waitFor();
      assert.equal(await editors.text(), typed);
      await editors.save();
      await messages.notification('The account "example-hosting" was removed').waitFor();
      await workbench.screenshot('accounts-removed-same-name');
      await editors.unsavedTab('1.ssh.json').waitFor();
      assert.equal(await editors.text(), typed);
      assert.deepEqual([await theirs.requests(), await probe.requests()], [[], []]);

      await quickInput.runCommand('Server Management: Show Change History');
      const change = quickInput.entries(/^SSH Settings: useDns /).first();
      await change.getByText("Can't be undone: the account was removed").waitFor();
      await change.hover();
      await change.locator('[aria-label="Show Before and After"]').waitFor();
      await workbench.screenshot('accounts-removed-history');
      assert.equal(await change.locator('[aria-label="Revert…"]').count(), 0);
      await quickInput.cancel();
    } finally {
      await others.close();
    }
  });
});
