import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import { panelPage } from '../support/webviewPage';

describe('tabs of an account that is removed', () => {
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
    await add();
    await addAccount(workbench, { ...other, label: 'Trial', environment: 'development' });
    await workbench.sideBar.expand('Example Hosting');
    await workbench.sideBar.expand('shop-frankfurt');
  });

  after(async () => {
    await workbench.close();
    await Promise.all([service.close(), other.close()]);
  });

  async function add(): Promise<void> {
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
  }

  let typed: string;

  it('keep what was typed, and say why it cannot be saved', async () => {
    const { editors, sideBar, messages, quickInput } = workbench;
    await sideBar.row('SSH Settings').click();
    await editors.opened('1.ssh.json');
    typed = (await editors.text()).replace(/"useDns": (true|false)/, (_all, value: string) =>
      value === 'true' ? '"useDns": false' : '"useDns": true',
    );
    await editors.replaceText(typed);
    await editors.unsavedTab('1.ssh.json').waitFor();
    await sideBar.pressInline('batch-amsterdam', 'Open as JSON');
    await editors.tab('2.server.json').dblclick();
    await quickInput.runCommand('Server Management: Open Overview');
    for (const label of ['Server', 'Example Hosting', 'shop-frankfurt'])
      await quickInput.pick(label);
    await workbench.page.getByRole('tab', { name: 'shop-frankfurt · Example Hosting' }).waitFor();
    await panelPage(workbench.page).getByText('Server · Example Hosting').waitFor();
    await workbench.screenshot('accounts-panel');

    await sideBar.chooseInMenu('Example Hosting', 'Remove Account…');
    await messages.answerDialog('Remove');
    await panelPage(workbench.page).getByText('no account "example-hosting" any more').waitFor();
    await workbench.page.getByRole('tab', { name: 'shop-frankfurt · example-hosting' }).waitFor();
    await workbench.screenshot('accounts-panel-removed');
    await editors.show('1.ssh.json');
    await editors.save();
    await messages.notification('There is no account "example-hosting" any more').waitFor();
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await editors.text(), typed);
  });

  it('say after a restart what became of them, and still hold what was typed', async () => {
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

  it('are read and can be saved again where the account is added again', async () => {
    const { editors } = workbench;
    await workbench.sideBar.open('Server Management');
    await add();
    await probe.forgetRequests();
    await editors.show('2.server.json');
    await eventually(async () => assert.match(await editors.text(), /"batch-amsterdam"/), 15_000);
    await editors.show('1.ssh.json');
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    const writes = (await probe.requests()).filter(({ method }) => method === 'PATCH');
    assert.deepEqual(
      writes.map(({ body }) => Object.keys(body as object)),
      [['useDns']],
    );
  });
});
