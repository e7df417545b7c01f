import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { extensionHostMemory } from '../support/extensionHostMemory';
import { SandboxProbe } from '../support/sandboxProbe';

/** How much the extension host may grow by ten thousand servers, in bytes. */
const mostGrowth = 60 * 1024 * 1024;

const list = 'GET /api/v3/servers';

describe('the explorer at ten thousand servers', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ servers: 10_000 });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  async function requests(): Promise<readonly string[]> {
    return (await probe.requests()).map(({ method, path }) => `${method} ${path}`);
  }

  it('sends one list request for the first rows', async () => {
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    assert.equal((await requests()).filter((each) => each === list).length, 1);
  });

  it('loads the next page with one more request, and keeps selection and expansion', async () => {
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.row('Web Applications').waitFor();
    await probe.forgetRequests();
    await workbench.sideBar.jumpTo('End', 'Load more (40 of 10,000)');
    await probe.addFault('latency=4000:GET:/api/v3/servers');
    await workbench.sideBar.row('Load more (40 of 10,000)').click();
    // A server's row comes in its place, whose hover would be read.
    await workbench.page.mouse.move(0, 0);
    // The row shows that it's loading.
    await workbench.page.locator('.part.sidebar .codicon-loading').first().waitFor();
    await probe.clearFaults();
    await workbench.sideBar.row('Load more (40 of 10,000)').waitFor({ state: 'detached' });
    await workbench.sideBar.jumpTo('End', 'Load more (80 of 10,000)');
    await workbench.screenshot('explorer-load-more');
    assert.deepEqual(await requests(), [list]);
    await workbench.sideBar.jumpTo('Home', 'Web Applications');
    await workbench.sideBar.collapse('shop-frankfurt');
  });

  it('keeps the loaded rows if loading all is cancelled', async () => {
    await probe.addFault('latency=300:GET:/api/v3/servers*');
    await workbench.quickInput.runCommand('Server Management: Load All');
    await workbench.messages.notification('Loading all').waitFor();
    await workbench.messages.notification('/ 10,000').waitFor();
    await workbench.screenshot('explorer-load-all');
    await workbench.messages.notification('Loading all').hover();
    await workbench.messages.answerNotification('Loading all', 'Cancel');
    await workbench.messages.notification('Loading all').waitFor({ state: 'detached' });
    await probe.clearFaults();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  it('loads all servers with exactly 250 requests and little memory, and stays responsive', async () => {
    const before = await extensionHostMemory(workbench.page);
    await probe.forgetRequests();
    await workbench.quickInput.runCommand('Server Management: Load All');
    await workbench.messages.notification('Loading all').waitFor();
    // The palette opens and responds during loading.
    await workbench.quickInput.runCommand('Server Management: Sort Servers…');
    await workbench.quickInput.pick('Default order');
    await workbench.messages.notification('Loading all').waitFor({ state: 'detached' });
    await workbench.sideBar.row('Load All').waitFor({ state: 'detached' });
    await workbench.sideBar.hasRows(10_000);
    const rendered = performance.now();
    await workbench.sideBar.row('shop-frankfurt').click();
    await workbench.sideBar.row('Web Applications').waitFor();
    await workbench.sideBar.jumpTo('End', 'node-10001');
    console.log(
      `      The last row appeared after ${Math.round(performance.now() - rendered)} ms.`,
    );
    assert.equal((await requests()).filter((each) => each === list).length, 250);
    const growth = (await extensionHostMemory(workbench.page)) - before;
    console.log(`      The extension host grew by ${(growth / 1024 / 1024).toFixed(1)} MB.`);
    assert.ok(growth < mostGrowth, `grew by ${growth} bytes`);
    await workbench.screenshot('explorer-ten-thousand');
  });
});
