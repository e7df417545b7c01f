import { ensureVscode } from '../harness/vscode/install';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { applyTogether, stageTogether } from '../support/pendingUse';

describe('pending changes in the oldest VS Code', () => {
  let window: SignedIn;

  before(async function () {
    // This VS Code may have to be downloaded first.
    this.timeout(180_000);
    await ensureVscode('oldest');
    window = await openSignedIn({ environment: 'staging', options: { release: 'oldest' } });
  });

  after(() => window.close());

  it('are made in one document, reviewed side by side, and applied after one question', async () => {
    const { workbench, probe } = window;
    const { data } = await probe.call('GET', '/api/v3/servers/1/cronjobs');
    const jobs = (data as { id: number; label: string }[]).slice(0, 3);
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Cron Jobs');
    await stageTogether({ workbench, probe, jobs });
    await applyTogether({ workbench, probe, jobs });
  });
});
