import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';

describe('acting on the service', () => {
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

  it('builds a schedule for a cron job, with its next runs, and goes back and forth', async () => {
    const { quickInput, sideBar } = workbench;
    await sideBar.pressInline('Cron Jobs', 'Create Cron Job…');
    await quickInput.enter('Tidy up');
    await quickInput.box.getByText('Every 5 minutes').waitFor();
    await quickInput.type('61 * * * *');
    await quickInput.box.getByText('is not what cron understands').waitFor();
    await quickInput.type('*/20 4 * * 1');
    await quickInput.box.getByText(/UTC: (\S+ 04:[024]0(; )?){5}/).waitFor();
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
    await quickInput.accept();
    await quickInput.box.getByText('Command').first().waitFor();
    await probe.forgetRequests();
    await quickInput.enter('tidy --all');
    await sideBar.expand('Cron Jobs');
    await sideBar.row('Tidy up').waitFor();
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

  it('warns of a rule that locks one out, and reminds of rules that are not deployed', async () => {
    const { quickInput, sideBar, messages } = workbench;
    await sideBar.pressInline('Firewall Rules', 'Create Firewall Rule…');
    await quickInput.pick('rich');
    await quickInput.question('Port, or a range').waitFor();
    await quickInput.enter('22');
    await quickInput.pick('tcp');
    await quickInput.question('IP address, or a range').waitFor();
    await quickInput.enter('0.0.0.0/0');
    await quickInput.pick('reject');
    await messages.dialog.getByText('This could lock you out.').waitFor();
    await workbench.screenshot('lock-out');
    await messages.answerDialog('Continue Anyway');
    await sideBar.expand('Firewall Rules');
    await sideBar.row('Changes are not deployed yet').waitFor();
    await workbench.screenshot('not-deployed');
    await sideBar.row('Changes are not deployed yet').click();
    await messages.dialog.getByText('rejects SSH').waitFor();
    await messages.answerDialog('Continue Anyway');
    await sideBar.row('Changes are not deployed yet').waitFor({ state: 'detached' });
  });

  it('asks once about all that is selected, and offers nothing there that is for one only', async () => {
    const { sideBar, messages, page } = workbench;
    await sideBar.row('shop-frankfurt').click();
    await sideBar.row('batch-amsterdam').click({ modifiers: ['ControlOrMeta'] });
    await sideBar.row('batch-amsterdam').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Delete…', exact: true }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'Rename Server…' }).count(), 0);
    await page.keyboard.press('Escape');
    // The click on its row has closed it.
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cron Jobs');
    await sideBar.row('Nightly backup').click();
    await sideBar.row('Order queue').click({ modifiers: ['ControlOrMeta'] });
    await probe.addFault('500:POST:/api/v2/servers/1/cronjobs/102/run');
    await sideBar.chooseInMenu('Order queue', 'Run Cron Job Now');
    await messages.dialog.getByText('Run Cron Job Now: 2 Cron Jobs?').waitFor();
    await messages.dialog.getByText('Order queue').waitFor();
    await workbench.screenshot('several');
    await messages.answerDialog('Run Cron Job Now');
    await messages.answerNotification('1 of 2 done, 1 failed', 'Show Details');
    await workbench.editors.opened('results.txt');
    await workbench.screenshot('several-results');
    await probe.clearFaults();
    await messages.answerNotification('1 of 2 done, 1 failed', 'Retry Failed');
    await page.locator('.statusbar').getByText('Running 2 Cron Jobs: done.').waitFor();
  });

  it('asks for the name before a server is deleted', async () => {
    const { quickInput, sideBar, messages } = workbench;
    await sideBar.chooseInMenu('batch-amsterdam', 'Delete…');
    await messages.dialog.getByText('Delete Server "batch-amsterdam"?').waitFor();
    await messages.answerDialog('Delete');
    await quickInput.enter('batch');
    await quickInput.box.getByText('That is not').waitFor();
    await workbench.screenshot('typed-name');
    await quickInput.enter('batch-amsterdam');
    await sideBar.row('batch-amsterdam').waitFor({ state: 'detached' });
  });

  it('makes up a password that is masked', async () => {
    const { quickInput, sideBar } = workbench;
    await sideBar.expand('System Users');
    await sideBar.chooseInMenu('reports', 'Change Password…');
    await quickInput.box.getByRole('button', { name: 'Make up a password' }).click();
    await quickInput.box.getByText('Made up and copied').waitFor();
    await workbench.screenshot('wizard-password');
    const input = quickInput.box.locator('input.input');
    assert.equal(await input.getAttribute('type'), 'password');
    const made = await workbench.page.evaluate(() => navigator.clipboard.readText());
    assert.equal(await input.inputValue(), made);
    await input.press('Enter');
    await workbench.page.getByText('Changing the password of "reports": done.').waitFor();
  });
});
