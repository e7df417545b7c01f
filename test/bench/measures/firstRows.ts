import type { Page } from 'playwright-core';
import type { BenchWindow } from '../benchWindow';
import type { Figure, Run } from '../figure';

interface View {
  readonly icon: string;
  /** The label of its first row. */
  readonly row: string;
}

const own: View = { icon: 'Server Management', row: 'shop-frankfurt' };
const floors: readonly (View & { readonly words: string })[] = [
  {
    icon: 'Static whole',
    row: 'row 1',
    words: 'a static tree of the same size, after one bare request',
  },
  {
    icon: 'Static page',
    row: 'row 1',
    words: 'a static tree of the rows that we show, after one bare request',
  },
];

/** From the click on a view's icon to its first row, beside static trees. */
export async function measureFirstRows(
  window: BenchWindow,
  servers: number,
  count: number,
): Promise<readonly Figure[]> {
  await window.serve(servers);
  const figures: Figure[] = [];
  for (const { words, ...floor } of floors) {
    figures.push({
      name: `first rows of ${servers.toLocaleString('en')} servers`,
      unit: 'ms',
      floor: words,
      // oxlint-disable-next-line no-await-in-loop
      runs: await compare(window, floor, count),
      ...(servers === 10_000 && floor.icon === 'Static whole' ? { target: 1.3 } : {}),
    });
  }
  return figures;
}

/** Each run has a window of its own; in every other one the floor is opened first. */
async function compare(window: BenchWindow, floor: View, count: number): Promise<readonly Run[]> {
  const runs: Run[] = [];
  while (runs.length < count) {
    // oxlint-disable-next-line no-await-in-loop
    await window.renew();
    // oxlint-disable-next-line no-await-in-loop
    await window.host.call('rest');
    const durations = new Map<View, number>();
    for (const view of runs.length % 2 === 0 ? [own, floor] : [floor, own]) {
      // oxlint-disable-next-line no-await-in-loop
      durations.set(view, await timeToRow(window.workbench.page, view));
    }
    runs.push({
      ours: durations.get(own) ?? Number.NaN,
      floor: durations.get(floor) ?? Number.NaN,
    });
  }
  return runs;
}

/** Clicks on an icon, and answers when the row was there, in milliseconds since. */
async function timeToRow(page: Page, view: View): Promise<number> {
  const icon = page.locator(`.part.activitybar [aria-label^="${view.icon}"]`).first();
  await icon.waitFor();
  const shown = page.evaluate(watchForRow, view.row);
  await icon.click();
  await page.locator('.part.sidebar').getByText(view.row, { exact: true }).waitFor();
  return shown;
}

/** Runs in the page. */
function watchForRow(label: string): Promise<number> {
  return new Promise((resolve) => {
    let start = Number.NaN;
    const onPress = (): void => {
      start = performance.now();
    };
    document.addEventListener('pointerdown', onPress, { capture: true, once: true });
    const observer = new MutationObserver(() => {
      const rows = document.querySelectorAll('.part.sidebar [role="treeitem"] .label-name');
      if (![...rows].some(({ textContent }) => textContent === label)) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
}
