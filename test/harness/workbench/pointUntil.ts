import type { Locator } from 'playwright-core';
import { waitTimeoutMs } from './waitTimeout';

/** How long what was pointed at may take to show its hover, in milliseconds, doubling each time. */
const lookAgainMs = 1_500;

/** The start of a text, in pixels: the middle of its element may be after its end. */
export const textStart = { x: 5, y: 5 };

/**
 * Points at the middle of `target`, or at `position` in it, until its `hover` appears: what is redrawn
 * under the pointer doesn't notice it.
 */
export async function pointUntil(
  target: Locator,
  hover: Locator,
  position?: typeof textStart,
): Promise<void> {
  const deadline = performance.now() + waitTimeoutMs;
  for (let timeout = lookAgainMs; ; timeout *= 2) {
    await target.page().mouse.move(0, 0);
    await target.hover(position && { position });
    try {
      await hover.waitFor({ timeout });
      return;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}
