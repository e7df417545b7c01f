import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { pointUntil } from '../harness/workbench/pointUntil';
import { addAccount } from '../support/accountSteps';
import { panelPage } from '../support/webviewPage';

describe('a service with unusual answers', () => {
  let service: Sandbox;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ profile: 'odd' });
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

  it('shows the overview of the odd server', async () => {
    const { sideBar, page } = workbench;
    await sideBar.chooseInMenu('agency-singapore', 'Open Overview');
    const panel = panelPage(page);
    await panel.getByRole('heading', { name: 'Recent Events' }).waitFor();
    await panel.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    await workbench.screenshot('odd-panel');
  });
});
