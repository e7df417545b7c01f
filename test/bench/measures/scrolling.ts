import path from 'node:path';
import type { Page } from 'playwright-core';
import { fleetWords } from '../../../src/pages/words';
import { toPageHtml } from '../../../src/panels/page/html';
import { launchBrowser } from '../../harness/browser/launch';
import { root } from '../../harness/system/paths';
import { jobCount, makeFleet, toFleet } from '../benchFleet';
import type { Figure, Run } from '../figure';

const origin = 'https://bench.test';
/** How many frames are timed: two seconds of them. */
const frames = 120;

/**
 * How long a frame takes while the schedule of a large fleet is scrolled, compared with the page at rest:
 * as long as the browser draws every frame that the screen shows, both are equal.
 */
export async function measureScrolling(count: number): Promise<Figure> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
    await openFleetPage(page);
    const runs: Run[] = [];
    while (runs.length < count) {
      const floor = await page.evaluate(timeFrames, { frames, step: 0 });
      runs.push({ ours: await page.evaluate(timeFrames, { frames, step: 60 }), floor });
    }
    return {
      name: `a frame while ${jobCount} are scrolled`,
      unit: 'ms',
      floor: 'a frame of the same page at rest',
      runs,
      target: 1.1,
    };
  } finally {
    await browser.close();
  }
}

/** Opens the page like the editor does, with all data of a large fleet. */
async function openFleetPage(page: Page): Promise<void> {
  const html = toPageHtml({
    cspSource: origin,
    nonce: 'bench',
    script: `${origin}/dist/fleet.js`,
    style: `${origin}/media/fleet.css`,
    language: 'en',
    title: 'Fleet Overview',
    loading: '',
    data: { words: JSON.stringify(fleetWords()) },
  });
  await page.route(`${origin}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    return pathname === '/'
      ? route.fulfill({ contentType: 'text/html', body: html })
      : route.fulfill({ path: path.join(root, pathname) });
  });
  await page.addInitScript(() => {
    const editor = { postMessage: () => {}, getState: () => {}, setState: () => {} };
    Object.assign(window, { acquireVsCodeApi: () => editor });
  });
  await page.goto(`${origin}/`);
  const fleet = toFleet(makeFleet(28));
  const message = { type: 'fleet', model: fleet.model(), schedule: fleet.schedule() };
  await page.evaluate((each) => window.postMessage(each, location.origin), message);
  await page.locator('.line').first().waitFor();
  await page.evaluate(() => document.getElementById('lines')?.scrollIntoView());
}

/** Runs in the page: scrolls the lines down and up again, and returns the average duration of a frame. */
function timeFrames(parts: { readonly frames: number; readonly step: number }): Promise<number> {
  const lines = document.getElementById('lines');
  if (!lines) return Promise.reject(new Error('There are no lines.'));
  let by = parts.step;
  let left = parts.frames;
  return new Promise((resolve) => {
    const start = performance.now();
    const draw = (): void => {
      const before = lines.scrollTop;
      lines.scrollBy(0, by);
      if (lines.scrollTop === before) by = -by;
      left -= 1;
      if (left > 0) requestAnimationFrame(draw);
      else resolve((performance.now() - start) / parts.frames);
    };
    requestAnimationFrame(draw);
  });
}
