import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { t } from '../../src/base/l10n';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { inLanguage } from '../support/languages/inLanguage';
import { BarePage } from '../support/pages/barePage';
import { PanelHost } from '../support/pages/panelHost';
import { shownPanels } from '../support/pages/shownPanels';
import { cutOffIn, overflowOf } from '../support/webviewPage';

const german = JSON.parse(readFileSync('media/l10n/bundle.l10n.de.json', 'utf8')) as Record<
  string,
  string
>;

describe('pages in German', () => {
  let world: ActionWorld;
  let bare: BarePage;

  before(async () => {
    world = await startActionWorld();
    bare = await BarePage.start();
    await bare.setWidth(320);
  });

  after(async () => {
    await bare.close();
    await world.close();
  });

  for (const { name, kind, reference, last } of shownPanels) {
    it(`fit the narrowest width with their long words: ${name}`, () =>
      inLanguage('de', german, async () => {
        const host = new PanelHost(bare, world, kind, reference);
        try {
          await host.open(t(last));
          const frame = bare.page.mainFrame();
          assert.equal(await overflowOf(frame), 0);
          assert.deepEqual(await cutOffIn(frame), []);
        } finally {
          host.close();
        }
      }));
  }
});
