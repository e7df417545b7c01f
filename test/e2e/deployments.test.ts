import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';

describe('deploying from git', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    window = await openSignedIn();
    ({ probe, workbench } = window);
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Web Applications');
  });

  after(() => window.close());

  it('offers to connect a repository if a web application has none', async () => {
    const { sideBar } = workbench;
    await sideBar.expand('storefront');
    await sideBar.row('Git').getByText('Not connected').waitFor();
    await workbench.screenshot('git-not-connected');
    await sideBar.collapse('storefront');
  });

  it('watches a deployment until it ends, and shows the result on the row', async function () {
    this.timeout(120_000);
    const { messages, sideBar } = workbench;
    await sideBar.expand('checkout');
    await sideBar.row('Git').getByText('main').waitFor();
    await probe.forgetRequests();
    await sideBar.pressInline('Git', 'Deploy Git Repository');
    await messages.answerDialog('Deploy');
    await messages.notification('Deploying "checkout"…').waitFor();
    await sideBar.row('Git').getByText('deploying').waitFor();
    await workbench.screenshot('git-deploying');
    await messages.notification('"checkout" deployed.').waitFor({ timeout: 60_000 });
    await sideBar.row('Git').getByText('deployed').waitFor();
    await workbench.screenshot('git-deployed');
    const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      writes.map(({ method, path }) => `${method} ${path}`),
      ['PUT /api/v3/servers/1/webapps/102/git/1/script'],
    );
    await messages.answerNotification('"checkout" deployed.', 'Show Deployment');
    await workbench.editors.active.getByText('"status": "COMPLETED"').waitFor();
    await workbench.screenshot('deployment-document');
  });
});
