import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { secretSentinel } from '../../src/sandbox/seed/secrets';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import { chooseInAccountMenu } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { findExtensionHosts } from '../support/extensionHost';
import { type ForeignCommand, makeForeignExtension } from '../support/foreignExtension';
import { SandboxProbe } from '../support/sandboxProbe';
import { findIn, findInBrowser, findInFiles, type Trace } from '../support/traces';

const planted = {
  token: 'planted-token-3f9a71c2d8',
  wrongToken: 'planted-wrong-token-77be10',
  key: 'planted-key-9921aa',
  secret: 'planted-secret-b04c55ef',
  wrongSecret: 'planted-wrong-secret-1c',
};
const texts = [...Object.values(planted), secretSentinel];

const agentsSetting = "vscode.workspace.getConfiguration('serverManagement.agents')";

/** What any other extension can do, because it runs in the same process. */
const commandsOf = (reports: string): readonly ForeignCommand[] => [
  { title: 'Let Agents In', body: `await ${agentsSetting}.update('server', true, true);` },
  { title: 'Shut Agents Out', body: `await ${agentsSetting}.update('server', undefined, true);` },
  {
    title: 'Fail',
    body: `
      process.report.directory = ${JSON.stringify(reports)};
      process.report.writeReport('planned.json', new Error('planned report'));
      setTimeout(() => { throw new Error('planned exception'); });
      void Promise.reject(new Error('planned rejection'));`,
  },
];

