import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { QuickInput } from './quickInput';

/** Tabs and the text in them. */
export class Editors {
  readonly #page: Page;
  readonly #quickInput: QuickInput;

  constructor(page: Page, quickInput: QuickInput) {
    this.#page = page;
    this.#quickInput = quickInput;
  }

  /**
   * The tab with that title, which for a document is its id and ending, such as `101.cron-job.json`: the
   * name before it is left to the tests of names.
   */
  tab(title: string): Locator {
    return this.#page.locator(
      [`=${JSON.stringify(title)}`, `$=${JSON.stringify(`~${title}`)}`]
        .map((match) => `.tabs-container [role="tab"][data-resource-name${match}]`)
        .join(', '),
    );
  }

  /** The tab with that title while it holds something that is not saved. */
  unsavedTab(title: string): Locator {
    return this.tab(title).and(this.#page.locator('.dirty'));
  }

  /** Waits until the text editor of that title is in front: a tab is drawn before its text is. */
  async opened(title: string): Promise<void> {
    await this.tab(title).and(this.#page.locator('[aria-selected="true"]')).waitFor();
    const uri = ['/', '~']
      .map((before) => `[data-uri$=${JSON.stringify(before + encodeURIComponent(title))}]`)
      .join(', ');
    await this.active.and(this.#page.locator(uri)).waitFor();
  }

  /** Brings the text editor of that title to the front, as a click on its tab does. */
  async show(title: string): Promise<void> {
    await this.tab(title).click();
    await this.opened(title);
  }

  /** Closes what is in front, which is the tab with that title, and whatever is not saved in it. */
  async revertAndClose(title: string): Promise<void> {
    await this.#quickInput.runCommand('View: Revert and Close Editor');
    await this.tab(title).waitFor({ state: 'detached' });
  }

  /** Closes all tabs; none of them may have unsaved changes. */
  async closeAll(): Promise<void> {
    await this.#quickInput.runCommand('View: Close All Editors');
    await this.#page.locator('.tabs-container [role="tab"]').first().waitFor({ state: 'detached' });
  }

  /** The letters that mark the first tab with that title, once they are there. */
  async badge(title: string): Promise<string> {
    const label = this.tab(title).first().locator('.monaco-decoration-badge');
    const content = await label.evaluate((element) => getComputedStyle(element, '::after').content);
    return content.replaceAll('"', '');
  }

  /** The text editor that is in front; a comparison has two of them. */
  get active(): Locator {
    return this.#page.locator('.editor-group-container.active .editor-instance .monaco-editor');
  }

  /** The page of an extension's panel in front: a page in a frame in a frame. */
  get webview(): FrameLocator {
    return this.#page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
  }

  /** The whole text of the editor in front, taken as a person would: select all, copy. */
  async text(): Promise<string> {
    await this.#selectAll();
    // Copying takes time: a text that no editor contains distinguishes before from after.
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

  /** Replaces the whole text of the editor in front by pasting, and waits until that has happened. */
  async replaceText(text: string): Promise<void> {
    await this.#selectAll();
    await this.#writeClipboard(text);
    await this.#page.keyboard.press('ControlOrMeta+V');
    // A paste takes its time, and what is pressed next must not overtake it: it leaves nothing selected
    // and the cursor behind the text.
    await this.#page.waitForFunction(() => {
      const selection = document.getElementById('status.editor.selection')?.textContent ?? '';
      const [line, column, selected] = selection.match(/\d+/g) ?? [];
      return column && !selected && !(line === '1' && column === '1');
    });
  }

  /** Saves what is in front with the keyboard; whether that succeeds is for the test to see. */
  async save(): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+S');
  }

  async #selectAll(): Promise<void> {
    await this.active.locator('.view-lines').click();
    await this.#page.keyboard.press('ControlOrMeta+A');
  }

  async #writeClipboard(text: string): Promise<void> {
    await this.#page.evaluate((value) => navigator.clipboard.writeText(value), text);
  }
}
