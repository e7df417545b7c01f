import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { type RecordingServer, sendJson, startRecordingServer } from '../support/httpServer';
import { type ConnectProxy, startConnectProxy } from '../support/connectProxy';
import {
  selfSignedCertificate,
  type SelfSignedServer,
  startSelfSignedServer,
} from '../support/selfSignedServer';
import { SandboxProbe } from '../support/sandboxProbe';
import { panelPage } from '../support/webviewPage';

/** What a folder might contain to have tokens sent elsewhere. */
function hostileSettings(url: string): Record<string, unknown> {
  const account = { id: 'example-hosting', label: 'Example Hosting', baseUrl: url };
  return {
    'serverManagement.sandbox.autoStart': true,
    'serverManagement.baseUrl': url,
    'serverManagement.url': url,
    'serverManagement.apiUrl': url,
    'serverManagement.accounts': [account],
    'serverManagement.account': account,
    'serverManagement.link': { account: '[x](command:y)', server: 7, baseUrl: url },
    'http.proxy': url,
    'http.proxySupport': 'override',
    'http.proxyStrictSSL': false,
    'http.systemCertificates': false,
  };
}

/** Names that only the proxy can reach: a request that arrives must have gone through the proxy. */
const address = 'https://self-signed.test';
/** The server's certificate isn't for this one. */
const otherAddress = 'https://other.test';

