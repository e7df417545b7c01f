import type { Page } from 'playwright-core';
import type { BenchWindow } from '../benchWindow';
import type { Figure, Run } from '../figure';

interface View {
  readonly icon: string;
  /** The label of its first row. */
  readonly row: string;
}

const own: View = { icon: 'Server Management', row: 'shop-frankfurt' };
const whole: View = { icon: 'Static whole', row: 'whole 1' };
const page: View = { icon: 'Static page', row: 'page 1' };
const views = [own, whole, page] as const;

/** From the click on a view's icon to its first row, compared with static trees. */
export async function measureFirstRows(
  window: BenchWindow,
  servers: number,
  count: number,
): Promise<readonly Figure[]> {
  await window.serve(servers);
  const rounds: ReadonlyMap<View, number>[] = [];
  for (let round = 0; round < count; round += 1) {
    // Each has a window of its own, and each view comes first in turn.
    const first = round % views.length;
    rounds.push(await openAll(window, [...views.slice(first), ...views.slice(0, first)]));
  }
  const runsBeside = (floor: View): readonly Run[] =>
    rounds.map((times) => ({
      ours: times.get(own) ?? Number.NaN,
      floor: times.get(floor) ?? Number.NaN,
    }));
  const name = `first rows of ${servers.toLocaleString('en')} servers`;
  return [
    {
      name,
      unit: 'ms',
      floor: 'a static tree of the same size, after one bare request',
      runs: runsBeside(whole),
      ...(servers === 10_000 ? { target: 1.3 } : {}),
    },
    {
      name,
      unit: 'ms',
      floor: 'a static tree of the rows that we show, after one bare request',
      runs: runsBeside(page),
    },
  ];
}

/** Opens views one after the other in a new window, and returns how long each took, in milliseconds. */
async function openAll(
  window: BenchWindow,
  order: readonly View[],
): Promise<ReadonlyMap<View, number>> {
  await window.renew();
  await window.host.call('rest');
  const times = new Map<View, number>();
  for (const view of order) {
    times.set(view, await timeToRow(window.workbench.page, view));
  }
  return times;
}

/** Clicks an icon, and returns the milliseconds until the row appeared. */
async function timeToRow(browserPage: Page, view: View): Promise<number> {
  const icon = browserPage.locator(`.part.activitybar [aria-label^="${view.icon}"]`).first();
  await icon.waitFor();
  const shown = browserPage.evaluate(watchForRow, view.row);
  await icon.click();
  await browserPage.locator('.part.sidebar').getByText(view.row, { exact: true }).waitFor();
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
