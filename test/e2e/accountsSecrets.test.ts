import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { secretSentinel } from '../../src/sandbox/seed/secrets';
import { makeTemporaryFolder, type TemporaryFolder } from '../harness/system/temporaryFolder';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import { addAccount } from '../support/accountSteps';
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

describe('secrets', () => {
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

  it('are found by the search if they are exposed, which proves that the search works', async () => {
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

  it('are entered while accounts are added, refused, signed in to again and edited', async () => {
    const { quickInput } = workbench;
    await quickInput.runCommand('Server Management: Add Account…');
    await quickInput.question('Address of the service').waitFor();
    await quickInput.enter(service.url);
    await quickInput.pick('API token');
    await quickInput.question('API token').waitFor();
    await quickInput.enter(planted.wrongToken);
    await quickInput.box.getByText('allow list').waitFor();
    await quickInput.enter(planted.token);
    await quickInput.question('Display name of the account').waitFor();
    await quickInput.enter('Example Hosting');
    await quickInput.pick('Production');
    await quickInput.pick('Allow changes');
    await workbench.sideBar.row('shop-frankfurt').waitFor();

    await quickInput.runCommand('Server Management: Add Account…');
    await quickInput.question('Address of the service').waitFor();
    await quickInput.enter(service.url);
    await quickInput.pick('Legacy key and secret');
    await quickInput.question('API key').waitFor();
    await quickInput.enter(planted.key);
    await quickInput.question('API secret').waitFor();
    await quickInput.enter(planted.wrongSecret);
    await quickInput.box.getByText('allow list').waitFor();
    await quickInput.enter(planted.secret);
    await quickInput.question('Display name of the account').waitFor();
    await quickInput.enter('Old Space');
    await quickInput.pick('Staging');
    await quickInput.pick('Allow changes');
    await workbench.sideBar.row('Old Space').waitFor();
    await workbench.sideBar.chooseInMenu('Old Space', 'Check Connection');
    await workbench.messages.notification('Connected to "Old Space" (v2).').waitFor();
  });

  it('are used while documents open and calls fail, with all logging on', async () => {
    await workbench.quickInput.runCommand('Developer: Set Log Level...');
    await workbench.quickInput.pick('Trace');
    await workbench.sideBar.expand('Example Hosting');
    await workbench.sideBar.expand('shop-frankfurt');
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
    await workbench.sideBar.rows.filter({ hasText: 'Sign in again' }).first().waitFor();
  });

  it('are absent from files, from the browser and from printed output', async () => {
    assert.deepEqual(await traces(), []);
  });

  it('are absent from files left by a crash of the extension host', async () => {
    const { dataFolder, quickInput } = workbench;
    await quickInput.runCommand('Foreign: Let Agents In');
    const token = await startAgentServer(dataFolder);
    const [host] = await findExtensionHosts();
    assert.ok(host !== undefined);
    await quickInput.runCommand('Foreign: Fail');
    const planned = ['planned report', 'planned exception', 'planned rejection'];
    await eventually(async () => {
      const found = (await traces(planned)).map(({ text }) => text);
      assert.deepEqual(new Set(found), new Set(planned));
    }, waitTimeoutMs);
    process.kill(host, 'SIGABRT');
    await eventually(async () => {
      const hosts = await findExtensionHosts();
      assert.ok(hosts.length > 0 && !hosts.includes(host));
    }, waitTimeoutMs);
    await eventually(async () => {
      await quickInput.runCommand('Foreign: Shut Agents Out');
      await workbench.messages.notification('Shut Agents Out').waitFor({ timeout: 2_000 });
    }, waitTimeoutMs);
    assert.deepEqual(await traces(), []);
    const places = (await traces([token])).map(({ place }) => path.basename(place));
    assert.deepEqual(places, [endpointFile]);
  });

  it('are absent from a copied report', async () => {
    await workbench.quickInput.runCommand('Server Management: Copy Diagnostics');
    const copied = await workbench.page.waitForFunction(async () => {
      const text = await navigator.clipboard.readText();
      return text.includes('/api/v3') ? text : undefined;
    });
    const report = (await copied.jsonValue()) ?? '';
    assert.deepEqual(findIn('diagnostics', Buffer.from(report), texts), []);
  });

  it('are still absent after a restart', async () => {
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('Example Hosting').waitFor();
    assert.deepEqual(await traces(), []);
  });

  it('are only removed with all other stored data once no document with unsaved changes is open', async () => {
    const { sideBar, editors, messages, quickInput } = workbench;
    const remove = async (): Promise<void> => {
      await quickInput.runCommand('Server Management: Remove Everything Stored…');
      await messages.dialog.getByText('Accounts: 2').waitFor();
      await messages.answerDialog('Remove Everything');
      await quickInput.answer('Type "Remove" and press Enter', 'Remove');
    };
    await editors.show('101.cache-configuration.json');
    let text = '';
    // After the restart, its tab is there before its text.
    await eventually(async () => {
      text = await editors.text();
      assert.match(text, /"enable": true/);
    }, waitTimeoutMs);
    await editors.replaceText(text.replace('"enable": true', '"enable": false'));
    await editors.unsavedTab('101.cache-configuration.json').waitFor();
    await remove();
    await messages.dialog.getByText('Do you want to save').waitFor();
    await messages.answerDialog('Cancel');
    await messages.notification('Nothing was removed').waitFor();
    await sideBar.row('Example Hosting').waitFor();
    await editors.revertAndClose('101.cache-configuration.json');

    await remove();
    await workbench.page.getByRole('button', { name: 'Use the Sandbox' }).waitFor();
    const storage = path.join(workbench.dataFolder, 'data/User/globalStorage');
    const folders = await readdir(storage).catch(() => []);
    assert.deepEqual(
      folders.filter((name) => name.includes('server-management')),
      [],
    );
  });

  it("that the editor couldn't keep are reported as lost, with an explanation", async () => {
    await addAccount(workbench, { ...service, label: 'Not Kept', environment: 'staging' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.page.evaluate(() => localStorage.removeItem('secrets.provider'));
    await workbench.restart();
    await workbench.sideBar.open('Server Management');
    await workbench.messages.notification('this machine has no keyring').waitFor();
    await addAccount(workbench, { ...service, label: 'Again', environment: 'staging' });
    await workbench.messages.notification('The account "Again" may be lost when').waitFor();
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
