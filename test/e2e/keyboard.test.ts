import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { exactly } from '../harness/workbench/text';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import { eventually } from '../support/eventually';

/** More than the rows of the tree, the entries of a menu, or the buttons of a dialog. */
const most = 60;

describe('the keyboard alone', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({
      settings: { 'serverManagement.sandbox.autoStart': true },
      viewport: { width: 1280, height: 1400 },
    });
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.page.keyboard.press('Control+0');
  });

  after(() => workbench.close());

  /** Presses a key until what has the focus has this label. */
  async function pressUntil(key: string, focused: Locator, label: string): Promise<void> {
    for (let presses = 0; presses < most; presses += 1) {
      if (exactly(label).test((await focused.textContent()) ?? '')) return;
      await workbench.page.keyboard.press(key);
    }
    assert.fail(`${key} didn't lead to "${label}"`);
  }

  /** Goes to a row. Only the tree that has the focus has such a row. */
  async function goTo(label: string): Promise<void> {
    const focused = workbench.page.locator(
      '.part.sidebar .monaco-list:focus .monaco-list-row.focused .label-name',
    );
    // Rows that appear meanwhile move the others.
    await eventually(async () => {
      await workbench.page.keyboard.press('Home');
      await pressUntil('ArrowDown', focused, label);
    }, waitTimeoutMs);
  }

  async function expand(label: string): Promise<void> {
    await goTo(label);
    await workbench.page.keyboard.press('ArrowRight');
    const row = workbench.page.locator('.monaco-list:focus .monaco-list-row.focused');
    await row.and(workbench.page.locator('[aria-expanded="true"]')).waitFor();
  }

  async function choose(label: string, ...entries: readonly string[]): Promise<void> {
    const { page } = workbench;
    await goTo(label);
    await page.keyboard.press('Shift+F10');
    for (const entry of entries) {
      await page.locator('.monaco-menu .action-label', { hasText: exactly(entry) }).waitFor();
      await page.keyboard.press('ArrowDown');
      const focused = page
        .locator('.monaco-menu .action-item.focused > .action-menu-item .action-label')
        .last();
      await pressUntil('ArrowDown', focused, entry);
      await page.keyboard.press('Enter');
    }
  }

  async function said(text: string): Promise<void> {
    const { page, messages } = workbench;
    const status = page.locator('.statusbar').getByText(text);
    await status.or(messages.notification(text)).first().waitFor();
  }

  it('restarts a service', async () => {
    await expand('shop-frankfurt');
    await expand('Services');
    await choose('NGINX', 'Restart Service');
    await said('NGINX');
    await goTo('Services');
  });

  it('changes the memory limit of PHP', async () => {
    const { page, editors } = workbench;
    await expand('Web Applications');
    await choose('staging', 'Open as JSON');
    await editors.active.getByText('"memoryLimit"').waitFor();
    await page.keyboard.press('Control+1');
    await page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
    await page.keyboard.press('ControlOrMeta+F');
    await page.keyboard.type('"memoryLimit": 256');
    await page.keyboard.press('Escape');
    await page.keyboard.press('ArrowRight');
    for (const key of ['Backspace', 'Backspace', 'Backspace']) await page.keyboard.press(key);
    await page.keyboard.type('512');
    await editors.active.getByText('Unsaved: settings.memoryLimit').waitFor();
    await page.keyboard.press('ControlOrMeta+S');
    await editors.active.getByText('Unsaved: settings.memoryLimit').waitFor({ state: 'detached' });
    await editors.closeAll();
    await page.keyboard.press('Control+0');
  });
});
