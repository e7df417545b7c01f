import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';

const app = '/api/v3/servers/1/webapps/101';
const tab = '101.web-application.json';

describe('a web application as one document', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    window = await openSignedIn({ label: 'Main' });
    ({ probe, workbench } = window);
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Web Applications');
  });

  after(() => window.close());

  it('lets the view say the whole account at 300 pixels, next to its buttons', async () => {
    await workbench.sideBar.resize(300);
    const header = workbench.page.locator('.part.sidebar .pane-header').first();
    await header.hover();
    await header.getByRole('button', { name: 'Refresh' }).waitFor();
    const description = header.locator('.description');
    assert.equal(await description.textContent(), 'Production · Main');
    const isWhole = await description.evaluate((each) => each.scrollWidth <= each.clientWidth);
    await workbench.screenshot('narrow-view');
    assert.ok(isWhole);
  });

  async function writes(): Promise<string[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) =>
        [method, path.slice(app.length), JSON.stringify(body)].join(' '),
      );
  }

  /** Replaces a text of the document as if typed. */
  async function change(...changes: readonly (readonly [from: string, to: string])[]) {
    let text = await workbench.editors.text();
    for (const [from, to] of changes) {
      assert.ok(text.includes(from), text);
      text = text.replace(from, to);
    }
    await workbench.editors.replaceText(text);
    await workbench.editors.unsavedTab(tab).waitFor();
  }

  it('shows its settings and those of WordPress', async () => {
    await workbench.sideBar.pressInline('storefront', 'Open as JSON');
    await workbench.editors.opened(tab);
    await workbench.editors.active.getByText('"memoryLimit"').waitFor();
    await workbench.screenshot('web-application-document');
    await workbench.page.getByText('"memoryLimit"').hover();
    await workbench.page.getByText('Memory limit (MB); usually 256').waitFor();
    await workbench.screenshot('web-application-hover');
  });

  it('saves the PHP version even if the settings are rejected, and keeps the settings unsaved across a restart', async () => {
    await workbench.sideBar.pressInline('storefront', 'Open as JSON');
    await workbench.editors.opened(tab);
    await change(
      ['"phpVersion": "php83"', '"phpVersion": "php84"'],
      ['"memoryLimit": 256', '"memoryLimit": 0'],
    );
    await probe.forgetRequests();
    await workbench.editors.save();
    await workbench.messages.notification('Only part of it was saved').waitFor();
    // Replacing the text scrolled to its end.
    await workbench.page.keyboard.press('Control+Home');
    const lenses = workbench.page.locator('.codelens-decoration');
    await lenses.filter({ hasText: 'Unsaved: settings.memoryLimit' }).waitFor();
    assert.deepEqual(await writes(), [
      'PATCH /settings/php {"phpVersion":"php84"}',
      'PATCH /settings/fpmnginx {"memoryLimit":0}',
    ]);
    await workbench.screenshot('web-application-partly-saved');
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');

    await workbench.quickInput.runCommand('Server Management: Show Change History');
    await workbench.page.getByText('PHP Version: done, Settings: failed').first().waitFor();
    await workbench.screenshot('web-application-history');
    await workbench.page.keyboard.press('Escape');

    await workbench.restart();
    await workbench.editors.unsavedTab(tab).waitFor();
    await workbench.editors.show(tab);
    await change(['"memoryLimit": 0', '"memoryLimit": 512']);
    await probe.forgetRequests();
    await workbench.editors.save();
    await workbench.editors.unsavedTab(tab).waitFor({ state: 'detached' });
    assert.deepEqual(await writes(), ['PATCH /settings/fpmnginx {"memoryLimit":512}']);
    await workbench.screenshot('web-application-saved');
  });
});
