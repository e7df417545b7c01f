import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { waitTimeoutMs } from './waitTimeout';
import type { QuickInput } from './quickInput';

/** The time limits for a pasted text to appear, in milliseconds, doubling each time. */
const pasteAgainMs = 5_000;

/** Tabs and the text in them. */
export class Editors {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /**
   * The tab with that title; for a document, its id and suffix, such as `101.cron-job.json`. The name
   * before that is covered by the tests of names.
   */
  tab(title: string): Locator {
    return this.#page.locator(
      [`=${JSON.stringify(title)}`, `$=${JSON.stringify(`~${title}`)}`]
        .map((match) => `.tabs-container [role="tab"][data-resource-name${match}]`)
        .join(', '),
    );
  }

  /** The tab with that title, while it has unsaved changes. */
  unsavedTab(title: string): Locator {
    return this.tab(title).and(this.#page.locator('.dirty'));
  }

  /** Waits until the text editor with that title is active, because a tab is drawn before its text. */
  async opened(title: string): Promise<void> {
    await this.tab(title).and(this.#page.locator('[aria-selected="true"]')).waitFor();
    const uri = ['/', '~']
      .map((before) => `[data-uri$=${JSON.stringify(before + encodeURIComponent(title))}]`)
      .join(', ');
    await this.active.and(this.#page.locator(uri)).waitFor();
  }

  /** Activates the text editor with that title, like a click on its tab. */
  async show(title: string): Promise<void> {
    await this.tab(title).click();
    await this.opened(title);
  }

  /** Reverts and closes the active tab, which must have that title. */
  async revertAndClose(title: string): Promise<void> {
    await this.#quickInput.runCommand('View: Revert and Close Editor');
    await this.tab(title).waitFor({ state: 'detached' });
  }

  /** Closes all tabs; none of them may have unsaved changes. */
  async closeAll(): Promise<void> {
    await this.#quickInput.runCommand('View: Close All Editors');
    await this.#page.locator('.tabs-container [role="tab"]').first().waitFor({ state: 'detached' });
  }

  /** The letters that mark the first tab with that title, once they appear. */
  async badge(title: string): Promise<string> {
    const label = this.tab(title).first().locator('.monaco-decoration-badge');
    const content = await label.evaluate((element) => getComputedStyle(element, '::after').content);
    return content.replaceAll('"', '');
  }

  /** The active text editor; a comparison has two of them. */
  get active(): Locator {
    return this.#page.locator('.editor-group-container.active .editor-instance .monaco-editor');
  }

  /** The whole text of the active editor, read like a person would: select all, copy. */
  async text(): Promise<string> {
    await this.#selectAll();
    // Copying takes time; a text that no editor contains shows whether it's done.
    const before = `nothing copied yet ${performance.now()}`;
    await this.#writeClipboard(before);
    await this.#page.keyboard.press('ControlOrMeta+C');
    const copied = await this.#page.waitForFunction(async (unchanged) => {
      const text = await navigator.clipboard.readText();
      return text === unchanged ? undefined : { text };
    }, before);
    const { text } = (await copied.jsonValue()) ?? { text: '' };
    return text;
  }

  /** Replaces the whole text of the active editor by pasting, and waits until that is done. */
  async replaceText(text: string): Promise<void> {
    await this.#writeClipboard(text);
    const deadline = performance.now() + waitTimeoutMs;
    for (let timeout = pasteAgainMs; ; timeout *= 2) {
      await this.#selectAll();
      await this.#page.keyboard.press('ControlOrMeta+V');
      try {
        await this.#pasted(timeout);
        return;
      } catch (error) {
        // Keys go nowhere while another part of the window takes the focus.
        if (performance.now() > deadline) throw error;
      }
    }
  }

  /**
   * Waits until a text has replaced everything, because the next key press must not overtake that:
   * then nothing is selected and the cursor is after the text.
   */
  async #pasted(timeout: number): Promise<void> {
    await this.#page.waitForFunction(
      () => {
        const selection = document.getElementById('status.editor.selection')?.textContent ?? '';
        const [line, column, selected] = selection.match(/\d+/g) ?? [];
        return column && !selected && !(line === '1' && column === '1');
      },
      undefined,
      { timeout },
    );
  }

  /** Saves what was typed into the active editor, with the keyboard; the test must check whether that succeeds. */
  async save(): Promise<void> {
    // A tab is marked as unsaved a moment after the last key, and would count as saved until then.
    const tab = '.editor-group-container.active [role="tab"][aria-selected="true"]';
    await this.#page.locator(`${tab}.dirty`).waitFor();
    await this.#page.keyboard.press('ControlOrMeta+S');
  }

  async #selectAll(): Promise<void> {
    const focused = this.active.and(this.#page.locator('.focused'));
    const deadline = performance.now() + waitTimeoutMs;
    for (;;) {
      await this.active.locator('.view-lines').click();
      const takesKeys = await focused.waitFor({ timeout: pasteAgainMs }).then(
        () => true,
        () => false,
      );
      if (takesKeys) {
        await this.#page.keyboard.press('ControlOrMeta+A');
        // A row that was clicked before keeps the focus until its document is open.
        if (await focused.isVisible()) return;
      }
      assert.ok(performance.now() < deadline, "the editor doesn't keep the focus");
    }
  }

  async #writeClipboard(text: string): Promise<void> {
    await this.#page.evaluate((value) => navigator.clipboard.writeText(value), text);
  }
}
