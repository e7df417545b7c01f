import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { webSettings } from '../harness/vscode/userSettings';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { startDraft } from '../support/draftSteps';
import { eventually } from '../support/eventually';
import type { RecordingServer } from '../support/httpServer';
import { startRepeatingService } from '../support/repeatingService';
import { SandboxProbe } from '../support/sandboxProbe';

const jobsPath = '/api/v2/servers/1/cronjobs';

/** A browser repeats a write when its connection ends; the extension can only check the result. */
describe('a write whose connection is cut, in a browser', () => {
  let service: Sandbox;
  let connection: RecordingServer;
  let probe: SandboxProbe;
  let workbench: Workbench;
  /** How many of the next writes are performed without an answer. */
  let lost = 0;

  before(async () => {
    service = await startSandbox();
    probe = new SandboxProbe(service);
    connection = await startRepeatingService(service.url, () => {
      lost -= 1;
      return lost >= 0 ? 'lost' : 'answered';
    });
    workbench = await openWorkbench({ settings: webSettings });
    await addAccount(workbench, {
      url: connection.url,
      token: service.token,
      label: 'Example',
      environment: 'development',
    });
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Cron Jobs');
    await workbench.sideBar.row('Nightly backup').waitFor();
  });

  after(async () => {
    await workbench.close();
    await connection.close();
    await service.close();
  });

  afterEach(async () => {
    lost = 0;
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
  });

  async function idsOf(label: string): Promise<readonly number[]> {
    const answer = await probe.call('GET', `${jobsPath}?perPage=40`);
    const { data } = answer as { readonly data: readonly { id: number; label: string }[] };
    return data.filter((job) => job.label === label).map(({ id }) => id);
  }

  function sentTo(path: string, method: string): number {
    return connection.requests.filter((each) => each.method === method && each.target === path)
      .length;
  }

  it('is never reported as failed, and its duplicates are reported: a creation', async () => {
    const label = 'Never answered';
    lost = Infinity;
    const tab = await startDraft(workbench, 'Cron Jobs');
    const content = JSON.parse(await workbench.editors.text()) as object;
    const filled = { ...content, label, username: 'shop', command: '/bin/true' };
    await workbench.editors.replaceText(JSON.stringify(filled));
    await workbench.editors.unsavedTab(tab).waitFor();
    await workbench.editors.save();
    // The new document replaces the draft.
    await workbench.editors.tab(tab).waitFor({ state: 'detached' });
    const ids = await idsOf(label);
    // How often the browser repeats it depends on the open connections.
    assert.equal(ids.length, sentTo(jobsPath, 'POST'));
    assert.ok(ids.length > 1, "the browser didn't repeat the request");
    const told = workbench.messages.notification(`"${label}" exists more than once`);
    await told.filter({ hasText: ids.join(', ') }).waitFor();
    await workbench.screenshot('lost-writes');
    const words = (await workbench.messages.notifications.allInnerTexts()).join('\n');
    assert.doesNotMatch(words, /fail|again|Not created/i);
    await workbench.editors.closeAll();
  });

  it('is checked, and shown as saved if it arrived: a change', async () => {
    const path = '/api/v3/servers/1/cronjobs/101';
    await workbench.sideBar.row('Nightly backup').click();
    await workbench.editors.opened('101.cron-job.json');
    const live = await workbench.editors.text();
    await workbench.editors.replaceText(live.replace('"hour": "2"', '"hour": "7"'));
    await workbench.editors.unsavedTab('101.cron-job.json').waitFor();
    lost = 2;
    await workbench.editors.save();
    await workbench.editors.unsavedTab('101.cron-job.json').waitFor({ state: 'detached' });
    assert.ok(sentTo(path, 'PATCH') >= 1);
    await eventually(async () => {
      const { time } = await probe.call('GET', path);
      assert.match(String(time), /^\d+ 7 /);
    });
    const words = (await workbench.messages.notifications.allInnerTexts()).join('\n');
    assert.doesNotMatch(words, /fail|again/i);
  });
});
