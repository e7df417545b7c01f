import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import {
  bodyClasses,
  readDefaultStyles,
  readUsedVariables,
  themeVariables,
} from '../support/pages/editorStyle';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { switchTheme, themes } from '../support/themes';
import { findBarriers, panelFrame, panelPage } from '../support/webviewPage';

const services = '/api/v3/servers/1/services';
const waf = '/api/v3/servers/1/webapps/101/waf';
const cache = '/api/v3/servers/1/webapps/101/platformcache';
const canvas = '/api/v3/settings/wordpress/canvas/2';

/** Fonts differ from one system to another. */
function withoutFonts(variables: Readonly<Record<string, string>>): object {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !name.includes('font')));
}

describe('panels', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    window = await openSignedIn({ environment: 'development' });
    ({ probe, workbench } = window);
  });

  after(() => window.close());

  async function open(heading: string, ...labels: string[]): Promise<void> {
    await workbench.sideBar.clearSelection();
    await workbench.quickInput.runCommand('Server Management: Open Overview');
    for (const label of labels) await workbench.quickInput.pick(label);
    await panelPage(workbench.page).getByRole('heading', { name: heading }).first().waitFor();
  }

  async function writes(): Promise<{ method: string; path: string; body?: unknown }[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => ({ method, path, body }));
  }

  it('start a stopped service with the keyboard only, whose row updates without another request', async () => {
    await open('Services', 'Server', 'shop-frankfurt');
    const page = panelPage(workbench.page);
    await page.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
    await page.locator('body[data-vscode-theme-kind="vscode-light"]').waitFor();
    await workbench.screenshot('window-panel-server');
    assert.deepEqual(await findBarriers(workbench.page), []);
    await probe.forgetRequests();
    await page.locator('[id="button/service/memcached/startService"]').focus();
    await workbench.page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop: Memcached' }).waitFor();
    const row = page.getByRole('row').filter({ hasText: 'Memcached' });
    await row.getByText('running').waitFor();
    const frame = await panelFrame(workbench.page);
    const focused = await frame.evaluate(() => document.activeElement?.id);
    assert.equal(
      focused,
      'button/service/memcached/restartService',
      'the focus moves to a button in the same row',
    );
    const sent = (await probe.requests()).map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(sent, [`PATCH ${services}`]);
  });

  it('lead from a count to the counted rows with the keyboard only', async () => {
    await panelPage(workbench.page).locator('[id="button/count/cronJob"]').focus();
    await workbench.page.keyboard.press('Enter');
    await workbench.sideBar.row('Nightly backup').waitFor();
    await workbench.editors.closeAll();
  });

  it('change a firewall with the keyboard only, and send only what was changed', async () => {
    const { rulesExclusion } = await probe.call('GET', waf);
    await probe.forgetRequests();
    await open('Protection', 'Web Application Firewall', 'shop-frankfurt', 'storefront');
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

  it("keep changes across a reload of the window, and save them over others' only once these were seen", async () => {
    const page = panelPage(workbench.page);
    await page.getByRole('switch', { name: 'Drupal' }).click();
    await page.getByRole('radio', { name: '1' }).click();
    await page.getByText('Unsaved changes: 2').waitFor();
    await workbench.page.getByRole('tab', { name: '● Web Application Firewall' }).waitFor();
    await workbench.quickInput.runCommand('Developer: Reload Window');
    await page.getByText('Unsaved changes: 2').waitFor();
    await probe.call('PATCH', waf, { rulesExclusion: { drupal: true }, paranoia: 4 });
    await probe.forgetRequests();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The value is now 4.').waitFor();
    await workbench.screenshot('panel-conflict');
    assert.deepEqual(await writes(), []);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('#save-bar').waitFor({ state: 'hidden' });
    assert.deepEqual(await writes(), [{ method: 'PATCH', path: waf, body: { paranoia: 1 } }]);
  });

  it('copy a credential, and offer changes again after they were closed', async () => {
    const { apiSecret } = await probe.call('GET', cache);
    await open('Credentials', 'Cache Configuration', 'shop-frankfurt', 'storefront');
    const page = panelPage(workbench.page);
    await page.getByRole('button', { name: 'Copy: API secret' }).click();
    await workbench.page.getByText('Copied to the clipboard').waitFor();
    assert.equal(await workbench.page.evaluate(() => navigator.clipboard.readText()), apiSecret);
    await page.getByRole('switch', { name: 'Enable CDN' }).click();
    await page.getByText('Unsaved changes: 1').waitFor();
    await workbench.quickInput.runCommand('View: Close Editor');
    // The notification may have moved to the notification center by now.
    await workbench.quickInput.runCommand('Notifications: Show Notifications');
    await workbench.page
      .locator('.notifications-center')
      .getByRole('button', { name: 'Reopen with My Changes' })
      .click();
    await page.getByText('Unsaved changes: 1').waitFor();
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
    await page.getByRole('button', { name: 'Discard' }).click();
  });

  it('restore lists and the scroll position after another tab was in front', async () => {
    const { settings } = await probe.call('GET', canvas);
    const plugins = Array.from({ length: 300 }, (_, index) => ({
      name: `Plugin .${index}`,
      slug: `plugin-${index}`,
      activate: true,
    }));
    const lists = { selectedThemes: [], selectedPlugins: plugins, customThemePlugin: [] };
    await probe.call('PUT', canvas, { name: 'Many', ...lists, settings });
    // Rows listed earlier still have their old names.
    await workbench.quickInput.runCommand('Server Management: Refresh');
    await open('Plugins (300)', 'Canvas', 'Many');
    const page = panelPage(workbench.page);
    const filter = page.getByRole('searchbox', { name: 'Filter: Plugins' });
    const shown = page.locator('[aria-labelledby="plugins/title"] li');
    await filter.fill('.');
    await page.getByRole('button', { name: 'Show more' }).click();
    await eventually(async () => assert.equal(await shown.count(), 200));
    await shown.nth(150).scrollIntoViewIfNeeded();
    const place = async (): Promise<number> =>
      (await panelFrame(workbench.page)).evaluate(() => document.documentElement.scrollTop);
    const before = await place();
    assert.ok(before > 0);
    await open('Page Cache', 'Cache Configuration', 'shop-frankfurt', 'storefront');
    await workbench.quickInput.runCommand('View: Close Editor');
    await page.getByRole('heading', { name: /^Plugins/ }).waitFor();
    assert.deepEqual([await filter.inputValue(), await shown.count()], ['.', 200]);
    assert.equal(await place(), before);
  });

  it('get the same styles and colors from the editor as in the tests of pages, in every theme', async () => {
    await open('Details', 'Server', 'shop-frankfurt');
    const seen: Record<string, Awaited<ReturnType<typeof readStyle>>> = {};
    for (const theme of themes) {
      await switchTheme(workbench, theme);
      const kind = `body[data-vscode-theme-kind="vscode-${theme.name}"]`;
      await panelPage(workbench.page).locator(kind).waitFor();
      seen[theme.name] = await readStyle();
    }
    const all = Object.entries(seen);
    const variables = Object.fromEntries(all.map(([name, each]) => [name, each.variables]));
    const recorded = Object.entries(themeVariables);
    await writeFile('out/themeVariables.json', `${JSON.stringify(variables, undefined, 2)}\n`);
    const hint = 'if VS Code changed, take out/themeVariables.json';
    assert.deepEqual(
      all.map(([name, each]) => [name, withoutFonts(each.variables)]),
      recorded.map(([name, each]) => [name, withoutFonts(each)]),
      hint,
    );
    const styles = await readDefaultStyles();
    for (const { name } of themes) {
      assert.deepEqual(seen[name]?.classes.toSorted(), bodyClasses(name).toSorted());
      assert.equal(seen[name]?.styles, styles);
    }
  });

  /** The theme data that the editor gave the active panel's page. */
  async function readStyle() {
    const frame = await panelFrame(workbench.page);
    const used = await readUsedVariables();
    return frame.evaluate(
      (names) => {
        const given = document.documentElement.style;
        const styles = document.getElementById('_defaultStyles')?.textContent ?? '';
        return {
          styles,
          classes: [...document.body.classList],
          variables: Object.fromEntries(
            [...given]
              .filter((name) => names.includes(name))
              .toSorted()
              .map((name) => [name, given.getPropertyValue(name)]),
          ),
        };
      },
      [...used],
    );
  }
});
