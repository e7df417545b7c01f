import assert from 'node:assert/strict';
import { toDocumentPath } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { extensionHostMemory } from '../support/extensionHostMemory';
import { SandboxProbe } from '../support/sandboxProbe';
import { findInFiles } from '../support/traces';

/** How much the extension host may grow by ten thousand servers, in bytes. */
const mostGrowth = 60 * 1024 * 1024;

const list = 'GET /api/v3/servers';

describe('the explorer at ten thousand servers', () => {
  let service: Sandbox;
  let other: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ servers: 10_000 });
    other = await startSandbox();
    probe = new SandboxProbe(service);
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1400 } });
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, { ...service, label: 'Example', environment: 'production' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await workbench.close();
    await Promise.all([service.close(), other.close()]);
  });

  async function run(title: string): Promise<void> {
    await workbench.quickInput.runCommand(`Server Management: ${title}`);
  }

  async function requests(): Promise<readonly string[]> {
    return (await probe.requests()).map(({ method, path }) => `${method} ${path}`);
  }

  const selected = () => workbench.page.locator('.part.sidebar .monaco-list-row.selected');
  const filter = (text: string | RegExp) =>
    workbench.page.locator('.part.sidebar').getByText(text).first();

  /** The parts of a link: before a resource's path, and the account's id, with which paths begin. */
  let prefix: string;
  let account: string;

  /** Opens a link the way the system does after a click. */
  async function follow(link: string): Promise<void> {
    await workbench.quickInput.runCommand('Developer: Open URL');
    await workbench.quickInput.answer('URL to open', link);
  }

  it('sends one list request for the first rows and one for the next page, and keeps what is expanded', async () => {
    const { sideBar } = workbench;
    assert.equal((await requests()).filter((each) => each === list).length, 1);
    await sideBar.expand('shop-frankfurt');
    await sideBar.row('Web Applications').waitFor();
    await probe.forgetRequests();
    await sideBar.jumpTo('End', 'Load more (40 of 10,000)');
    await sideBar.row('Load more (40 of 10,000)').click();
    // A server's row comes in its place, whose hover would be read.
    await workbench.page.mouse.move(0, 0);
    await sideBar.row('Load more (40 of 10,000)').waitFor({ state: 'detached' });
    await sideBar.jumpTo('End', 'Load more (80 of 10,000)');
    assert.deepEqual(await requests(), [list]);
    await sideBar.jumpTo('Home', 'Web Applications');
  });

  it('shows the health of a server on hover', async () => {
    await probe.forgetRequests();
    await workbench.sideBar.row('batch-amsterdam').hover();
    await workbench.page.locator('.workbench-hover').getByText('Uptime').waitFor();
    assert.deepEqual((await requests()).toSorted(), [
      'GET /api/v3/servers/2/hardwareinfo',
      'GET /api/v3/servers/2/health/latest',
      'GET /api/v3/servers/2/stats',
    ]);
  });

  it('refreshes everything from its title, whatever row is focused, and keeps expanded and selected rows', async () => {
    const { sideBar } = workbench;
    await sideBar.expand('Cron Jobs');
    // The focused row, which VS Code passes to the commands in the title.
    await sideBar.row('Nightly backup').click();
    await selected().getByText('Nightly backup').waitFor();
    await probe.call('PATCH', '/api/v3/servers/2/settings/meta', { name: 'batch-renamed' });
    await probe.forgetRequests();
    await sideBar.pressInTitle('Servers', 'Refresh');
    await sideBar.row('batch-renamed').waitFor();
    await probe.waitForRequest(({ path }) => path.endsWith('/cronjobs'));
    await selected().getByText('Nightly backup').waitFor();
    await workbench.editors.closeAll();
  });

  it('leaves the keyboard in the tree after a click on a row, takes it to the text with Enter, and reveals the row', async () => {
    const { page, sideBar, editors } = workbench;
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
    assert.equal(await page.locator('.tabs-container .dirty').count(), 0);
    await sideBar.collapse('shop-frankfurt');
    await page.locator('.editor-actions').getByRole('button', { name: 'More Actions' }).click();
    await page.getByRole('menuitem', { name: 'Reveal in Servers View' }).click();
    await selected().getByText(label).waitFor();
    await editors.closeAll();
    await sideBar.collapse('shop-frankfurt');
  });

  it("requests nothing while it's hidden", async () => {
    await workbench.sideBar.open('Explorer');
    await probe.forgetRequests();
    await run('Refresh');
    // A later request has arrived, so one from the view would have arrived, too.
    await run('Check Connection');
    await workbench.messages.notification('Connected to "Example"').waitFor();
    assert.deepEqual(
      (await requests()).filter((each) => !each.endsWith('/ping')),
      [],
    );
    await workbench.sideBar.open('Server Management');
  });

  it('reports failures on rows, and tries again on a click', async () => {
    const { sideBar } = workbench;
    await probe.addFault('500:GET:/api/v3/servers/2/supervisors');
    await probe.addFault('404:GET:/api/v3/servers/2/databases');
    await sideBar.expand('batch-renamed');
    await sideBar.expand('Supervisor Jobs');
    const failure = workbench.page
      .locator('.part.sidebar')
      .getByText('The service failed (500)')
      .first();
    await failure.waitFor();
    await sideBar.expand('Databases');
    await sideBar.row('Not offered by the service').waitFor();
    await probe.clearFaults();
    await failure.click();
    await failure.waitFor({ state: 'detached' });
    await sideBar.collapse('batch-renamed');
  });

  it('has links, which are copied from a row, and lead to rows after a confirmation', async () => {
    const { sideBar, page, quickInput, messages } = workbench;
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await sideBar.chooseInMenu('batch-renamed', 'Copy…');
    await quickInput.pick('Link');
    await eventually(async () => {
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const path = /^(.+)\/server-management\/(example-[0-9a-f]+)\/servers\/2\.server\.json$/;
      [, prefix = '', account = ''] = path.exec(link) ?? [];
      assert.ok(account, link);
    });
    await follow(prefix + toDocumentPath({ account, kind: 'domain', ids: [1, 101, 101] }));
    await messages.dialog.getByText('Allow').first().waitFor();
    await messages.dialog.getByText('Do not ask me again').click();
    await messages.answerDialog('Open');
    await sideBar.selected('shop.example.com');
    await sideBar.collapse('shop-frankfurt');
  });

  it('only reads what a link leads to, and says on its row that it is missing', async () => {
    const { sideBar } = workbench;
    await probe.forgetRequests();
    await follow(prefix + toDocumentPath({ account, kind: 'cronJob', ids: [2, 99_999] }));
    await sideBar.selected('Cron Job 99999');
    await sideBar.row('Cron Job 99999').getByText('not found').waitFor();
    const methods = (await probe.requests()).map(({ method }) => method);
    assert.deepEqual([...new Set(methods)], ['GET']);
    await sideBar.collapse('batch-renamed');
  });

  it('searches all servers for a state, and can be stopped', async () => {
    await probe.addFault('latency=100000:GET:/api/v3/servers');
    await run('Filter Servers…');
    await workbench.quickInput.enter('state:offline');
    await filter(/^Filter: state:offline · Searched 80 of 10,000…/).waitFor();
    await workbench.page.getByRole('button', { name: 'Stop Searching' }).click();
    await filter(/^Filter: state:offline · Stopped after 80 of 10,000\./).waitFor();
    await probe.clearFaults();
  });

  it('keeps its rows, the filter and the hidden kinds across a restart', async () => {
    const { sideBar, quickInput } = workbench;
    await run('Choose Visible Resources…');
    await quickInput.question('Select the resources to show').waitFor();
    await quickInput.pick('Databases');
    await quickInput.box.getByRole('button', { name: 'OK' }).click();
    // A choice is shown before it's written, and the file is moved into place after that.
    for (const choice of ['hidden/database"', '"state:offline"']) {
      await eventually(async () => {
        const found = await findInFiles(workbench.dataFolder, [choice]);
        assert.ok(found.some(({ place }) => /choices-[^.]+\.json$/.test(place)));
      }, waitTimeoutMs);
    }
    await probe.addFault('403:GET:/api/v3/servers');
    await workbench.restart();
    await sideBar.open('Server Management');
    await sideBar.expand('offline-london');
    await sideBar.row('Database Users').waitFor();
    assert.equal(await sideBar.row('Databases').count(), 0);
    await filter(/^Filter: state:offline/).waitFor();
    assert.equal(await sideBar.row('shop-frankfurt').count(), 0);
  });

  it('leaves rows expanded and selected when a second account is added, which starts collapsed, and removed', async () => {
    const { sideBar, messages } = workbench;
    await sideBar.row('Cron Jobs').click();
    await addAccount(workbench, { ...other, label: 'Trial', environment: 'development' });
    await sideBar.row('Trial').getByText('Development · 8 servers').waitFor();
    await sideBar.row('Example').getByText('Production · 10,000 servers').waitFor();
    await sideBar.row('Database Users').waitFor();
    await selected().getByText('Cron Jobs').waitFor();
    assert.equal(await sideBar.row('Trial').getAttribute('aria-expanded'), 'false');
    await sideBar.chooseInMenu('Trial', 'Remove Account…');
    await messages.answerDialog('Remove');
    await sideBar.row('Example').waitFor({ state: 'detached' });
    await sideBar.row('Database Users').waitFor();
  });

  it('clears the filter with one click, and then has all its rows', async () => {
    const { sideBar, page } = workbench;
    await page.getByRole('button', { name: 'Clear Filter' }).click();
    await sideBar.row('shop-frankfurt').waitFor();
    await probe.clearFaults();
    await probe.call('PATCH', '/api/v3/servers/2/settings/meta', { name: 'batch-refreshed' });
    await run('Refresh');
    await sideBar.row('batch-refreshed').waitFor();
  });

  it('loads all servers with exactly 250 requests and little memory', async () => {
    const { sideBar, page } = workbench;
    await sideBar.clearSelection();
    const before = await extensionHostMemory(page);
    await probe.forgetRequests();
    await run('Load All');
    // What the tests before have sent may have left less of the rate limit than this takes.
    await sideBar.row('Load All').waitFor({ state: 'detached', timeout: 100_000 });
    await sideBar.hasRows(10_000);
    await sideBar.row('shop-frankfurt').click();
    // Another server may be expanded, too.
    await sideBar.row('Web Applications').first().waitFor();
    await sideBar.jumpTo('End', 'node-10001');
    assert.equal((await requests()).filter((each) => each === list).length, 250);
    const growth = (await extensionHostMemory(page)) - before;
    assert.ok(growth < mostGrowth, `grew by ${growth} bytes`);
  });
});
