import { takePicture } from './camera';
import { withWindow } from './withWindow';
import type { Workbench } from '../../test/harness/workbench';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { addAccount } from '../../test/support/accountSteps';
import { SandboxProbe } from '../../test/support/sandboxProbe';

const job = '/api/v3/servers/1/cronjobs/101';

/** Scenes in an account that other people also change. */
export async function takeServicePictures(): Promise<void> {
  const service = await startSandbox({});
  try {
    await withWindow({}, (workbench) => takeAll(workbench, service));
  } finally {
    await service.close();
  }
}

async function takeAll(workbench: Workbench, service: Sandbox): Promise<void> {
  const { page, quickInput, editors, sideBar, messages } = workbench;
  const probe = new SandboxProbe(service);
  await addAccount(workbench, {
    ...service,
    label: 'Example Hosting',
    environment: 'production',
  });
  await sideBar.expand('shop-frankfurt');

  await sideBar.pressInline('Cron Jobs', 'Create Cron Job…');
  await quickInput.answer('Name of the cron job', 'Tidy up');
  await quickInput.box.getByText('Every 5 minutes').waitFor();
  await quickInput.type('*/20 4 * * 1');
  await quickInput.box.getByText('Next, if the server uses UTC:').waitFor();
  await takePicture(page, 'media/pictures/schedule.png', { x: 184, y: 0, width: 632, height: 130 });
  await quickInput.cancel();

  await sideBar.row('shop-frankfurt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Change', exact: true }).waitFor();
  await takePicture(page, 'media/pictures/actions.png', { x: 0, y: 0, width: 560, height: 600 });
  await page.keyboard.press('Escape');

  await sideBar.pressInline('Firewall Rules', 'Create Firewall Rule…');
  await quickInput.answer('Port, or a range', '22');
  await quickInput.question('Source: an IP address').waitFor();
  await quickInput.type('0.0.0.0/0');
  await quickInput.pick('0.0.0.0/0');
  await quickInput.pick('Action');
  await quickInput.pick('Reject');
  await quickInput.pick('Use These Settings');
  await messages.dialog.getByText('This could lock you out.').waitFor();
  await takePicture(page, 'media/pictures/warning.png');
  await messages.answerDialog('Cancel');
  // The form is back, as it was filled in.
  await quickInput.box.waitFor();
  await quickInput.cancel();

  await sideBar.expand('Cron Jobs');
  await sideBar.row('Nightly backup').click();
  await editors.active.getByText('As of').waitFor();
  await editors.replaceText((await editors.text()).replace('"hour": "2"', '"hour": "*/6"'));
  await editors.unsavedTab('101.cron-job.json').waitFor();
  const live = await probe.call('GET', job);
  await probe.call('PATCH', job, {
    label: live['label'],
    username: live['username'],
    command: live['command'],
    minute: '30',
    hour: '4',
    dayOfMonth: '*',
    month: '*',
    dayOfWeek: '*',
  });
  await editors.save();
  await messages.answerNotification('content of the file is newer', 'Compare');
  await page.getByText('"4"').first().waitFor();
  await page.mouse.move(0, 0);
  await takePicture(page, 'media/pictures/conflict.png');
}
