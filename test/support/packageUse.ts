import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { ensureVscode } from '../harness/vscode/install';
import { type VscodeRelease, vscodeReleases } from '../harness/vscode/releases';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from './accountSteps';
import { SandboxProbe } from './sandboxProbe';
import { panelPage } from './webviewPage';

const displayName = 'Server Management Explorer';
const sshSettings = '/api/v3/servers/1/settings/ssh';

/** Defines the tests that install a package into a release of VS Code, and use it as a person would. */
export function describePackageIn(release: VscodeRelease, file: () => string): void {
  describe(`in the ${release} VS Code`, () => {
    let service: Sandbox;
    let probe: SandboxProbe;
    let workbench: Workbench;

    before(async function () {
      // This VS Code may have to be downloaded first.
      this.timeout(180_000);
      await ensureVscode(release);
      service = await startSandbox({ token: 'token-of-the-package-service' });
      probe = new SandboxProbe(service);
      workbench = await openWorkbench({ packed: file(), release, hasAllExtensions: true });
    });

    after(async () => {
      await workbench.close();
      await service.close();
    });

    it(`is one of VS Code ${vscodeReleases[release]}`, async () => {
      await workbench.quickInput.runCommand('Help: About');
      await workbench.messages.dialog.filter({ hasText: vscodeReleases[release] }).waitFor();
      await workbench.messages.answerDialog('OK');
    });

    it('shows the sandbox without an account', async () => {
      await workbench.sideBar.open('Server Management');
      await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
      await workbench.sideBar.expand('shop-frankfurt');
      await workbench.sideBar.expand('Cron Jobs');
      await workbench.sideBar.row('SSH Settings').click();
      await workbench.editors.active.getByText('useDns').waitFor();
      await workbench.screenshot(`package-${release}-sandbox`);
    });

    it('contains only files that are run or shown', async () => {
      const files = await readdir(await installedIn(workbench), { recursive: true });
      const known =
        /^(dist(\/[\w-]+\.js)?|media(\/[\w-]+(\.\w+)+|\/l10n|\/skills(\/[\w-]+(\/SKILL\.md)?)?|\/walkthrough|\/l10n\/[\w.]+\.json|\/walkthrough\/\w+\.svg)?|package(\.nls(\.\w+)?)?\.json|(readme|changelog)\.md|(LICENSE|THIRD_PARTY_NOTICES)\.txt|\.vsixmanifest)$/;
      assert.ok(files.includes('dist/extension.js'));
      assert.deepEqual(
        files.filter((file) => !known.test(file)),
        [],
      );
    });

    it('contains every picture of its walkthrough', async () => {
      const installed = await installedIn(workbench);
      const manifest = await readFile(path.join(installed, 'package.json'), 'utf8');
      const pictures = manifest.match(/\bmedia\/walkthrough\/[\w-]+\.svg\b/g) ?? [];
      assert.ok(pictures.length > 3);
      for (const picture of new Set(pictures)) {
        assert.ok(existsSync(path.join(installed, picture)), picture);
      }
    });

    it('shows its page', async () => {
      await workbench.quickInput.runCommand('Extensions: Show Installed Extensions');
      await workbench.page.locator('.extensions-list .name', { hasText: displayName }).click();
      const page = panelPage(workbench.page);
      await page.getByRole('heading', { name: 'Add an account' }).waitFor();
      assert.equal(await page.locator('img').count(), 0, 'images would be broken');
      await workbench.screenshot(`package-${release}-page`);
      await workbench.editors.closeAll();
      await workbench.sideBar.open('Server Management');
    });

    it('keeps an account across a restart', async () => {
      await workbench.editors.closeAll();
      await addAccount(workbench, {
        url: service.url,
        token: service.token,
        label: 'Example Hosting',
        environment: 'production',
      });
      await workbench.sideBar.row('Example Hosting').waitFor();
      await workbench.restart();
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.expand('Example Hosting');
      await workbench.sideBar.expand('shop-frankfurt');
      await workbench.sideBar.row('SSH Settings').waitFor();
    });

    it('saves a document with one request that contains only the change', async () => {
      await workbench.sideBar.row('SSH Settings').click();
      await workbench.editors.active.getByText('useDns').waitFor();
      const settings = JSON.parse(await workbench.editors.text()) as { useDns: boolean };
      const useDns = !settings.useDns;
      await workbench.editors.replaceText(JSON.stringify({ ...settings, useDns }));
      await workbench.editors.unsavedTab('1.ssh.json').waitFor();
      await workbench.editors.save();
      await workbench.editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual(
        writes.map(({ method, path, body }) => ({ method, path, body })),
        [{ method: 'PATCH', path: sshSettings, body: { useDns } }],
      );
    });

    it('draws a panel', async () => {
      // The overview of the active document's server.
      await workbench.quickInput.runCommand('Server Management: Open Overview');
      const page = panelPage(workbench.page);
      await page.getByRole('heading', { name: 'shop-frankfurt', level: 1 }).waitFor();
      await page.getByRole('heading', { name: 'Recent Events' }).waitFor();
      await workbench.screenshot(`package-${release}-panel`);
    });
  });
}

/** The folder where the extension was installed. */
async function installedIn(workbench: Workbench): Promise<string> {
  const extensions = path.join(workbench.dataFolder, 'extensions');
  const [name = ''] = (await readdir(extensions)).filter((each) => each.includes('explorer'));
  return path.join(extensions, name);
}
