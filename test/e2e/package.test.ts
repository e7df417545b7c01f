import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import {
  packExtension,
  readProduct,
  runNode,
  stageExtension,
} from '../../scripts/package/makePackage';
import { makeRelease } from '../../scripts/package/makeRelease';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { quietSettings, webSettings } from '../harness/vscode/userSettings';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import { addAccount } from '../support/accountSteps';
import { startDraft } from '../support/draftSteps';
import { eventually } from '../support/eventually';
import type { RecordingServer } from '../support/httpServer';
import { packageLimit } from '../support/packageLimit';
import { usePackage } from '../support/packageUse';
import { startRepeatingService } from '../support/repeatingService';
import { SandboxProbe } from '../support/sandboxProbe';
import { switchTheme, themes } from '../support/themes';
import { walkthroughSteps } from '../support/walkthroughSteps';
import { panelPage } from '../support/webviewPage';

const jobsPath = '/api/v2/servers/1/cronjobs';
const sshPath = '/api/v3/servers/1/settings/ssh';

describe('the package', () => {
  let folder: TemporaryFolder;
  let staged: string;
  let file: string;

  before(async function () {
    // The packaging tool may have to be downloaded first.
    this.timeout(180_000);
    folder = makeTemporaryFolder('package');
    file = path.join(folder.path, 'extension.vsix');
    staged = path.join(folder.path, 'staged');
    await stageExtension(staged);
    await packExtension(staged, file);
  });

  after(() => folder.remove());

  it(`has at most ${packageLimit} KB`, async () => {
    const { size } = await stat(file);
    assert.ok(size <= packageLimit * 1024, `${size} bytes`);
  });

  it('loads at most 150 KB on activation, also in a browser', async () => {
    const { size } = await stat(path.join(staged, 'dist/extension.js'));
    const { size: loader } = await stat(path.join(staged, 'dist/web.js'));
    assert.ok(size > 1024 && size + loader <= 150 * 1024, `${size} and ${loader} bytes`);
  });

  it('has each translation once', async () => {
    const read = async (name: string): Promise<object> =>
      JSON.parse(await readFile(path.join(staged, name), 'utf8')) as object;
    const ofManifest = await read('package.nls.de.json');
    const ofCode = Object.keys(await read('media/l10n/bundle.l10n.de.json'));
    assert.ok(ofCode.length > 1000);
    assert.deepEqual(
      ofCode.filter((key) => key in ofManifest),
      [],
    );
  });

  describe('in another time zone and with another umask', () => {
    let release: string;

    before(async function () {
      this.timeout(180_000);
      release = path.join(folder.path, 'release');
      await mkdir(release);
      const zone = process.env['TZ'];
      const umask = process.umask(0o077);
      process.env['TZ'] = 'Pacific/Auckland';
      try {
        await makeRelease(path.join(release, 'extension.vsix'));
      } finally {
        process.umask(umask);
        if (zone === undefined) delete process.env['TZ'];
        else process.env['TZ'] = zone;
      }
    });

    it('has the same bytes', async () => {
      assert.ok(
        (await readFile(file)).equals(await readFile(path.join(release, 'extension.vsix'))),
      );
    });

    it('is released with the command line, checksums and a bill of materials', async () => {
      const { version } = await readProduct();
      const program = ['server-management.js', `server-management-${version}.tgz`];
      const files = ['extension.vsix', ...program];
      const about = ['extension.vsix.cdx.json', 'extension.vsix.sha256'];
      assert.deepEqual(new Set(await readdir(release)), new Set([...files, ...about]));
      const read = (name: string): Promise<Buffer> => readFile(path.join(release, name));
      const sums = files.map(async (name) => {
        const sum = createHash('sha256').update(await read(name));
        return `${sum.digest('hex')}  ${name}\n`;
      });
      assert.equal(String(await read('extension.vsix.sha256')), (await Promise.all(sums)).join(''));
      assert.match(String(await read('extension.vsix.cdx.json')), /"bomFormat": "CycloneDX"/);
      const printed = await runNode(release, ['server-management.js', '--version']);
      assert.equal(printed, `${version}\n`);
    });
  });

  it('includes the licenses of its dependencies', async () => {
    const notices = await readFile(path.join(staged, 'THIRD_PARTY_NOTICES.txt'), 'utf8');
    for (const name of ['cronstrue', 'hono', 'jsonc-parser', 'ofetch', 'zod']) {
      assert.match(notices, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(MIT\\)$`, 'm'));
    }
    assert.match(notices, /Permission is hereby granted, free of charge/);
  });

  it("uses the editor's API without copies of it", async () => {
    const dist = path.join(staged, 'dist');
    const names = (await readdir(dist)).filter((name) => /^(extension|onDemand.*)\.js$/.test(name));
    const codes = await Promise.all(names.map((each) => readFile(path.join(dist, each), 'utf8')));
    const uses = codes.join('\n').match(/.{20}\("vscode"\)./g) ?? [];
    assert.ok(uses.length > 10);
    // Handed to a function as a whole, it would be copied.
    const copied = /[\w$]\((require|\(0,[\w$]+\.[\w$]+\))\("vscode"\)[,)]/;
    assert.deepEqual(
      uses.filter((each) => copied.test(each)),
      [],
    );
  });

  describe('in the newest VS Code', () => {
    let service: Sandbox;
    let connection: RecordingServer;
    let probe: SandboxProbe;
    let workbench: Workbench;
    /** How many of the next writes are performed without an answer. */
    let lost = 0;

    before(async () => {
      service = await startSandbox();
      probe = new SandboxProbe(service);
      connection = await startRepeatingService(service.url, () => {
        lost -= 1;
        return lost >= 0 ? 'lost' : 'answered';
      });
      workbench = await openWorkbench({
        packed: file,
        settings: webSettings,
        hasAllExtensions: true,
      });
    });

    after(async () => {
      await workbench.close();
      await connection.close();
      await service.close();
    });

    it('contains only files that are run or shown', async () => {
      const extensions = path.join(workbench.dataFolder, 'extensions');
      const [name = ''] = (await readdir(extensions)).filter((each) => each.includes('explorer'));
      const files = await readdir(path.join(extensions, name), { recursive: true });
      const known =
        /^(dist(\/[\w-]+\.js)?|media(\/[\w-]+(\.\w+)+|\/l10n|\/skills(\/[\w-]+(\/SKILL\.md)?)?|\/walkthrough|\/l10n\/[\w.]+\.json|\/walkthrough\/\w+\.svg)?|package(\.nls(\.\w+)?)?\.json|(readme|changelog)\.md|(LICENSE|THIRD_PARTY_NOTICES)\.txt|\.vsixmanifest)$/;
      assert.ok(files.includes('dist/extension.js'));
      assert.deepEqual(
        files.filter((each) => !known.test(each)),
        [],
      );
    });

    /** Waits until the extension says that it runs on such a system. */
    async function runsOn(system: RegExp): Promise<void> {
      const { editors, quickInput } = workbench;
      await quickInput.runCommand('Server Management: Report Issue…');
      await eventually(async () => assert.match(await editors.text(), system), waitTimeoutMs);
      await quickInput.runCommand('View: Revert and Close Editor');
    }

    it("runs in a browser's extension host", async () => {
      await runsOn(/- system: Mozilla\/5\.0/);
    });

    it('has a walkthrough with a picture beside each step, in colors that VS Code has', async () => {
      const { quickInput, page } = workbench;
      await quickInput.runCommand('Welcome: Open Walkthrough...');
      await quickInput.pick('Get Started with Server Management');
      await page.locator('.getting-started-step.expanded').waitFor();
      const steps = walkthroughSteps();
      assert.ok(steps.length > 3);
      // By picture, the variables that no theme has had so far.
      const unknown = new Map<string, readonly string[]>();
      for (const theme of themes.filter(({ name }) => /^(dark|high-contrast)$/.test(name))) {
        await switchTheme(workbench, theme);
        for (const { title, file: svg, picture } of steps) {
          await page.getByRole('heading', { name: title, exact: true }).click();
          const kind = `body[data-vscode-theme-kind="vscode-${theme.name}"]`;
          const shown = panelPage(page).locator(`${kind} > svg`);
          const text = picture.trim().replaceAll(/<[^>]*>/g, '');
          // One page shows all pictures in turn.
          await eventually(async () => assert.equal(await shown.textContent(), text));
          const { faults, missing } = await inspect(shown);
          assert.deepEqual(faults, [], svg);
          const before = unknown.get(svg);
          unknown.set(
            svg,
            missing.filter((name) => before?.includes(name) ?? true),
          );
        }
      }
      assert.deepEqual([...unknown.values()].flat(), []);
      await workbench.editors.closeAll();
    });

    /** The browser itself repeats a write when its connection ends; the extension can only check the result. */
    it('never reports a creation without an answer as failed there, and reports its duplicates', async () => {
      const { editors, messages, sideBar } = workbench;
      await addAccount(workbench, {
        url: connection.url,
        token: service.token,
        label: 'Example Hosting',
        environment: 'development',
      });
      await sideBar.open('Server Management');
      await sideBar.expand('shop-frankfurt');
      lost = Infinity;
      const tab = await startDraft(workbench, 'Cron Jobs');
      const content = JSON.parse(await editors.text()) as object;
      const label = 'Never answered';
      const filled = { ...content, label, username: 'shop', command: '/bin/true' };
      await editors.replaceText(JSON.stringify(filled));
      await editors.unsavedTab(tab).waitFor();
      await editors.save();
      // The new document replaces the draft.
      await editors.tab(tab).waitFor({ state: 'detached' });
      lost = 0;
      const { data } = await probe.call('GET', `${jobsPath}?perPage=40`);
      const jobs = (data as readonly { id: number; label: string }[]).filter(
        (job) => job.label === label,
      );
      const sent = connection.requests.filter(
        ({ method, target }) => method === 'POST' && target === jobsPath,
      );
      // How often the browser repeats it depends on the open connections.
      assert.equal(jobs.length, sent.length);
      assert.ok(jobs.length > 1, "the browser didn't repeat the request");
      const told = messages.notification(`"${label}" exists more than once`);
      await told.filter({ hasText: jobs.map(({ id }) => id).join(', ') }).waitFor();
      const words = (await messages.notifications.allInnerTexts()).join('\n');
      assert.doesNotMatch(words, /fail|again|Not created/i);
      await editors.closeAll();
    });

    it('runs in Node, keeps the account, and saves a document with one request that contains only the change', async () => {
      await writeFile(
        path.join(workbench.dataFolder, 'data/User/settings.json'),
        JSON.stringify(quietSettings),
      );
      await workbench.reload();
      await runsOn(/- system: (?!Mozilla)/);
      const { useDns } = await probe.call('GET', sshPath);
      await probe.forgetRequests();
      await usePackage(workbench);
      assert.deepEqual(
        (await probe.requests())
          .filter(({ method }) => method !== 'GET')
          .map(({ method, path: target, body }) => [method, target, body]),
        [['PATCH', sshPath, { useDns: useDns !== true }]],
      );
    });
  });
});

/** What is cut off or overlaps in a picture, colors that aren't applied, and variables that the theme doesn't have. */
function inspect(
  picture: Locator,
): Promise<{ readonly faults: string[]; readonly missing: string[] }> {
  return picture.evaluate((svg) => {
    const faults: string[] = [];
    const { left, right, top, bottom } = svg.getBoundingClientRect();
    const texts = [...svg.querySelectorAll('text')].map((each) => ({
      words: each.textContent,
      box: each.getBoundingClientRect(),
    }));
    for (const [index, { words, box }] of texts.entries()) {
      if (box.left < left || box.right > right || box.top < top || box.bottom > bottom) {
        faults.push(`"${words}" is cut off`);
      }
      for (const other of texts.slice(index + 1)) {
        const apart =
          box.right <= other.box.left ||
          other.box.right <= box.left ||
          // Boxes have room for accents, which overlaps.
          box.bottom - 3 <= other.box.top ||
          other.box.bottom - 3 <= box.top;
        if (!apart) faults.push(`"${words}" overlaps "${other.words}"`);
      }
    }
    const has = (name: string): boolean =>
      document.documentElement.style.getPropertyValue(name) !== '';
    for (const each of svg.querySelectorAll('*')) {
      for (const name of ['fill', 'stroke']) {
        const [, variable] = /^var\((--[\w-]+)/.exec(each.getAttribute(name) ?? '') ?? [];
        const isDefined = variable !== undefined && has(variable);
        if (isDefined && getComputedStyle(each).getPropertyValue(name) === 'none') {
          faults.push(`${name} ${variable} isn't applied`);
        }
      }
    }
    const used = [...svg.outerHTML.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name);
    return { faults, missing: used.filter((name) => !has(name)) };
  });
}
