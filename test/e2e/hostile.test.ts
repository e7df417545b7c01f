import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { pointUntil, textStart } from '../harness/workbench/pointUntil';
import { addAccount } from '../support/accountSteps';
import { findDangers } from '../support/dangers';
import { sourceFiles } from '../support/imports';
import { isWrapper } from '../support/wrappers';
import { SandboxProbe } from '../support/sandboxProbe';
import { panelPage } from '../support/webviewPage';

const hostileName = '[Show me how](command:workbench.view.extensions) $(squirrel)';
/** The visible form of the attack: plain words, not a link. */
const shown = '[Show me how] (command: workbench.view.extensions)';

/** The surfaces that no step covers, and why. */
const elsewhere: Readonly<Record<string, string>> = {
  guarded: 'it shows nothing itself',
  EditorDisk: 'it reads and writes files, and shows nothing itself',
  isBesideRemote: 'it shows nothing itself',
  describeError: 'it makes the words that showError and others show',
  showError: 'it takes the same way as showMessage, which is covered',
  showUnopened: 'it takes the same way as showMessage, which is covered',
  registerPanelSerializer: 'it gives a panel the title that createPanel gives',
  askInNotification: 'it takes the same way as showMessage, which is covered',
  pickFolder: 'its button has a word of ours alone',
  showMultiPick: 'it draws entries like showPick, which is covered',
  showDiffs: 'its title is made plain like that of showDiff, which is covered',
  openInEditor: 'it opens a document by its address and shows nothing itself',
  createButton: 'its tooltip has words of ours alone',
  commandButton: 'its tooltip has words of ours alone',
  tryAgain: 'its title has words of ours alone',
  themeIcon: 'it names an icon and shows nothing itself',
  toFileError: 'a rejected save shows it, which is covered',
  toFolderStat: 'it shows nothing itself',
  createTerminal: 'its name is an address and a user that were checked before',
  createCommandFix: 'its title is that of a command',
  createQuickFix: 'its title quotes a cron field that was parsed: digits, names and signs alone',
};

