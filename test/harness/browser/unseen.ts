import type { BrowserContext } from 'playwright-core';

/** The style with which a screenshot of such a page is taken. */
export const seenStyle = 'html { opacity: 1 !important; }';

/**
 * Makes pages invisible except in screenshots; layout and input work as usual. Without a graphics processor,
 * drawing takes up to a quarter of the processor time.
 */
export async function drawNothing(context: BrowserContext): Promise<void> {
  await context.addInitScript(hide);
}

/** Runs in each page before its own scripts. Pages in frames keep their own style. */
function hide(): void {
  if (window !== window.top) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0; }');
  document.adoptedStyleSheets.push(sheet);
}