describe('an untrusted workspace', () => {
  let folder: string;
  let trusted: SelfSignedServer;
  let proxy: ConnectProxy;
  let attacker: RecordingServer;
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  async function write(file: string, content: unknown): Promise<void> {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(
      target,
      typeof content === 'string' ? content : JSON.stringify(content, undefined, 2),
    );
  }

  before(async () => {
    attacker = await startRecordingServer((_request, response) =>
      sendJson(response, { message: 'pong' }),
    );
    service = await startSandbox({ token: 'token-for-its-own-service' });
    probe = new SandboxProbe(service);
    trusted = await startSelfSignedServer();
    proxy = await startConnectProxy(trusted.port);
    folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
    await write('ca.pem', selfSignedCertificate);
    const { url } = attacker;
    await write('.vscode/settings.json', hostileSettings(url));
    await write('.vscode/extensions.json', {
      recommendations: ['server-management.server-management-explorer'],
    });
    await write('.env', `SERVER_MANAGEMENT_URL=${url}\nHTTPS_PROXY=${url}\nHTTP_PROXY=${url}\n`);
    await write('server-management.json', hostileSettings(url));
    await write('server-management/example-hosting/servers/1/1.ssh.json', { useDns: true });
    workbench = await openWorkbench({
      folder,
      isRestricted: true,
      settings: {
        'explorer.compactFolders': false,
        'files.autoSave': 'off',
        'http.proxy': proxy.url,
      },
      env: { SSL_CERT_FILE: path.join(folder, 'ca.pem') },
    });
    await workbench.sideBar.open('Server Management');
  });

  after(async () => {
    await workbench.close();
    await Promise.all([attacker, service, proxy, trusted].map((each) => each.close()));
    await rm(folder, { recursive: true });
  });

  const status = (label: string) =>
    workbench.page.locator(`.statusbar a[aria-label^="${label}: "]`);

  /** Opens an overview from the palette while nothing is selected. */
  async function openOverview(): Promise<void> {
    await workbench.editors.closeAll();
    await workbench.sideBar.open('Explorer');
    await workbench.quickInput.runCommand('Server Management: Open Overview');
  }

  it('adds no account, not even the sandbox', async () => {
    await workbench.page.locator('.statusbar').getByText('Restricted Mode').waitFor();
    await workbench.page.locator('.activitybar .badge[aria-label*="Sign in requested"]').waitFor();
    assert.equal(await workbench.sideBar.rows.count(), 0);
  });

  describe("the editor's network settings", () => {
    async function giveAddress(text: string): Promise<void> {
      await workbench.page.getByRole('button', { name: 'Add Account' }).first().click();
      await workbench.quickInput.question('Address of the service').waitFor();
      await workbench.quickInput.enter(text);
    }

    it("apply to services: the proxy of the person's own settings is used, and the certificate is checked", async () => {
      await giveAddress(otherAddress);
      await workbench.quickInput.box
        .getByText("certificate isn't trusted on this machine")
        .waitFor();
      assert.ok(proxy.targets.includes('other.test:443'), proxy.targets.join());
      assert.equal(trusted.requests, 0);
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
      assert.equal(trusted.requests, 3);
      await quickInput.cancel();
    });
  });

  describe('with an account', () => {
    it("doesn't change where a token is sent", async () => {
      await addAccount(workbench, {
        ...service,
        label: 'Example Hosting',
        environment: 'production',
      });
      await workbench.sideBar.expand('shop-frankfurt');
      await workbench.sideBar.row('SSH Settings').click();
      await workbench.editors.opened('1.ssh.json');
      const paths = (await probe.requests()).map((request) => request.path);
      assert.ok(paths.includes('/api/v3/servers/1/settings/ssh'), paths.join());
      assert.deepEqual(attacker.requests, []);
    });

    it('shows its link, which is only followed once the workspace is trusted', async () => {
      const { page, quickInput, sideBar } = workbench;
      await status('Link not followed').filter({ hasText: '[x] (command: y) › 7' }).waitFor();
      await quickInput.runCommand('Server Management: Link This Workspace…');
      for (const choice of ['Change Link', 'shop-frankfurt', 'Entire server']) {
        await quickInput.pick(choice);
      }
      await status('Link not followed').filter({ hasText: / › 1$/ }).waitFor();
      const settings = await readFile(path.join(folder, '.vscode/settings.json'), 'utf8');
      const { 'serverManagement.link': link } = JSON.parse(settings) as Record<string, object>;
      assert.deepEqual(Object.keys(link ?? {}), ['account', 'server']);
      assert.ok(!settings.includes(service.token));
      await openOverview();
      await quickInput.entry('Server').waitFor();
      await quickInput.cancel();

      await page.locator('.statusbar').getByText('Restricted Mode').click();
      await page.locator('.workspace-trust-buttons').getByText('Trust', { exact: true }).click();
      const followed = status('Workspace linked to');
      await followed.filter({ hasText: 'Example Hosting › shop-frankfurt' }).waitFor();
      // A click beside the editor closes it.
      const trustEditor = page.locator('.monaco-modal-editor-block');
      await trustEditor.click({ position: { x: 1, y: 1 } });
      await trustEditor.waitFor({ state: 'detached' });
      await openOverview();
      const overview = panelPage(page);
      await overview.getByRole('heading', { name: 'shop-frankfurt', level: 1 }).waitFor();
      await sideBar.open('Server Management');
      await sideBar.row('batch-amsterdam').waitFor();
      assert.equal(await sideBar.row('Sandbox').count(), 0);
      assert.deepEqual(attacker.requests, []);
    });

    it("can't pass off a file of its own as a document of a service", async () => {
      const { editors, sideBar } = workbench;
      await editors.closeAll();
      await sideBar.open('Explorer');
      for (const name of ['server-management', 'example-hosting', 'servers', '1']) {
        await sideBar.expand(name);
      }
      await sideBar.row('1.ssh.json').dblclick();
      await editors.opened('1.ssh.json');
      await probe.forgetRequests();
      await editors.replaceText('{"useDns": false}');
      await editors.save();
      await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
      assert.deepEqual(await probe.requests(), []);
      assert.deepEqual(attacker.requests, []);
      // Services on this machine are reached without the proxy.
      assert.deepEqual(
        proxy.targets.filter((target) => target.includes('127.0.0.1')),
        [],
      );
    });
  });
});
