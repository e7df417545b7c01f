import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { findBarriers, panelFrame, panelPage, timeAtWork } from '../support/webviewPage';

const waf = '/api/v3/servers/1/webapps/101/waf';
const canvas = '/api/v3/settings/wordpress/canvas/1';
const cache = '/api/v3/servers/1/webapps/101/platformcache';

describe('editing in panels', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    window = await openSignedIn();
    ({ probe, workbench } = window);
  });

  after(() => window.close());

  async function open(...labels: string[]): Promise<void> {
    await workbench.sideBar.clearSelection();
    await workbench.quickInput.runCommand('Server Management: Open Overview');
    for (const label of labels) {
      await workbench.quickInput.pick(label);
    }
  }

  async function writes(): Promise<{ method: string; path: string; body?: unknown }[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => ({ method, path, body }));
  }

  /** The id of the focused element in the active panel. */
  async function focused(): Promise<string | undefined> {
    const frame = await panelFrame(workbench.page);
    return frame.evaluate(() => document.activeElement?.id);
  }

  async function readSettings(): Promise<{ readonly timezone: string }> {
    const { settings } = await probe.call('GET', canvas);
    return settings as { readonly timezone: string };
  }

  it('changes a firewall with the keyboard only, and sends only what was changed', async () => {
    const { rulesExclusion } = await probe.call('GET', waf);
    await probe.forgetRequests();
    await open('Web Application Firewall', 'shop-frankfurt', 'storefront');
    const page = panelPage(workbench.page);
    await page.getByRole('radio', { name: '2' }).focus();
    await workbench.page.keyboard.press('ArrowDown');
    await page.getByRole('switch', { name: 'Magento' }).focus();
    await workbench.page.keyboard.press('Space');
    await page.getByText('Unsaved changes: 2').waitFor();
    await workbench.screenshot('panel-unsaved');
    assert.deepEqual(await findBarriers(workbench.page), []);
    assert.deepEqual(await writes(), []);
    await workbench.page.keyboard.press('ControlOrMeta+S');
    await page.locator('#save-bar').waitFor({ state: 'hidden' });
    // The service may replace the exclusions as a whole, so unchanged ones are sent as well.
    const whole = { ...(rulesExclusion as Readonly<Record<string, boolean>>), magento: true };
    assert.deepEqual(await writes(), [
      { method: 'PATCH', path: waf, body: { paranoia: 3, rulesExclusion: whole } },
    ]);
  });

  it('keeps changes across a reload of the window, and saves them against their original values', async () => {
    const page = panelPage(workbench.page);
    await page.getByRole('switch', { name: 'Drupal' }).click();
    await page.getByText('Unsaved changes: 1').waitFor();
    await workbench.page.getByRole('tab', { name: '● Web Application Firewall' }).waitFor();
    await workbench.quickInput.runCommand('Developer: Reload Window');
    await page.getByText('Unsaved changes: 1').waitFor();
    await probe.call('PATCH', waf, { rulesExclusion: { drupal: true }, anomaly: 9 });
    await probe.forgetRequests();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#save-bar').waitFor({ state: 'hidden' });
    assert.deepEqual(await writes(), [], 'someone else already made the same change');
    const anomaly = page.getByRole('textbox', { name: 'Anomaly' });
    await eventually(async () => assert.equal(await anomaly.inputValue(), '9'));
  });

  it("doesn't overwrite others' changes before the person has seen them", async () => {
    const page = panelPage(workbench.page);
    await page.getByRole('radio', { name: '1' }).click();
    await probe.call('PATCH', waf, { paranoia: 4 });
    await probe.forgetRequests();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The value is now 4.').waitFor();
    await workbench.screenshot('panel-conflict');
    assert.deepEqual(await writes(), []);
    await page.getByRole('button', { name: 'Save' }).focus();
    await workbench.page.keyboard.press('Enter');
    await page.locator('#save-bar').waitFor({ state: 'hidden' });
    assert.deepEqual(await writes(), [{ method: 'PATCH', path: waf, body: { paranoia: 1 } }]);
    assert.equal(await focused(), 'paranoia/1', 'focuses the value that was changed last');
  });

  it("keeps an invalid number, says what's wrong with it, and sends nothing", async () => {
    const page = panelPage(workbench.page);
    const anomaly = page.getByRole('textbox', { name: 'Anomaly' });
    await probe.forgetRequests();
    await anomaly.fill('a lot');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Must be a').waitFor();
    assert.equal(await anomaly.getAttribute('aria-invalid'), 'true');
    await workbench.screenshot('panel-invalid');
    assert.deepEqual(await findBarriers(workbench.page), []);
    assert.equal(await anomaly.inputValue(), 'a lot');
    assert.deepEqual(await writes(), []);
    await anomaly.fill('much');
    await page.getByText('Unsaved changes: 1').waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await eventually(async () => assert.equal(await anomaly.inputValue(), '9'));
  });

  it('loads no credential before the person asks for it', async () => {
    const { apiKey, apiSecret } = await probe.call('GET', cache);
    await open('Cache Configuration', 'shop-frankfurt', 'storefront');
    const page = panelPage(workbench.page);
    await page.getByRole('button', { name: 'Reveal: API key' }).waitFor();
    const frame = await panelFrame(workbench.page);
    const html = (): Promise<string> => frame.content();
    assert.ok(!(await html()).includes(String(apiKey)));
    await page.getByRole('button', { name: 'Copy: API secret' }).click();
    await workbench.page.getByText('Copied to the clipboard').waitFor();
    assert.equal(await workbench.page.evaluate(() => navigator.clipboard.readText()), apiSecret);
    await page.getByRole('button', { name: 'Reveal: API key' }).click();
    await page.getByText(String(apiKey)).waitFor();
    assert.ok(!(await html()).includes(String(apiSecret)));
    await page.getByRole('button', { name: 'Hide: API key' }).click();
    await page.getByText(String(apiKey)).waitFor({ state: 'detached' });
  });

  it('sets up a firewall if there is none', async () => {
    await open('Web Application Firewall', 'shop-frankfurt', 'staging');
    const page = panelPage(workbench.page);
    await page.getByRole('alert').getByText('has no web application firewall').waitFor();
    assert.deepEqual(await findBarriers(workbench.page), []);
    await page.getByRole('button', { name: 'Set Up Web Application Firewall' }).focus();
    await workbench.page.keyboard.press('Enter');
    const { quickInput } = workbench;
    for (const question of ['Enable the web application firewall?', 'Paranoia level']) {
      await quickInput.question(question).waitFor();
      await quickInput.acceptHighlighted();
    }
    await quickInput.answer('Anomaly threshold', '5');
    await quickInput.question('Software whose rules are excluded').waitFor();
    await quickInput.accept();
    await page.getByRole('heading', { name: 'Protection' }).waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await workbench.quickInput.runCommand('View: Close Editor');
  });

  it('offers changes again after their panel was closed', async () => {
    const page = panelPage(workbench.page);
    await page.getByRole('switch', { name: 'Enable CDN' }).click();
    await page.getByText('Unsaved changes: 1').waitFor();
    await workbench.quickInput.runCommand('View: Close Editor');
    await open('Cache Configuration', 'shop-frankfurt', 'storefront');
    await page.getByRole('switch', { name: 'Enable page cache' }).click();
    await page.getByText('Unsaved changes: 1').waitFor();
    // The notification may have moved to the notification center by now.
    await workbench.quickInput.runCommand('Notifications: Show Notifications');
    await workbench.page
      .locator('.notifications-center')
      .getByRole('button', { name: 'Reopen with My Changes' })
      .click();
    await page.getByText('Unsaved changes: 2').waitFor();
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('activates a plugin of a canvas and sets its time zone, with the keyboard only', async () => {
    await open('Canvas', 'Blog');
    const page = panelPage(workbench.page);
    await page.getByRole('switch', { name: 'Active: Redirection' }).focus();
    await workbench.page.keyboard.press('Space');
    await page.getByText('Unsaved changes: 1').waitFor();
    await page.getByRole('textbox', { name: 'Time zone' }).focus();
    // The editor itself selects all, some time after the key press.
    await workbench.page.keyboard.press('Home');
    await workbench.page.keyboard.press('Shift+End');
    await workbench.page.keyboard.type('Asia/Tokyo');
    await page.getByText('Unsaved changes: 2').waitFor();
    await workbench.screenshot('panel-canvas-unsaved');
    assert.deepEqual(await findBarriers(workbench.page), []);
    await probe.forgetRequests();
    await workbench.page.keyboard.press('ControlOrMeta+S');
    await page.locator('#save-bar').waitFor({ state: 'hidden' });
    assert.deepEqual(
      (await writes()).map(({ method, path }) => `${method} ${path}`),
      [`PUT ${canvas}`],
    );
    const { plugins } = await probe.call('GET', canvas);
    const { data } = plugins as { data: readonly { name: string; activate: boolean }[] };
    assert.equal(data.find(({ name }) => name === 'Redirection')?.activate, true);
    assert.equal((await readSettings()).timezone, 'Asia/Tokyo');
  });

  it('allows typing during a save, and loses neither the text nor the cursor position', async () => {
    const { keyboard } = workbench.page;
    const page = panelPage(workbench.page);
    const zone = page.getByRole('textbox', { name: 'Time zone' });
    await zone.focus();
    await keyboard.press('Home');
    await keyboard.press('Shift+End');
    await keyboard.type('Asia/Tokio');
    await page.getByText('Unsaved changes: 1').waitFor();
    await probe.addFault(`latency=3000:PUT:${canvas}`);
    await keyboard.press('ControlOrMeta+S');
    await page.locator('#panel[aria-busy="true"]').getByText('Saving…').waitFor();
    await workbench.screenshot('panel-saving');
    await keyboard.press('ArrowLeft');
    await keyboard.press('Backspace');
    await keyboard.type('y');
    await page.locator('#panel[aria-busy="false"]').waitFor();
    await probe.clearFaults();
    assert.equal((await readSettings()).timezone, 'Asia/Tokio');
    await page.getByText('Unsaved changes: 1').waitFor();
    await keyboard.type('!');
    assert.equal(await zone.inputValue(), 'Asia/Toky!o');
    await keyboard.press('Backspace');
    await keyboard.press('ControlOrMeta+S');
    await page.locator('#save-bar').waitFor({ state: 'hidden' });
    assert.equal((await readSettings()).timezone, 'Asia/Tokyo');
    await workbench.quickInput.runCommand('View: Close Editor');
  });

  it("isn't compromised, broken or slowed down by a service's data", async () => {
    const hostile = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    const plugins = Array.from({ length: 5_000 }, (_, index) => ({
      name:
        index === 0 ? hostile : index === 1 ? 'x'.repeat(10_000) : `evil \u202egpj.${index}\u0007`,
      slug: 'مرحبا',
      activate: true,
    }));
    const { settings } = await probe.call('GET', '/api/v3/settings/wordpress/canvas/2');
    await probe.call('PUT', '/api/v3/settings/wordpress/canvas/2', {
      name: `\u202e${hostile}`,
      selectedThemes: [],
      selectedPlugins: plugins,
      customThemePlugin: [
        { label: 'link', link: 'javascript:alert(1)', type: 'custom-plugin', activate: true },
      ],
      settings,
    });
    // Rows listed earlier still have their old names.
    await workbench.quickInput.runCommand('Server Management: Refresh');
    await workbench.quickInput.runCommand('Server Management: Open Overview');
    await workbench.quickInput.pick('Canvas');
    await workbench.quickInput.box
      .locator('.monaco-list-row')
      .filter({ hasText: 'img src' })
      .click();
    const page = panelPage(workbench.page);
    await page.getByRole('heading', { name: 'Plugins (5,000)' }).waitFor();
    await workbench.screenshot('panel-hostile');
    const frame = await panelFrame(workbench.page);
    const seen = await frame.evaluate(() => ({
      elements: document.querySelectorAll('main img, main script, main a[href^="javascript"]')
        .length,
      width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      text: document.querySelector('main')?.textContent,
    }));
    assert.equal(seen.elements, 0);
    assert.equal(seen.width, 0);
    assert.ok(seen.text?.includes(hostile));
    assert.doesNotMatch(seen.text ?? '', /[\p{Cc}\u202a-\u202e]/u);
    const time = await timeAtWork(workbench.page);
    assert.ok(time < 200, `it took ${time} ms of script`);
    console.log(`      opening with 5,000 plugins took ${Math.round(time)} ms of script`);
    assert.deepEqual(await findBarriers(workbench.page), []);
    await page.getByRole('searchbox', { name: 'Filter: Plugins' }).fill('.4999');
    await page.getByText('evil').first().waitFor();
    assert.equal(await page.locator('[aria-labelledby="plugins/title"] li').count(), 1);
    const filtering = await timeAtWork(workbench.page, 'filter');
    assert.ok(filtering < 200, `it took ${filtering} ms of script`);
    console.log(`      filtering 5,000 plugins took ${Math.round(filtering)} ms of script`);
  });

  it('restores lists and the scroll position after another tab was in front', async () => {
    const page = panelPage(workbench.page);
    const filter = page.getByRole('searchbox', { name: 'Filter: Plugins' });
    const shown = page.locator('[aria-labelledby="plugins/title"] li');
    await filter.fill('.4');
    await page.getByRole('button', { name: 'Show more' }).click();
    assert.equal(await shown.count(), 200);
    await shown.nth(150).scrollIntoViewIfNeeded();
    const frame = await panelFrame(workbench.page);
    const place = await frame.evaluate(() => document.documentElement.scrollTop);
    assert.ok(place > 0);
    await open('Cache Configuration', 'shop-frankfurt', 'storefront');
    await page.getByRole('heading', { name: 'Page Cache' }).waitFor();
    await workbench.quickInput.runCommand('View: Close Editor');
    await page.getByRole('heading', { name: /^Plugins/ }).waitFor();
    assert.deepEqual([await filter.inputValue(), await shown.count()], ['.4', 200]);
    const again = await panelFrame(workbench.page);
    assert.equal(await again.evaluate(() => document.documentElement.scrollTop), place);
  });
});
