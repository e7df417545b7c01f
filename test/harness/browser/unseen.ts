import type { BrowserContext } from 'playwright-core';

/** The style with which a screenshot of such a page is taken. */
export const seenStyle = 'html { opacity: 1 !important; }';

/**
 * Has pages laid out and used as always, but drawn only for screenshots: without a graphics processor, drawing takes
 * up to a quarter of the computing.
 */
export async function drawNothing(context: BrowserContext): Promise<void> {
  await context.addInitScript(hide);
}

/** Runs in each page before its own scripts. The pages within it are as they are for a person. */
function hide(): void {
  if (window !== window.top) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('html { opacity: 0; }');
  document.adoptedStyleSheets.push(sheet);
}
