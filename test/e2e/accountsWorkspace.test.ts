import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { type RecordingServer, sendJson, startRecordingServer } from '../support/httpServer';
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

for (const isRestricted of [false, true]) {
  describe(`a hostile workspace, ${isRestricted ? 'not trusted' : 'trusted'}`, () => {
    let folder: string;
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
      folder = await mkdtemp(path.join(tmpdir(), 'hostile-'));
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
        isRestricted,
        settings: { 'explorer.compactFolders': false, 'files.autoSave': 'off' },
      });
      await workbench.sideBar.open('Server Management');
    });

    after(async () => {
      await workbench.close();
      await attacker.close();
      await service.close();
      await rm(folder, { recursive: true });
    });

    it('opens with the expected trust', async () => {
      const restricted = workbench.page.locator('.statusbar').getByText('Restricted Mode');
      if (isRestricted) await restricted.waitFor();
      else assert.equal(await restricted.count(), 0);
    });

    it('adds no account, not even the sandbox', async () => {
      await workbench.page
        .locator('.activitybar .badge[aria-label*="Sign in requested"]')
        .waitFor();
      assert.equal(await workbench.sideBar.rows.count(), 0);
    });

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

    it('shows its link, which is only followed if the workspace is trusted', async () => {
      const { page, quickInput } = workbench;
      const label = isRestricted ? 'Link not followed: ' : 'Workspace linked to: ';
      const status = page.locator(`.statusbar a[aria-label^="${label}"]`);
      await status.filter({ hasText: '[x] (command: y) › 7' }).waitFor();

      await quickInput.runCommand('Server Management: Link This Workspace…');
      for (const choice of ['Change Link', 'shop-frankfurt', 'Entire server']) {
        await quickInput.pick(choice);
      }
      const shown = isRestricted ? / › 1$/ : 'Example Hosting › shop-frankfurt';
      await status.filter({ hasText: shown }).waitFor();
      const settings = await readFile(path.join(folder, '.vscode/settings.json'), 'utf8');
      const { 'serverManagement.link': link } = JSON.parse(settings) as Record<string, object>;
      assert.deepEqual(Object.keys(link ?? {}), ['account', 'server']);
      assert.ok(!settings.includes(service.token));

      await workbench.editors.closeAll();
      await workbench.sideBar.open('Explorer');
      await quickInput.runCommand('Server Management: Open Overview');
      if (isRestricted) {
        await quickInput.entry('Server').waitFor();
        await page.keyboard.press('Escape');
      } else {
        const overview = panelPage(page);
        await overview.getByRole('heading', { name: 'shop-frankfurt', level: 1 }).waitFor();
      }
      assert.deepEqual(attacker.requests, []);
    });

    it("can't pass off a file of its own as a document of a service", async () => {
      await workbench.editors.closeAll();
      await workbench.sideBar.open('Explorer');
      for (const name of ['server-management', 'example-hosting', 'servers', '1']) {
        await workbench.sideBar.expand(name);
      }
      await workbench.sideBar.row('1.ssh.json').dblclick();
      await workbench.editors.opened('1.ssh.json');
      await probe.forgetRequests();
      await workbench.editors.replaceText('{"useDns": false}');
      await workbench.editors.unsavedTab('1.ssh.json').waitFor();
      await workbench.editors.save();
      await workbench.editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
      assert.deepEqual(await probe.requests(), []);
      assert.deepEqual(attacker.requests, []);
    });
  });
}
