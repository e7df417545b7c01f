import type { Locator } from 'playwright-core';
import { patienceMs } from './patience';

/** How long what was pointed at may take to show its hover, in milliseconds, doubling each time. */
const lookAgainMs = 1_500;

/** Where to point within it, in pixels: its middle may be covered, and a line of text ends before it. */
const position = { x: 5, y: 5 };

/** Points at `target` until its `hover` appears: what is redrawn under the pointer doesn't notice it. */
export async function pointUntil(target: Locator, hover: Locator): Promise<void> {
  const deadline = performance.now() + patienceMs;
  for (let timeout = lookAgainMs; ; timeout *= 2) {
    // oxlint-disable no-await-in-loop
    await target.page().mouse.move(0, 0);
    await target.hover({ position });
    try {
      await hover.waitFor({ timeout });
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    // oxlint-enable no-await-in-loop
  }
}
