import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { BarePage } from '../support/pages/barePage';
import { PanelHost } from '../support/pages/panelHost';
import { shownPanels } from '../support/pages/shownPanels';
import { toWafContent } from '../../src/panels/models/waf';
import type { PanelKind } from '../../src/panels/panelKind';
import { eventually } from '../support/eventually';
import { themes } from '../support/themes';
import {
  brokenWordsIn,
  cutOffIn,
  findBarriersIn,
  findPaleTextsIn,
  overflowOf,
} from '../support/webviewPage';

/** The space for a page in a window of the usual size. */
const usualWidth = 1228;
/** The widths of a narrow part of a window, half of one, a side bar's neighbor, and a whole large one. */
const widths = [320, 600, 900, 1600] as const;

describe('pages of panels', () => {
  let world: ActionWorld;
  let bare: BarePage;

  before(async () => {
    world = await startActionWorld();
    bare = await BarePage.start();
  });

  after(async () => {
    await bare.close();
    await world.close();
  });

  for (const { name, kind, reference, last } of shownPanels) {
    describe(`of ${name}`, () => {
      let host: PanelHost;

      let placeBefore: readonly number[];

      before(async () => {
        await bare.setWidth(1600);
        host = new PanelHost(bare, world, kind, reference);
        await bare.load(host.source, () => undefined);
        placeBefore = await headingPlace();
        await host.open(last);
      });

      after(() => host.close());

      it('keep their heading in its place when they are drawn', async () => {
        assert.deepEqual(await headingPlace(), placeBefore);
      });

      it('fit every width, and have no accessibility problems in the narrowest', async () => {
        for (const width of widths) {
          await bare.setWidth(width);
          assert.equal(await overflowOf(frame()), 0);
          assert.deepEqual(await cutOffIn(frame()), []);
          assert.deepEqual(await brokenWordsIn(frame()), []);
        }
        await bare.setWidth(widths[0]);
        assert.deepEqual(await findBarriersIn(frame()), []);
      });

      it('have enough contrast in every theme', async () => {
        await bare.setWidth(usualWidth);
        for (const { name: theme } of themes.filter((each) => each.name !== 'light')) {
          await bare.switchTheme(theme);
          assert.equal(await overflowOf(frame()), 0, theme);
          assert.deepEqual(await findPaleTextsIn(frame()), [], theme);
        }
        await bare.switchTheme('light');
      });

      it('stay where they were scrolled to when they are read again', async () => {
        const { page } = bare;
        await page.setViewportSize({ width: 320, height: 200 });
        const inputs = page.locator('section :is(input, button)').filter({ visible: true });
        await inputs.last().focus();
        await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
        const place = await page.evaluate(() => window.scrollY);
        assert.ok(place > 0);
        await page.locator('#heading').evaluate((heading) => heading.classList.add('earlier'));
        await page.getByRole('button', { name: 'Refresh' }).dispatchEvent('click');
        await page.locator('#heading.earlier').waitFor({ state: 'detached' });
        await page.locator('#panel[aria-busy="false"]').waitFor();
        assert.equal(await page.evaluate(() => window.scrollY), place);
        await bare.setWidth(usualWidth);
      });

      it('reach everything with the keyboard, in visual order', async () => {
        const expected = await usable();
        assert.ok(expected.length > 1);
        assert.deepEqual(await walk(expected.length), expected);
      });
    });
  }

  it("show what isn't set as neither on nor off, let it be turned off, and accept −1", async () => {
    const waf = shownPanels.find(({ name }) => name === 'Web Application Firewall');
    assert.ok(waf);
    const { kind, reference, last } = waf;
    const unset: PanelKind = {
      ...kind,
      open: () => ({
        load: async ({ show }) => show(toWafContent({ paranoia: 2, anomaly: 5 })),
      }),
    };
    const host = new PanelHost(bare, world, unset, reference);
    await host.open(last);
    const box = bare.page.getByLabel('Enable firewall');
    await bare.page.getByRole('checkbox', { name: 'Enable firewall Not set' }).waitFor();
    assert.ok(await box.evaluate((input: HTMLInputElement) => input.indeterminate));
    await box.click();
    await box.click();
    await bare.page.getByRole('textbox', { name: 'Anomaly threshold' }).fill('-1');
    await eventually(() => {
      const changed = host.asked.findLast(({ type }) => type === 'changed');
      assert.ok(changed?.type === 'changed');
      assert.deepEqual(
        changed.changes.map(({ id, to }) => [id, to]),
        [
          ['isEnabled', false],
          ['anomaly', -1],
        ],
      );
    });
    host.close();
  });

  it('answer who gets in for a typed address and port, which keeps its focus', async () => {
    const server = shownPanels.find(({ name }) => name === 'Server');
    assert.ok(server);
    const host = new PanelHost(bare, world, server.kind, server.reference);
    await host.open(server.last);
    const { page } = bare;
    const name = 'Who gets in? Type an address and a port';
    const field = page.getByRole('searchbox', { name, exact: true });
    await field.pressSequentially('office');
    await page.getByText('Type an address and a port, such as').waitFor();
    await field.fill('203.0.113.45 8080');
    const answer = 'Blocked by TCP 8000-8999 · reject · 203.0.113.45';
    await page.getByText(answer).first().waitFor();
    assert.equal(await field.inputValue(), '203.0.113.45 8080');
    assert.ok(await field.evaluate((each) => each === document.activeElement));
    await field.fill('');
    await page.getByText(answer).first().waitFor({ state: 'detached' });
    host.close();
  });

  it('keep the state of switches visible if the system forces its colors', async () => {
    const waf = shownPanels.find(({ name }) => name === 'Web Application Firewall');
    assert.ok(waf);
    const host = new PanelHost(bare, world, waf.kind, waf.reference);
    await host.open(waf.last);
    await bare.page.emulateMedia({ forcedColors: 'active' });
    const background = (checked: boolean): Promise<string> =>
      bare.page
        .getByRole('switch', { checked })
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    for (const theme of themes.filter((each) => each.name.startsWith('high-contrast'))) {
      await bare.switchTheme(theme.name);
      assert.notEqual(await background(true), await background(false));
    }
    await bare.page.emulateMedia({ forcedColors: null });
    host.close();
  });

  const frame = (): Frame => bare.page.mainFrame();

  async function headingPlace(): Promise<readonly number[]> {
    const box = await bare.page.getByRole('heading', { level: 1 }).boundingBox();
    return [box?.x ?? 0, box?.y ?? 0].map(Math.round);
  }

  /** The ids of the page's controls; only one radio button of each group. */
  function usable(): Promise<string[]> {
    return bare.page.evaluate(() =>
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

  /** Presses Tab this many times, starting at the heading. */
  async function walk(steps: number): Promise<string[]> {
    await bare.page.locator('#heading').focus();
    const reached: string[] = [];
    for (let step = 0; step < steps; step += 1) {
      await bare.page.keyboard.press('Tab');
      const now = await bare.page.evaluate(() => {
        const { activeElement } = document;
        return activeElement ? activeElement.id || (activeElement.textContent ?? '') : '';
      });
      reached.push(now);
    }
    return reached;
  }
});
