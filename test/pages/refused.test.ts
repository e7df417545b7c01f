import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { BarePage } from '../support/pages/barePage';
import { PanelHost } from '../support/pages/panelHost';
import { shownPanels } from '../support/pages/shownPanels';

describe('pages of panels whose changes were refused', () => {
  let world: ActionWorld;
  let bare: BarePage;
  let host: PanelHost;

  before(async () => {
    world = await startActionWorld();
    bare = await BarePage.start();
    // A small window at a zoom of 150 %, without the editor around the page.
    await bare.page.setViewportSize({ width: 500, height: 400 });
  });

  beforeEach(async () => {
    const panel = shownPanels.find(({ name }) => name === 'Web Application Firewall');
    assert.ok(panel);
    host = new PanelHost(bare, world, panel.kind, panel.reference);
    await host.open(panel.last);
  });

  afterEach(() => host.close());

  after(async () => {
    await bare.close();
    await world.close();
  });

  /** How many whole pixels of an element are outside the window or behind the bar that saves. */
  async function hidden(selector: string): Promise<number> {
    return bare.page.locator(selector).evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      const bar = document.getElementById('save-bar')?.getBoundingClientRect().top ?? 0;
      return Math.max(0, Math.floor(-top)) + Math.max(0, Math.floor(bottom - bar));
    });
  }

  /** Changes both ends of the page, and has the save refused. */
  async function refuse(text: string, ...ids: readonly string[]): Promise<void> {
    const { page } = bare;
    await page.getByRole('textbox', { name: 'Anomaly threshold' }).fill('77');
    await page.getByRole('switch', { name: 'Magento' }).press('Space');
    await page.keyboard.press('ControlOrMeta+S');
    await page.getByText('Saving').waitFor();
    const fields = ids.map((id) => ({ id, text: 'The service rejects this value. '.repeat(4) }));
    await bare.post({ type: 'refused', text, fields });
    await page.locator('#save-bar').getByText(text.slice(0, 15)).waitFor();
  }

  const text = `Nothing was saved. ${'Correct the marked fields. '.repeat(6)}`;

  it('bring the first refused field wholly into view, and focus it', async () => {
    const { page } = bare;
    for (const [id, ...others] of [
      ['rulesExclusion/magento'],
      ['anomaly', 'rulesExclusion/magento'],
    ] as const) {
      await page.evaluate(() => window.scrollTo(0, 0));
      await refuse(text, ...others, id);
      await page.locator(`[id="${id}"]:focus`).waitFor();
      assert.equal(await hidden(`[data-field="${id}"]`), 0, id);
    }
  });

  it('bring what is focused with the keyboard into view above the bar that saves', async () => {
    const { page } = bare;
    await refuse(text);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('#heading').focus();
    const last = page.getByRole('switch', { name: 'Magento' });
    while (!(await last.evaluate((element) => element === document.activeElement))) {
      await page.keyboard.press('Tab');
      assert.equal(await hidden(':focus:not(#save-bar *)'), 0);
    }
  });

  it('show a refused entry that the filter of its list leaves out', async () => {
    const { page } = bare;
    const entries = Array.from({ length: 150 }, (_, index) => ({
      type: 'entry',
      label: `Plugin ${index}`,
      toggle: { id: `plugins/${index}`, label: 'Activate', value: false },
    }));
    const sections = [{ id: 'plugins', title: 'Plugins', items: entries }];
    const model = { title: 'Blog', subtitle: '', buttons: [], sections };
    await bare.post({ type: 'model', model });
    await page.getByRole('searchbox').fill('Plugin 149');
    await page.getByRole('switch', { name: 'Plugin 149' }).press('Space');
    await page.getByRole('searchbox').fill('Plugin 3');
    await page.keyboard.press('ControlOrMeta+S');
    const fields = [{ id: 'plugins/149', text: 'The service rejects this value.' }];
    await bare.post({ type: 'refused', text, fields });
    await page.locator('[id="plugins/149"]:focus').waitFor();
    assert.equal(await hidden('[data-field="plugins/149"]'), 0);
  });

  it('say once why neither saving nor reading was possible, where it can be seen', async () => {
    const why = 'API v3 rejected the credentials (401).';
    const { page } = bare;
    await refuse(`Nothing was saved. ${why} The service says: Unauthenticated.`);
    await bare.post({ type: 'failure', text: why, canRetry: true, buttons: [] });
    await page.locator('.failure').getByText(why).waitFor();
    const bar = page.locator('#save-bar span');
    assert.equal(await bar.textContent(), 'Nothing was saved. The service says: Unauthenticated.');
    assert.equal(await page.locator('#panel').getByText(why).count(), 1);
    assert.equal(await hidden('.failure'), 0);
    await bare.post({ type: 'failure', text: 'Another reason.', canRetry: true, buttons: [] });
    await page.locator('.failure').getByText('Another reason.').waitFor();
    assert.match((await bar.textContent()) ?? '', new RegExp('rejected the credentials'));
  });
});
