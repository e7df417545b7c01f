import type { BrowserContext } from 'playwright-core';

/**
 * Stops what VS Code moves while a scroll bar fades or something is in progress: it would draw the window sixty
 * times a second, and tests wait for none of it.
 */
export async function stopAnimations(context: BrowserContext): Promise<void> {
  await context.addInitScript(hideMotion);
}

/** Runs in each page before its own scripts. */
function hideMotion(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`
    .monaco-scrollable-element > .scrollbar { transition: none !important; }
    .monaco-progress-container .progress-bit, .wiggle, .codicon-loading, .codicon-modifier-spin {
      animation: none !important;
    }`);
  document.adoptedStyleSheets.push(sheet);
}
