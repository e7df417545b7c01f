import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount, chooseInAccountMenu, openAccountMenu } from '../support/accountSteps';
import { SandboxProbe } from '../support/sandboxProbe';

const firstToken = 'token-that-will-die';
const secondToken = 'token-that-replaces-it';
const signInRow = 'Sign in again';

describe('a refused token', () => {
  let service: Sandbox;
  let other: Sandbox;
  let workbench: Workbench;

  /** Restarts the service at the same address, so that it accepts another token. */
  async function replaceToken(token: string): Promise<SandboxProbe> {
    await service.close();
    service = await startSandbox({ token, port: Number(new URL(service.url).port) });
    return new SandboxProbe(service);
  }

  before(async () => {
    service = await startSandbox({ token: firstToken });
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
  });

  after(async () => {
    await workbench.close();
    await service.close();
    await other.close();
  });

  let typed: string;
  let probe: SandboxProbe;

  it('is reported on one row, above the known rows, without a notification', async () => {
    const settings = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
    typed = JSON.stringify({ ...settings, useDns: settings['useDns'] !== true }, undefined, 2);
    await workbench.editors.replaceText(typed);
    await workbench.editors.unsavedTab('1.ssh.json').waitFor();
    probe = await replaceToken(secondToken);
    await workbench.sideBar.collapse('shop-frankfurt');
    await workbench.sideBar.expand('batch-amsterdam');
    await workbench.sideBar.expand('Cron Jobs');
    await workbench.sideBar.rows.first().filter({ hasText: signInRow }).waitFor();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    assert.equal(await workbench.messages.notifications.count(), 0);
    await workbench.screenshot('accounts-needs-sign-in');
  });

  it("isn't sent again by anything the person opens, and edits remain", async () => {
    const before = (await probe.requests()).length;
    assert.ok(before <= 4, `${before} requests were sent with the dead token`);
    await workbench.sideBar.collapse('batch-amsterdam');
    await workbench.sideBar.expand('agency-singapore');
    await workbench.sideBar.expand('Databases');
    await workbench.editors.show('1.ssh.json');
    await workbench.editors.save();
    await workbench.messages.notification('rejected the credentials (401)').waitFor();
    await workbench.editors.unsavedTab('1.ssh.json').waitFor();
    assert.equal(await workbench.editors.text(), typed);
    assert.equal((await probe.requests()).length, before);
  });

  it('can be replaced from the row; a wrong token is refused, and cancelling changes nothing', async () => {
    await workbench.sideBar.row(signInRow).first().click();
    await workbench.quickInput.question('API token').waitFor();
    await workbench.quickInput.enter('wrong-as-well');
    await workbench.quickInput.box.getByText('allow list').waitFor();
    await workbench.quickInput.cancel();
    await workbench.sideBar.row(signInRow).first().waitFor();
  });

  it('is replaced by a new one without a reload: rows are read, and edits can be saved', async () => {
    await openAccountMenu(workbench);
    await workbench.screenshot('accounts-menu-sign-in');
    await workbench.page.keyboard.press('Escape');
    await chooseInAccountMenu(workbench, 'Sign in with Server Management');
    await workbench.quickInput.question('API token').waitFor();
    await workbench.quickInput.enter(secondToken);
    await workbench.sideBar.row(signInRow).first().waitFor({ state: 'detached' });
    await workbench.page
      .locator('.activitybar .badge[aria-label*="Sign in requested"]')
      .waitFor({ state: 'detached' });
    await workbench.editors.show('1.ssh.json');
    await workbench.editors.save();
    await workbench.editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    const writes = (await probe.requests()).filter(({ method }) => method === 'PATCH');
    assert.deepEqual(
      writes.map(({ body }) => Object.keys(body as object)),
      [['useDns']],
    );
  });

  it("of one account doesn't affect another", async () => {
    await addAccount(workbench, { ...other, label: 'Trial', environment: 'development' });
    await workbench.sideBar.expand('Example Hosting');
    await replaceToken('a-third-token');
    await workbench.sideBar.chooseInMenu('Example Hosting', 'Refresh');
    await workbench.sideBar.rows.filter({ hasText: 'needs sign-in · Production' }).waitFor();
    await workbench.sideBar.expand('Trial');
    await workbench.sideBar.row('shop-frankfurt').last().waitFor();
    assert.equal(await workbench.sideBar.row(signInRow).count(), 1);
    await workbench.screenshot('accounts-one-needs-sign-in');
    await workbench.sideBar.pressInline('Example Hosting', 'Sign In Again…');
    await workbench.quickInput.question('API token').waitFor();
    await workbench.quickInput.enter('a-third-token');
    await workbench.sideBar.row(signInRow).waitFor({ state: 'detached' });
  });

  it("isn't assumed when the service is unreachable or the rate limit is reached", async () => {
    await service.close();
    await workbench.sideBar.chooseInMenu('Example Hosting', 'Refresh');
    await workbench.sideBar.rows.filter({ hasText: 'offline · Production' }).waitFor();
    service = await startSandbox({
      token: 'a-third-token',
      port: Number(new URL(service.url).port),
      // Of everything: what is read besides would say that the account is fine.
      faults: ['429:GET:/api/*'],
    });
    await workbench.sideBar.chooseInMenu('Example Hosting', 'Refresh');
    // The last retry waits until the window of the rate limit must be over.
    await workbench.sideBar.rows
      .filter({ hasText: 'rate limited · Production' })
      .waitFor({ timeout: 90_000 });
    await workbench.screenshot('accounts-rate-limited');
  });

  it("doesn't change the account of open tabs, which show its name", async () => {
    // Rows outside the viewport aren't drawn.
    await workbench.sideBar.collapse('Example Hosting');
    await workbench.sideBar.expand('Trial');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.row('SSH Settings').click();
    await workbench.editors.tab('1.ssh.json').nth(1).waitFor();
    const labels = await workbench.editors
      .tab('1.ssh.json')
      .evaluateAll((tabs) =>
        tabs.map((tab) => `${tab.getAttribute('aria-label')} ${tab.textContent}`),
      );
    assert.ok(
      labels.some((label) => label.includes('example-hosting')),
      labels.join('\n'),
    );
    assert.ok(
      labels.some((label) => label.includes('trial')),
      labels.join('\n'),
    );
    assert.equal(await workbench.editors.badge('1.ssh.json'), 'P');
    await workbench.screenshot('accounts-tabs');
  });
});
