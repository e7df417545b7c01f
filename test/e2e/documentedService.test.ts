import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { startDraft } from '../support/draftSteps';

describe('a service with only the documented endpoints', () => {
  let service: Sandbox;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ profile: 'documented' });
    workbench = await openWorkbench();
    const { url, token } = service;
    await addAccount(workbench, { url, token, label: 'Plain Hosting', environment: 'development' });
    await workbench.sideBar.open('Server Management');
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  /** The labels of all rows at a level. */
  function labels(level: number): Promise<string[]> {
    const rows = workbench.sideBar.rows.and(workbench.page.locator(`[aria-level="${level}"]`));
    return rows.locator('.label-name').allTextContents();
  }

  it('accepts a server by its id and a name, and has rows for everything that can be done with it', async () => {
    const { sideBar, quickInput } = workbench;
    await sideBar.row('Add Server by ID…').waitFor();
    await workbench.screenshot('documented-start');
    await sideBar.row('Add Server by ID…').click();
    await quickInput.answer('ID of the Server', '1');
    await quickInput.answer('Name to show', 'Shop');
    await sideBar.row('Shop').and(workbench.page.locator('[aria-expanded="true"]')).waitFor();
    await sideBar.row('Cron Jobs').waitFor();
    assert.deepEqual(await labels(2), [
      'Web Applications',
      'Cron Jobs',
      'Supervisor Jobs',
      'Firewall Rules',
      'SSH Settings',
      'System Users',
      'Database Users',
    ]);
    await workbench.screenshot('documented-server');
  });

  it('creates a firewall rule, and says that its deployment is unknown', async () => {
    const { sideBar, quickInput } = workbench;
    await sideBar.pressInline('Firewall Rules', 'Create Firewall Rule…');
    await quickInput.answer('Port, or a range', '8080');
    await quickInput.pick('Anywhere');
    await quickInput.pick('Use the Defaults');
    await sideBar.selected('TCP 8080');
    await sideBar.row('Deployment unknown').waitFor();
    await sideBar.row('TCP 8080').getByText("can't be read").waitFor();
    await workbench.screenshot('documented-firewall');
    await sideBar.collapse('Firewall Rules');
  });

  it('remembers a server created in VS Code', async () => {
    const { sideBar, quickInput } = workbench;
    await quickInput.runCommand('Server Management: Add Server…');
    await quickInput.answer('Name of the server', 'fresh');
    await quickInput.answer('IP address of the server', '203.0.113.99');
    for (const choice of ['Linode', 'NGINX', 'Native', 'MariaDB']) {
      await quickInput.pick(choice);
    }
    await sideBar.row('fresh').waitFor();
    await workbench.screenshot('documented-created');
  });

  it('remembers a supervisor job created from a draft', async () => {
    const { sideBar, editors } = workbench;
    const tab = await startDraft(workbench, 'Supervisor Jobs');
    const content = JSON.parse(await editors.text()) as object;
    const filled = { ...content, label: 'Queue', username: 'webmaster', command: 'sleep 60' };
    await editors.replaceText(JSON.stringify(filled, undefined, 2));
    await editors.unsavedTab(tab).waitFor();
    await editors.save();
    await editors.tab(tab).waitFor({ state: 'detached' });
    await sideBar.expand('Supervisor Jobs');
    await sideBar.row('Queue').getByText("can't be read").waitFor();
    await workbench.screenshot('documented-drafted');
    await sideBar.collapse('Supervisor Jobs');
  });
});
