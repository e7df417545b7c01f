import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount, chooseInAccountMenu } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';

const secondToken = 'token-that-replaces-it';
const signInRow = 'Sign in again';

describe('edits in the tabs of an account', () => {
  let service: Sandbox;
  let other: Sandbox;
  let workbench: Workbench;
  let probe: SandboxProbe;
  let typed: string;

  before(async () => {
    service = await startSandbox({ token: 'token-that-will-die' });
    other = await startSandbox();
    workbench = await openWorkbench();
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.row('SSH Settings').click();
    await workbench.editors.opened('1.ssh.json');
    // A double click keeps a tab open.
    await workbench.editors.tab('1.ssh.json').dblclick();
    await workbench.sideBar.pressInline('batch-amsterdam', 'Open as JSON');
    await workbench.editors.tab('2.server.json').dblclick();
    await workbench.editors.show('1.ssh.json');
  });

  after(async () => {
    await workbench.close();
    await Promise.all([service.close(), other.close()]);
  });

  /** Types a text in which one flag is toggled. */
  async function toggle(): Promise<void> {
    const { editors } = workbench;
    const text = await editors.text();
    const { useDns } = JSON.parse(text) as { useDns: boolean };
    typed = text.replace(`"useDns": ${useDns}`, `"useDns": ${!useDns}`);
    await editors.replaceText(typed);
    await editors.unsavedTab('1.ssh.json').waitFor();
  }

  it('remain if its token is refused, which one row above the known ones says without a notification', async () => {
    const { sideBar, messages } = workbench;
    await toggle();
    await service.close();
    service = await startSandbox({
      token: secondToken,
      port: Number(new URL(service.url).port),
    });
    probe = new SandboxProbe(service);
    await sideBar.collapse('shop-frankfurt');
    await sideBar.expand('batch-amsterdam');
    await sideBar.expand('Cron Jobs');
    await sideBar.rows.first().filter({ hasText: signInRow }).waitFor();
    await sideBar.row('shop-frankfurt').waitFor();
    assert.equal(await messages.notifications.count(), 0);
  });

  it("aren't sent with the refused token, nor is anything that the person opens", async () => {
    const { sideBar, editors, messages } = workbench;
    const before = (await probe.requests()).length;
    assert.ok(before <= 4, `${before} requests were sent with the dead token`);
    await sideBar.collapse('batch-amsterdam');
    await sideBar.expand('full-disk-seoul');
    await sideBar.expand('Databases');
    await editors.show('1.ssh.json');
    await editors.save();
    await messages.notification('rejected the credentials (401)').waitFor();
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await editors.text(), typed);
    assert.equal((await probe.requests()).length, before);
  });

  it('can be saved with a new token, without a reload', async () => {
    const { sideBar, quickInput, editors } = workbench;
    await sideBar.row(signInRow).first().click();
    await quickInput.question('API token').waitFor();
    await quickInput.enter('wrong-as-well');
    await quickInput.box.getByText('allow list').waitFor();
    await quickInput.cancel();
    await sideBar.row(signInRow).first().waitFor();

    await chooseInAccountMenu(workbench, 'Sign in with Server Management');
    await quickInput.question('API token').waitFor();
    await quickInput.enter(secondToken);
    await sideBar.row(signInRow).first().waitFor({ state: 'detached' });
    await workbench.page
      .locator('.activitybar .badge[aria-label*="Sign in requested"]')
      .waitFor({ state: 'detached' });
    await editors.show('1.ssh.json');
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    const writes = (await probe.requests()).filter(({ method }) => method === 'PATCH');
    assert.deepEqual(
      writes.map(({ body }) => Object.keys(body as object)),
      [['useDns']],
    );
  });

  it('remain when it is removed, and say why they cannot be saved, even after a restart', async () => {
    const { sideBar, editors, messages, quickInput } = workbench;
    await toggle();
    await quickInput.runCommand('Server Management: Remove Account…');
    await messages.answerDialog('Remove');
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    await editors.save();
    await messages.notification('The account "example-hosting" was removed').waitFor();
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await editors.text(), typed);

    await workbench.restart();
    await sideBar.open('Server Management');
    await editors.show('2.server.json');
    await eventually(async () => {
      assert.match(await editors.text(), /^\/\/ The account "example-hosting" was removed/);
    }, 15_000);
    await editors.show('1.ssh.json');
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await editors.text(), typed);
  });

  it('never reach a service added under the same name', async () => {
    const { sideBar, editors, messages } = workbench;
    await addAccount(workbench, { ...other, label: 'Example Hosting', environment: 'production' });
    await sideBar.row('shop-frankfurt').waitFor();
    const theirs = new SandboxProbe(other);
    await Promise.all([theirs, probe].map((each) => each.forgetRequests()));
    await editors.show('1.ssh.json');
    await editors.save();
    await messages.notification('The account "example-hosting" was removed').waitFor();
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await editors.text(), typed);
    assert.deepEqual([await theirs.requests(), await probe.requests()], [[], []]);
  });
});
