import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { parseText } from '../../src/documents/content';
import type { SandboxProbe } from './sandboxProbe';

/** Cron jobs of the first server, whose row is expanded, and a window that shows them. */
export interface Staging {
  readonly workbench: Workbench;
  readonly probe: SandboxProbe;
  readonly jobs: readonly { readonly id: number; readonly label: string }[];
}

/** The paths of all requests that may have changed something. */
async function pathsOfWrites(probe: SandboxProbe): Promise<string[]> {
  const requests = await probe.requests();
  return requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [path]));
}

/** A row of Source Control. */
export function stagedRow({ page }: Workbench, label: string): Locator {
  return page.locator('.scm-view .monaco-list-row', { hasText: label });
}

/** Changes a job's command behind the extension's back. */
export async function changeCommand(
  probe: SandboxProbe,
  id: number,
  command: string,
): Promise<void> {
  const path = `/api/v3/servers/1/cronjobs/${id}`;
  const { label, username, time } = await probe.call('GET', path);
  const [minute, hour, dayOfMonth, month, dayOfWeek] = String(time).split(' ');
  const fields = { label, username, minute, hour, dayOfMonth, month, dayOfWeek };
  await probe.call('PATCH', path, { ...fields, command });
}

/** Edits three jobs in one document, which stages the change, and reviews them side by side. */
export async function stageTogether({ workbench, probe, jobs }: Staging): Promise<void> {
  const { sideBar, editors, page, quickInput } = workbench;
  const [first = '', second = '', last = ''] = jobs.map(({ label }) => label);
  await probe.forgetRequests();
  await sideBar.row(first).click();
  await editors.opened(`${jobs[0]?.id}.cron-job.json`);
  await sideBar.selectRange(first, second, last);
  await sideBar.chooseInMenu(last, 'Edit Together…');
  await editors.opened('3 Cron Jobs.cron-job.json');
  const text = await editors.text();
  const shared = parseText(text);
  assert.equal(shared['label'], undefined);
  assert.match(text, /\/\/ "label": "/);
  await page.getByText('3 cron jobs · label').waitFor();
  await editors.replaceText(JSON.stringify({ ...shared, command: '/usr/bin/tidy' }, undefined, 2));
  await editors.save();
  await editors.unsavedTab('3 Cron Jobs.cron-job.json').waitFor({ state: 'detached' });
  await editors.closeAll();
  await sideBar.open('Source Control');
  for (const { label } of jobs) await stagedRow(workbench, label).waitFor();
  await page.locator('.statusbar', { hasText: '3 pending' }).waitFor();

  await quickInput.runCommand('Server Management: Review All Pending Changes');
  await editors.tab('Pending Changes').or(page.locator('.multiDiffEditor')).first().waitFor();
  await page.getByText('/usr/bin/tidy').first().waitFor();
  await page.getByRole('button', { name: 'Apply All Pending Changes…' }).first().waitFor();
  await editors.closeAll();
  assert.deepEqual(await pathsOfWrites(probe), []);
}

/** Applies all three after one question; the first is in conflict, which is resolved on its row, and discarded. */
export async function applyTogether({ workbench, probe, jobs }: Staging): Promise<void> {
  const { messages, quickInput, page } = workbench;
  const [first, , last] = jobs;
  assert.ok(first && last);
  const row = stagedRow(workbench, first.label);
  await changeCommand(probe, first.id, '/usr/bin/theirs');
  await quickInput.runCommand('Server Management: Apply All Pending Changes…');
  await messages.dialog.filter({ hasText: 'Apply 3 pending changes?' }).waitFor();
  await messages.answerDialog('Apply');
  await stagedRow(workbench, 'Conflicts').waitFor();
  await stagedRow(workbench, last.label).waitFor({ state: 'detached' });
  await messages.notification('2 of 3 changes applied.').waitFor();
  await quickInput.runCommand('Notifications: Clear All Notifications');
  await row.hover();
  await row.getByRole('button', { name: 'Keep My Change…' }).click();
  await messages.dialog.filter({ hasText: '/usr/bin/theirs' }).waitFor();
  await messages.answerDialog('Keep My Change');
  await stagedRow(workbench, 'Conflicts').waitFor({ state: 'detached' });
  await quickInput.runCommand('Server Management: Discard All Pending Changes…');
  await messages.answerDialog('Discard');
  await page.locator('.statusbar', { hasText: 'pending' }).waitFor({ state: 'detached' });
  await workbench.editors.closeAll();
}
