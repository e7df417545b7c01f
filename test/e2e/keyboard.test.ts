import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { exactly } from '../harness/workbench/text';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import { TreeKeys } from '../support/treeKeys';
import { panelPage } from '../support/webviewPage';

const server = '/api/v3/servers/1';

/**
 * Each task from its row, whose focus came by arrow keys. A chord, a choice and a confirmed word are a step; keys that
 * move the focus are none, like the way of a pointer.
 */
describe('with the keyboard alone,', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;
  let keys: TreeKeys;
  let steps = 0;

  before(async () => {
    // Some of its certificates end within days.
    service = await startSandbox({ day: new Date().toISOString().slice(0, 10) });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1400 } });
    keys = new TreeKeys(workbench);
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, { ...service, label: 'Example', environment: 'development' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await keys.focus('Servers');
    // What is selected isn't what the tasks are about.
    await keys.goTo('batch-amsterdam');
    await keys.press('ControlOrMeta+Shift+Enter');
    await workbench.sideBar.selected('batch-amsterdam');
    await keys.expand('shop-frankfurt');
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  function task(title: string, allowed: number, perform: () => Promise<void>): void {
    it(`${title} in ${allowed}`, async () => {
      await keys.focus('Servers');
      await probe.forgetRequests();
      steps = 0;
      await perform();
      assert.ok(steps <= allowed, `${steps} steps`);
    });
  }

  async function chord(...presses: readonly string[]): Promise<void> {
    steps += 1;
    await keys.press(...presses);
  }

  async function chooseInMenu(row: string, entry: string): Promise<void> {
    await keys.pointInMenu(row, entry);
    steps += 1;
    await chord('Enter');
  }

  /** Chooses what the typed text leaves as the first entry. */
  async function pick(label: string): Promise<void> {
    const { page, quickInput } = workbench;
    await quickInput.entry(label).waitFor();
    await page.keyboard.type(label);
    await quickInput.entry(label).and(page.locator('.focused')).waitFor();
    await chord('Enter');
  }

  async function answer(prompt: string, word: string): Promise<void> {
    await workbench.quickInput.question(prompt).waitFor();
    await keys.press('ControlOrMeta+A');
    await workbench.page.keyboard.type(word);
    await chord('Enter');
  }

  /** Accepts what a question proposes. */
  async function accept(prompt: string): Promise<void> {
    await workbench.quickInput.question(prompt).waitFor();
    await workbench.quickInput.box.locator('.monaco-list-row.focused').waitFor();
    await chord('Enter');
  }

  /** Presses the button of a dialog that a stray Enter declines. */
  async function confirm(button: string): Promise<void> {
    await workbench.messages.dialog.waitFor();
    const focused = workbench.messages.dialog.locator('.monaco-button:focus');
    await keys.pressUntil('Tab', focused.filter({ hasText: exactly(button) }));
    await chord('Enter');
  }

  async function cronJobs(): Promise<readonly Record<string, unknown>[]> {
    const { data } = await probe.call('GET', `${server}/cronjobs`);
    return data as Record<string, unknown>[];
  }

  task('a service is restarted', 2, async () => {
    await keys.expand('Services');
    await chooseInMenu('NGINX', 'Restart Service');
    const restart = { action: 'restart', realName: 'nginx' };
    await probe.waitForRequest(({ body }) => isDeepStrictEqual(body, restart));
    await keys.tree.waitFor();
  });

  task('a cron job is disabled', 3, async () => {
    await keys.expand('Cron Jobs');
    await keys.goTo('Order queue');
    await chord('ControlOrMeta+Alt+J', 'a');
    await pick('Disable Cron Job');
    await eventually(async () => {
      const job = (await cronJobs()).find(({ label }) => label === 'Order queue');
      assert.equal(job?.['enabled'], 0);
    });
    await keys.tree.waitFor();
  });

  task('the server of a domain is found', 3, async () => {
    const { page, quickInput } = workbench;
    await chord('ControlOrMeta+Alt+J', 'g');
    await quickInput.box.waitFor();
    await page.keyboard.type('checkout.example.com');
    await quickInput
      .entry('Search Web Applications by Name')
      .and(page.locator('.focused'))
      .waitFor();
    await chord('Enter');
    await quickInput.entry('checkout').and(page.locator('.focused')).waitFor();
    await chord('Enter');
    await workbench.sideBar.selected('checkout');
    await keys.tree.waitFor();
  });

  task('certificates that end soon are listed', 1, async () => {
    const { page } = workbench;
    await keys.focus('Needs Attention');
    await workbench.quickInput.runCommand('Server Management: Check Now');
    await keys.tree.waitFor();
    await keys.press('Shift+Tab');
    await keys.pressUntil('ArrowRight', page.locator('[aria-label="Open Fleet Overview"]:focus'));
    await chord('Enter');
    await panelPage(page).getByText('ends-soon.example.org').first().waitFor();
  });

  task('the memory limit of PHP is changed', 4, async () => {
    const { page } = workbench;
    await keys.expand('Web Applications');
    await chooseInMenu('storefront', 'Open Overview');
    const limit = panelPage(page).getByRole('textbox', { name: 'Memory limit (MB)' });
    await limit.waitFor();
    await panelPage(page).locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    // Tab selects what is in the field. VS Code selects all once more some time after Ctrl+A.
    await keys.pressUntil('Tab', limit.and(panelPage(page).locator(':focus')));
    await page.keyboard.type('384');
    steps += 1;
    await chord('ControlOrMeta+S');
    await probe.waitForRequest(({ body }) => JSON.stringify(body)?.includes('"memoryLimit":384'));
  });

  task('a new firewall rule is in force', 6, async () => {
    const { page, messages } = workbench;
    await keys.goTo('Firewall Rules');
    await keys.pressUntil('Tab', page.locator('[aria-label="Create Firewall Rule…"]:focus'));
    await chord('Enter');
    await answer('Port, or a range', '8443');
    await accept('Source');
    await accept('Protocol and action');
    await messages.notification('In force after deployment.').waitFor();
    await chord('ControlOrMeta+K', 'ControlOrMeta+Shift+N');
    const deploy = page.locator('.notifications-center .monaco-button:focus');
    await keys.pressUntil('Tab', deploy.filter({ hasText: exactly('Deploy') }));
    await chord('Enter');
    await probe.waitForRequest(({ method }) => method === 'PUT');
  });

  task('the password of a database user is rotated', 5, async () => {
    await keys.expand('Database Users');
    await chooseInMenu('reports_ro', 'Change Password…');
    await answer('Password', '');
    await confirm('Change Password');
    await eventually(async () => assert.equal((await probe.writes()).length, 1));
    await keys.tree.waitFor();
  });

  task('a setting is compared with that of another server', 4, async () => {
    await keys.goTo('SSH Settings');
    await chord('ControlOrMeta+Alt+J', 'c');
    await pick('batch-amsterdam');
    await workbench.page.locator('.monaco-diff-editor .monaco-editor.focused').waitFor();
    const read = (await probe.requests()).map(({ path }) => path);
    assert.ok(read.includes(`${server}/settings/ssh`), read.join());
    assert.ok(read.includes('/api/v3/servers/2/settings/ssh'), read.join());
  });

  task('five cron jobs get another schedule', 7, async () => {
    const jobs = (await cronJobs()).slice(0, 5);
    await chord('Escape');
    await keys.expand('Cron Jobs');
    // With Shift held down.
    await chord(...jobs.map(() => 'Shift+ArrowDown'));
    await chord('ControlOrMeta+Alt+J', 's');
    const { page, quickInput } = workbench;
    await quickInput.question('Schedule').waitFor();
    await page.keyboard.type('15 4 * * *');
    await quickInput.entry('15 4 * * *').and(page.locator('.focused')).waitFor();
    await chord('Enter');
    await confirm('Change Schedule');
    await eventually(async () => {
      const times = (await cronJobs()).slice(0, 5).map(({ time }) => time);
      assert.deepEqual(
        times,
        jobs.map(() => '15 4 * * *'),
      );
    });
    await keys.tree.waitFor();
  });
});
