import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { chooseFromMenu } from './menu';
import { pointUntil } from './pointUntil';
import { waitTimeoutMs } from './waitTimeout';
import { exactly } from './text';

/** The time limits for a row to expand, in milliseconds, doubling each time. */
const lookAgainMs = 1_500;

/**
 * How long rows must stay as they are to count as settled, in milliseconds: VS Code collects changes
 * of rows for 200 ms before it draws them.
 */
const settledMs = 300;

/** How often to look whether they are, in milliseconds. */
const pollMs = 50;

/** The activity bar and the trees next to it. */
export class SideBar {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The icons of the activity bar. */
  get icons(): Locator {
    return this.#page.locator('.part.activitybar [role="tab"]');
  }

  /** The activity bar's icon with that title. */
  icon(title: string): Locator {
    // A key binding or the text of a badge may follow the title.
    const label = `.action-label[aria-label^=${JSON.stringify(title)}]`;
    return this.icons.filter({ has: this.#page.locator(label) });
  }

  /** Shows the view container with that title; does nothing if it is already shown. */
  async open(title: string): Promise<void> {
    const icon = this.icon(title);
    await icon.waitFor();
    // A click on the icon of the visible container would hide it.
    if ((await icon.getAttribute('aria-expanded')) !== 'true') await icon.click();
    await icon.and(this.#page.locator('[aria-expanded="true"]')).waitFor();
  }

  /**
   * The visible rows, from top to bottom, without the Needs Attention group, which appears
   * whenever there is a finding.
   */
  get rows(): Locator {
    return this.#allRows.filter({
      hasNot: this.#page.locator('.label-name', { hasText: /^(Needs Attention|Handlungsbedarf)$/ }),
    });
  }

  /** Waits until a list of that many rows is drawn, not counting the Needs Attention group. */
  async hasRows(count: number): Promise<void> {
    const sizes = [count, count + 1].map((size) => `[aria-setsize="${size}"]`);
    await this.#page.locator(sizes.join(', ')).first().waitFor();
  }

  get #allRows(): Locator {
    return this.#page.locator('.part.sidebar [role="treeitem"]');
  }

