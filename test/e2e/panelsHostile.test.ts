import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { startHostileService } from '../support/hostileService';
import type { RecordingServer } from '../support/httpServer';
import { findBarriers, panelFrame, panelPage, timeAtWork } from '../support/webviewPage';

const panels = [
  { kind: 'Server', path: ['shop-frankfurt'], last: 'Details' },
  { kind: 'Web Application', path: ['shop-frankfurt', 'storefront'], last: 'Recent Events' },
  { kind: 'Web Application Firewall', path: ['shop-frankfurt', 'storefront'], last: 'Dates' },
  { kind: 'Cache Configuration', path: ['shop-frankfurt', 'storefront'], last: 'Credentials' },
];

describe('panels of a service that sends hostile data', () => {
  let sandbox: Sandbox;
  let service: RecordingServer;
  let workbench: Workbench;

  before(async () => {
    sandbox = await startSandbox();
    service = await startHostileService(sandbox.url);
    workbench = await openWorkbench();
    await addAccount(workbench, {
      url: service.url,
      token: sandbox.token,
      label: 'Hostile Hosting',
      environment: 'development',
    });
  });

  after(async () => {
    await workbench.close();
    await service.close();
    await sandbox.close();
  });

  for (const { kind, path, last } of panels) {
    it(`aren't compromised, broken or slowed by it: ${kind}`, async () => {
      await workbench.quickInput.runCommand('Server Management: Open Overview');
      for (const label of [kind, ...path]) {
        // oxlint-disable-next-line no-await-in-loop
        await workbench.quickInput.pick(label);
      }
      const page = panelPage(workbench.page);
      await page.getByRole('heading', { name: last }).waitFor();
      await page.locator('section[aria-busy]').first().waitFor({ state: 'detached' });
      await workbench.screenshot(`panel-hostile-${kind.toLowerCase().replaceAll(' ', '-')}`);
      const frame = await panelFrame(workbench.page);
      const seen = await frame.evaluate(() => ({
        elements: document.querySelectorAll('main img, main script').length,
        width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        text: document.querySelector('main')?.textContent ?? '',
        title: document.title,
      }));
      assert.deepEqual([seen.elements, seen.width], [0, 0]);
      assert.notEqual(seen.title, '1');
      assert.ok(seen.text.includes('<script>'));
      assert.doesNotMatch(seen.text, /[\p{Cc}\u202a-\u202e]/u);
      const time = await timeAtWork(workbench.page);
      // Another window works beside this one: what would block the page takes seconds.
      assert.ok(time < 1_000, `it took ${time} ms of script`);
      console.log(`      opening took ${Math.round(time)} ms of script`);
      assert.deepEqual(await findBarriers(workbench.page), []);
      await workbench.quickInput.runCommand('View: Close Editor');
    });
  }
});
