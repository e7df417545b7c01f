import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import assert from 'node:assert/strict';

describe('the titles of views', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox();
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, { ...service, label: 'Example Hosting', environment: 'staging' });
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('SSH Keys');
    // The focused row, which VS Code passes to the commands in the title.
    await workbench.sideBar.row('SSH Keys').click();
    await workbench.sideBar.collapse('SSH Keys');
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  it('refresh everything, whatever row is focused', async () => {
    await probe.forgetRequests();
    await workbench.sideBar.pressInTitle('Servers', 'Refresh');
    await eventually(async () => {
      const paths = (await probe.requests()).map(({ path }) => path);
      assert.ok(paths.includes('/api/v3/servers'), paths.join('\n'));
    });
  });

  it('ask for an id, whatever row is focused', async () => {
    await workbench.sideBar.row('shop-frankfurt').click();
    await workbench.sideBar.pressInTitle('Servers', 'More Actions...', 'Open by ID…');
    await workbench.quickInput.pick('Server');
    await workbench.quickInput.question('ID of the server').waitFor();
    await workbench.quickInput.cancel();
  });

  it('create a server, whatever row is focused', async () => {
    await workbench.sideBar.row('shop-frankfurt').click();
    await workbench.sideBar.pressInTitle('Servers', 'More Actions...', 'Add Server…');
    await workbench.quickInput.question('Name of the server').waitFor();
    await workbench.quickInput.cancel();
  });
});
