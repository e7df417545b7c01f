import type { Locator, Page } from 'playwright-core';
import { exactly } from './text';

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

  /** Shows what the icon with that title stands for; does nothing where it is shown. */
  async open(title: string): Promise<void> {
    const icon = this.icon(title);
    await icon.waitFor();
    // A click on the icon of what is shown would hide it.
    if ((await icon.getAttribute('aria-expanded')) !== 'true') await icon.click();
    await icon.and(this.#page.locator('[aria-expanded="true"]')).waitFor();
  }

  /** The rows that are shown, from top to bottom. */
  get rows(): Locator {
    return this.#page.locator('.part.sidebar [role="treeitem"]');
  }

  /** The row with exactly that label. */
  row(label: string): Locator {
    return this.rows.filter({
      has: this.#page.locator('.label-name', { hasText: exactly(label) }),
    });
  }

  /** Opens the row with that label, as a click on its arrow does; does nothing where it is open. */
  async expand(label: string): Promise<void> {
    await this.#turn(label, true);
  }

  /** The opposite of `expand`. */
  async collapse(label: string): Promise<void> {
    await this.#turn(label, false);
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
      await this.#page.getByRole('menuitem', { name: entry, exact: true }).hover();
      // A menu takes no click in the moment after it opens, but keys.
      // oxlint-disable-next-line no-await-in-loop
      await this.#page.keyboard.press('Enter');
    }
    // The menu lay over other rows, and a row that the pointer rests on asks for what its hover shows.
    await this.#page.mouse.move(0, 0);
  }

  async #turn(label: string, expanded: boolean): Promise<void> {
    const row = this.row(label);
    await row.waitFor();
    if ((await row.getAttribute('aria-expanded')) === String(expanded)) return;
    await row.locator('.monaco-tl-twistie').click();
    await row.and(this.#page.locator(`[aria-expanded="${expanded}"]`)).waitFor();
  }
}
