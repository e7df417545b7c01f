import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { startDraft } from '../support/draftSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import { panelPage } from '../support/webviewPage';

describe('a service with only the documented endpoints', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ profile: 'documented' });
    probe = new SandboxProbe(service);
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

  it('opens a cron job with the data from the list', async () => {
    const { sideBar, editors } = workbench;
    await sideBar.expand('Cron Jobs');
    await probe.forgetRequests();
    await sideBar.row('Nightly backup').click();
    await editors.opened('101.cron-job.json');
    await editors.active.getByText('"Nightly backup"').waitFor();
    const paths = (await probe.requests()).map(({ path }) => path);
    assert.deepEqual([...new Set(paths)], ['/api/v2/servers/1/cronjobs']);
    await sideBar.collapse('Cron Jobs');
  });

  it('changes an SSH setting without knowing the others', async () => {
    const { sideBar, editors } = workbench;
    await sideBar.row('SSH Settings').click();
    await editors.opened('1.ssh.json');
    await editors.active.getByText('useDns').waitFor();
    const unknown = { passwordlessLogin: null, preventRootLogin: null, useDns: null };
    assert.deepEqual(JSON.parse(await editors.text()), unknown);
    await workbench.screenshot('documented-unknown');
    await editors.replaceText(JSON.stringify({ ...unknown, useDns: true }, undefined, 2));
    await editors.unsavedTab('1.ssh.json').waitFor();
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    const [write] = (await probe.requests()).filter(({ method }) => method === 'PATCH');
    assert.deepEqual(write?.body, { useDns: true });
    await workbench.screenshot('documented-set');
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

  it('shows the cache of a web application that was added by its id', async () => {
    const { sideBar, quickInput, editors } = workbench;
    await sideBar.expand('Web Applications');
    await sideBar.row('Add Web Application by ID…').click();
    await quickInput.answer('ID of the Web Application', '101');
    await quickInput.answer('Name to show', 'storefront');
    await sideBar.row('storefront').waitFor();
    await sideBar.row('Cache Configuration').click();
    await editors.opened('101.cache-configuration.json');
    await workbench.screenshot('documented-web-application');
    await sideBar.collapse('Web Applications');
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

  it('remembers a server opened by a link', async () => {
    const { sideBar, quickInput, page } = workbench;
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await sideBar.chooseInMenu('Shop', 'Copy…');
    await quickInput.pick('Link');
    let link = '';
    await eventually(async () => {
      link = await page.evaluate(() => navigator.clipboard.readText());
      assert.match(link, /\/servers\/1\.server\.json$/);
    });
    await quickInput.runCommand('Developer: Open URL');
    await quickInput.answer('URL to open', link.replace('/1.server', '/7.server'));
    await workbench.messages.dialog.getByText('Allow').first().waitFor();
    await workbench.messages.answerDialog('Open');
    // A link is complete when its row is selected; earlier steps may still take the focus.
    const linked = sideBar.row('Server 7').and(page.locator('[aria-selected="true"]'));
    await linked.getByText('★').waitFor();
    await workbench.screenshot('documented-linked');
  });

  it('opens integrations and canvases by their ids', async () => {
    const { sideBar, quickInput, editors } = workbench;
    await sideBar.clearSelection();
    await sideBar.closeView('Servers');
    await sideBar.openView('Integrations & Projects');
    // From bottom to top, so that no row moves under the pointer.
    await sideBar.expand('Canvases');
    await sideBar.expand('Integrations');
    await sideBar.row('Add Canvas by ID…').click();
    await quickInput.answer('ID of the Canvas', '1');
    await quickInput.answer('Name to show', 'Blog');
    await sideBar.row('Blog').waitFor();
    await sideBar.row('Add Integration by ID…').click();
    await quickInput.answer('ID of the Integration', '1');
    await quickInput.answer('Name to show', 'Backups');
    await sideBar.row('Backups').click();
    await editors.opened('1.integration.json');
    await editors.active.getByText('label').waitFor();
    await workbench.screenshot('documented-account');
    await sideBar.clearSelection();
    await sideBar.closeView('Integrations & Projects');
    await sideBar.openView('Servers');
    await sideBar.row('Shop').waitFor();
  });

  it('shows the overview of a server with the available data', async () => {
    const { quickInput, page } = workbench;
    await quickInput.runCommand('Server Management: Open Overview');
    await quickInput.pick('Server');
    await quickInput.pick('Shop');
    const panel = panelPage(page);
    await panel.getByRole('heading', { name: 'Shop' }).waitFor();
    await workbench.screenshot('documented-panel');
  });

  it('restores all these rows in the next session', async () => {
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('Shop').waitFor();
    await workbench.sideBar.row('fresh').waitFor();
    await workbench.sideBar.row('Server 7').waitFor();
    await workbench.sideBar.row('Add Server by ID…').waitFor();
  });
});
