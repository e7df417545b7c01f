import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import type { Workbench } from '../harness/workbench';
import { startDraft } from '../support/draftSteps';
import { eventually } from '../support/eventually';
import { makeForeignExtension } from '../support/foreignExtension';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { findInBrowser, findInFiles } from '../support/traces';

const cronPath = '/api/v3/servers/1/cronjobs/101';
const jobsPath = '/api/v2/servers/1/cronjobs';
const sshPath = '/api/v3/servers/1/settings/ssh';
const applicationPath = '/api/v3/servers/1/webapps/101/settings';
const cronTab = '101.cron-job.json';
const sshTab = '1.ssh.json';
const applicationTab = '101.web-application.json';

const foreign = { type: 'foreign', started: 'The foreign debugger has started.' };
const foreignTest = {
  title: 'Offer a Test',
  body: `
    const controller = vscode.tests.createTestController('foreign', 'Foreign');
    controller.items.add(controller.createTestItem('one', 'One'));
    controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, (request) => {
      controller.createTestRun(request).end();
      vscode.window.showInformationMessage('The foreign test has started.');
    }, true);
    return 'offered';`,
};

describe('documents', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let note: string;

  before(async () => {
    folder = makeTemporaryFolder('documents');
    const project = path.join(folder.path, 'project');
    mkdirSync(path.join(project, '.vscode'), { recursive: true });
    note = path.join(project, 'note.txt');
    writeFileSync(note, 'a note');
    const launch = { name: 'Foreign', type: foreign.type, request: 'launch' };
    writeFileSync(
      path.join(project, '.vscode/launch.json'),
      JSON.stringify({ version: '0.2.0', configurations: [launch] }),
    );
    window = await openSignedIn({
      label: 'Main',
      options: {
        folder: project,
        beside: [await makeForeignExtension(folder.path, [foreignTest], [foreign])],
        // Auto Save is on for everything that doesn't opt out.
        settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 },
      },
    });
    ({ probe, workbench } = window);
    await openTree();
  });

  after(async () => {
    await window.close();
    folder.remove();
  });

  afterEach(() => probe.clearFaults());

  async function openTree(): Promise<void> {
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Cron Jobs');
  }

  async function clearNotifications(): Promise<void> {
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
  }

  const lens = (text: string): Locator =>
    workbench.page.locator('.codelens-decoration').filter({ hasText: text });

  /** Clicks a lens until the element appears: VS Code loses clicks on lenses that it redraws. */
  async function pressLens(text: string, opened: Locator): Promise<void> {
    for (let timeout = 1_500; !(await opened.isVisible()); timeout *= 2) {
      await lens(text).getByText(text).click();
      await opened.waitFor({ timeout }).catch((error: unknown) => {
        if (timeout > waitTimeoutMs) throw error;
      });
    }
  }

  async function open(row: string, tab: string): Promise<Record<string, unknown>> {
    await workbench.sideBar.pressInline(row, 'Open as JSON');
    await workbench.editors.opened(tab);
    return JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
  }

  const openCronJob = (): Promise<Record<string, unknown>> => open('Nightly backup', cronTab);

  async function openNote(): Promise<void> {
    await workbench.sideBar.open('Explorer');
    await workbench.sideBar.row('note.txt').click();
    await workbench.editors.opened('note.txt');
  }

  async function write(content: Record<string, unknown>, tab: string): Promise<string> {
    const text = `${JSON.stringify(content, undefined, 2)}\n`;
    await workbench.editors.replaceText(text);
    await workbench.editors.unsavedTab(tab).waitFor();
    return text;
  }

  /** Starts a draft of a cron job; returns the title of its tab. */
  async function writeDraft(fields: Record<string, unknown>): Promise<string> {
    const tab = await startDraft(workbench, 'Cron Jobs');
    const content = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
    await write({ ...content, username: 'shop', command: '/bin/true', ...fields }, tab);
    return tab;
  }

  async function changeBehind(fields: Record<string, unknown>): Promise<void> {
    const live = await probe.call('GET', cronPath);
    const [minute, hour, dayOfMonth, month, dayOfWeek] = String(live['time']).split(' ');
    const { label, username, command } = live;
    const all = { label, username, command, minute, hour, dayOfMonth, month, dayOfWeek };
    await probe.call('PATCH', cronPath, { ...all, ...fields });
  }

  async function writes(): Promise<string[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => `${method} ${path} ${JSON.stringify(body)}`);
  }

  it("aren't sent by Auto Save, although it saves another file meanwhile", async () => {
    const content = await openCronJob();
    await probe.forgetRequests();
    await write({ ...content, command: '/bin/true' }, cronTab);
    // A file that Auto Save does save proves that it ran.
    await openNote();
    await workbench.editors.replaceText('saved by Auto Save');
    await eventually(() => {
      assert.equal(readFileSync(note, 'utf8'), 'saved by Auto Save');
    });
    await workbench.sideBar.open('Server Management');
    await workbench.editors.unsavedTab(cronTab).waitFor();
    assert.deepEqual(await writes(), []);
    await workbench.editors.revertAndClose('note.txt');
    await workbench.editors.show(cronTab);
    await workbench.editors.revertAndClose(cronTab);
  });

  it('keep edits, rejected parts and unknown outcomes when the editor is quit and started again', async () => {
    const { editors, messages, page } = workbench;
    const content = await openCronJob();
    await write({ ...content, command: '/usr/bin/typed-before' }, cronTab);
    // The text's starting point is recorded once the extension has received the edit.
    await lens('Unsaved: command').waitFor();

    await workbench.sideBar.expand('Web Applications');
    const application = await open('storefront', applicationTab);
    const settings = application['settings'] as object;
    const tooLittle = {
      ...application,
      phpVersion: 'php84',
      settings: { ...settings, memoryLimit: 0 },
    };
    await probe.forgetRequests();
    await write(tooLittle, applicationTab);
    await editors.save();
    await messages.notification('Only part of it was saved').waitFor();
    // Replacing the text scrolled to its end.
    await page.keyboard.press('Control+Home');
    await lens('Unsaved: settings.memoryLimit').waitFor();
    assert.deepEqual(await writes(), [
      `PATCH ${applicationPath}/php {"phpVersion":"php84"}`,
      `PATCH ${applicationPath}/fpmnginx {"memoryLimit":0}`,
    ]);
    await workbench.screenshot('web-application-partly-saved');
    await workbench.sideBar.collapse('Web Applications');

    const draftTab = await writeDraft({ label: 'Unclear' });
    await probe.forgetRequests();
    await probe.addFault(`applied:POST:${jobsPath}:count=1`);
    await probe.addFault(`502:GET:${jobsPath}`);
    await editors.save();
    await messages.answerDialog('Create');
    await messages.notification("It's unknown whether it was created").waitFor();
    await page.keyboard.press('Control+Home');
    await lens('May have been created').waitFor();
    await workbench.screenshot('draft-unclear');

    await workbench.restart();
    for (const tab of [cronTab, applicationTab, draftTab]) await editors.unsavedTab(tab).waitFor();
    await lens('May have been created').waitFor();
    await probe.clearFaults();
    await editors.save();
    await editors.tab(draftTab).waitFor({ state: 'detached' });
    const posts = (await writes()).filter((each) => each.startsWith('POST'));
    const { data } = await probe.call('GET', `${jobsPath}?perPage=40`);
    const created = (data as readonly { label: string }[]).filter(
      ({ label }) => label === 'Unclear',
    );
    assert.deepEqual([posts.length, created.length], [1, 1]);

    await changeBehind({ minute: '41' });
    await editors.show(cronTab);
    assert.match(await editors.text(), /typed-before/);
    await workbench.screenshot('document-restarted');
    await probe.forgetRequests();
    await editors.save();
    await editors.unsavedTab(cronTab).waitFor({ state: 'detached' });
    const [sent = ''] = await writes();
    assert.match(sent, /typed-before.*"minute":"41"|"minute":"41".*typed-before/);

    await editors.show(applicationTab);
    await write({ ...tooLittle, settings: { ...settings, memoryLimit: 512 } }, applicationTab);
    await probe.forgetRequests();
    await editors.save();
    await editors.unsavedTab(applicationTab).waitFor({ state: 'detached' });
    assert.deepEqual(await writes(), [`PATCH ${applicationPath}/fpmnginx {"memoryLimit":512}`]);
    await editors.closeAll();
    await openTree();
  });

  it("open the editor's conflict editor if two people changed the same field", async () => {
    const content = await openCronJob();
    const text = await write({ ...content, command: '/usr/bin/mine' }, cronTab);
    await changeBehind({ command: '/usr/bin/somebody-else' });
    await probe.forgetRequests();
    await workbench.editors.save();
    await workbench.messages.notification('content of the file is newer').waitFor();
    assert.deepEqual(await writes(), []);

    await workbench.messages.answerNotification('content of the file is newer', 'Overwrite');
    await workbench.messages.notification('was changed elsewhere in the meantime').waitFor();
    assert.deepEqual(await writes(), [], 'unseen changes must not be overwritten');
    await clearNotifications();

    await workbench.editors.save();
    await workbench.messages.answerNotification('content of the file is newer', 'Compare');
    await workbench.page.getByText('/usr/bin/somebody-else').first().waitFor();
    await workbench.screenshot('document-conflict');
    await workbench.page
      .locator('.editor-actions')
      .getByRole('button', { name: /Use your changes/ })
      .click();
    await eventually(async () => assert.equal((await writes()).length, 1));
    const [sent = ''] = await writes();
    assert.match(sent, /\/usr\/bin\/mine/);
    await eventually(async () => {
      assert.equal((await probe.call('GET', cronPath))['command'], '/usr/bin/mine');
    });
    await workbench.page.locator('.monaco-diff-editor').waitFor({ state: 'detached' });
    await workbench.editors.unsavedTab(cronTab).waitFor({ state: 'detached' });
    assert.equal(await workbench.editors.text(), text);
    await workbench.editors.closeAll();
  });

  it('dim read-only fields, and mark errors while typing', async () => {
    const tab = '102.cron-job.json';
    const content = await open('Order queue', tab);
    await write({ ...content, id: 7, hour: '99', made_up: 1 }, tab);
    const { page } = workbench;
    // Typing leaves the cursor at the end, and may leave the first lines out of view.
    await page.keyboard.press('Control+Home');
    await page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
    await workbench.screenshot('document-typing');
    const colorsOf = (field: string): Promise<number> =>
      page
        .locator('.view-line')
        .filter({ hasText: `"${field}"` })
        .locator('span span')
        .evaluateAll((spans) => {
          const words = spans.filter((each) => /\w/.test(each.textContent ?? ''));
          return new Set(words.map((each) => getComputedStyle(each).color)).size;
        });
    assert.equal(await colorsOf('created_at'), 1, 'dimmed');
    assert.equal(await colorsOf('label'), 2, 'colored');
    await workbench.editors.revertAndClose(tab);
  });

  it("aren't sent before the person confirms a lock-out warning", async () => {
    const { messages, editors } = workbench;
    await probe.call('PATCH', sshPath, { passwordlessLogin: false });
    const keys = '/api/v3/servers/1/ssh/credentials';
    const { data } = await probe.call('GET', `${keys}?perPage=40`);
    for (const { id } of data as readonly { id: number }[]) {
      await probe.call('DELETE', `${keys}/${id}`);
    }
    const content = await open('SSH Settings', sshTab);
    await write({ ...content, passwordlessLogin: true }, sshTab);
    await probe.forgetRequests();
    await editors.save();
    await messages.dialog.getByText('This could lock you out.').waitFor();
    await workbench.screenshot('document-lock-out');
    // Two keys that were meant for the text.
    await workbench.page.keyboard.press('Enter');
    await messages.dialog.waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Enter');
    await messages.notification('Nothing was sent').waitFor();
    await editors.unsavedTab(sshTab).waitFor();
    assert.deepEqual(await writes(), []);
    await clearNotifications();
    await editors.show(sshTab);
    await editors.revertAndClose(sshTab);
  });

  it('wait for the rate limit, and the wait can be cancelled', async () => {
    const tab = '102.cron-job.json';
    const { command, ...others } = await open('Order queue', tab);
    await write({ ...others, command: '/usr/bin/waiting' }, tab);
    await probe.addFault('429:PATCH');
    await workbench.editors.save();
    await workbench.messages.notification('Saving').waitFor();
    await workbench.screenshot('document-waiting');
    await workbench.messages.answerNotification('Saving', 'Cancel');
    await workbench.messages.notification('Canceled').waitFor();
    await workbench.editors.unsavedTab(tab).waitFor();
    const live = await probe.call('GET', '/api/v3/servers/1/cronjobs/102');
    assert.equal(live['command'], command);
    await probe.clearFaults();
    await clearNotifications();
    await workbench.editors.show(tab);
    await workbench.editors.revertAndClose(tab);
  });

  it('of drafts store no secret that is typed into them, not even in the backup of unsaved text', async () => {
    const [label, secret] = ['planted-label-71be', 'planted-draft-secret-81c2'];
    const tab = await writeDraft({ label });
    await probe.forgetRequests();
    const content = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
    await workbench.editors.replaceText(JSON.stringify({ ...content, apiToken: secret }));
    await workbench.messages.notification("Secrets aren't kept in drafts").waitFor();
    await lens('Not in the text: apiToken').waitFor();
    await workbench.screenshot('draft-secret');
    assert.match(await workbench.editors.text(), /"apiToken": ?""/);
    await eventually(async () => {
      const found = [
        ...(await findInFiles(workbench.dataFolder, [label, secret])),
        ...(await findInBrowser(workbench.page, [label, secret])),
      ];
      // Finding the draft itself proves that its backup was searched.
      assert.ok(found.some(({ text }) => text === label));
      assert.deepEqual(
        found.filter(({ text }) => text === secret),
        [],
      );
    });
    const place = lens('New: Cron Job');
    await place.waitFor();
    assert.equal(await place.locator('a').filter({ hasText: 'New: Cron Job' }).count(), 0);
    await pressLens('Discard', workbench.messages.dialog);
    await workbench.messages.answerDialog('Discard');
    await workbench.editors.tab(tab).waitFor({ state: 'detached' });
    assert.deepEqual(await writes(), []);
    await clearNotifications();
  });

  describe('that are saved together', () => {
    before(async () => {
      const job = await openCronJob();
      await write({ ...job, command: '/bin/half-typed' }, cronTab);
      const ssh = await open('SSH Settings', sshTab);
      await write({ ...ssh, useDns: ssh['useDns'] !== true }, sshTab);
      await probe.forgetRequests();
    });

    async function areUnsaved(): Promise<void> {
      await workbench.editors.unsavedTab(cronTab).waitFor();
      await workbench.editors.unsavedTab(sshTab).waitFor();
      assert.deepEqual(await writes(), []);
      await clearNotifications();
    }

    it("aren't sent by F5, and debugging starts anyway; from one of them, it doesn't ask", async () => {
      const { editors, messages, page, quickInput } = workbench;
      await openNote();
      await editors.active.locator('.view-lines').click();
      await page.keyboard.press('F5');
      await quickInput.box.getByText('2 resources will change').waitFor();
      await workbench.screenshot('save-all-debug');
      assert.equal(await messages.notification(foreign.started).count(), 0);
      await page.keyboard.press('Escape');
      await messages.notification(foreign.started).waitFor();
      await areUnsaved();
      await editors.show(cronTab);
      await editors.active.locator('.view-lines').click();
      await page.keyboard.press('F5');
      await messages.notification(foreign.started).waitFor();
      assert.equal(await quickInput.box.isVisible(), false);
      await areUnsaved();
    });

    it("aren't sent by a test run from another editor, for which the test doesn't wait", async () => {
      const { editors, messages, page, quickInput } = workbench;
      await editors.show('note.txt');
      await quickInput.runCommand('Foreign: Offer a Test');
      await messages.notification('offered').waitFor();
      await quickInput.runCommand('Test: Run All Tests');
      await quickInput.box.getByText('2 resources will change').waitFor();
      await messages.notification('The foreign test has started.').waitFor();
      assert.deepEqual(await writes(), []);
      await page.keyboard.press('Escape');
      // One answer is for both.
      await messages.notification('Not saved, as you chose').nth(1).waitFor();
      await quickInput.box.waitFor({ state: 'hidden' });
      await areUnsaved();
    });

    it('are asked about once, can be reviewed, and are sent after confirmation', async () => {
      const { editors, quickInput } = workbench;
      await editors.show('note.txt');
      await quickInput.runCommand('File: Save All Files');
      await quickInput.box.getByText('2 resources will change').waitFor();
      await quickInput.pick('Nightly backup');
      await workbench.page.getByText('/bin/half-typed').first().waitFor();
      await quickInput.box.getByText('2 resources will change').waitFor();
      await workbench.screenshot('save-all-review');
      assert.deepEqual(await writes(), []);
      await quickInput.pick('Save All');
      await editors.unsavedTab(sshTab).waitFor({ state: 'detached' });
      await eventually(async () => {
        const sent = (await writes()).map((each) => each.split(' ').slice(0, 2).join(' '));
        assert.deepEqual(sent.toSorted(), [`PATCH ${cronPath}`, `PATCH ${sshPath}`]);
      });
      // The comparison has the document's title, too.
      await quickInput.runCommand('View: Close Editor');
      await editors.unsavedTab(cronTab).waitFor({ state: 'detached' });
      await editors.closeAll();
    });
  });

  it('are below a view that says the whole account at 300 pixels, next to its buttons', async () => {
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.resize(300);
    const header = workbench.page.locator('.part.sidebar .pane-header').first();
    await header.hover();
    await header.getByRole('button', { name: 'Refresh' }).waitFor();
    const description = header.locator('.description');
    assert.equal(await description.textContent(), 'Production · Main');
    const isWhole = await description.evaluate((each) => each.scrollWidth <= each.clientWidth);
    await workbench.screenshot('narrow-view');
    assert.ok(isWhole);
  });
});
