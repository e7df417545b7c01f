import type { Locator, Page } from 'playwright-core';

/** VS Code's notifications and modal dialogs. */
export class Messages {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The visible notifications. */
  get notifications(): Locator {
    return this.#page.locator('.notifications-toasts .notification-toast');
  }

  /** The notification that contains this text. */
  notification(text: string): Locator {
    return this.notifications.filter({ hasText: text });
  }

  /** Presses a button of the notification that contains this text. */
  async answerNotification(text: string, button: string): Promise<void> {
    await this.notification(text).getByRole('button', { name: button, exact: true }).click();
  }

  /** The modal dialog, if any. */
  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  /** Presses a button of the modal dialog and waits until it is gone. */
  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }
}