describe('a hostile service', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ profile: 'hostile' });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
    const { url, token } = service;
    await addAccount(workbench, { url, token, label: hostileName, environment: 'development' });
    await workbench.sideBar.open('Server Management');
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  afterEach(async () => {
    await probe.clearFaults();
  });

  /** The surfaces that the steps below covered, by the names of their wrappers. */
  const driven = new Set<string>();
  const drives = (...surfaces: readonly string[]): void => {
    for (const surface of surfaces) driven.add(surface);
  };

  const row = (name: string) =>
    workbench.sideBar.rows.filter({ hasText: `${name} ${shown}` }).first();

  async function expand(name: string): Promise<void> {
    await row(name).locator('.monaco-tl-twistie').click();
    await row(name).and(workbench.page.locator('[aria-expanded="true"]')).waitFor();
  }

  /** Palette commands act on the active document or the selected row, if any. */
  async function pointAtNothing(): Promise<void> {
    await workbench.quickInput.runCommand('View: Revert and Close Editor');
    await workbench.quickInput.runCommand('File: New Untitled Text File');
    await workbench.sideBar.clearSelection();
  }

  const entry = (name: string) =>
    workbench.quickInput.box
      .locator('.monaco-list-row')
      .filter({ hasText: `${name} ${shown}` })
      .first();

  /** Puts the cursor after the first occurrence of a text by searching for it, as a person would. */
  async function putCursor(after: string): Promise<void> {
    const lines = (await workbench.editors.text()).split('\n');
    const line = lines.findIndex((each) => each.includes(after));
    assert.notEqual(line, -1, after);
    const column = (lines[line] ?? '').indexOf(after) + after.length + 1;
    await workbench.page.keyboard.press('Control+G');
    await workbench.quickInput.enter(`:${line + 1}:${column}`);
  }

  async function dismissAll(): Promise<void> {
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
  }

  it('injects nothing into rows and their tooltips', async () => {
    drives('createTreeView', 'Markdown');
    await expand('shop-frankfurt');
    await workbench.sideBar.expand('Cron Jobs');
    await workbench.sideBar.expand('Web Applications');
    await row('Nightly backup').waitFor();
    await pointUntil(
      row('shop-frankfurt'),
      workbench.page.locator('.workbench-hover').filter({ hasText: shown }),
    );
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.page.mouse.move(0, 0);
  });

  it('runs nothing from the address typed for an account', async () => {
    drives('createInputBox');
    await workbench.quickInput.runCommand('Server Management: Add Account…');
    await workbench.quickInput.answer(
      'Address of the service',
      `${service.url}/[x](command:workbench.view.extensions)`,
    );
    await workbench.quickInput.question('Select how to sign in').waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.quickInput.cancel();
  });

  it('runs nothing from the answer to a check of the connection', async () => {
    drives('showMessage');
    await pointAtNothing();
    await probe.addFault('422:GET:/api/v3/ping');
    await workbench.quickInput.runCommand('Server Management: Check Connection');
    await workbench.messages.notification('command: It is wrong.').waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await dismissAll();
  });

  it('injects nothing into completions and hovers of a document', async () => {
    drives('createCompletion', 'toHover');
    await row('Order queue').click();
    await workbench.editors.opened('102.cron-job.json');
    await putCursor('"username": "');
    await workbench.quickInput.runCommand('Trigger Suggest');
    const offered = workbench.page.locator('.suggest-widget .monaco-list-row');
    await offered.filter({ hasText: shown }).first().waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.page.keyboard.press('Escape');
    await putCursor('"minute": "');
    await workbench.quickInput.runCommand('Show or Focus Hover');
    await workbench.page.locator('.monaco-hover').filter({ hasText: 'Every' }).first().waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.page.keyboard.press('Escape');
  });

  it('runs nothing from a rejected save, its lenses and its problems', async () => {
    drives('createLens', 'createDimming', 'fileError', 'createDiagnostic');
    await row('Nightly backup').click();
    await workbench.editors.opened('101.cron-job.json');
    await workbench.page
      .locator('.codelens-decoration')
      // A lens shows the beginning of a long name.
      .filter({ hasText: '[Show me how] (command:' })
      .first()
      .waitFor();
    await probe.addFault('422:PATCH:/api/v3/servers/1/cronjobs/*');
    const live = await workbench.editors.text();
    await workbench.editors.replaceText(
      live.replace('"hour": "2"', '"hour": "7"').replace('backup --all', 'backup --most'),
    );
    await workbench.editors.unsavedTab('101.cron-job.json').waitFor();
    await workbench.editors.save();
    await workbench.messages.notification('It is wrong.').waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.quickInput.runCommand('Problems: Focus on Problems View');
    await workbench.page.locator('.markers-panel').getByText('It is wrong.').first().waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await dismissAll();
  });

  it('injects nothing into Source Control, or into the question before staged changes are applied', async () => {
    drives('createSourceControl', 'askModalChoice');
    await workbench.editors.show('101.cron-job.json');
    await workbench.quickInput.runCommand('Server Management: Stage Changes');
    await workbench.editors.unsavedTab('101.cron-job.json').waitFor({ state: 'detached' });
    await workbench.sideBar.open('Source Control');
    const staged = workbench.page.locator('.scm-view .monaco-list-row', {
      hasText: 'Nightly backup',
    });
    await pointUntil(
      staged.locator('.label-name'),
      workbench.page.locator('.workbench-hover').filter({ hasText: 'Nightly backup' }),
      textStart,
    );
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.quickInput.runCommand('Server Management: Apply All Pending Changes…');
    await workbench.messages.dialog.filter({ hasText: shown }).waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.messages.answerDialog('Not Now');
    await workbench.quickInput.runCommand('Server Management: Discard All Pending Changes…');
    await workbench.messages.answerDialog('Discard');
    await workbench.sideBar.open('Server Management');
    await workbench.editors.show('101.cron-job.json');
    await workbench.editors.revertAndClose('101.cron-job.json');
  });

  it('runs nothing from pickers, questions and dialogs', async () => {
    drives('createPick', 'askModal');
    await workbench.quickInput.runCommand('Server Management: Go to Resource…');
    await workbench.quickInput.box
      .locator('.monaco-list-row')
      .filter({ hasText: shown })
      .first()
      .waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.quickInput.cancel();
    await row('Nightly backup').click({ button: 'right' });
    // A menu ignores clicks just after it opens, but not keys.
    await workbench.page.getByRole('menuitem', { name: 'Delete…', exact: true }).hover();
    await workbench.page.keyboard.press('Enter');
    await workbench.messages.dialog.waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.messages.answerDialog('Cancel');
  });

  it('runs nothing from progress notifications and passing messages', async () => {
    drives('withProgress', 'withLateProgress', 'showBriefly');
    await probe.addFault('latency=2000:POST');
    await workbench.sideBar.open('Server Management');
    await row('Order queue').hover();
    await row('Order queue').getByRole('button', { name: 'Run Cron Job' }).click();
    await workbench.messages.notification(shown).waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.page.locator('.statusbar-item').filter({ hasText: shown }).waitFor();
  });

  it('runs nothing from the status bar, the log, comparisons and tabs', async () => {
    drives('createStatus', 'createLog', 'showDiff', 'createDecoration');
    await probe.addFault('429:GET:/api/*:count=1:after=8');
    await workbench.quickInput.runCommand('Server Management: Refresh');
    await pointUntil(
      workbench.page.locator('.statusbar [id*="rateLimit"]'),
      workbench.page.locator('.workbench-hover').filter({ hasText: shown }),
    );
    assert.deepEqual(await findDangers(workbench.page), []);
    await row('Price import').click();
    await workbench.editors.opened('103.cron-job.json');
    await workbench.quickInput.runCommand('Server Management: Compare with Live');
    await workbench.page.locator('.tab').filter({ hasText: shown }).waitFor();
    await workbench.page.locator('.tab').filter({ hasText: shown }).hover({ force: true });
    await workbench.quickInput.runCommand('Server Management: Show Log');
    await workbench.page.locator('.part.panel .monaco-editor').first().waitFor();
  });

  it('runs nothing from a panel or from the question when it is closed', async () => {
    drives('createPanel');
    await pointAtNothing();
    await workbench.quickInput.runCommand('Server Management: Open Overview');
    await workbench.quickInput.pick('Canvas');
    await entry('Blog').click();
    const page = panelPage(workbench.page);
    await page.getByRole('switch', { name: 'Redirection' }).click();
    const unsaved = workbench.page.locator('.tab .label-name').filter({ hasText: `● Blog` });
    await unsaved.waitFor();
    await page.getByText('Unsaved changes: 1').waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.quickInput.runCommand('View: Close Editor');
    await workbench.messages.notification('was closed').filter({ hasText: shown }).waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await dismissAll();
  });

  it('injects nothing through the names of accounts', async () => {
    drives('showPick');
    const { url, token } = service;
    const label = `Second ${hostileName}`;
    await addAccount(workbench, { url, token, label, environment: 'production' });
    await workbench.quickInput.runCommand('Server Management: Check Connection');
    await entry('Second').waitFor();
    assert.deepEqual(await findDangers(workbench.page), []);
    await workbench.quickInput.cancel();
    await workbench.sideBar.open('Server Management');
    // The rows of the first account would push the second out of view.
    await workbench.page.locator('.part.sidebar .monaco-list').first().focus();
    for (const key of ['Home', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) {
      await workbench.page.keyboard.press(key);
    }
    await pointUntil(
      row('Second'),
      workbench.page.locator('.workbench-hover').filter({ hasText: shown }),
    );
  });

  it('is tested on every surface', () => {
    const exported = sourceFiles('src/ui/editor')
      .filter(isWrapper)
      .flatMap((file) =>
        [
          ...readFileSync(file, 'utf8').matchAll(/^export (?:async )?(?:function|class) (\w+)/gm),
        ].map((match) => match[1] ?? ''),
      );
    const missing = exported.filter((name) => !driven.has(name) && !(name in elsewhere));
    assert.deepEqual(missing, [], 'add a step for each surface');
  });
});
