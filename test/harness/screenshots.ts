// npm run screenshots: takes the pictures of README and walkthrough from the real workbench.
import path from 'node:path';
import { root } from './system/paths';
import { openWorkbench } from './workbench';

const pictures = path.join(root, 'media/pictures');

const workbench = await openWorkbench({
  viewport: { width: 960, height: 600 },
  settings: { 'serverManagement.sandbox.autoStart': true, 'editor.minimap.enabled': false },
});
const { page, sideBar, quickInput, editors } = workbench;

/** Where in the window something is, in pixels. */
type Part = NonNullable<Parameters<typeof page.screenshot>[0]>['clip'];

const sideBarPart: Part = { x: 0, y: 30, width: 292, height: 540 };
const boxPart: Part = { x: 160, y: 0, width: 640, height: 330 };

/** Takes a picture, as small as can be looked at: all of them travel with the extension. */
async function take(name: string, clip?: Part): Promise<void> {
  await page.mouse.move(0, 0);
  await page.screenshot({
    path: path.join(pictures, `${name}.jpg`),
    type: 'jpeg',
    quality: 60,
    ...(clip ? { clip } : {}),
    animations: 'disabled',
  });
}

try {
  await sideBar.open('Server Management');
  await sideBar.expand('shop-frankfurt');
  await sideBar.expand('Web Applications');
  await sideBar.expand('Cron Jobs');
  await sideBar.row('Nightly backup').waitFor();
  await take('explorer', sideBarPart);

  await quickInput.runCommand('Server Management: Add Account…');
  await quickInput.box.getByText('Address of the service').waitFor();
  await quickInput.type('https://api.example.com');
  await take('account', boxPart);
  await page.keyboard.press('Escape');

  await sideBar.row('Nightly backup').click();
  await editors.active.getByText('Duplicate as New').waitFor();
  await take('document');

  await quickInput.runCommand('Server Management: Go to Resource…');
  await quickInput.type('shop');
  await quickInput.box.getByText('shop.example.com').first().waitFor();
  await take('find', boxPart);
  await page.keyboard.press('Escape');
} finally {
  await workbench.close();
}
