import type { Locator, Page } from 'playwright-core';
import { waitTimeoutMs } from './waitTimeout';
import { exactly } from './text';

/** The time limits for an open palette to show its entries, in milliseconds, doubling each time. */
const lookAgainMs = 1_500;

/** How long a palette may stay open after a click that reached its entry, in milliseconds. */
const closedMs = 8_000;

/** The box at the top of the window: command palette, pickers and questions. */
export class QuickInput {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The whole box, with its title, its message and its entries. */
  get box(): Locator {
    return this.#page.locator('.quick-input-widget');
  }

  /** The entry with exactly that label. */
  entry(label: string): Locator {
    return this.entries(exactly(label));
  }

  /** The entries whose labels match. */
  entries(label: RegExp): Locator {
    // Rows that are reused keep details of an earlier list, out of sight.
    const name = this.#page.locator('.label-name').filter({ hasText: label, visible: true });
    return this.box.locator('.monaco-list-row').filter({ has: name });
  }

  /**
   * Runs a command from the palette by its full title, `Category: Title`, as soon as it's offered: an open
   * palette doesn't notice when a command becomes available. The palette closes by itself if
   * something else takes the focus, such as an editor that is still opening.
   */
  async runCommand(title: string): Promise<void> {
    const deadline = performance.now() + waitTimeoutMs;
    for (let timeout = lookAgainMs; ; timeout *= 2) {
      await this.#page.keyboard.press('F1');
      try {
        await this.#input.fill(`>${title}`, { timeout });
        // Waiting for anything after it could fail for a command that ran.
        await this.entry(title).click({ timeout, noWaitAfter: true });
        // A click on an entry that moves meanwhile is lost, and the palette stays open.
        await this.#paletteClosed();
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await this.#page.keyboard.press('Escape');
      }
    }
  }

  /** Waits until the palette is gone, because a command's questions appear in the same box. */
  async #paletteClosed(): Promise<void> {
    await this.#page.waitForFunction(
      () => {
        const input = document.querySelector<HTMLInputElement>('.quick-input-widget input.input');
        return !input?.checkVisibility() || !input.value.startsWith('>');
      },
      undefined,
      { timeout: closedMs },
    );
  }

  /** Chooses an entry. */
  async pick(label: string): Promise<void> {
    // The pointer may still be on an entry whose hover covers others.
    await this.#page.mouse.move(0, 0);
    await this.entry(label).click();
  }

  /** Replaces the text in the box and leaves it open. */
  async type(text: string): Promise<void> {
    await this.#input.fill(text);
    // A box that is just being shown may not have taken note of it.
    await this.#page.evaluate(
      () =>
        new Promise((drawn) => {
          requestAnimationFrame(() => requestAnimationFrame(drawn));
        }),
    );
    await this.#input.fill(text);
  }

  /** Replaces the text in the box and accepts it. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** Accepts the text in the box, or the chosen entries. */
  async accept(): Promise<void> {
    await this.#input.press('Enter');
  }

  /** Accepts the highlighted entry; until there is one, the box ignores Enter. */
  async acceptHighlighted(): Promise<void> {
    await this.box.locator('.monaco-list-row.focused').waitFor();
    await this.accept();
  }

  /** Answers the question with that prompt once it appears, because the previous box looks the same. */
  async answer(prompt: string, text: string): Promise<void> {
    await this.question(prompt).waitFor();
    await this.enter(text);
  }

  /** The question with this prompt, whether it's answered by typing or choosing. */
  question(text: string): Locator {
    return this.box
      .locator('.quick-input-message')
      .filter({ hasText: text })
      .or(this.box.getByPlaceholder(text))
      .filter({ visible: true });
  }

  /** The text in the box. */
  value(): Promise<string> {
    return this.#input.inputValue();
  }

  /** Goes back one step. */
  async back(): Promise<void> {
    await this.box.getByRole('button', { name: 'Back' }).click();
  }

  /** Cancels the question. */
  async cancel(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.box.waitFor({ state: 'hidden' });
  }

  get #input(): Locator {
    return this.box.locator('input.input');
  }
}
