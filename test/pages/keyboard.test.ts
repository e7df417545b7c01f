import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { eventually } from '../support/eventually';
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
    assert.deepEqual(await findBarriersIn(page.mainFrame()), []);
    await page.keyboard.press('Enter');
    await hint.waitFor({ state: 'hidden' });
  });

  it('allow typing during a save, and lose neither the text nor the position of the cursor', async () => {
    await open('Canvas');
    const { page } = bare;
    const { keyboard } = page;
    const model = (value: string) => {
      const items = [{ type: 'text', id: 'zone', label: 'Time zone', value }];
      const sections = [{ id: 'settings', title: 'Settings', items }];
      return { type: 'model', model: { title: 'Blog', subtitle: '', buttons: [], sections } };
    };
    await bare.post(model('UTC'));
    const zone = page.getByRole('textbox', { name: 'Time zone' });
    await zone.fill('Asia/Tokio');
    await keyboard.press('ControlOrMeta+S');
    await page.locator('#save-bar').getByText('Saving…').waitFor();
    await keyboard.press('ArrowLeft');
    await keyboard.press('Backspace');
    await keyboard.type('y');
    const changes = [{ id: 'zone', from: 'UTC', to: 'Asia/Tokio' }];
    assert.deepEqual(
      host.asked.filter(({ type }) => type === 'save'),
      [{ type: 'save', changes }],
    );
    await bare.post({ type: 'saved', changes });
    await bare.post(model('Asia/Tokio'));
    await page.getByText('Unsaved changes: 1').waitFor();
    await keyboard.type('!');
    assert.equal(await zone.inputValue(), 'Asia/Toky!o');
  });

  it('show a credential that was not in the page before, and hide it', async () => {
    await open('Cache Configuration');
    const { page } = bare;
    const path = '/api/v3/servers/1/webapps/101/platformcache';
    const { apiKey, apiSecret } = await world.probe.call('GET', path);
    const hasAny = async (): Promise<boolean> => {
      const html = await page.content();
      return [apiKey, apiSecret].some((each) => html.includes(String(each)));
    };
    assert.equal(await hasAny(), false);
    await page.getByRole('button', { name: 'Reveal: API key' }).focus();
    await page.keyboard.press('Enter');
    await bare.post({ type: 'secret', id: 'apiKey', value: String(apiKey) });
    await page.getByText(String(apiKey)).waitFor();
    assert.deepEqual(
      host.asked.filter(({ type }) => type === 'reveal'),
      [{ type: 'reveal', id: 'apiKey' }],
    );
    await page.getByRole('button', { name: 'Hide: API key' }).focus();
    await page.keyboard.press('Enter');
    // It would be hidden by itself after half a minute.
    await page.getByText(String(apiKey)).waitFor({ state: 'detached', timeout: 15_000 });
    assert.equal(await hasAny(), false);
  });

  it('keep an invalid number, say what is wrong with it, and discard it on request', async () => {
    await open('Web Application Firewall');
    const { page } = bare;
    const anomaly = page.getByRole('textbox', { name: 'Anomaly' });
    const before = await anomaly.inputValue();
    await anomaly.fill('a lot');
    await page.keyboard.press('ControlOrMeta+S');
    const fields = [{ id: 'anomaly', text: 'Must be a whole number.' }];
    await bare.post({ type: 'refused', text: 'Nothing was saved.', fields });
    await page.getByRole('alert').getByText('Must be a').waitFor();
    assert.equal(await anomaly.getAttribute('aria-invalid'), 'true');
    assert.equal(await anomaly.inputValue(), 'a lot');
    assert.deepEqual(await findBarriersIn(page.mainFrame()), []);
    await page.getByRole('button', { name: 'Discard' }).focus();
    await page.keyboard.press('Enter');
    await eventually(async () => assert.equal(await anomaly.inputValue(), before));
  });
});
