import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { makePackage } from '../harness/package/makePackage';
import { root } from '../harness/system/paths';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { ensureVscode } from '../harness/vscode/install';
import { vscodeReleases } from '../harness/vscode/releases';
import { webSettings } from '../harness/vscode/userSettings';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import { sizeAtActivation } from '../support/sizeAtActivation';
import { panelPage } from '../support/webviewPage';

const displayName = 'Server Management Explorer';
const sshSettings = '/api/v3/servers/1/settings/ssh';

describe('the package', () => {
  let folder: TemporaryFolder;
  let file: string;

  before(async function () {
    // The packaging tool may have to be downloaded first.
    this.timeout(180_000);
    folder = makeTemporaryFolder('package');
    file = path.join(folder.path, 'extension.vsix');
    await makePackage(file);
  });

  after(() => folder.remove());

  it('has at most 400 KB', async () => {
    const { size } = await stat(file);
    assert.ok(size <= 400 * 1024, `${size} bytes`);
  });

  it('loads at most 150 KB when it is activated, in a browser, too', async () => {
    const size = await sizeAtActivation(path.join(root, 'dist/extension.js'));
    const { size: loader } = await stat(path.join(root, 'dist/web.js'));
    assert.ok(size > 1024 && size + loader <= 150 * 1024, `${size} and ${loader} bytes`);
  });

  it("takes the editor's API as it is, and no copies of it", async () => {
    const dist = path.join(root, 'dist');
    const files = await readdir(dist, { recursive: true });
    const codes = await Promise.all(
      files
        .filter((each) => each.endsWith('.js') && !each.endsWith('web.js'))
        .map((each) => readFile(path.join(dist, each), 'utf8')),
    );
    const uses = codes.join('\n').match(/.{10}require\("vscode"\)/g) ?? [];
    assert.ok(uses.length > 10);
    assert.deepEqual(
      uses.filter((each) => !/[ ,;][\w$]+=require/.test(each)),
      [],
    );
  });

  it("runs in a browser's extension host", async () => {
    const workbench = await openWorkbench({ packed: file, settings: webSettings });
    try {
      await workbench.sideBar.open('Server Management');
      await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
      await workbench.sideBar.expand('shop-frankfurt');
      await workbench.sideBar.row('SSH Settings').click();
      await workbench.editors.opened('1.ssh.json');
      await workbench.screenshot('package-browser');
      await workbench.quickInput.runCommand('Server Management: Copy Diagnostics');
      await eventually(async () => {
        const copied = await workbench.page.evaluate(() => navigator.clipboard.readText());
        assert.match(copied, /- system: Mozilla\/5\.0/);
      });
    } finally {
      await workbench.close();
    }
  });

  for (const release of ['oldest', 'newest'] as const) {
    describe(`in the ${release} VS Code`, () => {
      let service: Sandbox;
      let probe: SandboxProbe;
      let workbench: Workbench;

      before(async function () {
        // That VS Code may have to be downloaded first.
        this.timeout(180_000);
        await ensureVscode(release);
        service = await startSandbox({ token: 'token-of-the-package-service' });
        probe = new SandboxProbe(service);
        workbench = await openWorkbench({ packed: file, release });
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

      it('shows the sandbox to who has no account', async () => {
        await workbench.sideBar.open('Server Management');
        await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
        await workbench.sideBar.expand('shop-frankfurt');
        await workbench.sideBar.expand('Cron Jobs');
        await workbench.sideBar.row('SSH Settings').click();
        await workbench.editors.active.getByText('useDns').waitFor();
        await workbench.screenshot(`package-${release}-sandbox`);
      });

      it('has what runs and what is shown, and nothing else', async () => {
        const files = await readdir(await installedIn(workbench), { recursive: true });
        const known =
          /^(dist(\/[\w-]+\.js|\/chunks(\/[\w-]+\.js)?)?|media(\/[\w-]+(\.\w+)+|\/l10n|\/walkthrough|\/l10n\/[\w.]+\.json|\/walkthrough\/\w+\.png)?|package(\.nls(\.\w+)?)?\.json|(readme|changelog)\.md|LICENSE\.txt|\.vsixmanifest)$/;
        assert.ok(files.includes('dist/extension.js'));
        assert.deepEqual(
          files.filter((file) => !known.test(file)),
          [],
        );
      });

      it('brings every picture of its walkthrough', async () => {
        const installed = await installedIn(workbench);
        const manifest = await readFile(path.join(installed, 'package.json'), 'utf8');
        const pictures = manifest.match(/\bmedia\/[\w/-]+\.png\b/g) ?? [];
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
        assert.equal(await page.locator('img').count(), 0, 'they would be broken');
        await workbench.screenshot(`package-${release}-page`);
        await workbench.editors.closeAll();
        await workbench.sideBar.open('Server Management');
      });

      it('keeps an account over a restart', async () => {
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

      it('saves a document with one request that carries what was changed', async () => {
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
        await workbench.quickInput.runCommand('Server Management: Open Overview');
        await workbench.quickInput.pick('Server');
        await workbench.quickInput.pick('Example Hosting');
        await workbench.quickInput.pick('shop-frankfurt');
        const page = panelPage(workbench.page);
        await page.getByRole('heading', { name: 'shop-frankfurt', level: 1 }).waitFor();
        await page.getByRole('heading', { name: 'Recent Events' }).waitFor();
        await workbench.screenshot(`package-${release}-panel`);
      });
    });
  }
});

/** The folder that the extension was installed into. */
async function installedIn(workbench: Workbench): Promise<string> {
  const extensions = path.join(workbench.dataFolder, 'extensions');
  const [name = ''] = (await readdir(extensions)).filter((each) => each.includes('explorer'));
  return path.join(extensions, name);
}
