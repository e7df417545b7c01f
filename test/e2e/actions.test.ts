import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
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

  it('read what a hover shows once, and nothing when the pointer comes back', async () => {
    const { page, sideBar } = workbench;
    await probe.forgetRequests();
    const shown = page.locator('.workbench-hover').getByText('Uptime');
    for (let times = 0; times < 2; times += 1) {
      await sideBar.row('batch-amsterdam').hover();
      await shown.waitFor();
      await page.mouse.move(0, 0);
      await shown.waitFor({ state: 'detached' });
    }
    assert.deepEqual(
      (await probe.requests()).map(({ method, path }) => `${method} ${path}`).toSorted(),
      ['hardwareinfo', 'health/latest', 'stats'].map((facts) => `GET /api/v3/servers/2/${facts}`),
    );
  });

  it('accept new tags while typing, alongside those of other servers', async () => {
    const { quickInput, sideBar, page } = workbench;
    const before = (await probe.call('GET', '/api/v3/servers/1'))['tags'] as string[];
    await sideBar.chooseInMenu('shop-frankfurt', 'Change', 'Edit Tags…');
    await quickInput.entry(before[0] ?? '').waitFor();
    await quickInput.type('black-friday');
    await quickInput.entry('black-friday').waitFor();
    await quickInput.accept();
    await quickInput.entry(before[0] ?? '').waitFor();
    assert.equal(await quickInput.value(), '');
    await probe.forgetRequests();
    await quickInput.accept();
    await page.locator('.statusbar').getByText('Tags of "shop-frankfurt" changed.').waitFor();
    assert.deepEqual(await writes(), [
      ['POST', '/api/v3/servers/1/tags', { tags: [...before, 'black-friday'] }],
    ]);
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
    await messages.notification('"checkout" deployed.').waitFor({ timeout: 60_000 });
    await sideBar.row('Git').getByText('deployed').waitFor();
    await workbench.screenshot('git-deployed');
    assert.deepEqual(
      (await writes()).map(([method, path]) => [method, path]),
      [['PUT', '/api/v3/servers/1/webapps/102/git/1/script']],
    );
    await messages.answerNotification('"checkout" deployed.', 'Show Deployment');
    await workbench.editors.active.getByText('"status": "COMPLETED"').waitFor();
    await sideBar.collapse('Web Applications');
  });

  it('build a schedule for a cron job, showing its next runs, and allow going back', async () => {
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
    await workbench.screenshot('wizard-schedule');
    await quickInput.back();
    await quickInput.box.getByText('Name of the cron job').waitFor();
    assert.equal(await quickInput.value(), 'Tidy up');
    await quickInput.accept();
    await quickInput.pick('*/20 4 * * 1');
    await quickInput.pick('shop');
    await quickInput.box.getByText('Command').first().waitFor();
    await probe.forgetRequests();
    await quickInput.enter('tidy --all');
    await sideBar.selected('Tidy up');
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

  it("ask once about all selected resources, and don't offer actions for a single one", async () => {
    const { sideBar, messages, page } = workbench;
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
    await sideBar.chooseInMenu('Order queue', 'Run Cron Job');
    await messages.dialog.getByText('Run 2 cron jobs?').waitFor();
    await messages.dialog.getByText('Order queue').waitFor();
    await workbench.screenshot('several');
    await messages.answerDialog('Run Cron Job');
    await page.locator('.statusbar').getByText('Started 2 cron jobs.').waitFor();
  });
});
