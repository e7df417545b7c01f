import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { packExtension, stageExtension } from '../../scripts/package/makePackage';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { webSettings } from '../harness/vscode/userSettings';
import { openWorkbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import { packageLimit } from '../support/packageLimit';
import { describePackageIn } from '../support/packageUse';

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

  it('has the same bytes in another time zone and with another umask', async () => {
    const again = path.join(folder.path, 'again');
    const packed = path.join(folder.path, 'again.vsix');
    const zone = process.env['TZ'];
    const umask = process.umask(0o077);
    process.env['TZ'] = 'Pacific/Auckland';
    try {
      await stageExtension(again);
      await packExtension(again, packed);
    } finally {
      process.umask(umask);
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
    assert.ok((await readFile(file)).equals(await readFile(packed)));
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

  it("runs in a browser's extension host", async () => {
    const workbench = await openWorkbench({
      packed: file,
      settings: webSettings,
      hasAllExtensions: true,
    });
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

  describePackageIn('newest', () => file);
});
