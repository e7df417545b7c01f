import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { freePort } from '../harness/system/freePort';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { SandboxProbe } from '../support/sandboxProbe';

const sshSettings = '/api/v3/servers/1/settings/ssh';

describe('the core workflow', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ token: 'token-of-the-e2e-service' });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  it('welcomes a person without an account', async () => {
    await workbench.sideBar.open('Server Management');
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    await workbench.page
      .locator('.activitybar .progress-badge:visible')
      .waitFor({ state: 'detached' });
    await workbench.screenshot('welcome');
  });

  it('reports an address at which nothing answers', async () => {
    await workbench.page.getByRole('button', { name: 'Add Account' }).first().click();
    await workbench.quickInput.answer(
      'Address of the service',
      `http://127.0.0.1:${await freePort()}`,
    );
    await workbench.quickInput.box.getByText("Couldn't reach the service (ECONNREFUSED)").waitFor();
    await workbench.page.keyboard.press('Escape');
    await workbench.quickInput.box.waitFor({ state: 'hidden' });
  });

  it('saves no account while the service refuses the token', async () => {
    await workbench.page.getByRole('button', { name: 'Add Account' }).first().click();
    await workbench.quickInput.answer('Address of the service', 'http://example.com');
    await workbench.quickInput.box.getByText('Use https').waitFor();
    await workbench.quickInput.enter(service.url);
    await workbench.quickInput.pick('API token');
    await workbench.quickInput.answer('API token (Press', 'a-wrong-token');
    await workbench.quickInput.box.getByText('allow list').waitFor();
    await workbench.screenshot('wrong-token');
  });

  it('saves the account once ping answers, and shows its servers with one list request', async () => {
    await probe.forgetRequests();
    await workbench.quickInput.enter(service.token);
    await workbench.quickInput.answer('Display name of the account', 'Example Hosting');
    await workbench.quickInput.pick('production');
    await workbench.sideBar.rows.nth(3).waitFor();
    const requests = await probe.requests();
    assert.deepEqual(requests.map(({ method, path }) => `${method} ${path}`).toSorted(), [
      'GET /api/v2/ping',
      'GET /api/v3/ping',
      'GET /api/v3/servers',
    ]);
  });

  it('shows the resources of a server', async () => {
    const first = await workbench.sideBar.rows.first().locator('.label-name').textContent();
    await workbench.sideBar.expand(first ?? '');
    await workbench.sideBar.expand('Web Applications');
    await workbench.sideBar.expand('Cron Jobs');
    await workbench.sideBar.expand('Firewall Rules');
    await workbench.sideBar.row('SSH Settings').waitFor();
    await workbench.screenshot('tree');
  });

  it('shows more of a long list on demand', async () => {
    await workbench.sideBar.collapse('shop-frankfurt');
    await workbench.sideBar.expand('batch-amsterdam');
    await workbench.sideBar.expand('Cron Jobs');
    await workbench.sideBar.rows.and(workbench.page.locator('[aria-level="3"]')).first().waitFor();
    await workbench.page.keyboard.press('End');
    await workbench.sideBar.row('Load more (40 of 57)').waitFor();
    await workbench.screenshot('load-more');
    await workbench.sideBar.row('Load more (40 of 57)').click();
    await workbench.sideBar.row('Load more (40 of 57)').waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Home');
    await workbench.sideBar.collapse('batch-amsterdam');
    await workbench.sideBar.expand('shop-frankfurt');
  });

  it('edits SSH settings as JSON and sends only what was changed', async () => {
    const before = await probe.call('GET', sshSettings);
    await workbench.sideBar.row('SSH Settings').click();
    await workbench.editors.opened('1.ssh.json');
    await workbench.editors.active.getByText('useDns').waitFor();
    await workbench.screenshot('json-editor');
    assert.deepEqual(JSON.parse(await workbench.editors.text()), before);

    await probe.forgetRequests();
    const after = { ...before, useDns: before['useDns'] !== true };
    await workbench.editors.replaceText(JSON.stringify(after, undefined, 2));
    await workbench.editors.unsavedTab('1.ssh.json').waitFor();
    await workbench.editors.save();
    await workbench.editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    const requests = await probe.requests();
    assert.deepEqual(
      requests.map(({ method, path, body }) => ({ method, path, body: body ?? null })),
      [
        { method: 'GET', path: sshSettings, body: null },
        { method: 'PATCH', path: sshSettings, body: { useDns: after.useDns } },
      ],
    );
    assert.deepEqual(await probe.call('GET', sshSettings), after);
  });

  it('keeps the tab unsaved and the text intact when a save fails', async () => {
    const typed =
      '{\n  "passwordlessLogin": true,\n  "preventRootLogin": "yes",\n  "useDns": true\n}\n';
    await workbench.editors.replaceText(typed);
    await workbench.editors.unsavedTab('1.ssh.json').waitFor();
    await workbench.editors.save();
    await workbench.messages.notification('preventRootLogin').waitFor();
    await workbench.screenshot('failed-save');
    assert.equal(await workbench.editors.text(), typed);
    await workbench.editors.unsavedTab('1.ssh.json').waitFor();
  });
});
