import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { makePackage } from '../harness/package/makePackage';
import { root } from '../harness/system/paths';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { sizeAtActivation } from '../support/sizeAtActivation';

describe('the package', () => {
  let folder: TemporaryFolder;
  let file: string;
  let workbench: Workbench | undefined;

  before(async function () {
    // The packaging tool may have to be downloaded first.
    this.timeout(180_000);
    folder = makeTemporaryFolder('package');
    file = path.join(folder.path, 'extension.vsix');
    await makePackage(file);
  });

  after(async () => {
    await workbench?.close();
    folder.remove();
  });

  it('has at most 400 KB', async () => {
    const { size } = await stat(file);
    assert.ok(size <= 400 * 1024, `${size} bytes`);
  });

  it('loads at most 150 KB when it is activated', async () => {
    const size = await sizeAtActivation(path.join(root, 'dist/extension.js'));
    assert.ok(size > 1024 && size <= 150 * 1024, `${size} bytes`);
  });

  it('works in a clean VS Code', async () => {
    workbench = await openWorkbench({ packed: file });
    await workbench.sideBar.open('Server Management');
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.row('SSH Settings').click();
    await workbench.editors.active.getByText('useDns').waitFor();
  });

  it('brings every picture that its pages show', async () => {
    assert.ok(workbench);
    const extensions = path.join(workbench.dataFolder, 'extensions');
    const [name = ''] = (await readdir(extensions)).filter((each) => each.includes('explorer'));
    const installed = path.join(extensions, name);
    const pages = await Promise.all(
      ['readme.md', 'package.json'].map((file) => readFile(path.join(installed, file), 'utf8')),
    );
    const pictures = pages.join().match(/\bmedia\/[\w/-]+\.png\b/g) ?? [];
    assert.ok(pictures.length > 4);
    for (const picture of new Set(pictures)) {
      assert.ok(existsSync(path.join(installed, picture)), picture);
    }
  });
});