describe('accounts', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;
  let foreign: TemporaryFolder;
  /** The output of a process. */
  let reports: string;
  const printed: string[] = [];

  before(async () => {
    service = await startSandbox({
      token: planted.token,
      basic: { key: planted.key, secret: planted.secret },
    });
    probe = new SandboxProbe(service);
    foreign = makeTemporaryFolder('foreign');
    reports = path.join(foreign.path, 'reports');
    await mkdir(reports);
    const beside = [await makeForeignExtension(foreign.path, commandsOf(reports))];
    workbench = await openWorkbench({ beside });
    workbench.page.on('console', (message) => printed.push(message.text()));
    await workbench.sideBar.open('Server Management');
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
  });

  after(async () => {
    await workbench.close();
    await service.close();
    foreign.remove();
  });

  async function traces(searched: readonly string[] = texts): Promise<Trace[]> {
    return [
      ...(await findInFiles(workbench.dataFolder, searched)),
      ...(await findInFiles(reports, searched)),
      ...(await findInBrowser(workbench.page, searched)),
      ...findIn('console', Buffer.from(printed.join('\n')), searched),
    ];
  }

  it('have secrets that are found by the search if they are exposed, which proves that the search works', async () => {
    await workbench.quickInput.runCommand('File: New Untitled Text File');
    await workbench.editors.replaceText(texts.join(' '));
    await workbench.page.waitForFunction(
      ([one]) => document.querySelector('.view-lines')?.textContent?.includes(one ?? ''),
      [planted.token],
    );
    await workbench.page.evaluate((text) => console.log(text), planted.key);
    // The editor backs up unsaved text within a moment.
    await eventually(async () => {
      const places = (await traces()).map(({ place }) => place);
      assert.ok(places.includes('console') && places.some((place) => place !== 'console'));
    }, waitTimeoutMs);
    printed.length = 0;
    await workbench.quickInput.runCommand('View: Revert and Close Editor');
    await eventually(async () => assert.deepEqual(await traces(), []), waitTimeoutMs);
  });

  it('are added from the account menu with a token, or with a legacy key and secret, after wrong ones', async () => {
    const { quickInput, sideBar, page } = workbench;
    await page.locator('.activitybar .badge[aria-label*="Sign in requested"]').waitFor();
    await chooseInAccountMenu(workbench, 'Sign in with Server Management');
    await quickInput.answer('Address of the service', service.url);
    await quickInput.pick('API token');
    await quickInput.answer('API token', planted.wrongToken);
    await quickInput.box.getByText('allow list').waitFor();
    await quickInput.enter(planted.token);
    await quickInput.answer('Display name of the account', 'Example Hosting');
    await quickInput.pick('Production');
    await quickInput.pick('Allow changes');
    await page.getByText('Production · Example Hosting').waitFor();
    await sideBar.expand('shop-frankfurt');
    await sideBar.row('Web Applications').click();

    await quickInput.runCommand('Server Management: Add Account…');
    await quickInput.answer('Address of the service', service.url);
    await quickInput.pick('Legacy key and secret');
    await quickInput.answer('API key', planted.key);
    await quickInput.answer('API secret', planted.wrongSecret);
    await quickInput.box.getByText('allow list').waitFor();
    await quickInput.enter(planted.secret);
    await quickInput.answer('Display name of the account', 'Old Space');
    await quickInput.pick('Staging');
    await quickInput.pick('Allow changes');
    await sideBar.row('Example Hosting').getByText('Production · 8 servers').waitFor();
    const added = sideBar.row('Old Space');
    await added.getByText('Staging · 8 servers').waitFor();
    assert.deepEqual(
      [await added.getAttribute('aria-label'), await added.getAttribute('aria-expanded')],
      ['Account, Old Space, Staging, 8 servers', 'false'],
    );
    // Rows stay expanded and selected, although they are one level deeper now.
    await sideBar.selected('Web Applications');
  });

  it('are used while documents open and calls fail, with all logging on, and take a token again', async () => {
    await workbench.quickInput.runCommand('Developer: Set Log Level...');
    await workbench.quickInput.pick('Trace');
    await workbench.sideBar.expand('Web Applications');
    const application = workbench.sideBar.rows.and(workbench.page.locator('[aria-level="4"]'));
    await application.first().locator('.monaco-tl-twistie').click();
    await workbench.sideBar.row('Cache Configuration').first().dblclick();
    await workbench.editors.opened('101.cache-configuration.json');
    assert.match(await workbench.editors.text(), /apiSecret/);
    await probe.addFault('401:GET:/api/v3/servers/2/*:count=1');
    await workbench.sideBar.collapse('shop-frankfurt');
    await workbench.sideBar.expand('batch-amsterdam');
    await workbench.sideBar.expand('Databases');
    const signIn = workbench.sideBar.row('Sign in again').first();
    await signIn.click();
    await workbench.quickInput.answer('API token', planted.token);
    await signIn.waitFor({ state: 'detached' });
    await workbench.sideBar.collapse('batch-amsterdam');
  });

  it('leave no secrets in files, in the browser and in printed output', async () => {
    assert.deepEqual(await traces(), []);
  });

  async function stageChange(): Promise<void> {
    const { sideBar, editors, quickInput, page } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cron Jobs');
    await sideBar.pressInline('Nightly backup', 'Open as JSON');
    await editors.opened('101.cron-job.json');
    const content = JSON.parse(await editors.text()) as object;
    await editors.replaceText(JSON.stringify({ ...content, command: '/usr/bin/kept' }));
    await editors.unsavedTab('101.cron-job.json').waitFor();
    await quickInput.runCommand('Server Management: Stage Changes');
    await page.locator('.statusbar', { hasText: '1 pending' }).waitFor();
  }

  it('leave none in files left by a crash of the extension host, after which staged changes are there once', async () => {
    const { dataFolder, quickInput } = workbench;
    await stageChange();
    await quickInput.runCommand('Foreign: Let Agents In');
    const token = await startAgentServer(dataFolder);
    const [host] = await findExtensionHosts();
    assert.ok(host !== undefined);
    await quickInput.runCommand('Foreign: Fail');
    const planned = ['planned report', 'planned exception', 'planned rejection'];
    await eventually(async () => {
      const found = [
        ...(await findInFiles(reports, planned)),
        ...(await findInFiles(path.join(dataFolder, 'data/logs'), planned)),
        ...findIn('console', Buffer.from(printed.join('\n')), planned),
      ];
      assert.deepEqual(new Set(found.map(({ text }) => text)), new Set(planned));
    }, waitTimeoutMs);
    process.kill(host, 'SIGABRT');
    // The command does nothing until the next extension host is ready.
    await eventually(async () => {
      await quickInput.runCommand('Foreign: Shut Agents Out');
      await workbench.messages.notification('Shut Agents Out').waitFor({ timeout: 2_000 });
    }, waitTimeoutMs);
    assert.ok(!(await findExtensionHosts()).includes(host));
    assert.deepEqual(await traces(), []);
    const places = (await traces([token])).map(({ place }) => path.basename(place));
    assert.deepEqual(places, [endpointFile]);
    await quickInput.runCommand('Server Management: Review All Pending Changes');
    await workbench.page.getByText('/usr/bin/kept').first().waitFor();
    await workbench.page.locator('.statusbar', { hasText: '1 pending' }).waitFor();
    assert.deepEqual(
      (await probe.requests()).filter(({ method }) => method !== 'GET'),
      [],
    );
    await workbench.quickInput.runCommand('View: Close Editor');
  });

  it('are removed after a question, together with all other stored data only once no document has unsaved changes', async () => {
    const { sideBar, editors, messages } = workbench;
    await sideBar.chooseInMenu('Old Space', 'Remove Account…');
    await messages.answerDialog('Cancel');
    await sideBar.row('Old Space').waitFor();
    await sideBar.chooseInMenu('Old Space', 'Remove Account…');
    await messages.answerDialog('Remove');
    await sideBar.row('Example Hosting').waitFor({ state: 'detached' });
    await editors.show('101.cache-configuration.json');
    const text = await editors.text();
    await editors.replaceText(text.replace('"enable": true', '"enable": false'));
    await editors.unsavedTab('101.cache-configuration.json').waitFor();
    await removeEverything('Accounts: 1');
    await messages.dialog.getByText('Do you want to save').waitFor();
    await messages.answerDialog('Cancel');
    await messages.notification('Nothing was removed').waitFor();
    await sideBar.row('shop-frankfurt').waitFor();
    await editors.revertAndClose('101.cache-configuration.json');
  });

  it("are reported as lost, with an explanation, if the editor couldn't keep them; what is left can be removed", async () => {
    const { page, sideBar, messages } = workbench;
    await page.evaluate(() => localStorage.removeItem('secrets.provider'));
    await workbench.reload();
    await sideBar.open('Server Management');
    await messages.notification('this machine has no keyring').waitFor();
    await page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    await removeEverything('Pending Changes: 1');
    const storage = path.join(workbench.dataFolder, 'data/User/globalStorage');
    await eventually(async () => {
      const folders = await readdir(storage).catch(() => []);
      assert.deepEqual(
        folders.filter((name) => name.includes('server-management')),
        [],
      );
    }, waitTimeoutMs);
  });

  async function removeEverything(listed: string): Promise<void> {
    const { messages, quickInput } = workbench;
    await quickInput.runCommand('Server Management: Remove Everything Stored…');
    await messages.dialog.getByText(listed).waitFor();
    await messages.answerDialog('Remove Everything');
    await quickInput.answer('Type "Remove" and press Enter', 'Remove');
  }

  async function useDns({ sideBar, editors } = workbench): Promise<boolean> {
    await sideBar.expand('shop-frankfurt');
    await sideBar.row('SSH Settings').click();
    await editors.opened('1.ssh.json');
    return (JSON.parse(await editors.text()) as { useDns: boolean }).useDns;
  }

  /** Toggles `useDns` in the open document, and saves it. */
  async function switchDns({ editors } = workbench): Promise<void> {
    const text = await editors.text();
    const { useDns: was } = JSON.parse(text) as { useDns: boolean };
    await editors.replaceText(text.replace(`"useDns": ${was}`, `"useDns": ${!was}`));
    await editors.unsavedTab('1.ssh.json').waitFor();
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
  }

  it('can be the sandbox, whose data is the same in each window; the second one to write reports a conflict, loads the changes, resets them and signs out', async () => {
    const { page, sideBar, editors } = workbench;
    await page.getByRole('button', { name: 'Use the Sandbox' }).click();
    await sideBar.row('shop-frankfurt').waitFor();
    await page.getByText('Sandbox · sample data on this machine').waitFor();
    const before = await useDns();
    assert.equal(await editors.badge('1.ssh.json'), 'SB');
    const second = await workbench.openAnother();
    await second.sideBar.open('Server Management');
    assert.equal(await useDns(second), before);
    await workbench.page.bringToFront();
    await switchDns();
    await second.page.bringToFront();
    // The same value as before, so that a different value afterwards can only be the other window's.
    await switchDns(second);
    await switchDns(second);
    const words = 'Somebody else, such as another window, has changed the state file';
    await second.messages.notification(words).waitFor();
    await second.messages.answerNotification(words, 'Start It Again');
    await second.quickInput.runCommand('View: Close Editor');
    await second.editors.tab('1.ssh.json').waitFor({ state: 'detached' });
    assert.equal(await useDns(second), !before);
    await second.quickInput.runCommand('Server Management: Reset the Sandbox…');
    await second.messages.answerDialog('Reset');
    await second.quickInput.runCommand('View: Close Editor');
    await second.editors.tab('1.ssh.json').waitFor({ state: 'detached' });
    assert.equal(await useDns(second), before);
    await chooseInAccountMenu(second, 'Sandbox (Server Management)', 'Sign Out');
    await second.messages.answerDialog('Sign Out');
    await second.page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
  });
});

const endpointFile = 'server-0123456789abcdef.json';

/** Starts the server for agents like the program that agents start, and returns its token. */
async function startAgentServer(dataFolder: string): Promise<string> {
  const storage = path.join(dataFolder, 'data/User/globalStorage');
  const agents = path.join(storage, 'server-management.server-management-explorer/agents');
  await eventually(
    () => writeFile(path.join(agents, 'wanted-0123456789abcdef'), ''),
    waitTimeoutMs,
  );
  let text = '';
  await eventually(async () => {
    text = await readFile(path.join(agents, endpointFile), 'utf8');
  }, waitTimeoutMs);
  const { url, token } = JSON.parse(text) as { readonly url: string; readonly token: string };
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(call) });
  assert.match(await answer.text(), /serverManagement_readResource/);
  return token;
}
