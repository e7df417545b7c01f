import path from 'node:path';
import { packExtension, stageExtension } from '../../scripts/package/makePackage';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { ensureVscode } from '../harness/vscode/install';
import { vscodeReleases } from '../harness/vscode/releases';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { usePackage } from '../support/packageUse';

describe('the package in the oldest VS Code', () => {
  let folder: TemporaryFolder;
  let workbench: Workbench;

  before(async function () {
    // The packaging tool and this VS Code may have to be downloaded first.
    this.timeout(360_000);
    await ensureVscode('oldest');
    folder = makeTemporaryFolder('package-oldest');
    const packed = path.join(folder.path, 'extension.vsix');
    const staged = path.join(folder.path, 'staged');
    await stageExtension(staged);
    await packExtension(staged, packed);
    workbench = await openWorkbench({ packed, release: 'oldest', hasAllExtensions: true });
  });

  after(async () => {
    await workbench.close();
    folder.remove();
  });

  it(`is used in VS Code ${vscodeReleases.oldest}, and remembers the sandbox`, async () => {
    const { quickInput, messages, page, sideBar, editors } = workbench;
    await quickInput.runCommand('Help: About');
    await messages.dialog.filter({ hasText: vscodeReleases.oldest }).waitFor();
    await messages.answerDialog('OK');
    await sideBar.open('Server Management');
    await page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await usePackage(workbench);
    await editors.closeAll();
    await workbench.restart();
    await sideBar.open('Server Management');
    await sideBar.row('shop-frankfurt').waitFor();
  });
});
