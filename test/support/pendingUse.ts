import assert from 'node:assert/strict';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { makeTemporaryFolder } from '../harness/system/temporaryFolder';
import type { VscodeRelease } from '../harness/vscode/releases';
import type { Workbench } from '../harness/workbench';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import { editCronJobFile } from './pending/folders/editCronJobFile';
import { parseText } from '../../src/documents/content';
import { eventually } from './eventually';
import type { SandboxProbe } from './sandboxProbe';
import { crashExtensionHosts } from './extensionHost';
import { openSignedIn, type SignedIn } from './signedIn';

const pathOf = (id: number): string => `/api/v3/servers/1/cronjobs/${id}`;

/** Defines the tests of pending changes in a window of a release of VS Code. */
export function describePendingIn(release: VscodeRelease): void {
  describe(`pending changes in the ${release} VS Code`, () => {
    let window: SignedIn;
    let probe: SandboxProbe;
    let workbench: Workbench;
    let ids: number[];
    let labels: string[];
    const folder = makeTemporaryFolder(`pending-${release}`);

    before(async () => {
      window = await openSignedIn({
        environment: 'staging',
        options: { folder: folder.path, release },
      });
      ({ probe, workbench } = window);
      const { data } = await probe.call('GET', '/api/v3/servers/1/cronjobs');
      const jobs = (data as { id: number; label: string }[]).slice(0, 3);
      ids = jobs.map(({ id }) => id);
      labels = jobs.map(({ label }) => label);
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.expand('shop-frankfurt');
      await workbench.sideBar.expand('Cron Jobs');
      await probe.forgetRequests();
    });

    after(async () => {
      await window.close();
      folder.remove();
    });

    async function writes(): Promise<string[]> {
      const requests = await probe.requests();
      return requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));
    }

    /** A row of Source Control. */
    const row = (label: string): Locator =>
      workbench.page.locator('.scm-view .monaco-list-row', { hasText: label });

    const run = (title: string): Promise<void> =>
      workbench.quickInput.runCommand(`Server Management: ${title}`);

    async function changeBehind(id: number, command: string): Promise<void> {
      const { label, username, time } = await probe.call('GET', pathOf(id));
      const [minute, hour, dayOfMonth, month, dayOfWeek] = String(time).split(' ');
      const fields = { label, username, minute, hour, dayOfMonth, month, dayOfWeek };
      await probe.call('PATCH', pathOf(id), { ...fields, command });
    }

    it('start with several resources edited in one document', async () => {
      const [first = '', second = '', last = ''] = labels;
      await workbench.sideBar.row(first).click();
      await workbench.editors.opened(`${ids[0]}.cron-job.json`);
      await workbench.sideBar.selectRange(first, second, last);
      await workbench.sideBar.chooseInMenu(last, 'Edit Together…');
      await workbench.editors.opened('3 Cron Jobs.cron-job.json');
      const text = await workbench.editors.text();
      const shared = parseText(text);
      assert.equal(shared['label'], undefined);
      assert.match(text, /\/\/ "label": "/);
      await workbench.page.getByText('3 cron jobs · label').waitFor();
      await workbench.screenshot(`pending-${release}-together`);
      await workbench.editors.replaceText(
        JSON.stringify({ ...shared, command: '/usr/bin/tidy' }, undefined, 2),
      );
      await workbench.editors.save();
      await workbench.editors
        .unsavedTab('3 Cron Jobs.cron-job.json')
        .waitFor({ state: 'detached' });
      await workbench.editors.closeAll();
      await workbench.sideBar.open('Source Control');
      for (const label of labels) {
        await row(label).waitFor();
      }
      await workbench.page.locator('.statusbar', { hasText: '3 pending' }).waitFor();
      assert.deepEqual(await writes(), []);
      await workbench.screenshot(`pending-${release}-source-control`);
    });

    it('can be reviewed side by side, and survive a reload', async () => {
      await run('Review All Pending Changes');
      await workbench.editors
        .tab('Pending Changes')
        .or(workbench.page.locator('.multiDiffEditor'))
        .first()
        .waitFor();
      await workbench.page.getByText('/usr/bin/tidy').first().waitFor();
      await workbench.page
        .getByRole('button', { name: 'Apply All Pending Changes…' })
        .first()
        .waitFor();
      await workbench.editors.closeAll();
      await workbench.reload();
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.row('shop-frankfurt').waitFor();
      await workbench.sideBar.open('Source Control');
      await row(labels[0] ?? '').waitFor();
      assert.deepEqual(await writes(), []);
    });

    it('are applied after one question; a conflict remains, and is resolved on its row', async () => {
      const [conflicting = 0] = ids;
      await changeBehind(conflicting, '/usr/bin/theirs');
      await run('Apply All Pending Changes…');
      await workbench.messages.dialog.filter({ hasText: 'Apply 3 pending changes?' }).waitFor();
      await workbench.messages.dialog.filter({ hasText: 'Example Hosting (Staging): 3' }).waitFor();
      await workbench.messages.answerDialog('Apply');
      await row('Conflicts').waitFor();
      await row(labels[2] ?? '').waitFor({ state: 'detached' });
      await workbench.messages.notification('2 of 3 changes applied.').waitFor();
      await workbench.screenshot(`pending-${release}-conflict`);
      await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
      await row(labels[0] ?? '').hover();
      await row(labels[0] ?? '')
        .getByRole('button', { name: 'Keep My Change…' })
        .click();
      await workbench.messages.dialog.filter({ hasText: '/usr/bin/theirs' }).waitFor();
      await workbench.messages.answerDialog('Keep My Change');
      await row('Conflicts').waitFor({ state: 'detached' });
      await run('Discard All Pending Changes…');
      await workbench.messages.answerDialog('Discard');
      await workbench.page
        .locator('.statusbar', { hasText: 'pending' })
        .waitFor({ state: 'detached' });
      await workbench.editors.closeAll();
    });

    it('are staged from a document, and show all of a long line in their comparison, without its secret', async () => {
      const [label = ''] = labels;
      const tab = `${ids[0]}.cron-job.json`;
      const secret = `ghp_${'a1B2'.repeat(9)}`;
      await changeBehind(ids[0] ?? 0, `git pull https://deploy:${secret}@github.com/shop.git`);
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.expand('shop-frankfurt');
      await workbench.sideBar.expand('Cron Jobs');
      await workbench.sideBar.pressInline(label, 'Open as JSON');
      await workbench.editors.opened(tab);
      await workbench.page.getByText('https://deploy:').waitFor();
      const content = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
      assert.match(String(content['command']), /^git pull https:\/\/deploy:•+1•+@github\.com/);
      const command = `${String(content['command'])} ${'-v '.repeat(120)}; the-very-end`;
      await workbench.editors.replaceText(
        `${JSON.stringify({ ...content, command }, undefined, 2)}\n`,
      );
      await workbench.editors.unsavedTab(tab).waitFor();
      await workbench.page
        .locator('.editor-actions')
        .getByRole('button', { name: 'Stage Changes' })
        .click();
      await workbench.editors.unsavedTab(tab).waitFor({ state: 'detached' });
      await workbench.sideBar.open('Source Control');
      await row(label).click();
      const side = workbench.page.locator('.monaco-diff-editor .editor.modified');
      const end = side.getByText('the-very-end').first();
      await end.waitFor();
      // A line that doesn't wrap goes on outside of the editor.
      await eventually(async () => {
        const [last, whole] = await Promise.all([end.boundingBox(), side.boundingBox()]);
        assert.ok(last && whole && last.x + last.width <= whole.x + whole.width);
      });
      assert.ok(!(await workbench.page.content()).includes(secret));
      await run('Apply All Pending Changes…');
      await workbench.messages.answerDialog('Apply');
      await row(label).waitFor({ state: 'detached' });
      const { command: live } = await probe.call('GET', pathOf(ids[0] ?? 0));
      assert.equal(live, command.replace(/•+1•+/, secret));
      await workbench.editors.closeAll();
    });

    it('are planned from the files of an exported server once these are edited', async () => {
      await workbench.sideBar.open('Server Management');
      await workbench.sideBar.chooseInMenu('shop-frankfurt', 'Compare', 'Export to Folder…');
      // Exporting starts in the open folder.
      await eventually(async () => {
        assert.equal(path.normalize(await workbench.quickInput.value()), `${folder.path}/`);
      });
      await workbench.quickInput.box.getByRole('button', { name: 'Export' }).click();
      await workbench.messages.notification('resources exported.').waitFor();
      await workbench.screenshot(`pending-${release}-exported`);
      await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
      for (const [index, id] of ids.slice(0, 2).entries())
        editCronJobFile(folder.path, id, `/usr/bin/planned-${index}`);
      await probe.forgetRequests();

      await run('Plan from Folder…');
      await workbench.messages.answerNotification('2 changes staged.', 'Show in Source Control');
      await row(labels[0] ?? '').click();
      await workbench.page.locator('.monaco-diff-editor').getByText('/usr/bin/planned-0').waitFor();
      await row(labels[1] ?? '').waitFor();
      await workbench.screenshot(`pending-${release}-planned`);
      assert.deepEqual(await writes(), []);
      await run('Apply All Pending Changes…');
      await workbench.messages.answerDialog('Apply');
      await row(labels[1] ?? '').waitFor({ state: 'detached' });
      // An applied change isn't shown as a deleted file.
      await workbench.page.locator('.monaco-diff-editor').waitFor({ state: 'detached' });
      const written = await writes();
      assert.deepEqual(written.toSorted(), ids.slice(0, 2).map(pathOf).toSorted());
      // The comparison that closes takes the focus, which can close the palette before it runs a command.
      await eventually(async () => {
        await run('Plan from Folder…');
        await workbench.messages
          .notification('The folder matches the service.')
          .waitFor({ timeout: 5_000 });
      }, waitTimeoutMs);
    });

    it('survive a crash of the extension host without duplicates, and nothing is sent', async () => {
      for (const [index, id] of ids.slice(0, 2).entries())
        editCronJobFile(folder.path, id, `/usr/bin/kept-${index}`);
      await run('Plan from Folder…');
      await workbench.messages.notification('2 changes staged.').waitFor();
      await row(labels[1] ?? '').waitFor();
      await probe.forgetRequests();
      await crashExtensionHosts(waitTimeoutMs);
      // The command does nothing until the extension host is ready.
      await eventually(async () => {
        await run('Review All Pending Changes');
        await workbench.page.getByText('/usr/bin/kept-1').first().waitFor({ timeout: 2_000 });
      }, waitTimeoutMs);
      for (const label of labels.slice(0, 2)) {
        assert.equal(await row(label).count(), 1, label);
      }
      await workbench.page.locator('.statusbar', { hasText: '2 pending' }).waitFor();
      await workbench.screenshot(`pending-${release}-crashed`);
      assert.deepEqual(await writes(), []);
    });
  });
}
