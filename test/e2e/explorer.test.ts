import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';

describe('the explorer', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ servers: 120 });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1400 } });
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  async function run(title: string): Promise<void> {
    await workbench.quickInput.runCommand(`Server Management: ${title}`);
  }

  async function requests(): Promise<readonly string[]> {
    return (await probe.requests()).map(({ method, path }) => `${method} ${path}`);
  }

  it('shows every kind below a server and a web application', async () => {
    const { sideBar } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Web Applications');
    await sideBar.expand('storefront');
    await sideBar.row('Web Application Firewall').getByText('on', { exact: true }).waitFor();
    await sideBar.row('Certificates').getByText('Advanced mode').waitFor();
    for (const label of ['Cache Configuration', 'Hub Cache', 'Domains']) {
      await sideBar.row(label).waitFor();
    }
    await sideBar.expand('Domains');
    await sideBar.expand('shop.example.com');
    await sideBar.row('Certificate').getByText('until').waitFor();
    await workbench.screenshot('explorer-web-application');
    await sideBar.collapse('Web Applications');
    for (const label of ['Supervisor Jobs', 'Firewall Rules', 'Blocked Addresses', 'SSH Keys']) {
      await sideBar.expand(label);
    }
    await sideBar.expand('Services');
    await sideBar.row('NGINX').waitFor();
    await sideBar.row('order-worker').getByText('running').waitFor();
    await workbench.screenshot('explorer-all-kinds');
    await sideBar.collapse('shop-frankfurt');
  });

  it("says that domains share a certificate, and how long it's valid", async () => {
    const { sideBar } = workbench;
    await sideBar.expand('agency-singapore');
    await sideBar.expand('Web Applications');
    await sideBar.expand('dentist');
    await sideBar
      .row('Certificates')
      .getByText(/until \w{3} \d{1,2}, \d{4} · Basic mode/)
      .waitFor();
    await workbench.screenshot('explorer-shared-certificate');
    await sideBar.collapse('agency-singapore');
  });

  it('shows the state of a server, with its health on hover', async () => {
    await probe.forgetRequests();
    await workbench.sideBar.row('batch-amsterdam').hover();
    await workbench.page.locator('.workbench-hover').getByText('Uptime').waitFor();
    await workbench.screenshot('explorer-hover');
    assert.deepEqual((await requests()).toSorted(), [
      'GET /api/v3/servers/2/hardwareinfo',
      'GET /api/v3/servers/2/health/latest',
      'GET /api/v3/servers/2/stats',
    ]);
  });

  it('refreshes everything from its title, whatever row is focused', async () => {
    const { sideBar } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('SSH Keys');
    // The focused row, which VS Code passes to the commands in the title.
    await sideBar.row('SSH Keys').click();
    await probe.forgetRequests();
    await sideBar.pressInTitle('Servers', 'Refresh');
    await probe.waitForRequest(({ path }) => path === '/api/v3/servers');
    await sideBar.collapse('shop-frankfurt');
  });

  it('only queries the service when filtering by name', async () => {
    await probe.forgetRequests();
    await run('Filter Servers…');
    await workbench.quickInput.enter('name:node-00110');
    await workbench.sideBar.row('node-00110').waitFor();
    assert.deepEqual(await requests(), ['GET /api/v3/servers']);
  });

  it('searches all servers for a tag or a state, shows progress, and can be stopped', async () => {
    await probe.addFault('latency=20000:GET:/api/v3/servers');
    await run('Filter Servers…');
    await workbench.quickInput.enter('state:offline');
    const message = workbench.page.locator('.part.sidebar').getByText(/^Filter: state:offline ·/);
    await message.getByText('Searched 40 of 120…').waitFor();
    await workbench.screenshot('explorer-searching');
    await workbench.page.getByRole('button', { name: 'Stop Searching' }).click();
    await message.getByText('Stopped after 40 of 120.').waitFor();
    await workbench.screenshot('explorer-search-stopped');
    await probe.clearFaults();
  });

  it("filters by name, tag and state, including servers that weren't loaded, and clears the filter with one click", async () => {
    await run('Filter Servers…');
    await workbench.quickInput.enter('tag:production');
    await workbench.sideBar.row('batch-amsterdam').waitFor({ state: 'detached' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.page.getByText('filter: tag:production').first().waitFor();
    await workbench.sideBar.row('Load more (40 of 120)').waitFor({ state: 'detached' });
    await workbench.screenshot('explorer-filter');

    await probe.forgetRequests();
    await run('Filter Servers…');
    await workbench.quickInput.enter('node-00110');
    await workbench.sideBar.row('node-00110').waitFor();
    assert.deepEqual(await requests(), [], 'all servers are known');

    await workbench.page.getByRole('button', { name: 'Clear Filter' }).click();
    await workbench.sideBar.row('batch-amsterdam').waitFor();
  });

  it('says that no known resource matches, and offers to search the service or to index', async () => {
    await probe.forgetRequests();
    await run('Go to Resource…');
    await workbench.quickInput.type('news.example.org');
    await workbench.quickInput.box
      .getByText('No indexed resource matches "news.example.org".')
      .waitFor();
    await workbench.quickInput.entry('Index All Resources').waitFor();
    await workbench.screenshot('explorer-go-to-resource-no-match');
    assert.deepEqual(await requests(), []);
    await workbench.quickInput.type('agency');
    await workbench.quickInput.entry('agency-singapore').waitFor();
    await workbench.quickInput.entry('Search the Service by Name').click();
    await workbench.quickInput.entry('Search Again').waitFor();
    assert.deepEqual(await requests(), ['GET /api/v3/servers']);
    await workbench.quickInput.cancel();
  });

  it('reveals an open document in the tree', async () => {
    await workbench.sideBar.expand('agency-singapore');
    await workbench.sideBar.row('SSH Settings').click();
    await workbench.editors.opened('3.ssh.json');
    await workbench.sideBar.collapse('agency-singapore');
    const { page } = workbench;
    await page.locator('.editor-actions').getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('menuitem', { name: 'Reveal in Servers View' }).click();
    await workbench.page
      .locator('.part.sidebar .monaco-list-row.selected')
      .getByText('SSH Settings')
      .waitFor();
    await workbench.sideBar.collapse('agency-singapore');
  });

  it('reports a failure on a row, and retries on click', async () => {
    await probe.addFault('500:GET:/api/v3/servers/2/supervisors');
    await probe.addFault('404:GET:/api/v3/servers/2/databases');
    await workbench.sideBar.expand('batch-amsterdam');
    await workbench.sideBar.expand('Supervisor Jobs');
    await workbench.page.getByText('The service failed (500)').first().waitFor();
    await workbench.sideBar.expand('Databases');
    await workbench.sideBar.row('Not offered by the service').waitFor();
    await workbench.screenshot('explorer-failures');
    await probe.clearFaults();
    await workbench.page.locator('.part.sidebar').getByText('The service failed (500)').click();
    await workbench.page
      .locator('.part.sidebar')
      .getByText('The service failed (500)')
      .waitFor({ state: 'detached' });
    await workbench.sideBar.collapse('batch-amsterdam');
  });

  it("doesn't show a rate limit of which most remains", async () => {
    const status = workbench.page.locator('.statusbar');
    assert.equal(await status.getByText(/\d+\/600/).count(), 0);
  });

  it('can be navigated by keyboard, and labels every row', async () => {
    const { page, sideBar } = workbench;
    await sideBar.row('batch-amsterdam').click();
    await sideBar.row('Cron Jobs').waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowDown');
    const focused = page.locator('.part.sidebar .monaco-list-row.focused');
    await focused.getByText('Cron Jobs').waitFor();
    await page.keyboard.press('ArrowRight');
    await sideBar.rows.and(page.locator('[aria-level="3"]')).first().waitFor();
    for (const row of await sideBar.rows.all()) {
      assert.notEqual((await row.getAttribute('aria-label')) ?? '', '');
    }
    const label = await sideBar.row('batch-amsterdam').getAttribute('aria-label');
    assert.match(label ?? '', /^batch-amsterdam, online, 192\.0\.2\.20$/);
    await sideBar.collapse('batch-amsterdam');
  });

  it('leaves the keyboard in the tree after a click on a row, and takes it to the text with Enter', async () => {
    const { page, sideBar, editors } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cron Jobs');
    await sideBar.row('Nightly backup').click();
    await editors.opened('101.cron-job.json');
    await page.keyboard.type('x');
    await page.keyboard.press('ArrowDown');
    await page.locator('.part.sidebar .monaco-list:focus .monaco-list-row.focused').waitFor();
    const next = page.locator('.part.sidebar .monaco-list-row.focused .label-name');
    const label = (await next.textContent()) ?? '';
    assert.notEqual(label, 'Nightly backup');
    await page.keyboard.press('Enter');
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await editors.active.getByText(`"${label}"`).waitFor();
    await workbench.screenshot('explorer-row-entered');
    assert.equal(await page.locator('.tabs-container .dirty').count(), 0);
    await editors.closeAll();
  });

  it("says why a row's document can't be opened, and tries again", async () => {
    const { sideBar, editors, messages } = workbench;
    await probe.addFault('500:GET:/api/v3/servers/1/cronjobs/102');
    await sideBar.row('Order queue').click();
    const words = 'Couldn\'t open "shop-frankfurt › Order queue". The service failed (500).';
    await messages.notification(words).waitFor();
    await workbench.screenshot('explorer-row-failed');
    assert.equal(await messages.notifications.count(), 1);
    await probe.clearFaults();
    await messages.answerNotification(words, 'Try Again');
    await editors.opened('102.cron-job.json');
    await editors.closeAll();
    await sideBar.collapse('shop-frankfurt');
  });

  it('shows the last known tree at once after a restart, refreshed with one request', async () => {
    await probe.addFault('latency=30000:GET:/api/v3/servers');
    await probe.forgetRequests();
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('batch-amsterdam').waitFor({ timeout: 25_000 });
    await workbench.sideBar.row('agency-singapore').waitFor();
    // The open document is also read again.
    await eventually(async () => {
      const lists = (await requests()).filter((each) => each.startsWith('GET /api/v3/servers?'));
      assert.equal(lists.length, 0, 'more than one page was requested');
      assert.ok((await requests()).includes('GET /api/v3/servers'));
    });
    await probe.clearFaults();
  });

  it('shows the resources of the account', async () => {
    const { sideBar } = workbench;
    await sideBar.closeView('Servers');
    await sideBar.openView('Integrations & Projects');
    // From bottom to top, so that no row moves under the pointer.
    await sideBar.expand('Atomic Projects');
    await sideBar.expand('Checkout');
    await sideBar.expand('Deployments');
    await sideBar.rows.and(workbench.page.locator('[aria-level="4"]')).first().waitFor();
    await sideBar.expand('Canvases');
    await sideBar.row('Blog').waitFor();
    await sideBar.expand('Integrations');
    await sideBar.row('Off-site copy').waitFor();
    await workbench.screenshot('explorer-account');
    await sideBar.closeView('Integrations & Projects');
    await sideBar.openView('Servers');
    await sideBar.row('batch-amsterdam').waitFor();
  });

  it("requests nothing while it's hidden", async () => {
    await workbench.sideBar.open('Explorer');
    await probe.forgetRequests();
    await run('Refresh');
    await run('Sort Servers…');
    await workbench.quickInput.pick('Default order');
    // A later request has arrived, so one from the view would have arrived, too.
    await run('Check Connection');
    await workbench.messages.notifications.first().waitFor();
    assert.deepEqual(
      (await requests()).filter((each) => !each.endsWith('/ping')),
      [],
    );
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('batch-amsterdam').waitFor();
  });

  it('shows several accounts separately', async () => {
    await run('Use the Sandbox');
    await workbench.sideBar.row('Sandbox').waitFor();
    await workbench.sideBar.collapse('Example Hosting');
    await workbench.sideBar.expand('Sandbox');
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.screenshot('explorer-accounts');
  });
});
