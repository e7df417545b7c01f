import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { openSignedIn, type SignedIn } from '../support/signedIn';

const job = '/api/v3/servers/1/cronjobs/101';

describe('pending changes in two windows', () => {
  let signedIn: SignedIn;
  let first: Workbench;
  let second: Workbench;
  let label: string;

  before(async () => {
    signedIn = await openSignedIn({ environment: 'staging' });
    label = String((await signedIn.probe.call('GET', job))['label']);
    first = signedIn.workbench;
    second = await first.openAnother();
    for (const window of [second, first]) {
      // Only one window can be in front at a time.
      await window.page.bringToFront();
      await window.sideBar.open('Server Management');
      await window.sideBar.expand('shop-frankfurt');
      await window.sideBar.expand('Cron Jobs');
    }
  });

  after(() => signedIn.close());

  const pending = ({ page }: Workbench): Locator =>
    page.locator('.statusbar', { hasText: '1 pending' });

  /** Stages another command in the document of the job. */
  async function stage({ sideBar, editors, page }: Workbench, command: string): Promise<void> {
    const tab = '101.cron-job.json';
    await page.bringToFront();
    await sideBar.pressInline(label, 'Open as JSON');
    await editors.opened(tab);
    const content = JSON.parse(await editors.text()) as object;
    await editors.replaceText(`${JSON.stringify({ ...content, command }, undefined, 2)}\n`);
    await editors.unsavedTab(tab).waitFor();
    await page.locator('.editor-actions').getByRole('button', { name: 'Stage Changes' }).click();
    await editors.unsavedTab(tab).waitFor({ state: 'detached' });
    await editors.closeAll();
  }

  /** Requests to apply everything, and leaves the question open. */
  async function askToApply({ page, quickInput, messages }: Workbench): Promise<void> {
    await page.bringToFront();
    await quickInput.runCommand('Server Management: Apply All Pending Changes…');
    await messages.dialog.filter({ hasText: 'Apply 1 pending change?' }).waitFor();
  }

  async function writes(): Promise<string[]> {
    const requests = await signedIn.probe.requests();
    return requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));
  }

  it('appear in both windows, and disappear from both when one discards them', async () => {
    await stage(first, '/usr/bin/first');
    await pending(first).waitFor();
    await second.page.bringToFront();
    await pending(second).waitFor();
    await second.quickInput.runCommand('Server Management: Discard All Pending Changes…');
    await second.messages.dialog.filter({ hasText: label }).waitFor();
    await second.messages.answerDialog('Discard');
    await pending(second).waitFor({ state: 'detached' });
    await first.page.bringToFront();
    await pending(first).waitFor({ state: 'detached' });
  });

  it('are applied once if both windows apply them, and the second one says so', async () => {
    await stage(second, '/usr/bin/second');
    await pending(second).waitFor();
    await signedIn.probe.forgetRequests();
    await askToApply(first);
    await askToApply(second);
    await second.messages.answerDialog('Apply');
    // The first window's turn has ended by then.
    const done = `Change to "${label}" applied.`;
    await second.page.locator('.statusbar', { hasText: done }).waitFor();
    await pending(second).waitFor({ state: 'detached' });
    await first.page.bringToFront();
    await first.messages.answerDialog('Apply');
    const told = `The change to "${label}" was applied, edited or discarded in the meantime.`;
    await first.messages.notification(told).waitFor();
    await first.screenshot('pending-windows-applied');
    await pending(first).waitFor({ state: 'detached' });
    assert.deepEqual(await writes(), [job]);
    assert.equal((await signedIn.probe.call('GET', job))['command'], '/usr/bin/second');
  });
});