  /** The row with exactly that label. */
  row(label: string): Locator {
    // A closing view keeps its rows for a moment, out of sight.
    return this.#allRows.filter({
      has: this.#page.locator('.label-name', { hasText: exactly(label) }),
      visible: true,
    });
  }

  /** Waits until the row with that label is selected, like a new one is. */
  async selected(label: string): Promise<void> {
    await this.row(label).and(this.#page.locator('[aria-selected="true"]')).waitFor();
  }

  /** Selects these adjacent rows with two clicks. */
  async selectRange(...labels: readonly [string, ...string[]]): Promise<void> {
    const last = this.row(labels.at(-1) ?? labels[0]);
    const selected = this.#page.locator('[aria-selected="true"]');
    const deadline = performance.now() + waitTimeoutMs;
    for (;;) {
      await this.row(labels[0]).click();
      await last.click({ modifiers: ['Shift'] });
      try {
        // VS Code forgets where a range starts if it refreshes rows between the clicks.
        await Promise.all(
          labels.map((label) => this.row(label).and(selected).waitFor({ timeout: lookAgainMs })),
        );
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  }

  /** Presses End or Home in the tree with the focus until the row with that label is in sight. */
  async jumpTo(key: 'End' | 'Home', label: string): Promise<void> {
    const deadline = performance.now() + waitTimeoutMs;
    for (;;) {
      await this.#page.keyboard.press(key);
      try {
        // Rows that VS Code draws after the key was pressed leave the focus where it was.
        return await this.row(label).waitFor({ timeout: lookAgainMs });
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  }

  /** Expands the row with that label, like a click on its arrow; does nothing if it's expanded. */
  async expand(label: string): Promise<void> {
    await this.#turn(label, true);
  }

  /** The opposite of `expand`. */
  async collapse(label: string): Promise<void> {
    await this.#turn(label, false);
  }

  /** Drags the side bar's edge until it has that width, in pixels. */
  async resize(width: number): Promise<void> {
    const part = this.#page.locator('.part.sidebar');
    const box = await part.boundingBox();
    assert.ok(box);
    const middle = box.y + box.height / 2;
    await this.#page.mouse.move(box.x + box.width, middle);
    await this.#page.mouse.down();
    await this.#page.mouse.move(box.x + width, middle, { steps: 5 });
    await this.#page.mouse.up();
  }

  /** Presses the inline button with that title on the row with that label. */
  async pressInline(label: string, title: string): Promise<void> {
    const row = this.row(label);
    const button = row.getByRole('button', { name: title });
    await row.waitFor();
    await this.#settled();
    // Rows that come above it move it away from the pointer.
    await pointUntil(row, button);
    await button.click();
  }

  /** Chooses an entry of the context menu of the row with that label. */
  async chooseInMenu(label: string, ...entries: readonly string[]): Promise<void> {
    await this.row(label).waitFor();
    await this.#choose(entries, async () => {
      await this.#settled();
      await this.row(label).click({ button: 'right' });
    });
    // The menu covered other rows, and a row under the pointer would request what its hover shows.
    await this.#page.mouse.move(0, 0);
  }

  /** Presses a button in the title of a view, and chooses from the menus that it opens. */
  async pressInTitle(view: string, button: string, ...entries: readonly string[]): Promise<void> {
    const header = this.#page.locator(`.part.sidebar .pane-header[aria-label^="${view}"]`);
    await this.#choose(entries, async () => {
      await header.hover();
      await header.getByRole('button', { name: button }).click();
    });
  }

  /** Clears the selection like Escape, so that palette commands ask for their target. */
  async clearSelection(): Promise<void> {
    const row = this.#page.locator('.monaco-list-row.selected');
    const lists = this.#page
      .locator('.part.sidebar .monaco-list', { has: row })
      .filter({ visible: true });
    const deadline = performance.now() + waitTimeoutMs;
    // A row that is being refreshed doesn't look selected.
    await this.#settled();
    while ((await lists.count()) > 0) {
      assert.ok(performance.now() < deadline, "the selection wasn't cleared");
      try {
        await lists.first().focus({ timeout: lookAgainMs });
        await this.#page.keyboard.press('Escape');
      } catch {
        // A view's list disappears when it closes.
      }
    }
  }

  /**
   * Waits until VS Code refreshes no rows: while it does, a menu doesn't say which row it belongs to,
   * and a row that was just expanded may collapse.
   */
  async #settled(): Promise<void> {
    const isSettled = (quietMs: number): boolean => {
      const sideBar = document.querySelector<HTMLElement>('.part.sidebar');
      if (!sideBar) return false;
      const note = (): void => {
        sideBar.dataset['changedAt'] = String(performance.now());
      };
      if (sideBar.dataset['changedAt'] === undefined) {
        note();
        const changes = { subtree: true, childList: true, attributes: true };
        const isInRows = ({ target }: MutationRecord): boolean =>
          (target instanceof Element ? target : target.parentElement)?.closest(
            '.monaco-list-rows',
          ) !== null;
        new MutationObserver((records) => {
          if (records.some(isInRows)) note();
        }).observe(sideBar, changes);
      }
      return performance.now() - Number(sideBar.dataset['changedAt']) > quietMs;
    };
    await this.#page.waitForFunction(isSettled, settledMs, { polling: pollMs });
  }

  async #choose(entries: readonly string[], open: () => Promise<void>): Promise<void> {
    const items = entries.map((entry) => this.#menuItem(entry));
    await chooseFromMenu(this.#page, items, open);
  }

  /** An entry of an open menu; its key binding may follow its label. */
  #menuItem(label: string): Locator {
    return this.#page.getByRole('menuitem').filter({
      has: this.#page.locator('.action-label', { hasText: exactly(label) }),
    });
  }

  /** VS Code loses clicks on a row that it refreshes, and expands a row that it reveals. */
  async #turn(label: string, expanded: boolean): Promise<void> {
    const row = this.row(label);
    await row.waitFor();
    const turned = row.and(this.#page.locator(`[aria-expanded="${expanded}"]`));
    const deadline = performance.now() + waitTimeoutMs;
    for (let timeout = lookAgainMs; !(await turned.isVisible()); timeout *= 2) {
      // VS Code reuses the elements of rows, so that a click could hit the row above.
      await this.#settled();
      await row.locator('.monaco-tl-twistie').click();
      try {
        await turned.waitFor({ timeout });
        await this.#settled();
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  }
}
