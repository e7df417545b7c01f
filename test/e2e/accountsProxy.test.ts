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

/** A name that only the proxy can reach: a request that arrives must have gone through the proxy. */
const address = 'https://self-signed.test';

describe("the editor's network settings", () => {
  let folder: string;
  let service: SelfSignedServer;
  let proxy: ConnectProxy;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'proxy-test-'));
    await writeFile(path.join(folder, 'ca.pem'), selfSignedCertificate);
    service = await startSelfSignedServer();
    proxy = await startConnectProxy(service.port);
    await open({});
  });

  after(async () => {
    await workbench.close();
    await proxy.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  async function open(env: Readonly<Record<string, string>>): Promise<void> {
    workbench = await openWorkbench({ settings: { 'http.proxy': proxy.url }, env });
    await workbench.sideBar.open('Server Management');
  }

  async function giveAddress(): Promise<void> {
    await workbench.page.getByRole('button', { name: 'Add Account' }).first().click();
    await workbench.quickInput.question('Address of the service').waitFor();
    await workbench.quickInput.enter(address);
  }

  async function giveToken(): Promise<void> {
    await giveAddress();
    await workbench.quickInput.pick('API token');
    await workbench.quickInput.question('API token').waitFor();
    await workbench.quickInput.enter('some-token');
  }

  it('apply to services: the proxy is used, and the certificate is checked', async () => {
    await giveAddress();
    await workbench.quickInput.box
      .getByText("certificate isn't trusted on this machine (DEPTH_ZERO_SELF_SIGNED_CERT)")
      .waitFor();
    await workbench.screenshot('accounts-certificate');
    assert.ok(proxy.targets.includes('self-signed.test:443'), proxy.targets.join());
    assert.equal(service.requests, 0);
    await workbench.quickInput.cancel();
  });

  it("don't affect the sandbox on this machine", async () => {
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    assert.deepEqual(
      proxy.targets.filter((target) => target.includes('127.0.0.1')),
      [],
    );
  });

  it("apply to services: an organization's own certificate is accepted if the machine trusts it", async function () {
    // On other systems, a process can't be given its own trusted certificates.
    if (process.platform !== 'linux') this.skip();
    await workbench.close();
    await open({ SSL_CERT_FILE: path.join(folder, 'ca.pem') });
    await giveToken();
    await workbench.quickInput.question('Display name of the account').waitFor();
    // The address is checked without a token, then both versions with it.
    assert.equal(service.requests, 3);
    await workbench.quickInput.cancel();
  });
});
