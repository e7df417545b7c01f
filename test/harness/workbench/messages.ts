import type { Locator, Page } from 'playwright-core';

/** What VS Code says without being asked: notifications and modal dialogs. */
export class Messages {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The notifications that are shown. */
  get notifications(): Locator {
    return this.#page.locator('.notifications-toasts .notification-toast');
  }

  /** The notification with that text in it. */
  notification(text: string): Locator {
    return this.notifications.filter({ hasText: text });
  }

  /** Presses a button of the notification with that text in it. */
  async answerNotification(text: string, button: string): Promise<void> {
    await this.notification(text).getByRole('button', { name: button, exact: true }).click();
  }

  /** The modal dialog, if there is one. */
  get dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  /** Presses a button of the modal dialog and waits until it is gone. */
  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: 'detached' });
  }
}
