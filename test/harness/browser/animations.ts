import type { BrowserContext } from 'playwright-core';

/**
 * Turns off the animations of scroll bars and progress indicators: VS Code would draw the window sixty times a
 * second, and no test waits for them.
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
