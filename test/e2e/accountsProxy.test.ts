import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { type ConnectProxy, startConnectProxy } from '../support/connectProxy';
import {
  selfSignedCertificate,
  type SelfSignedServer,
  startSelfSignedServer,
} from '../support/selfSignedServer';

/** A name that only the proxy can reach: that a request arrives shows that it went through it. */
const address = 'https://self-signed.test';

describe("the editor's settings of the network", () => {
  let folder: string;
  let service: SelfSignedServer;
  let proxy: ConnectProxy;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'proxy-test-'));
    await writeFile(path.join(folder, 'ca.pem'), selfSignedCertificate);
  });

  beforeEach(async () => {
    service = await startSelfSignedServer();
    proxy = await startConnectProxy(service.port);
  });

  afterEach(async () => {
    await workbench.close();
    await proxy.close();
    await service.close();
  });

  after(() => rm(folder, { recursive: true }));

  async function open(env: Readonly<Record<string, string>>): Promise<void> {
    workbench = await openWorkbench({ settings: { 'http.proxy': proxy.url }, env });
    await workbench.sideBar.open('Server Management');
  }

  async function giveToken(): Promise<void> {
    await workbench.page.getByRole('button', { name: 'Add Account' }).first().click();
    await workbench.quickInput.question('Address of the service').waitFor();
    await workbench.quickInput.enter(address);
    await workbench.quickInput.pick('API token');
    await workbench.quickInput.question('API token').waitFor();
    await workbench.quickInput.enter('some-token');
  }

  it('hold for services: the proxy is used, and a certificate that it brings is checked', async () => {
    await open({});
    await giveToken();
    await workbench.quickInput.box
      .getByText('certificate is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT)')
      .waitFor();
    await workbench.screenshot('accounts-certificate');
    assert.ok(proxy.targets.includes('self-signed.test:443'), proxy.targets.join());
    assert.equal(service.requests, 0);
  });

  it("hold for services: an organisation's own certificate is taken where the machine trusts it", async function () {
    // Elsewhere a process cannot be given trusted certificates of its own.
    if (process.platform !== 'linux') this.skip();
    await open({ SSL_CERT_FILE: path.join(folder, 'ca.pem') });
    await giveToken();
    await workbench.quickInput.question('Name of the account').waitFor();
    assert.equal(service.requests, 2);
    await workbench.quickInput.cancel();
  });

  it('do not keep the sandbox, which is on this machine, from being reached', async () => {
    await open({});
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    assert.deepEqual(
      proxy.targets.filter((target) => target.includes('127.0.0.1')),
      [],
    );
  });
});
