import { readFileSync } from 'node:fs';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { AxeResults } from 'axe-core';

/** The page inside the panel in front: it is in an iframe within an iframe. */
export function panelPage(page: Page): FrameLocator {
  return page
    .frameLocator('.webview.ready:visible, iframe.webview:visible')
    .last()
    .frameLocator('iframe#active-frame');
}

/** The same as a frame, to run code in. */
export async function panelFrame(page: Page): Promise<Frame> {
  const handle = await panelPage(page).locator('#panel').elementHandle();
  const frame = await handle?.ownerFrame();
  if (!frame) throw new Error('There is no panel.');
  return frame;
}

/** How long the panel in front was at work in all since it was opened, in milliseconds. */
export async function timeAtWork(
  page: Page,
  what: 'script' | 'filter' = 'script',
): Promise<number> {
  const frame = await panelFrame(page);
  return frame.evaluate(
    (name) =>
      performance
        .getEntriesByName(name, 'measure')
        .reduce((sum, { duration }) => sum + duration, 0),
    what,
  );
}

/** What axe-core finds in the panel in front, however slight, as texts. */
export async function findBarriers(page: Page): Promise<string[]> {
  const frame = await panelFrame(page);
  // Run by the debugger, which the page's policy does not bind.
  await frame.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  const results = (await frame.evaluate(
    `axe.run(document, { resultTypes: ['violations'] })`,
  )) as AxeResults;
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}
