import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { patienceMs } from './patience';
import { exactly } from './text';

/** The time limits for a row to expand, in milliseconds, doubling each time. */
const lookAgainMs = 1_500;

/** The activity bar and the trees beside it. */
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
    // A click on the icon of what is shown would hide it.
    if ((await icon.getAttribute('aria-expanded')) !== 'true') await icon.click();
    await icon.and(this.#page.locator('[aria-expanded="true"]')).waitFor();
  }

  /**
   * The rows that are shown, from top to bottom, without the group of what needs attention: it comes
   * whenever something is found.
   */
  get rows(): Locator {
    return this.#allRows.filter({
      hasNot: this.#page.locator('.label-name', { hasText: /^(Needs Attention|Handlungsbedarf)$/ }),
    });
  }

  /** Waits until a list of that many rows is drawn, beside the group of what needs attention. */
  async hasRows(count: number): Promise<void> {
    const sizes = [count, count + 1].map((size) => `[aria-setsize="${size}"]`);
    await this.#page.locator(sizes.join(', ')).first().waitFor();
  }

  get #allRows(): Locator {
    return this.#page.locator('.part.sidebar [role="treeitem"]');
  }

  /** The row with exactly that label. */
  row(label: string): Locator {
    // A view that is being closed keeps its rows for a moment, out of sight.
    return this.#allRows.filter({
      has: this.#page.locator('.label-name', { hasText: exactly(label) }),
      visible: true,
    });
  }

  /** Waits until the row with that label is selected, as a new one is. */
  async selected(label: string): Promise<void> {
    await this.row(label).and(this.#page.locator('[aria-selected="true"]')).waitFor();
  }

  /** Expands the row with that label, as a click on its arrow does; does nothing if it is expanded. */
  async expand(label: string): Promise<void> {
    await this.#turn(label, true);
  }

  /** The opposite of `expand`. */
  async collapse(label: string): Promise<void> {
    await this.#turn(label, false);
  }

  /** Opens the view with that title; does nothing if it is open. */
  async openView(title: string): Promise<void> {
    await this.#turnView(title, true);
  }

  /** The opposite of `openView`. */
  async closeView(title: string): Promise<void> {
    await this.#turnView(title, false);
  }

  /** Presses the inline button with that title on the row with that label. */
  async pressInline(label: string, title: string): Promise<void> {
    const row = this.row(label);
    await row.hover();
    await row.getByRole('button', { name: title }).click();
  }

  /** Chooses an entry of the context menu of the row with that label. */
  async chooseInMenu(label: string, ...entries: readonly string[]): Promise<void> {
    await this.row(label).click({ button: 'right' });
    for (const entry of entries) {
      // A menu is gone through from the outside in.
      // oxlint-disable-next-line no-await-in-loop
      await this.#menuItem(entry).hover();
      // A menu ignores clicks just after it opens, but not keys.
      // oxlint-disable-next-line no-await-in-loop
      await this.#page.keyboard.press('Enter');
    }
    // The menu lay over other rows, and a row that the pointer rests on asks for what its hover shows.
    await this.#page.mouse.move(0, 0);
  }

  /** Clears the selection, as Escape does: commands of the palette then ask what they are about. */
  async clearSelection(): Promise<void> {
    const row = this.#page.locator('.monaco-list-row.selected');
    const lists = this.#page
      .locator('.part.sidebar .monaco-list', { has: row })
      .filter({ visible: true });
    const deadline = performance.now() + patienceMs;
    while ((await lists.count()) > 0) {
      assert.ok(performance.now() < deadline, 'the selection stays');
      try {
        await lists.first().focus({ timeout: lookAgainMs });
        await this.#page.keyboard.press('Escape');
      } catch {
        // A view's list disappears when it closes.
      }
    }
  }

  /** An entry of an open menu; its key binding may follow its label. */
  #menuItem(label: string): Locator {
    return this.#page.getByRole('menuitem').filter({
      has: this.#page.locator('.action-label', { hasText: exactly(label) }),
    });
  }

  /** By the keys that open and close: a click that misses a header in motion, or comes twice, undoes itself. */
  async #turnView(title: string, expanded: boolean): Promise<void> {
    const header = this.#page.locator(`.part.sidebar .pane-header[aria-label^="${title}"]`);
    await header.press(expanded ? 'ArrowRight' : 'ArrowLeft');
    await header.and(this.#page.locator(`[aria-expanded="${expanded}"]`)).waitFor();
  }

  /** VS Code loses clicks on a row that it refreshes, and expands a row that it reveals. */
  async #turn(label: string, expanded: boolean): Promise<void> {
    const row = this.row(label);
    await row.waitFor();
    const turned = row.and(this.#page.locator(`[aria-expanded="${expanded}"]`));
    const deadline = performance.now() + patienceMs;
    for (let timeout = lookAgainMs; !(await turned.isVisible()); timeout *= 2) {
      await row.locator('.monaco-tl-twistie').click();
      try {
        await turned.waitFor({ timeout });
      } catch (error) {
        if (performance.now() > deadline) throw error;
      }
    }
  }
}
