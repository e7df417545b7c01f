import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { SandboxProbe } from '../support/sandboxProbe';
import { panelPage } from '../support/webviewPage';

const sshSettings = '/api/v2/servers/1/settings/ssh';

describe('a service with only v2', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    const basic = { key: 'legacy-key', secret: 'legacy-secret' };
    service = await startSandbox({ profile: 'legacy', basic });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench();
    const { quickInput } = workbench;
    await workbench.sideBar.open('Server Management');
    await quickInput.runCommand('Server Management: Add Account…');
    await quickInput.answer('Address of the service', service.url);
    await quickInput.pick('Legacy key and secret');
    await quickInput.answer('API key', basic.key);
    await quickInput.answer('API secret', basic.secret);
    await quickInput.answer('Display name of the account', 'Old Hosting');
    await quickInput.pick('Development');
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  it('lists its servers and their resources in v2', async () => {
    const { sideBar } = workbench;
    await sideBar.row('agency-singapore').waitFor();
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Databases');
    await sideBar.row('shop').waitFor();
    await workbench.screenshot('legacy-rows');
    await sideBar.collapse('Databases');
    await sideBar.expand('Web Applications');
    await sideBar.row('storefront').waitFor();
    await sideBar.collapse('Web Applications');
  });

  it('opens, changes and saves a document', async () => {
    const { editors, sideBar } = workbench;
    await sideBar.row('SSH Settings').click();
    await editors.opened('1.ssh.json');
    await editors.active.getByText('useDns').waitFor();
    const before = JSON.parse(await editors.text()) as Record<string, unknown>;
    const after = { ...before, useDns: before['useDns'] !== true };
    await editors.replaceText(JSON.stringify(after, undefined, 2));
    await editors.unsavedTab('1.ssh.json').waitFor();
    await editors.save();
    await editors.unsavedTab('1.ssh.json').waitFor({ state: 'detached' });
    assert.deepEqual(await probe.call('GET', sshSettings), after);
    await workbench.screenshot('legacy-document');
  });

  it('creates and deletes a cron job', async () => {
    const { quickInput, sideBar, messages } = workbench;
    await sideBar.pressInline('Cron Jobs', 'Create Cron Job…');
    await quickInput.enter('Tidy up');
    await quickInput.pick('Every hour');
    await quickInput.pick('reports');
    await quickInput.box.getByText('Command').first().waitFor();
    await quickInput.enter('tidy --all');
    await sideBar.selected('Tidy up');
    await workbench.screenshot('legacy-created');
    await sideBar.chooseInMenu('Tidy up', 'Delete…');
    await messages.answerDialog('Delete');
    await sideBar.row('Tidy up').waitFor({ state: 'detached' });
  });

  it('shows the overview of a server, and never calls v3', async () => {
    const { sideBar, page } = workbench;
    await sideBar.chooseInMenu('shop-frankfurt', 'Open Overview');
    const panel = panelPage(page);
    await panel.getByRole('heading', { name: 'shop-frankfurt' }).waitFor();
    await panel.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    await workbench.screenshot('legacy-panel');
    const paths = (await probe.requests()).map(({ path }) => path);
    assert.deepEqual(
      // The address is checked before the kind of credentials is known.
      paths.filter((path) => path.startsWith('/api/v3/')),
      ['/api/v3/ping'],
    );
  });
});
