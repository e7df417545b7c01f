import assert from 'node:assert/strict';
import { assertEvery } from '../support/assertEvery';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { SandboxProbe } from '../support/sandboxProbe';

describe('the explorer with a legacy account', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({
      profile: 'documented',
      basic: { key: 'legacy-key', secret: 'legacy-secret' },
    });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
    const { quickInput } = workbench;
    await workbench.sideBar.open('Server Management');
    await quickInput.runCommand('Server Management: Add Account…');
    await quickInput.answer('Address of the service', service.url);
    await quickInput.pick('Legacy key and secret');
    await quickInput.answer('API key', 'legacy-key');
    await quickInput.answer('API secret', 'legacy-secret');
    await quickInput.answer('Display name of the account', 'Old Hosting');
    await quickInput.pick('Production');
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  it("offers to open a server by id if it can't list any, and shows the resources in v2", async () => {
    const { sideBar, quickInput } = workbench;
    await sideBar.row('Add Server by ID…').waitFor();
    await probe.forgetRequests();
    await sideBar.row('Add Server by ID…').click();
    await quickInput.answer('ID of the Server', '1');
    await quickInput.answer('Name to show', '');
    // It expands automatically: a click on its arrow could collapse it again.
    await sideBar.row('Server 1').and(workbench.page.locator('[aria-expanded="true"]')).waitFor();
    await sideBar.expand('Cron Jobs');
    await sideBar.row('Nightly backup').waitFor();
    const labels = await sideBar.rows
      .and(workbench.page.locator('[aria-level="2"]'))
      .locator('.label-name')
      .allTextContents();
    assert.deepEqual(labels, ['Cron Jobs', 'SSH Settings', 'Database Users']);
    await workbench.screenshot('explorer-legacy');
    const paths = (await probe.requests()).map(({ path }) => path);
    assertEvery(paths, (path) => path.startsWith('/api/v2/'));
  });

  it('remembers the server in the next session', async () => {
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('Server 1').waitFor();
  });
});
