import type { Locator, Page } from 'playwright-core';
import { waitTimeoutMs } from './waitTimeout';

/** How long an entry may take to appear, in milliseconds, doubling each time. */
const lookAgainMs = 1_500;

/**
 * Chooses the last of `entries` in the menu that `open` opens; those before it are submenus. What takes
 * the focus, such as an editor that opens late, closes a menu, which is then opened again.
 */
export async function chooseFromMenu(
  page: Page,
  entries: readonly Locator[],
  open: () => Promise<void>,
): Promise<void> {
  const deadline = performance.now() + waitTimeoutMs;
  for (let timeout = lookAgainMs; ; timeout *= 2) {
    await open();
    try {
      await pointAtLast(page, entries, timeout);
      break;
    } catch (error) {
      if (performance.now() > deadline) throw error;
      // A submenu closes before its menu does.
      for (const _ of entries) await page.keyboard.press('Escape');
    }
  }
  // A menu ignores clicks just after it opens, but not keys.
  if (entries.length > 0) await page.keyboard.press('Enter');
}

/** Opens the submenus and points at the last entry, each within `timeout` milliseconds. */
async function pointAtLast(
  page: Page,
  entries: readonly Locator[],
  timeout: number,
): Promise<void> {
  for (const [index, entry] of entries.entries()) {
    // Submenus are opened one after the other.
    if (index > 0) await page.keyboard.press('Enter');
    await entry.hover({ timeout });
  }
}
