import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { pointUntil } from '../harness/workbench/pointUntil';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { SandboxProbe } from '../support/sandboxProbe';
import { findInFiles } from '../support/traces';

describe('what the explorer keeps', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox({ servers: 120 });
    probe = new SandboxProbe(service);
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1200 } });
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, { ...service, label: 'Example', environment: 'production' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await workbench.close();
    await service.close();
  });

  async function openById(kind: string, label: string, ...ids: readonly string[]): Promise<void> {
    const { quickInput } = workbench;
    await quickInput.runCommand('Server Management: Go to Resource…');
    await quickInput.type('by ID');
    await quickInput.pick('Open by ID…');
    await quickInput.pick(kind);
    const levels = ids.length > 1 ? ['Server', kind] : [kind];
    for (const [index, id] of ids.entries()) {
      await quickInput.answer(`ID of the ${levels[index]?.toLowerCase() ?? ''}`, id);
    }
    await workbench.sideBar.selected(label);
  }

  async function firstOf(path: string): Promise<readonly [label: string, id: string]> {
    const { data } = await probe.call('GET', path);
    const [first] = data as readonly { id: number; name?: string; label?: string }[];
    assert.ok(first);
    return [first.label ?? first.name ?? '', String(first.id)];
  }

  /** A choice is shown before it's written, and the file is moved into place after that. */
  async function isWritten(text: string): Promise<void> {
    await eventually(async () => {
      const found = await findInFiles(workbench.dataFolder, [text]);
      assert.ok(found.some(({ place }) => /choices-[^.]+\.json$/.test(place)));
    });
  }

  /** Waits for a pinned row with this name. */
  async function isPinned(label: string): Promise<void> {
    const row = workbench.sideBar.rows.filter({ hasText: '★' });
    const labels = await row.evaluateAll((rows) =>
      rows.map((each) => each.getAttribute('aria-label') ?? ''),
    );
    assert.ok(
      labels.some((each) => each.startsWith(`${label}, `) && each.endsWith('pinned')),
      labels.join('\n'),
    );
  }

  it('includes expanded and selected rows on a refresh', async () => {
    const { sideBar, page } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Cron Jobs');
    // The number of listed resources is known.
    await sideBar.row('Cron Jobs').getByText(/^\d+$/).waitFor();
    const job = sideBar.rows.and(page.locator('[aria-level="3"]')).first();
    const label = (await job.getAttribute('aria-label')) ?? '';
    await job.click();
    const selected = page.locator('.part.sidebar .monaco-list-row.selected');
    await selected.and(page.locator(`[aria-label=${JSON.stringify(label)}]`)).waitFor();
    const before = await sideBar.rows.count();
    await probe.call('PATCH', '/api/v3/servers/2/settings/meta', { name: 'batch-renamed' });
    await probe.forgetRequests();
    await workbench.quickInput.runCommand('Server Management: Refresh');
    await sideBar.row('batch-renamed').waitFor();
    await probe.waitForRequest(({ path }) => path.endsWith('/cronjobs'));
    assert.equal(await sideBar.rows.count(), before);
    await selected.and(page.locator(`[aria-label=${JSON.stringify(label)}]`)).waitFor();
    await sideBar.collapse('shop-frankfurt');
  });

  it('includes resources opened by id, hidden kinds and the filter across a restart', async () => {
    const { sideBar, quickInput, page } = workbench;
    const [application, applicationId] = await firstOf('/api/v3/servers/3/webapps');
    const [canvas, canvasId] = await firstOf('/api/v3/settings/wordpress/canvas');
    const [integration, integrationId] = await firstOf('/api/v3/settings/externalapi');
    const pinned = ['node-00110', canvas, integration, application];
    await openById('Server', 'node-00110', '110');
    await openById('Canvas', canvas, canvasId);
    await openById('Integration', integration, integrationId);
    await openById('Web Application', application, '3', applicationId);
    for (const label of pinned) await isPinned(label);
    await workbench.screenshot('explorer-opened-by-id');

    await quickInput.runCommand('Server Management: Choose Visible Resources…');
    await quickInput.question('Select the resources to show').waitFor();
    await quickInput.pick('Databases');
    await workbench.screenshot('explorer-hide-kinds');
    await quickInput.box.getByRole('button', { name: 'OK' }).click();
    await isWritten('hidden/database"');

    await quickInput.runCommand('Server Management: Filter Servers…');
    await quickInput.enter('state:offline');
    await page.getByText('Filter: state:offline', { exact: true }).waitFor();
    await isWritten('"state:offline"');

    await workbench.restart();
    await sideBar.open('Server Management');
    await sideBar.row('archive-london').waitFor();
    await page.getByText('Filter: state:offline', { exact: true }).waitFor();
    assert.equal(await sideBar.row('shop-frankfurt').count(), 0);
    await quickInput.runCommand('Server Management: Clear Filter');
    await sideBar.expand('shop-frankfurt');
    await sideBar.row('Database Users').waitFor();
    assert.equal(await sideBar.row('Databases').count(), 0);
    await sideBar.collapse('shop-frankfurt');
    await sideBar.row('node-00110').waitFor();
    await isPinned('node-00110');
    await sideBar.expand('agency-singapore');
    await sideBar.expand('Web Applications');
    // From bottom to top, so that no row moves under the pointer.
    await sideBar.expand('Canvases');
    await sideBar.expand('Integrations');
    await sideBar.rows.filter({ hasText: '★' }).nth(3).waitFor();
    for (const label of pinned) await isPinned(label);
    await sideBar.closeView('Integrations & Projects');
  });

  it('includes the rate limit, the rest of which is reserved for the person', async () => {
    // With all servers, the second account's row would be out of view.
    await workbench.quickInput.runCommand('Server Management: Filter Servers…');
    await workbench.quickInput.enter('state:offline');
    await workbench.page.getByText('Filter: state:offline', { exact: true }).waitFor();
    const tight = await startSandbox({ rateLimit: { limit: 10, windowMs: 600_000 } });
    try {
      await addAccount(workbench, { ...tight, label: 'Tight', environment: 'staging' });
      await workbench.sideBar.expand('Tight');
      const status = workbench.page.locator('.statusbar [id*="rateLimit"]');
      await workbench.sideBar.chooseInMenu('Tight', 'Check Connection');
      await workbench.messages.notification('Connected to "Tight" (v2 and v3).').waitFor();
      await workbench.sideBar.chooseInMenu('Tight', 'Check Connection');
      await workbench.sideBar.chooseInMenu('Tight', 'Check Connection');
      await status.getByText(/[0-2]\/10, background requests paused/).waitFor();
      await pointUntil(
        status,
        workbench.page
          .locator('.workbench-hover')
          .getByText(/Tight:\s[0-2]\sof\s10,\slast\sanswer\s.*the\srest\sis\sreserved\sfor\syou/),
      );
      await workbench.screenshot('explorer-rate-limit');
    } finally {
      await tight.close();
    }
  });
});
