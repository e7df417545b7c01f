import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { exactly } from '../harness/workbench/text';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import { eventually } from './eventually';

/** More than the rows of the tree, the entries of a menu, or the fields of a page. */
const most = 60;

/** How long a menu may take to open, in milliseconds. */
const redrawMs = 3_000;

/** The trees as a person without a pointer uses them. */
export class TreeKeys {
  readonly #workbench: Workbench;
  readonly #page: Page;

  constructor(workbench: Workbench) {
    this.#workbench = workbench;
    this.#page = workbench.page;
  }

  /** The tree with the focus. */
  get tree(): Locator {
    return this.#page.locator('.part.sidebar .monaco-list:focus');
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  /** Presses a key until this has the focus. */
  async pressUntil(key: string, focused: Locator): Promise<void> {
    for (let presses = 0; presses < most; presses += 1) {
      if (await focused.isVisible()) return;
      await this.press(key);
    }
    assert.fail(`${key} didn't lead to ${String(focused)}`);
  }

  async focus(view: string): Promise<void> {
    const { quickInput } = this.#workbench;
    await quickInput.runCommand(`Server Management: Focus on ${view} View`);
    await this.tree.and(this.#page.locator(`[aria-label="${view}"]`)).waitFor();
  }

  /** Moves the focus to a row, and selects nothing. */
  async goTo(label: string): Promise<void> {
    const name = this.#page.locator('.label-name', { hasText: exactly(label) });
    const focused = this.tree.locator('.monaco-list-row.focused').filter({ has: name });
    // Rows that appear meanwhile move the others.
    await eventually(async () => {
      await this.press('Home');
      await this.pressUntil('ArrowDown', focused);
    }, waitTimeoutMs);
  }

  async expand(label: string): Promise<void> {
    await this.goTo(label);
    const expanded = this.tree.locator('.monaco-list-row.focused[aria-expanded="true"]');
    if (!(await expanded.isVisible())) await this.press('ArrowRight');
    await expanded.waitFor();
  }

  /** Opens a row's menu, and moves the focus to an entry. */
  async pointInMenu(row: string, entry: string): Promise<void> {
    const menu = this.#page.locator('.monaco-menu');
    const label = this.#page.locator('.action-label', { hasText: exactly(entry) });
    const focused = menu.locator('.action-item.focused').filter({ has: label });
    // Rows that are drawn again close the menu.
    await eventually(async () => {
      if (await menu.isVisible()) await this.press('Escape');
      await this.goTo(row);
      await this.press('Shift+F10');
      await menu.filter({ has: label }).waitFor({ timeout: redrawMs });
      await this.pressUntil('ArrowDown', focused);
    }, waitTimeoutMs);
  }
}
