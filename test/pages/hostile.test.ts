import assert from 'node:assert/strict';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { startHostileService } from '../support/hostileService';
import { BarePage } from '../support/pages/barePage';
import { PanelHost } from '../support/pages/panelHost';
import { shownPanels } from '../support/pages/shownPanels';
import { findBarriersIn, overflowOf, timeAtWorkIn } from '../support/webviewPage';

const names = ['Server', 'Web Application', 'Web Application Firewall', 'Cache Configuration'];

describe('pages of panels, with hostile data from a service', () => {
  let world: ActionWorld;
  let bare: BarePage;

  before(async () => {
    world = await startActionWorld({ through: startHostileService });
    bare = await BarePage.start();
  });

  after(async () => {
    await bare.close();
    await world.close();
  });

  for (const { name, kind, reference, last } of shownPanels.filter((each) =>
    names.includes(each.name),
  )) {
    it(`aren't compromised, broken or slowed down by it: ${name}`, async () => {
      const host = new PanelHost(bare, world, kind, reference);
      await host.open(last);
      const frame = bare.page.mainFrame();
      const seen = await frame.evaluate(() => ({
        elements: document.querySelectorAll('main img, main script').length,
        text: document.querySelector('main')?.textContent ?? '',
        title: document.title,
      }));
      assert.deepEqual([seen.elements, await overflowOf(frame)], [0, 0]);
      assert.notEqual(seen.title, '1');
      assert.ok(seen.text.includes('<script>'));
      assert.doesNotMatch(seen.text, /[\p{Cc}\u202a-\u202e]/u);
      const time = await timeAtWorkIn(frame);
      // Generous, because other tests use the machine as well; a blocked page would take minutes.
      assert.ok(time < 5_000, `it took ${time} ms of script`);
      console.log(`      opening took ${Math.round(time)} ms of script`);
      assert.deepEqual(await findBarriersIn(frame), []);
      host.close();
    });
  }

  it('only run their own script', async () => {
    const refused = await bare.page.evaluate(async () => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
      const script = document.createElement('script');
      script.textContent = 'document.title = "1"';
      const image = document.createElement('img');
      const failed = new Promise((resolve) => image.addEventListener('error', resolve));
      image.src = 'https://hostile.invalid/x.png';
      document.body.append(script, image);
      await failed;
      return { violations: violations.toSorted(), title: document.title };
    });
    assert.deepEqual(refused.violations, ['img-src', 'script-src-elem']);
    assert.notEqual(refused.title, '1');
  });
});
