import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { panelWords } from '../../../src/pages/words';
import { toPageHtml } from '../../../src/panels/page/html';
import { launchBrowser } from '../../harness/browser/launch';
import { root } from '../../harness/system/paths';
import { jobCount, makeFleet, toFleet } from '../benchFleet';
import type { Figure, Run } from '../figure';

const origin = 'https://bench.test';
/** How many frames are timed: two seconds of them. */
const frames = 120;
/** The servers of a very large fleet. */
const manyServers = 4_000;

/**
 * How long a frame takes while the schedule of a large fleet is scrolled, compared with the page at rest:
 * as long as the browser draws every frame that the screen shows, both are equal. And the longest time in which a
 * page of thousands of servers does nothing else than being drawn.
 */
export async function measureScrolling(count: number): Promise<readonly Figure[]> {
  const browser = await launchBrowser();
  try {
    const page = await openFleetPage(browser);
    await postModel(page, toFleet(makeFleet(28)).model());
    await showAllLines(page);
    const runs: Run[] = [];
    while (runs.length < count) {
      const floor = await page.evaluate(timeFrames, { frames, step: 0 });
      runs.push({ ours: await page.evaluate(timeFrames, { frames, step: 60 }), floor });
    }
    const blocks: Run[] = [];
    const model = toFleet(makeFleet(28, manyServers)).model();
    while (blocks.length < count) {
      const large = await openFleetPage(browser);
      blocks.push({ ours: await postModel(large, model), floor: 150 });
      await large.close();
    }
    return [
      {
        name: `a frame while ${jobCount} are scrolled`,
        unit: 'ms',
        floor: 'a frame of the same page at rest',
        runs,
        target: 1.1,
      },
      {
        name: `longest block while ${manyServers.toLocaleString('en')} servers are drawn`,
        unit: 'ms',
        floor: 'its limit',
        runs: blocks,
        target: 1,
      },
    ];
  } finally {
    await browser.close();
  }
}

/** Opens the page like the editor does. */
async function openFleetPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1600, height: 1000 } });
  const words = JSON.stringify(panelWords());
  const html = toPageHtml({
    cspSource: origin,
    nonce: 'bench',
    script: `${origin}/dist/panel.js`,
    style: `${origin}/media/panel.css`,
    language: 'en',
    title: 'Fleet Overview',
    loading: '',
    data: { path: '', panel: 'fleet', instance: 'one', words, changes: '[]' },
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
  return page;
}

/** Sends the page all data of a fleet, and returns the longest time in which it did nothing else, in milliseconds. */
async function postModel(page: Page, model: unknown): Promise<number> {
  // Reading it from the debugger isn't part of what the page does.
  const message = await page.evaluateHandle((each) => each, { type: 'model', model });
  return page.evaluate(async (sent) => {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
    });
    observer.observe({ type: 'longtask' });
    window.postMessage(sent, location.origin);
    const pause = (): Promise<void> =>
      new Promise((resolve) => requestIdleCallback(() => resolve(), { timeout: 5_000 }));
    while (!document.querySelector('.strip')) await pause();
    for (let left = 20; left > 0; left -= 1) await pause();
    observer.disconnect();
    return longest;
  }, message);
}

async function showAllLines(page: Page): Promise<void> {
  const more = page.locator('[id="slot/more"]');
  while (await more.isVisible()) await more.click();
  await page.locator('.strip').first().scrollIntoViewIfNeeded();
}

/** Runs in the page: scrolls down and up again, and returns the average duration of a frame. */
function timeFrames(parts: { readonly frames: number; readonly step: number }): Promise<number> {
  let by = parts.step;
  let left = parts.frames;
  return new Promise((resolve) => {
    const start = performance.now();
    const draw = (): void => {
      const before = window.scrollY;
      window.scrollBy(0, by);
      if (window.scrollY === before) by = -by;
      left -= 1;
      if (left > 0) requestAnimationFrame(draw);
      else resolve((performance.now() - start) / parts.frames);
    };
    requestAnimationFrame(draw);
  });
}
