import { openWorkbench, type Workbench } from '../../test/harness/workbench';
import type { Settings } from '../../test/harness/vscode/userSettings';

/** The width of the side bar in pictures, in pixels. */
const edge = 340;

/** Opens a window for pictures, uses and closes it; on failure, saves a screenshot. */
export async function withWindow(
  settings: Settings,
  use: (workbench: Workbench) => Promise<void>,
): Promise<void> {
  const workbench = await openForPictures(settings);
  try {
    await use(workbench);
  } catch (error) {
    console.error(await workbench.screenshot('picture-not-taken'));
    throw error;
  } finally {
    await workbench.close();
  }
}

/** Opens a window small enough for a page, with a side bar wide enough to be readable. */
async function openForPictures(settings: Settings): Promise<Workbench> {
  const workbench = await openWorkbench({
    hasAllExtensions: true,
    isDrawn: true,
    viewport: { width: 1000, height: 600 },
    settings: {
      'editor.minimap.enabled': false,
      'editor.scrollbar.horizontal': 'hidden',
      'editor.scrollbar.vertical': 'hidden',
      'window.commandCenter': false,
      'workbench.layoutControl.enabled': false,
      ...settings,
    },
  });
  const { page } = workbench;
  await workbench.sideBar.open('Server Management');
  const sideBar = await page.locator('.part.sidebar').boundingBox();
  await page.mouse.move((sideBar?.x ?? 0) + (sideBar?.width ?? 0), 300);
  await page.mouse.down();
  await page.mouse.move(edge, 300, { steps: 4 });
  await page.mouse.up();
  return workbench;
}
