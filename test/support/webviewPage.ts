import { readFileSync } from 'node:fs';
import type { Frame, FrameLocator, Page } from 'playwright-core';
import type { AxeResults, RunOptions } from 'axe-core';

/** The page of the active panel, which is in an iframe within an iframe. */
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

/** The total script time of a page since it was opened, in milliseconds. */
export async function timeAtWorkIn(
  frame: Frame,
  what: 'script' | 'filter' = 'script',
): Promise<number> {
  return frame.evaluate(
    (name) =>
      performance
        .getEntriesByName(name, 'measure')
        .reduce((sum, { duration }) => sum + duration, 0),
    what,
  );
}

/** All violations, however minor, that axe-core finds in the active panel, as texts. */
export async function findBarriers(page: Page): Promise<string[]> {
  return findBarriersIn(await panelFrame(page));
}

/** The same for a page without an editor around it. */
export async function findBarriersIn(frame: Frame): Promise<string[]> {
  return violationsIn(frame, {});
}

/** Texts whose colors have too little contrast: what another theme changes, apart from borders. */
export async function findPaleTextsIn(frame: Frame): Promise<string[]> {
  return violationsIn(frame, { runOnly: ['color-contrast'] });
}

async function violationsIn(frame: Frame, options: RunOptions): Promise<string[]> {
  // Run by the debugger, which isn't bound by the page's policy.
  if ((await frame.evaluate('typeof axe')) === 'undefined') {
    await frame.evaluate(readFileSync('node_modules/axe-core/axe.min.js', 'utf8'));
  }
  const run = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const results = (await frame.evaluate(`axe.run(document, ${run})`)) as AxeResults;
  return results.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  );
}

/** How many pixels wider than its window a page is. */
export function overflowOf(frame: Frame): Promise<number> {
  return frame.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
}

/**
 * What is cut off in a page, although it scrolls: texts in their fields, and tables that are wider than their frames,
 * except the week's hours.
 */
export function cutOffIn(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll('.scroller:not(:has(.heat)), input[type="text"]')]
      .filter((each) => each.scrollWidth > each.clientWidth)
      .map((each) => each.id),
  );
}

/** The words in tables' cells that are broken although they are no longer than usual names. */
export function brokenWordsIn(frame: Frame): Promise<string[]> {
  return frame.evaluate(() => {
    const broken: string[] = [];
    for (const cell of document.querySelectorAll(
      'tbody :is(th, td):not(.actions), td.actions button',
    )) {
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const text = texts.currentNode.textContent ?? '';
        for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}]{1,14}/gu)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          const lines = new Set([...range.getClientRects()].map(({ top }) => top));
          if (lines.size > 1) broken.push(word);
        }
      }
    }
    return broken;
  });
}
