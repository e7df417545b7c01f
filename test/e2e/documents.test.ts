import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';

const cronPath = '/api/v3/servers/1/cronjobs/101';
const sshPath = '/api/v3/servers/1/settings/ssh';
const cronTab = '101.cron-job.json';

describe('documents', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;
  let folder: TemporaryFolder;

  before(async () => {
    // Auto Save is on for everything that doesn't opt out.
    folder = makeTemporaryFolder('documents');
    writeFileSync(path.join(folder.path, 'note.txt'), 'a note');
    window = await openSignedIn({
      label: 'Example',
      options: {
        folder: folder.path,
        settings: { 'files.autoSave': 'afterDelay', 'files.autoSaveDelay': 100 },
      },
    });
    ({ probe, workbench } = window);
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Cron Jobs');
  });

  after(async () => {
    await window.close();
    folder.remove();
  });

  afterEach(() => probe.clearFaults());

  async function open(row: string, tab: string): Promise<Record<string, unknown>> {
    await workbench.sideBar.pressInline(row, 'Open as JSON');
    await workbench.editors.opened(tab);
    return JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
  }

  const openCronJob = (label = 'Nightly backup'): Promise<Record<string, unknown>> =>
    open(label, cronTab);

  async function write(content: Record<string, unknown>, tab: string): Promise<string> {
    const text = `${JSON.stringify(content, undefined, 2)}\n`;
    await workbench.editors.replaceText(text);
    await workbench.editors.unsavedTab(tab).waitFor();
    return text;
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

  it('show their account and server, and the next run of a job', async () => {
    await openCronJob();
    const lenses = workbench.page.locator('.codelens-decoration');
    await lenses.filter({ hasText: 'Example › shop-frankfurt › Nightly backup' }).waitFor();
    await lenses.filter({ hasText: 'Every day at 2:30' }).waitFor();
    await workbench.screenshot('document-lenses');
  });

  it("aren't sent by Auto Save, although it saves another file meanwhile", async () => {
    const content = await openCronJob();
    await probe.forgetRequests();
    await write({ ...content, command: '/bin/true' }, cronTab);
    // A file that Auto Save does save proves that it ran.
    await workbench.sideBar.open('Explorer');
    await workbench.sideBar.row('note.txt').click();
    await workbench.editors.opened('note.txt');
    await workbench.editors.replaceText('saved by Auto Save');
    await eventually(() => {
      assert.equal(readFileSync(path.join(folder.path, 'note.txt'), 'utf8'), 'saved by Auto Save');
    });
    await workbench.sideBar.open('Server Management');
    await workbench.editors.unsavedTab(cronTab).waitFor();
    assert.deepEqual(await writes(), []);
    await workbench.editors.revertAndClose('note.txt');
    await workbench.editors.show(cronTab);
    await workbench.editors.revertAndClose(cronTab);
  });

  it('keep edits when the editor is quit and started again', async () => {
    const content = await openCronJob();
    await write({ ...content, command: '/usr/bin/typed-before' }, cronTab);
    // The text's starting point is recorded once the extension has received the edit.
    const lenses = workbench.page.locator('.codelens-decoration');
    await lenses.filter({ hasText: 'Unsaved: command' }).waitFor();
    await workbench.restart();
    await workbench.editors.unsavedTab(cronTab).waitFor();
    await changeBehind({ minute: '41' });
    await workbench.editors.show(cronTab);
    assert.match(await workbench.editors.text(), /typed-before/);
    await workbench.screenshot('document-restarted');
    await probe.forgetRequests();
    await workbench.editors.save();
    await workbench.editors.unsavedTab(cronTab).waitFor({ state: 'detached' });
    const [sent = ''] = await writes();
    assert.match(sent, /typed-before.*"minute":"41"|"minute":"41".*typed-before/);
    await workbench.editors.closeAll();
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Cron Jobs');
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
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');

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

  it("have a history of commands, too, from which a command's change can be undone", async () => {
    const { quickInput, sideBar } = workbench;
    await sideBar.chooseInMenu('batch-amsterdam', 'Change', 'Rename Server…');
    await quickInput.question('New name of the server').waitFor();
    await quickInput.enter('batch-renamed');
    await sideBar.row('batch-renamed').waitFor();
    await quickInput.runCommand('Server Management: Show Change History');
    const entry = quickInput.entry('Renamed batch-amsterdam to batch-renamed').first();
    await entry.hover();
    await workbench.screenshot('changes-of-commands');
    await entry.locator('[aria-label="Revert…"]').click();
    await workbench.messages.answerDialog('Revert');
    await eventually(async () => {
      assert.equal((await probe.call('GET', '/api/v3/servers/2'))['name'], 'batch-amsterdam');
    });
  });

  it("aren't sent before the person confirms a lock-out warning", async () => {
    const { messages, editors } = workbench;
    await probe.call('PATCH', sshPath, { passwordlessLogin: false });
    const keys = '/api/v3/servers/1/ssh/credentials';
    const { data } = await probe.call('GET', `${keys}?perPage=40`);
    for (const { id } of data as readonly { id: number }[]) {
      await probe.call('DELETE', `${keys}/${id}`);
    }
    const content = await open('SSH Settings', '1.ssh.json');
    await write({ ...content, passwordlessLogin: true }, '1.ssh.json');
    await probe.forgetRequests();
    await editors.save();
    await messages.dialog.getByText('This could lock you out.').waitFor();
    await workbench.screenshot('document-lock-out');
    // Two keys that were meant for the text.
    await workbench.page.keyboard.press('Enter');
    await messages.dialog.waitFor({ state: 'detached' });
    await workbench.page.keyboard.press('Enter');
    await messages.notification('Nothing was sent').waitFor();
    await editors.unsavedTab('1.ssh.json').waitFor();
    assert.deepEqual(await writes(), []);
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
    await editors.show('1.ssh.json');
    await editors.save();
    await messages.answerDialog('Continue Anyway');
    await workbench.quickInput.answer('Type "shop-frankfurt"', 'shop-frankfurt');
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    assert.deepEqual(await writes(), [`PATCH ${sshPath} {"passwordlessLogin":true}`]);
    await workbench.editors.closeAll();
  });

  it('wait for the rate limit, and the wait can be cancelled', async () => {
    const content = await open('SSH Settings', '1.ssh.json');
    await write({ ...content, useDns: content['useDns'] !== true }, '1.ssh.json');
    await probe.addFault('429:PATCH');
    await workbench.editors.save();
    await workbench.messages.notification('Saving').waitFor();
    await workbench.screenshot('document-waiting');
    await workbench.messages.answerNotification('Saving', 'Cancel');
    await workbench.messages.notification('Canceled').waitFor();
    await workbench.editors.unsavedTab('1.ssh.json').waitFor();
    assert.deepEqual(await probe.call('GET', sshPath), content);
    await probe.clearFaults();
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
  });
});
