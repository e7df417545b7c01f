import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { vscodeReleases } from '../harness/vscode/releases';
import { openWorkbench, type Workbench } from '../harness/workbench';

describe('the workbench driven by the tests', () => {
  let folder: string;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'workbench-test-'));
    await writeFile(path.join(folder, 'page.md'), '# A heading\n');
    await writeFile(path.join(folder, 'note.txt'), 'first line\n\n  third  line\n');
    workbench = await openWorkbench({
      folder,
      settings: { 'files.autoSave': 'off' },
      theme: 'Dark 2026',
    });
  });

  after(async () => {
    await workbench.close();
    await rm(folder, { recursive: true });
  });

  it('runs a command from the palette and shows its output', async () => {
    await workbench.quickInput.runCommand('Help: About');
    await workbench.messages.dialog.filter({ hasText: vscodeReleases.newest }).waitFor();
    await workbench.messages.answerDialog('OK');
  });

  it('opens a file from its row, changes it and saves it', async () => {
    await workbench.sideBar.open('Explorer');
    await workbench.sideBar.row('note.txt').dblclick();
    await workbench.editors.opened('note.txt');
    assert.equal(await workbench.editors.text(), 'first line\n\n  third  line\n');

    await workbench.editors.replaceText('{"other": [1]}');
    await workbench.editors.unsavedTab('note.txt').waitFor();
    await workbench.editors.save();
    await workbench.editors.unsavedTab('note.txt').waitFor({ state: 'detached' });
    assert.equal(await readFile(path.join(folder, 'note.txt'), 'utf8'), '{"other": [1]}');
  });

  it('opens a menu again that closed before its entry was chosen', async () => {
    // VS Code closes a menu when its window loses the focus.
    await workbench.page.evaluate(() => {
      const whenMenuOpens = (_: unknown, observer: MutationObserver): void => {
        if (document.querySelector('.context-view [role="menuitem"]') === null) return;
        observer.disconnect();
        window.dispatchEvent(new Event('blur'));
      };
      new MutationObserver(whenMenuOpens).observe(document.body, {
        subtree: true,
        childList: true,
      });
    });
    await workbench.sideBar.chooseInMenu('note.txt', 'Copy Relative Path');
    const copied = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(copied, 'note.txt');
  });

  it('shows a page drawn by an extension', async () => {
    await workbench.sideBar.row('page.md').dblclick();
    await workbench.editors.opened('page.md');
    await workbench.quickInput.runCommand('Markdown: Open Preview');
    await workbench.editors.webview.getByRole('heading', { name: 'A heading' }).waitFor();
    await workbench.editors.closeAll();
    await workbench.sideBar.row('note.txt').dblclick();
  });

  it('keeps an unsaved change across a restart', async () => {
    await workbench.editors.replaceText('not saved');
    await workbench.editors.unsavedTab('note.txt').waitFor();
    await workbench.restart();
    await workbench.editors.unsavedTab('note.txt').waitFor();
    assert.equal(await workbench.editors.text(), 'not saved');
  });
});
