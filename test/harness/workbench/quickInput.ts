import type { Locator, Page } from 'playwright-core';
import { patienceMs } from './patience';
import { exactly } from './text';

/** The time limits for an open palette to show its entries, in milliseconds, doubling each time. */
const lookAgainMs = 1_500;

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
    return this.box.locator('.monaco-list-row').filter({
      has: this.#page.locator('.label-name', { hasText: label }),
    });
  }

  /**
   * Runs a command from the palette by its whole title, `Category: Title`, as soon as it is offered there:
   * an open palette does not take note of a command that comes to be available. It closes by itself where
   * something else takes the focus, such as an editor that is still being opened.
   */
  async runCommand(title: string): Promise<void> {
    const deadline = performance.now() + patienceMs;
    for (let timeout = lookAgainMs; ; timeout *= 2) {
      await this.#page.keyboard.press('F1');
      try {
        await this.#input.fill(`>${title}`, { timeout });
        await this.entry(title).click({ timeout });
        break;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await this.#page.keyboard.press('Escape');
      }
    }
    await this.#paletteClosed();
  }

  /** Waits until the palette is gone, with the window or alone: what a command asks for is typed into the same box. */
  async #paletteClosed(): Promise<void> {
    await this.#page.waitForFunction(() => {
      const input = document.querySelector<HTMLInputElement>('.quick-input-widget input.input');
      return !input?.checkVisibility() || !input.value.startsWith('>');
    });
  }

  /** Chooses an entry. */
  async pick(label: string): Promise<void> {
    await this.entry(label).click();
  }

  /** Replaces what is in the box and leaves it open. */
  async type(text: string): Promise<void> {
    await this.#input.fill(text);
  }

  /** Replaces what is in the box and accepts it. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.accept();
  }

  /** Accepts what is in the box, or the entry that is marked in the list. */
  async accept(): Promise<void> {
    await this.#input.press('Enter');
  }

  /** Answers the question with that prompt, once it is asked: the box before it looks the same. */
  async answer(prompt: string, text: string): Promise<void> {
    await this.box.getByText(prompt).waitFor();
    await this.enter(text);
  }

  /** What is asked, whether it is answered by typing or by choosing. */
  question(text: string): Locator {
    return this.box
      .locator('.quick-input-message')
      .filter({ hasText: text })
      .or(this.box.getByPlaceholder(text))
      .filter({ visible: true });
  }

  /** What is in the box. */
  value(): Promise<string> {
    return this.#input.inputValue();
  }

  /** Whether what is in the box can't be read. */
  async isMasked(): Promise<boolean> {
    return (await this.#input.getAttribute('type')) === 'password';
  }

  /** Goes back one step. */
  async back(): Promise<void> {
    await this.box.getByRole('button', { name: 'Back' }).click();
  }

  /** Cancels what is asked. */
  async cancel(): Promise<void> {
    await this.#page.keyboard.press('Escape');
    await this.box.waitFor({ state: 'hidden' });
  }

  get #input(): Locator {
    return this.box.locator('input.input');
  }
}
