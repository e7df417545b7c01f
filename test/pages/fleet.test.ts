import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { type ExplorerWorld, startExplorerWorld } from '../support/explorerWorld';
import { BarePage } from '../support/pages/barePage';
import { FleetHost } from '../support/pages/fleetHost';
import { FollowHost } from '../support/pages/followHost';
import { themes } from '../support/themes';
import {
  brokenWordsIn,
  cutOffIn,
  findBarriersIn,
  findPaleTextsIn,
  overflowOf,
  timeAtWorkIn,
} from '../support/webviewPage';
import { allTests } from '../support/eachTest';
import { eventually } from '../support/eventually';

const widths = [320, 600, 1000, 1600] as const;

describe('the fleet page', () => {
  const bare = allTests(() => BarePage.start());

  const frame = (): Frame => bare.page.mainFrame();

  /** Checks the page at all widths. */
  async function look(): Promise<void> {
    for (const width of widths) {
      await bare.setWidth(width);
      assert.equal(await overflowOf(frame()), 0);
      assert.deepEqual(await cutOffIn(frame()), []);
      assert.deepEqual(await brokenWordsIn(frame()), []);
      assert.deepEqual(await daysOnSeveralLines(), []);
      assert.deepEqual(await rowsOutOfLine(), []);
    }
  }

  /** Checks the page for barriers in the narrowest and the widest, and its colors in the other themes. */
  async function lookForBarriers(): Promise<void> {
    for (const width of [widths[0], widths[3]]) {
      await bare.setWidth(width);
      assert.deepEqual(await findBarriersIn(frame()), []);
    }
    for (const { name: theme } of themes.filter((each) => each.name !== 'light')) {
      await bare.switchTheme(theme);
      assert.equal(await overflowOf(frame()), 0, theme);
      assert.deepEqual(await findPaleTextsIn(frame()), [], theme);
    }
    await bare.switchTheme('light');
  }

  /** The days of the week's table whose hours aren't side by side. */
  function daysOnSeveralLines(): Promise<string[]> {
    return bare.page.locator('.heat tbody tr').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const tops = new Set([...row.children].map((each) => each.getBoundingClientRect().top));
        return tops.size > 1 ? [row.children[0]?.textContent ?? ''] : [];
      }),
    );
  }

  /** The rows whose cells are side by side but don't begin in one line. */
  function rowsOutOfLine(): Promise<string[]> {
    return bare.page.locator('tbody tr').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const cells = [...row.children];
        if (new Set(cells.map((each) => each.getBoundingClientRect().top)).size > 1) return [];
        const tops = cells.flatMap((cell) => {
          const content = document.createRange();
          content.selectNodeContents(cell);
          return content.getClientRects()[0]?.top ?? [];
        });
        const halfALine = 10;
        return Math.max(...tops) - Math.min(...tops) > halfALine ? [row.textContent] : [];
      }),
    );
  }

  for (const servers of [undefined, 500]) {
    describe(servers === undefined ? 'with everything checked' : `of ${servers} servers`, () => {
      let world: ExplorerWorld;
      let host: FleetHost;

      before(async () => {
        world = await startExplorerWorld(servers === undefined ? {} : { servers });
        host = new FleetHost(bare, world);
        if (servers === undefined) await host.check();
        else await world.store.all({ account: 'example', kind: 'server', parents: [] });
        await host.open();
      });

      after(async () => {
        host.close();
        await world.close();
      });

      it('is drawn at once', async () => {
        if (servers === undefined) await bare.page.locator('.strip').first().waitFor();
        assert.ok((await timeAtWorkIn(bare.page.mainFrame())) < 5_000);
      });

      it('shows ten servers, and more on request', async () => {
        const { page } = bare;
        const rows = page.locator('[aria-labelledby="server/title"] tbody tr');
        const known = servers ?? (await rows.count());
        assert.equal(await rows.count(), Math.min(known, 10));
        if (servers === undefined) return;
        await page.locator('[id="server/more"]').click();
        await eventually(async () => assert.equal(await rows.count(), 110));
        await page.getByRole('searchbox', { name: 'Filter: Servers' }).fill('no such server');
        await rows.first().waitFor({ state: 'detached' });
        await page.getByRole('searchbox', { name: 'Filter: Servers' }).fill('');
        assert.equal(await rows.count(), 10);
      });

      it('fits every width', look);

      // The page of many servers consists of the same.
      if (servers !== undefined) return;

      it('has no accessibility barriers, and enough contrast in every theme', lookForBarriers);

      it('returns the focus to the time line whose list is closed', async () => {
        const { page } = bare;
        const line = page.getByRole('slider').first();
        await line.focus();
        await page.keyboard.press('Enter');
        await page.getByRole('button', { name: 'Close' }).click();
        await page.getByRole('button', { name: 'Close' }).waitFor({ state: 'detached' });
        assert.ok(await line.evaluate((each) => each === document.activeElement));
      });

      it('leads from an hour to its jobs, and to one of them, by keyboard alone', async () => {
        const { page } = bare;
        await page.locator('button.cell').first().focus();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        const jobs = page.locator('section section');
        await jobs.locator('h2:focus').waitFor();
        // Past the button that closes the list, and the headings.
        for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Tab');
        const link = jobs.locator('button.link').first();
        await link.and(page.locator(':focus')).waitFor();
        const id = await link.getAttribute('id');
        await page.keyboard.press('Enter');
        await eventually(() => assert.equal(`button/${host.pressed.at(-1)}`, id));
      });

      it('filters by a server that is chosen right after typing, and by the text', async () => {
        const { page } = bare;
        await page.getByRole('searchbox', { name: 'Filter', exact: true }).fill('backup');
        await page
          .getByRole('combobox', { name: 'Server', exact: true })
          .selectOption({ index: 1 });
        await eventually(() => {
          const { server, text } = host.filter;
          assert.deepEqual([server, text], ['example/server/one/1', 'backup']);
        });
      });

      it('applies a typed text when the page is left before the pause is over', async () => {
        const { page } = bare;
        const field = page.getByRole('searchbox', { name: 'Filter', exact: true });
        await page.evaluate(() => {
          const later = window.setTimeout.bind(window);
          // No pause is ever over.
          window.setTimeout = ((work: () => void, ms = 0) =>
            ms >= 100 ? 0 : later(work, ms)) as typeof window.setTimeout;
        });
        await field.fill('left');
        await field.blur();
        await eventually(() => assert.equal(host.filter.text, 'left'));
      });
    });
  }

  describe('that follows events', () => {
    let world: ExplorerWorld;
    let host: FollowHost;

    before(async () => {
      world = await startExplorerWorld();
      host = new FollowHost(bare, world);
      await host.open();
    });

    after(async () => {
      host.close();
      await world.close();
    });

    it('fits every width', look);

    it('has no accessibility barriers, and enough contrast in every theme', lookForBarriers);

    it("offers to try again what can't be read", async () => {
      const { page } = bare;
      const retry = page.getByRole('button', { name: 'Try Again' });
      await retry.waitFor({ state: 'hidden' });
      await world.probe.addFault('403:GET:/api/v3/servers/1/logs');
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Resume' }).click();
      await page.getByText('shop-frankfurt: ').first().waitFor();
      await world.probe.clearFaults();
      await retry.click();
      await retry.waitFor({ state: 'hidden' });
    });

    it('keeps the end in view while events come, unless the person has scrolled away', async () => {
      const { page } = bare;
      await bare.setWidth(1000);
      const log = page.getByRole('log', { name: 'Events' });
      const newest = page.getByRole('button', { name: 'Jump to Newest' });
      const shown = (): Promise<string[]> => log.getByRole('rowheader').allTextContents();
      const hasEndInView = (): Promise<boolean> =>
        log.evaluate(
          ({ scrollHeight, clientHeight, scrollTop }) =>
            scrollHeight > clientHeight && scrollHeight - clientHeight - scrollTop < 2,
        );
      const add = (...texts: readonly string[]): Promise<void> => {
        const rows = texts.map((text) => ({
          id: text,
          order: Date.UTC(2100, 0, 1) - Number(text.startsWith('Late')),
          cells: [{ text }, { text: 'Info', tone: 'quiet' }, { text: 'now' }],
          buttons: [],
        }));
        return bare.post({ type: 'rows', rows, isAll: false });
      };
      await add(...Array.from({ length: 50 }, (_, index) => `Event ${index}`));
      await log.getByText('Event 49').waitFor();
      assert.ok(await hasEndInView());
      await newest.waitFor({ state: 'hidden' });
      await log.evaluate((element) => element.scrollTo(0, 10));
      await newest.waitFor();
      await log
        .getByText('Event 0', { exact: true })
        .evaluate((each) => each.classList.add('kept'));
      await add('Late', 'Event 50');
      await log.getByText('Event 50').waitFor();
      assert.equal(await log.evaluate(({ scrollTop }) => scrollTop), 10);
      assert.equal(await log.locator('.kept').count(), 1);
      const texts = await shown();
      assert.deepEqual(texts.slice(texts.indexOf('Event 0') - 1).slice(0, 2), ['Late', 'Event 0']);
      await newest.click();
      await newest.waitFor({ state: 'hidden' });
      assert.ok(await hasEndInView());
    });

    it('shows only the events of a level, and pauses', async () => {
      const { page } = bare;
      await page.getByLabel('Level').selectOption({ label: 'Warnings' });
      await page.locator('tbody tr:not(:has(.badge.warning))').waitFor({ state: 'detached' });
      await page.locator('tbody .badge.warning').first().waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByRole('button', { name: 'Resume' }).waitFor();
      assert.equal(await page.locator('tbody tr:not(:has(.badge.warning))').count(), 0);
      await page.getByText(/^\d+ of \d+ events$/).waitFor();
    });
  });
});
