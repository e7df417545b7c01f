import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { chooseInAccountMenu, menuItem, openAccountMenu } from '../support/accountSteps';
import { type ConnectProxy, startConnectProxy } from '../support/connectProxy';
import {
  selfSignedCertificate,
  type SelfSignedServer,
  startSelfSignedServer,
} from '../support/selfSignedServer';

/** Names that only the proxy can reach: a request that arrives must have gone through the proxy. */
const address = 'https://self-signed.test';
/** The server's certificate isn't for this one. */
const otherAddress = 'https://other.test';

describe("the editor's network settings", () => {
  let folder: string;
  let service: SelfSignedServer;
  let proxy: ConnectProxy;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'proxy-test-'));
    const certificates = path.join(folder, 'ca.pem');
    await writeFile(certificates, selfSignedCertificate);
    service = await startSelfSignedServer();
    proxy = await startConnectProxy(service.port);
    workbench = await openWorkbench({
      settings: { 'http.proxy': proxy.url },
      env: { SSL_CERT_FILE: certificates },
    });
    await workbench.sideBar.open('Server Management');
  });

  after(async () => {
    await workbench.close();
    await proxy.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  async function giveAddress(text: string): Promise<void> {
    await workbench.page.getByRole('button', { name: 'Add Account' }).first().click();
    await workbench.quickInput.question('Address of the service').waitFor();
    await workbench.quickInput.enter(text);
  }

  async function readUseDns(): Promise<boolean> {
    const { sideBar, editors } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.row('SSH Settings').click();
    await editors.opened('1.ssh.json');
    return (JSON.parse(await editors.text()) as { useDns: boolean }).useDns;
  }

  it('apply to services: the proxy is used, and the certificate is checked', async () => {
    await giveAddress(otherAddress);
    await workbench.quickInput.box.getByText("certificate isn't trusted on this machine").waitFor();
    assert.ok(proxy.targets.includes('other.test:443'), proxy.targets.join());
    assert.equal(service.requests, 0);
    await workbench.quickInput.cancel();
  });

  it("apply to services: an organization's own certificate is accepted if the machine trusts it", async function () {
    // On other systems, a process can't be given its own trusted certificates.
    if (process.platform !== 'linux') this.skip();
    const { quickInput } = workbench;
    await giveAddress(address);
    await quickInput.pick('API token');
    await quickInput.answer('API token', 'some-token');
    await quickInput.question('Display name of the account').waitFor();
    // The address is checked without a token, then both versions with it.
    assert.equal(service.requests, 3);
    await quickInput.cancel();
  });

  it("don't affect the sandbox, which appears after one click, labeled in the view, in the menu and on tabs", async () => {
    const { page, sideBar, editors } = workbench;
    await page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await sideBar.row('shop-frankfurt').waitFor();
    await page.getByText('Sandbox · sample data on this machine').waitFor();
    await openAccountMenu(workbench);
    await menuItem(workbench, 'Sandbox (Server Management)').waitFor();
    assert.equal(await menuItem(workbench, 'Sign in with Server Management').count(), 0);
    await page.keyboard.press('Escape');
    await readUseDns();
    assert.equal(await editors.badge('1.ssh.json'), 'SB');
    assert.deepEqual(
      proxy.targets.filter((target) => target.includes('127.0.0.1')),
      [],
    );
  });

  it("don't affect the sandbox's data, which is kept while it's signed out", async () => {
    const { page, editors, messages } = workbench;
    const was = await readUseDns();
    const text = await editors.text();
    await editors.replaceText(text.replace(`"useDns": ${was}`, `"useDns": ${!was}`));
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    await editors.closeAll();
    await chooseInAccountMenu(workbench, 'Sandbox (Server Management)', 'Sign Out');
    await messages.answerDialog('Sign Out');
    await page.getByRole('button', { name: 'Use the Sandbox' }).click();
    assert.equal(await readUseDns(), !was);
  });
});
