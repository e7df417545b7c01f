import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import { newWebApplication } from '../support/newWebApplications';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';

describe('actions', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    window = await openSignedIn();
    ({ probe, workbench } = window);
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
  });

  after(() => window.close());

  async function writes(): Promise<unknown[][]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, body]);
  }

  async function list<T>(collection: string): Promise<T[]> {
    return (await probe.call('GET', `/api/v3/servers/1/${collection}`))['data'] as T[];
  }

  it('accept new tags while typing, alongside those of other servers', async () => {
    const { quickInput, sideBar, page } = workbench;
    const before = (await probe.call('GET', '/api/v3/servers/1'))['tags'] as string[];
    await sideBar.chooseInMenu('shop-frankfurt', 'Change', 'Edit Tags…');
    await quickInput.entry(before[0] ?? '').waitFor();
    await workbench.screenshot('tags');
    await quickInput.type('black-friday');
    await quickInput.entry('black-friday').waitFor();
    await workbench.screenshot('tags-typed');
    await quickInput.accept();
    await quickInput.entry(before[0] ?? '').waitFor();
    assert.equal(await quickInput.value(), '');
    await workbench.screenshot('tags-added');
    await probe.forgetRequests();
    await quickInput.accept();
    await page.locator('.statusbar').getByText('Tags of "shop-frankfurt" changed.').waitFor();
    assert.deepEqual(await writes(), [
      ['POST', '/api/v3/servers/1/tags', { tags: [...before, 'black-friday'] }],
    ]);
  });

  it('add a tag that was typed and accepted while the known ones were still loading', async () => {
    const { quickInput, sideBar } = workbench;
    const before = (await probe.call('GET', '/api/v3/servers/1'))['tags'] as string[];
    await probe.addFault('latency=2000:GET:/api/v3/servers/1');
    await sideBar.chooseInMenu('shop-frankfurt', 'Change', 'Edit Tags…');
    await quickInput.type('cyber-monday');
    await quickInput.entry('cyber-monday').waitFor();
    await quickInput.accept();
    await quickInput.entry(before[0] ?? '').waitFor();
    assert.equal(await quickInput.value(), '');
    await probe.clearFaults();
    await probe.forgetRequests();
    await quickInput.accept();
    await eventually(async () =>
      assert.deepEqual(await writes(), [
        ['POST', '/api/v3/servers/1/tags', { tags: [...before, 'cyber-monday'] }],
      ]),
    );
  });

  it('show who has access to a database, and send only the differences', async () => {
    const { quickInput, sideBar, messages, page } = workbench;
    await sideBar.expand('Databases');
    const [{ name = '' } = {}] = await list<{ name?: string }>('databases');
    const [first, second] = await list<{ id: number; username: string }>('databaseusers');
    assert.ok(first && second);
    await sideBar.chooseInMenu(name, 'Change Access to Database…');
    await quickInput.entry(second.username).waitFor();
    await workbench.screenshot('grants');
    await quickInput.pick(first.username);
    await quickInput.pick(second.username);
    await workbench.screenshot('grants-changed');
    await probe.forgetRequests();
    await quickInput.accept();
    await messages.dialog.getByText(`Revoke access to "${name}"?`).waitFor();
    await workbench.screenshot('grants-revoke');
    await messages.answerDialog('Revoke');
    await quickInput.enter(name);
    await page.locator('.statusbar').getByText(`Access to "${name}" changed.`).waitFor();
    const grant = '/api/v3/servers/1/databases/101/grant';
    assert.deepEqual(await writes(), [
      ['DELETE', grant, { id: first.id }],
      ['POST', grant, { id: second.id }],
    ]);
    await sideBar.collapse('Databases');
  });

  it('watch a deployment until it ends, and show the result on the row', async function () {
    this.timeout(120_000);
    const { messages, sideBar } = workbench;
    await sideBar.expand('Web Applications');
    await sideBar.expand('checkout');
    await sideBar.row('Git').getByText('main').waitFor();
    await probe.forgetRequests();
    await sideBar.pressInline('Git', 'Deploy Git Repository');
    await messages.answerDialog('Deploy');
    await messages.notification('Deploying "checkout"…').waitFor();
    await sideBar.row('Git').getByText('deploying').waitFor();
    await workbench.screenshot('git-deploying');
    await messages.notification('"checkout" deployed.').waitFor({ timeout: 60_000 });
    await sideBar.row('Git').getByText('deployed').waitFor();
    await workbench.screenshot('git-deployed');
    assert.deepEqual(
      (await writes()).map(([method, path]) => [method, path]),
      [['PUT', '/api/v3/servers/1/webapps/102/git/1/script']],
    );
    await messages.answerNotification('"checkout" deployed.', 'Show Deployment');
    await workbench.editors.active.getByText('"status": "COMPLETED"').waitFor();
    await workbench.screenshot('deployment-document');
    await sideBar.collapse('Web Applications');
  });

  it('build a schedule for a cron job, showing its next runs, and allow going back and forth', async () => {
    const { quickInput, sideBar, messages } = workbench;
    await sideBar.pressInline('Cron Jobs', 'Create Cron Job…');
    await quickInput.enter('Tidy up');
    await quickInput.box.getByText('Every 5 minutes').waitFor();
    await quickInput.type('61 * * * *');
    await quickInput.box.getByText("isn't a valid minute").waitFor();
    await quickInput.type('*/20 4 * * 1');
    await quickInput.box
      .getByText(/^Next, if the server uses UTC: \S+ \d+, 04:00, 04:20, 04:40$/)
      .waitFor();
    await quickInput.box.getByText(/^Every 20 minutes, .* only on Monday$/).waitFor();
    await workbench.screenshot('wizard-schedule');
    await quickInput.box.getByRole('button', { name: 'Back' }).click();
    await quickInput.box.getByText('Name of the cron job').waitFor();
    assert.equal(await quickInput.value(), 'Tidy up');
    await quickInput.accept();
    await quickInput.pick('*/20 4 * * 1');
    await quickInput.pick('shop');
    await quickInput.box.getByText('Command').first().waitFor();
    await quickInput.back();
    await quickInput.entry('webmaster').waitFor();
    await quickInput.acceptHighlighted();
    await quickInput.box.getByText('Command').first().waitFor();
    await probe.forgetRequests();
    await quickInput.enter('tidy --all');
    await sideBar.selected('Tidy up');
    await messages.notification('Cron job "Tidy up" created.').waitFor();
    await workbench.screenshot('created');
    await messages.answerNotification('Cron job "Tidy up" created.', 'Open');
    await workbench.editors.active.getByText('"command": "tidy --all"').waitFor();
    const [write] = (await probe.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(write?.body, {
      label: 'Tidy up',
      username: 'shop',
      command: 'tidy --all',
      minute: '*/20',
      hour: '4',
      dayOfMonth: '*',
      month: '*',
      dayOfWeek: '1',
    });
  });

  it('show production by color: on the tab and in the status bar', async () => {
    const { editors, page } = workbench;
    const jobs = await list<{ id: number; label?: string }>('cronjobs');
    const job = jobs.find((each) => each.label === 'Tidy up');
    const label = editors.tab(`${job?.id}.cron-job.json`).locator('.label-name').first();
    await eventually(async () => {
      const color = await label.evaluate((element) => getComputedStyle(element).color);
      const [red = 0, green = 0] = (color.match(/\d+/g) ?? []).map(Number);
      assert.ok(red > 2 * green, color);
    });
    const status = page.locator('.statusbar .statusbar-item.error-kind');
    await status.getByText('Example Hosting: Production').waitFor();
    await workbench.screenshot('production');
  });

  it('create a web application, with settings changed in the list of all settings', async () => {
    const { quickInput, sideBar } = workbench;
    await sideBar.chooseInMenu('Web Applications', 'New', 'Create Web Application…');
    await quickInput.answer('Name of the web application', 'api');
    await quickInput.answer('Name of the domain', 'api.example.com');
    await quickInput.pick('shop');
    await quickInput.answer('Public folder', '/public');
    await quickInput.pick('PHP 8.4');
    await quickInput.pick('Hybrid');
    await quickInput.pick('Production');
    await quickInput.entry('Use the Defaults').waitFor();
    await workbench.screenshot('wizard-settings');
    await quickInput.pick('Process manager');
    await quickInput.pick('Static');
    await quickInput.pick('Max processes');
    await quickInput.answer('Max processes', '12');
    await quickInput.entry('Use These Settings').waitFor();
    await workbench.screenshot('wizard-settings-changed');
    await probe.forgetRequests();
    await quickInput.pick('Use These Settings');
    await sideBar.selected('api');
    const [write] = (await probe.requests()).filter(({ method }) => method === 'POST');
    assert.deepEqual(write?.body, {
      ...newWebApplication,
      user: 102,
      publicPath: '/public',
      phpVersion: 'php84',
      processManager: 'static',
      processManagerMaxChildren: 12,
    });
    await sideBar.collapse('Web Applications');
  });

  it('warn about a rule that locks the person out, and remind about undeployed rules', async () => {
    const { quickInput, sideBar, messages } = workbench;
    await sideBar.pressInline('Firewall Rules', 'Create Firewall Rule…');
    await quickInput.answer('Port, or a range', '22');
    await quickInput.question('Source: an IP address').waitFor();
    await quickInput.type('0.0.0.0/0');
    await quickInput.pick('0.0.0.0/0');
    await quickInput.pick('Action');
    await quickInput.pick('Reject');
    await quickInput.pick('Use These Settings');
    await messages.dialog.getByText('This could lock you out.').waitFor();
    await workbench.screenshot('lock-out');
    await messages.answerDialog('Continue Anyway');
    await sideBar.row('Changes not deployed').waitFor();
    await workbench.screenshot('not-deployed');
    await sideBar.row('Changes not deployed').click();
    await messages.dialog.getByText("can't reach SSH after this").waitFor();
    await messages.answerDialog('Continue Anyway');
    await quickInput.answer('Type "shop-frankfurt"', 'shop-frankfurt');
    await sideBar.row('Changes not deployed').waitFor({ state: 'detached' });
  });

  it('return to the question whose answer was rejected, with all answers filled in', async () => {
    const { quickInput, sideBar, messages } = workbench;
    await sideBar.expand('Database Users');
    await sideBar.pressInline('Database Users', 'Create Database User…');
    await quickInput.answer('User name', 'shop');
    await quickInput.answer('Password', 'a-good-password');
    await messages.answerDialog('Create Database User');
    await messages.notification('Database user "shop" wasn\'t created.').waitFor();
    await workbench.screenshot('rejected-answer');
    await messages.answerNotification("wasn't created.", 'Edit Answers…');
    await quickInput.box.getByText('User name: The server has a database user').waitFor();
    assert.equal(await quickInput.value(), 'shop');
    await workbench.screenshot('rejected-answer-question');
    await quickInput.enter('reporting');
    await quickInput.question('Password').waitFor();
    assert.equal(await quickInput.value(), 'a-good-password');
    await quickInput.accept();
    await messages.answerDialog('Create Database User');
    await sideBar.selected('reporting');
    await sideBar.collapse('Database Users');
  });

  it("ask once about all selected resources, and don't offer actions for a single one", async () => {
    const { sideBar, messages, page } = workbench;
    // Makes all rows fit; otherwise the topmost is drawn a second time as a sticky row.
    await sideBar.collapse('Firewall Rules');
    await sideBar.row('shop-frankfurt').click();
    await sideBar.row('batch-amsterdam').click({ modifiers: ['ControlOrMeta'] });
    await sideBar.row('batch-amsterdam').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Rename Server…' }).count(), 0);
    await page.keyboard.press('Escape');
    // The click on its row collapsed it.
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cron Jobs');
    await sideBar.row('Nightly backup').click();
    // An editor that opens later would close the menu.
    await workbench.editors.opened('101.cron-job.json');
    await sideBar.row('Order queue').click({ modifiers: ['ControlOrMeta'] });
    await probe.addFault('422:POST:/api/v3/servers/1/cronjobs/102/run');
    await sideBar.chooseInMenu('Order queue', 'Run Cron Job');
    await messages.dialog.getByText('Run 2 cron jobs?').waitFor();
    await messages.dialog.getByText('Order queue').waitFor();
    await workbench.screenshot('several');
    await messages.answerDialog('Run Cron Job');
    await messages.answerNotification('0 of 2 done, 1 accepted, 1 failed', 'Show Details');
    await workbench.editors.opened('results.txt');
    await workbench.screenshot('several-results');
    await probe.clearFaults();
    await messages.answerNotification('0 of 2 done, 1 accepted, 1 failed', 'Retry Failed');
    await page.locator('.statusbar').getByText('Started 2 cron jobs.').waitFor();
  });

  it('generate a masked password', async () => {
    const { quickInput, sideBar } = workbench;
    await sideBar.expand('System Users');
    await sideBar.chooseInMenu('reports', 'Change Password…');
    await quickInput.box.getByRole('button', { name: 'Generate and Copy a Password' }).click();
    await quickInput.box.getByText('Generated and copied').waitFor();
    await workbench.screenshot('wizard-password');
    const input = quickInput.box.locator('input.input');
    assert.equal(await input.getAttribute('type'), 'password');
    const made = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(await input.inputValue(), made);
    await input.press('Enter');
    await workbench.messages.answerDialog('Change Password');
    await quickInput.enter('reports');
    await workbench.page
      .getByText('Changing the password of "reports": request accepted.')
      .waitFor();
  });
});
