import { MovingPicture, type Part, takePicture } from './camera';
import { withWindow } from './withWindow';
import type { Workbench } from '../../test/harness/workbench';
import { panelPage } from '../../test/support/webviewPage';

const sideBar: Part = { x: 0, y: 0, width: 340, height: 568 };
const box: Part = { x: 184, y: 0, width: 632, height: 260 };

/** Scenes of trying the extension with the sandbox. */
export async function takeSandboxPictures(): Promise<void> {
  await withWindow({ 'serverManagement.sandbox.autoStart': true }, takeAll);
}

async function takeAll(workbench: Workbench): Promise<void> {
  const { page, quickInput, editors } = workbench;
  await workbench.sideBar.expand('shop-frankfurt');
  await workbench.sideBar.expand('Web Applications');
  await workbench.sideBar.expand('Cron Jobs');
  await workbench.sideBar.row('Nightly backup').waitFor();
  await page.mouse.move(0, 0);
  await takePicture(page, 'media/pictures/explorer.png', sideBar);

  await quickInput.runCommand('Server Management: Add Account…');
  await quickInput.question('Address of the service').waitFor();
  await quickInput.type('https://api.example.com');
  await takePicture(page, 'media/pictures/account.png', { ...box, height: 110 });
  await quickInput.cancel();

  await takeChange(workbench);

  await editors.replaceText((await editors.text()).replace('"hour": "2"', '"hour": "*/6"'));
  await editors.active.getByText('Unsaved: hour').waitFor();
  await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
  await quickInput.runCommand('Server Management: Preview Request');
  await page.mouse.move(0, 0);
  await page.getByText('Changes to the live state').waitFor();
  await takePicture(page, 'media/pictures/request.png', { x: 46, y: 0, width: 954, height: 480 });
  await quickInput.runCommand('View: Revert and Close Editor');
  await quickInput.runCommand('View: Close All Editors');
  await workbench.sideBar.open('Server Management');
  await takePending(workbench);

  await quickInput.runCommand('Server Management: Go to Resource…');
  await quickInput.box.getByRole('button', { name: 'Index All Resources' }).click();
  await quickInput.type('shop');
  await quickInput.box.getByText('shop.example.com').first().waitFor();
  await takePicture(page, 'media/pictures/find.png', box);
  await quickInput.cancel();

  await takeFleet(workbench);

  // The overview of the selected row's server.
  await quickInput.runCommand('Server Management: Open Overview');
  const panel = panelPage(page);
  await panel.getByRole('heading', { name: 'Recent Events' }).waitFor();
  await panel.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
  await takePicture(page, 'media/pictures/overview.png');
}

/** A moving picture: a cron job is opened, edited, previewed, and saved; its old schedule is restored afterwards. */
async function takeChange({ page, quickInput, editors, sideBar: rows }: Workbench): Promise<void> {
  const picture = new MovingPicture(page);
  const setHour = async (from: string, to: string): Promise<void> => {
    await editors.replaceText(
      (await editors.text()).replace(`"hour": "${from}"`, `"hour": "${to}"`),
    );
    await editors.active.getByText('Unsaved: hour').waitFor();
    await page.mouse.move(0, 0);
  };
  await picture.take();
  await rows.row('Nightly backup').click();
  await editors.active.getByText('As of').waitFor();
  await page.mouse.move(0, 0);
  await picture.take();
  await setHour('2', '*/6');
  await picture.take();
  await quickInput.runCommand('Server Management: Preview Request');
  await page.getByText('Changes to the live state').waitFor();
  await page.mouse.move(0, 0);
  await picture.take();
  await quickInput.runCommand('View: Close Editors in Other Groups');
  await editors.save();
  await editors.active.getByText('As of').waitFor();
  await page.mouse.move(0, 0);
  await picture.take();
  await picture.save('media/pictures/document.png');
  await setHour('*/6', '2');
  await editors.save();
  await editors.active.getByText('As of').waitFor();
}

/** The overview of all servers, from the top to the certificates and bars. */
async function takeFleet({ page, quickInput }: Workbench): Promise<void> {
  await quickInput.runCommand('Server Management: Check Now');
  await quickInput.runCommand('Server Management: Open Fleet Overview');
  await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
  const before = page.viewportSize();
  await page.setViewportSize({ width: 1000, height: 1100 });
  const fleet = panelPage(page);
  await fleet.getByText('Later than 90 days').waitFor();
  await fleet.locator('[id="button/certificate/unchecked"]').getByText('0').waitFor();
  await fleet.locator('.share').first().waitFor();
  await page.mouse.move(0, 0);
  await takePicture(page, 'media/pictures/fleet.png');
  if (before) await page.setViewportSize(before);
  await quickInput.runCommand('View: Toggle Primary Side Bar Visibility');
  await quickInput.runCommand('View: Close All Editors');
}

/** A staged change, compared with the live state; it's discarded afterwards. */
async function takePending(workbench: Workbench): Promise<void> {
  const { page, quickInput, editors, messages, sideBar: rows } = workbench;
  await rows.row('Nightly backup').click();
  await editors.active.getByText('As of').waitFor();
  await editors.replaceText((await editors.text()).replace('"hour": "2"', '"hour": "*/6"'));
  await editors.active.getByText('Unsaved: hour').waitFor();
  await quickInput.runCommand('Server Management: Stage Changes');
  await rows.open('Source Control');
  await page.locator('.scm-view .monaco-list-row', { hasText: 'Nightly backup' }).click();
  await page.locator('.monaco-diff-editor').getByText('*/6').waitFor();
  await page.mouse.move(0, 0);
  await takePicture(page, 'media/pictures/pending.png', {
    x: 0,
    y: 0,
    width: 1000,
    height: 480,
  });
  await quickInput.runCommand('Server Management: Discard All Pending Changes…');
  await messages.answerDialog('Discard');
  await editors.closeAll();
  await rows.open('Server Management');
}
