import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import type { FrameLocator } from 'playwright-core';
import type { Workbench } from '../harness/workbench';
import { eventually } from '../support/eventually';
import {
  bodyClasses,
  readDefaultStyles,
  readUsedVariables,
  themeVariables,
} from '../support/pages/editorStyle';
import { type OpenedPanel, openPanel, panels } from '../support/panelSteps';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { switchTheme, themes } from '../support/themes';
import { findBarriers, panelFrame, panelPage } from '../support/webviewPage';

const services = '/api/v3/servers/1/services';

function fileNameOf({ name }: OpenedPanel): string {
  return `panel-${name.toLowerCase().replaceAll(' ', '-')}`;
}

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

  async function open(name: string): Promise<FrameLocator> {
    const panel = panels.find((each) => each.name === name);
    assert.ok(panel);
    return openPanel(workbench, panel);
  }

  /** Focuses an element of the active panel by its id, and presses a key. */
  async function press(page: FrameLocator, id: string, key: string): Promise<void> {
    await page.locator(`[id="${id}"]`).focus();
    await workbench.page.keyboard.press(key);
  }

  for (const panel of panels) {
    it(`show ${panel.name} in full, without accessibility problems`, async () => {
      const page = await openPanel(workbench, panel);
      await page.locator('body[data-vscode-theme-kind="vscode-light"]').waitFor();
      await workbench.screenshot(`window-${fileNameOf(panel)}`);
      assert.deepEqual(await findBarriers(workbench.page), []);
      await workbench.quickInput.runCommand('View: Close Editor');
    });
  }

  it('start a stopped service with the keyboard only, whose row updates without another request', async () => {
    const page = await open('Server');
    await probe.forgetRequests();
    await press(page, 'button/service/memcached/startService', 'Enter');
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
    const page = panelPage(workbench.page);
    await press(page, 'button/count/cronJob', 'Enter');
    await workbench.sideBar.row('Nightly backup').waitFor();
    // Palette commands act on the selected row.
    await workbench.page.keyboard.press('Escape');
    await workbench.page.locator('.part.sidebar .monaco-list-row.selected').waitFor({
      state: 'detached',
    });
    await workbench.quickInput.runCommand('View: Close All Editors');
  });

  it("use a row's action with the keyboard only, while the table is filtered", async () => {
    const page = await open('Blocked Addresses');
    const addresses = async (): Promise<string[]> =>
      (await page.getByRole('rowheader').allTextContents()).map((each) => each.trim());
    const before = await addresses();
    const [first = '', ...rest] = before;
    await page.getByRole('searchbox', { name: /^Filter/ }).fill(first);
    assert.deepEqual(await addresses(), [first]);
    await page.getByRole('button', { name: `Unblock: ${first}` }).focus();
    await workbench.page.keyboard.press('Enter');
    await page.getByText('No rows match the filter.').waitFor();
    await page.getByRole('searchbox', { name: /^Filter/ }).fill('');
    await eventually(async () => assert.deepEqual(await addresses(), rest));
    await workbench.quickInput.runCommand('View: Close Editor');
  });

  it('get the same styles and colors from the editor as in the tests of pages, in every theme', async () => {
    const [panel] = panels;
    assert.ok(panel);
    await openPanel(workbench, panel);
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
