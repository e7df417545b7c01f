import assert from 'node:assert/strict';
import type { FrameLocator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import { openPanel, panels } from '../support/panelSteps';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { findBarriers, panelFrame } from '../support/webviewPage';

const services = '/api/v3/servers/1/services';

describe('panels with the keyboard only', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    window = await openSignedIn({ environment: 'development' });
    ({ probe, workbench } = window);
  });

  after(() => window.close());

  async function open(name: string): Promise<FrameLocator> {
    const panel = panels.find((each) => each.name === name);
    assert.ok(panel);
    return openPanel(workbench, panel);
  }

  /** The ids of what can be used in the panel in front; of radio buttons, one of each group. */
  async function usable(): Promise<string[]> {
    const frame = await panelFrame(workbench.page);
    return frame.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          'main button, main input, main select, main a[href]',
        ),
      ]
        .filter((each) => each.offsetParent !== null)
        .filter((each) => each.getAttribute('type') !== 'radio' || each.matches(':checked'))
        .map((each) => each.id || (each.textContent ?? '')),
    );
  }

  /** Presses Tab from the heading on until everything had the focus or it left the panel. */
  async function walk(steps: number): Promise<string[]> {
    const frame = await panelFrame(workbench.page);
    await frame.locator('#heading').focus();
    const reached: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      // oxlint-disable-next-line no-await-in-loop
      await workbench.page.keyboard.press('Tab');
      // oxlint-disable-next-line no-await-in-loop
      const now = await frame.evaluate(() => {
        const { activeElement } = document;
        return activeElement ? activeElement.id || (activeElement.textContent ?? '') : '';
      });
      reached.push(now);
    }
    return reached;
  }

  /** Gives an element of the panel in front the focus by its id, and presses a key on it. */
  async function press(page: FrameLocator, id: string, key: string): Promise<void> {
    await page.locator(`[id="${id}"]`).focus();
    await workbench.page.keyboard.press(key);
  }

  for (const { name } of panels) {
    it(`reach everything in visual order: ${name}`, async () => {
      await open(name);
      const expected = await usable();
      assert.ok(expected.length > 1);
      assert.deepEqual(await walk(expected.length), expected);
      await workbench.quickInput.runCommand('View: Close Editor');
    });
  }

  it('start a stopped service, whose row updates without another request', async () => {
    const page = await open('Server');
    await probe.forgetRequests();
    await press(page, 'button/service/memcached/startService', 'Enter');
    await page.getByRole('button', { name: 'Stop: Memcached' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Memcached' });
    await row.getByText('running').waitFor();
    const frame = await panelFrame(workbench.page);
    const focused = await frame.evaluate(() => document.activeElement?.id);
    assert.equal(focused, 'button/service/memcached/restartService', 'in the same row');
    const sent = (await probe.requests()).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(sent, [`PATCH ${services}`]);
  });

  it('check the certificates of a server, and show which one expires first', async () => {
    const page = await open('Server');
    await press(page, 'button/checkCertificates', 'Enter');
    const section = page.getByRole('region', { name: /^Certificates/ });
    await section.getByRole('rowheader', { name: 'shop.example.com' }).waitFor();
    await section.getByText('Checking…').waitFor({ state: 'detached' });
    await workbench.screenshot('panel-certificates');
    assert.deepEqual(await findBarriers(workbench.page), []);
  });

  it('lead from a count to the rows', async () => {
    const page = await open('Server');
    await press(page, 'button/count/cronJob', 'Enter');
    await workbench.sideBar.row('Nightly backup').waitFor();
    // Commands of the palette are about the selected row.
    await workbench.page.keyboard.press('Escape');
    await workbench.page.locator('.part.sidebar .monaco-list-row.selected').waitFor({
      state: 'detached',
    });
    await workbench.quickInput.runCommand('View: Close All Editors');
  });

  it("sort and filter a table, and use a row's actions", async () => {
    const page = await open('Blocked Addresses');
    const addresses = async (): Promise<string[]> =>
      (await page.getByRole('rowheader').allTextContents()).map((each) => each.trim());
    const before = await addresses();
    assert.ok(before.length > 1);
    const heading = page.getByRole('columnheader', { name: 'Address' });
    await press(page, 'rows/sort/0', 'Enter');
    await page.locator('[aria-sort="ascending"]').waitFor();
    await press(page, 'rows/sort/0', 'Enter');
    await page.locator('[aria-sort="descending"]').waitFor();
    assert.equal(await heading.getAttribute('aria-sort'), 'descending');
    const descending = await addresses();
    const collator = new Intl.Collator('en', { numeric: true });
    assert.deepEqual(
      descending,
      before.toSorted((one, other) => collator.compare(other, one)),
    );
    const [first = ''] = descending;
    await page.getByRole('searchbox', { name: /^Filter/ }).fill(first);
    assert.deepEqual(await addresses(), [first]);
    await workbench.screenshot('panel-table-filtered');
    assert.deepEqual(await findBarriers(workbench.page), []);
    await page.getByRole('button', { name: `Unblock: ${first}` }).focus();
    await workbench.page.keyboard.press('Enter');
    await page.getByText('No rows match the filter.').waitFor();
    await page.getByRole('searchbox', { name: /^Filter/ }).fill('');
    const rest = descending.filter((each) => each !== first);
    await eventually(async () => assert.deepEqual(await addresses(), rest));
  });

  it('show and hide the help of a field', async () => {
    const page = await open('Cache Configuration');
    const hint = page.getByText('Delivers files from locations near visitors.');
    await hint.waitFor({ state: 'hidden' });
    const help = page.getByRole('button', { name: 'Help: Enable CDN' });
    await help.focus();
    await workbench.page.keyboard.press('Enter');
    await hint.waitFor();
    assert.equal(await help.getAttribute('aria-expanded'), 'true');
    await workbench.screenshot('panel-help');
    assert.deepEqual(await findBarriers(workbench.page), []);
    await workbench.page.keyboard.press('Enter');
    await hint.waitFor({ state: 'hidden' });
  });
});
