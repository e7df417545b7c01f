import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { BarePage } from '../support/pages/barePage';
import { PanelHost } from '../support/pages/panelHost';
import { shownPanels } from '../support/pages/shownPanels';
import { findBarriersIn } from '../support/webviewPage';

describe('pages of panels with the keyboard only', () => {
  let world: ActionWorld;
  let bare: BarePage;
  let host: PanelHost;

  before(async () => {
    world = await startActionWorld();
    bare = await BarePage.start();
  });

  afterEach(() => host.close());

  after(async () => {
    await bare.close();
    await world.close();
  });

  async function open(name: string): Promise<void> {
    const panel = shownPanels.find((each) => each.name === name);
    assert.ok(panel);
    host = new PanelHost(bare, world, panel.kind, panel.reference);
    await host.open(panel.last);
  }

  /** Focuses an element by its id, and presses a key. */
  async function press(id: string, key: string): Promise<void> {
    await bare.page.locator(`[id="${id}"]`).focus();
    await bare.page.keyboard.press(key);
  }

  it('check the certificates of a server, and show which one expires first', async () => {
    await open('Server');
    await press('button/checkCertificates', 'Enter');
    const section = bare.page.getByRole('region', { name: /^Certificates/ });
    await section.getByRole('rowheader', { name: 'shop.example.com' }).waitFor();
    await section.getByText('Checking…').waitFor({ state: 'detached' });
    await bare.screenshot('panel-certificates');
    assert.deepEqual(await findBarriersIn(bare.page.mainFrame()), []);
  });

  it('sort and filter a table', async () => {
    await open('Blocked Addresses');
    const { page } = bare;
    const addresses = async (): Promise<string[]> =>
      (await page.getByRole('rowheader').allTextContents()).map((each) => each.trim());
    const before = await addresses();
    assert.ok(before.length > 1);
    const heading = page.getByRole('columnheader', { name: 'Address' });
    await press('rows/sort/0', 'Enter');
    await page.locator('[aria-sort="ascending"]').waitFor();
    await press('rows/sort/0', 'Enter');
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
    await bare.screenshot('panel-table-filtered');
    assert.deepEqual(await findBarriersIn(page.mainFrame()), []);
  });

  it('show and hide the help of a field', async () => {
    await open('Cache Configuration');
    const { page } = bare;
    const hint = page.getByText('Delivers files from locations near visitors.');
    await hint.waitFor({ state: 'hidden' });
    const help = page.getByRole('button', { name: 'Help: Enable CDN' });
    await help.focus();
    await page.keyboard.press('Enter');
    await hint.waitFor();
    assert.equal(await help.getAttribute('aria-expanded'), 'true');
    await bare.screenshot('panel-help');
    assert.deepEqual(await findBarriersIn(page.mainFrame()), []);
    await page.keyboard.press('Enter');
    await hint.waitFor({ state: 'hidden' });
  });
});
