import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import { makeForeignExtension } from '../support/foreignExtension';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';

const cronTab = '101.cron-job.json';
const sshTab = '1.ssh.json';
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

describe('documents saved together', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;
  let folder: TemporaryFolder;
  let commands = 0;

  before(async () => {
    folder = makeTemporaryFolder('save-all');
    const project = path.join(folder.path, 'project');
    mkdirSync(path.join(project, '.vscode'), { recursive: true });
    writeFileSync(path.join(project, 'note.txt'), 'a note');
    const launch = { name: 'Foreign', type: foreign.type, request: 'launch' };
    writeFileSync(
      path.join(project, '.vscode/launch.json'),
      JSON.stringify({ version: '0.2.0', configurations: [launch] }),
    );
    const task = { label: 'Harmless', type: 'shell', command: 'true', problemMatcher: [] };
    writeFileSync(
      path.join(project, '.vscode/tasks.json'),
      JSON.stringify({ version: '2.0.0', tasks: [task] }),
    );
    const beside = [await makeForeignExtension(folder.path, [foreignTest], [foreign])];
    window = await openSignedIn({ label: 'Example', options: { folder: project, beside } });
    ({ probe, workbench } = window);
  });

  after(async () => {
    await window.close();
    folder.remove();
  });

  beforeEach(async () => {
    const { editors, sideBar } = workbench;
    await sideBar.open('Server Management');
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cron Jobs');
    commands += 1;
    await change('Nightly backup', cronTab, 'command', `/bin/half-typ ${commands}`);
    await change('SSH Settings', sshTab, 'useDns', (was) => was !== true);
    await editors.unsavedTab(cronTab).waitFor();
    await probe.forgetRequests();
  });

  afterEach(async () => {
    const { editors, quickInput } = workbench;
    for (const tab of [cronTab, sshTab]) {
      await editors.show(tab);
      await quickInput.runCommand('File: Revert File');
      await editors.unsavedTab(tab).waitFor({ state: 'detached' });
    }
    await editors.closeAll();
  });

  async function change(
    row: string,
    tab: string,
    field: string,
    value: string | ((was: unknown) => unknown),
  ): Promise<void> {
    await workbench.sideBar.pressInline(row, 'Open as JSON');
    await workbench.editors.opened(tab);
    const content = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
    const next = typeof value === 'string' ? value : value(content[field]);
    const text = `${JSON.stringify({ ...content, [field]: next }, undefined, 2)}\n`;
    await workbench.editors.replaceText(text);
    await workbench.editors.unsavedTab(tab).waitFor();
  }

  async function openNote(): Promise<void> {
    await workbench.sideBar.open('Explorer');
    await workbench.sideBar.row('note.txt').click();
    await workbench.editors.opened('note.txt');
  }

  async function writes(): Promise<string[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ path: to }) => to)
      .sort();
  }

  const cron = '/api/v3/servers/1/cronjobs/101';
  const ssh = '/api/v3/servers/1/settings/ssh';

  it('ask once if another editor is in front, and stay unsaved if the question is dismissed', async () => {
    const { editors, messages, quickInput } = workbench;
    await openNote();
    await quickInput.runCommand('File: Save All Files');
    await quickInput.box.getByText('2 resources will change').waitFor();
    await workbench.screenshot('save-all-question');
    await workbench.page.keyboard.press('Escape');
    await messages.notification('Not saved, as you chose').first().waitFor();
    assert.deepEqual(await writes(), []);
    await editors.unsavedTab(cronTab).waitFor();
    await editors.unsavedTab(sshTab).waitFor();
    await quickInput.runCommand('Notifications: Clear All Notifications');
  });

  it('can be reviewed first, and are sent after confirmation', async () => {
    const { editors, quickInput } = workbench;
    await openNote();
    await quickInput.runCommand('File: Save All Files');
    await quickInput.box.getByText('2 resources will change').waitFor();
    await quickInput.pick('Nightly backup');
    await workbench.page.getByText('/bin/half-typ').first().waitFor();
    await quickInput.box.getByText('2 resources will change').waitFor();
    await workbench.screenshot('save-all-review');
    assert.deepEqual(await writes(), []);
    await quickInput.pick('Save All');
    await editors.unsavedTab(sshTab).waitFor({ state: 'detached' });
    await eventually(async () => assert.deepEqual(await writes(), [cron, ssh]));
    // The comparison has the document's title, too.
    await quickInput.runCommand('View: Close Editor');
    await editors.unsavedTab(cronTab).waitFor({ state: 'detached' });
  });

  it('ask about the one in front, too, unless it is saved with its key', async () => {
    const { editors, quickInput } = workbench;
    await editors.show(cronTab);
    await quickInput.runCommand('File: Save All Files');
    await quickInput.box.getByText('2 resources will change').waitFor();
    await workbench.screenshot('save-all-in-front');
    await quickInput.pick("Don't Save");
    assert.deepEqual(await writes(), []);
    await quickInput.runCommand('Notifications: Clear All Notifications');
    await editors.show(cronTab);
    await editors.save();
    await editors.unsavedTab(cronTab).waitFor({ state: 'detached' });
    assert.equal(await quickInput.box.isVisible(), false);
    assert.deepEqual(await writes(), [cron]);
  });

  it("aren't sent by F5 from another editor, and debugging starts anyway", async () => {
    const { editors, messages, page, quickInput } = workbench;
    await openNote();
    await editors.active.locator('.view-lines').click();
    await page.keyboard.press('F5');
    await quickInput.box.getByText('2 resources will change').waitFor();
    await workbench.screenshot('save-all-debug');
    assert.equal(await messages.notification(foreign.started).count(), 0);
    await page.keyboard.press('Escape');
    await messages.notification(foreign.started).waitFor();
    await editors.unsavedTab(cronTab).waitFor();
    await editors.unsavedTab(sshTab).waitFor();
    assert.deepEqual(await writes(), []);
    await quickInput.runCommand('Notifications: Clear All Notifications');
  });

  it("aren't sent by a test run from another editor, for which the test doesn't wait", async () => {
    const { editors, messages, page, quickInput } = workbench;
    await openNote();
    await quickInput.runCommand('Foreign: Offer a Test');
    await messages.notification('offered').waitFor();
    await quickInput.runCommand('Test: Run All Tests');
    await quickInput.box.getByText('2 resources will change').waitFor();
    await messages.notification('The foreign test has started.').waitFor();
    await workbench.screenshot('save-all-test-run');
    assert.deepEqual(await writes(), []);
    await page.keyboard.press('Escape');
    // One answer is for both.
    await messages.notification('Not saved, as you chose').nth(1).waitFor();
    await quickInput.box.waitFor({ state: 'hidden' });
    await editors.unsavedTab(cronTab).waitFor();
    await editors.unsavedTab(sshTab).waitFor();
    assert.deepEqual(await writes(), []);
    await quickInput.runCommand('Notifications: Clear All Notifications');
  });

  it('are neither sent nor asked about by F5 from one of them', async () => {
    const { editors, messages, page, quickInput } = workbench;
    await editors.show(cronTab);
    await editors.active.locator('.view-lines').click();
    await page.keyboard.press('F5');
    await messages.notification(foreign.started).waitFor();
    assert.equal(await quickInput.box.isVisible(), false);
    await editors.unsavedTab(cronTab).waitFor();
    await editors.unsavedTab(sshTab).waitFor();
    assert.deepEqual(await writes(), []);
    await quickInput.runCommand('Notifications: Clear All Notifications');
  });
});
