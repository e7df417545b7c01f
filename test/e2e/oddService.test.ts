import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { pointUntil } from '../harness/workbench/pointUntil';
import { addAccount } from '../support/accountSteps';
import { SandboxProbe } from '../support/sandboxProbe';
import { panelPage } from '../support/webviewPage';

const sshSettings = '/api/v3/servers/3/settings/ssh';

describe('a service with unusual answers', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ profile: 'odd' });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
    const { url, token } = service;
    await addAccount(workbench, { url, token, label: 'Odd Hosting', environment: 'development' });
    await workbench.sideBar.open('Server Management');
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  it('shows all servers, and reports an unexpected provider on its row', async () => {
    const { sideBar, page } = workbench;
    await sideBar.rows.nth(7).waitFor();
    const odd = sideBar.row('agency-singapore');
    await odd.getByText('Unexpected: provider').waitFor();
    assert.equal(await sideBar.rows.getByText('Unexpected').count(), 1);
    await pointUntil(odd, page.locator('.workbench-hover').filter({ hasText: '{"code":' }));
    await workbench.screenshot('odd-row');
    await page.mouse.move(0, 0);
  });

  it('opens, changes and saves a document', async () => {
    const { editors, sideBar } = workbench;
    await sideBar.expand('agency-singapore');
    await sideBar.expand('Web Applications');
    await sideBar.rows.and(workbench.page.locator('[aria-level="3"]')).first().waitFor();
    await sideBar.row('SSH Settings').click();
    await editors.opened('3.ssh.json');
    await editors.active.getByText('useDns').waitFor();
    const before = JSON.parse(await editors.text()) as Record<string, unknown>;
    const after = { ...before, useDns: before['useDns'] !== true };
    await editors.replaceText(JSON.stringify(after, undefined, 2));
    await editors.unsavedTab('3.ssh.json').waitFor();
    await editors.save();
    await editors.unsavedTab('3.ssh.json').waitFor({ state: 'detached' });
    assert.deepEqual(await probe.call('GET', sshSettings), { data: after });
    await workbench.screenshot('odd-document');
  });

  it('creates and deletes a cron job', async () => {
    const { quickInput, sideBar, messages } = workbench;
    await sideBar.pressInline('Cron Jobs', 'Create Cron Job…');
    await quickInput.enter('Tidy up');
    await quickInput.pick('Every hour');
    await quickInput.pick('webmaster');
    await quickInput.box.getByText('Command').first().waitFor();
    await quickInput.enter('tidy --all');
    await sideBar.selected('Tidy up');
    await workbench.screenshot('odd-created');
    await sideBar.chooseInMenu('Tidy up', 'Delete…');
    await messages.answerDialog('Delete');
    await sideBar.row('Tidy up').waitFor({ state: 'detached' });
  });

  it('shows the overview of the odd server', async () => {
    const { sideBar, page } = workbench;
    await sideBar.chooseInMenu('agency-singapore', 'Open Overview');
    const panel = panelPage(page);
    await panel.getByRole('heading', { name: 'Recent Events' }).waitFor();
    await panel.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    await workbench.screenshot('odd-panel');
  });
});
