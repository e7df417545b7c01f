import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { waitTimeoutMs } from '../harness/workbench/waitTimeout';
import type { Workbench } from '../harness/workbench';
import { draftInFront, startDraft } from '../support/draftSteps';
import { eventually } from '../support/eventually';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';
import { findInBrowser, findInFiles } from '../support/traces';

const jobsPath = '/api/v2/servers/1/cronjobs';

describe('drafts', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;
  /** The title of the active draft's tab. */
  let tab: string;

  before(async () => {
    window = await openSignedIn({ label: 'Example', environment: 'production' });
    ({ probe, workbench } = window);
    await openTree();
  });

  after(() => window.close());

  afterEach(async () => {
    await probe.clearFaults();
    await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
  });

  async function openTree(): Promise<void> {
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
    await workbench.sideBar.expand('Cron Jobs');
    await workbench.sideBar.row('Nightly backup').waitFor();
  }

  async function start(label: string): Promise<void> {
    tab = await startDraft(workbench, 'Cron Jobs');
    const content = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
    const filled = { ...content, label, username: 'shop', command: '/bin/true' };
    await workbench.editors.replaceText(`${JSON.stringify(filled, undefined, 2)}\n`);
    await workbench.editors.unsavedTab(tab).waitFor();
    await probe.forgetRequests();
  }

  async function create(): Promise<void> {
    await workbench.editors.save();
    await workbench.messages.answerDialog('Create');
  }

  async function jobs(label: string): Promise<number> {
    const answer = await probe.call('GET', `${jobsPath}?perPage=40`);
    const { data } = answer as unknown as { readonly data: readonly { label: string }[] };
    return data.filter((job) => job.label === label).length;
  }

  async function posts(): Promise<number> {
    return (await probe.requests()).filter(({ method }) => method === 'POST').length;
  }

  const lens = (text: string): ReturnType<Workbench['page']['locator']> =>
    workbench.page.locator('.codelens-decoration').filter({ hasText: text });

  /** Clicks a lens until the element appears: VS Code loses clicks on lenses that it redraws. */
  async function pressLens(text: string, opened: Locator): Promise<void> {
    for (let timeout = 1_500; !(await opened.isVisible()); timeout *= 2) {
      await lens(text).getByText(text).click();
      await opened.waitFor({ timeout }).catch((error: unknown) => {
        if (timeout > waitTimeoutMs) throw error;
      });
    }
  }

  it('show where the resource will be created, in a lens without a command', async () => {
    await start('Inert');
    await workbench.page.keyboard.press('ControlOrMeta+Home');
    const place = lens('New: Cron Job');
    await place.waitFor();
    assert.equal(await place.locator('a').filter({ hasText: 'New: Cron Job' }).count(), 0);
    await place.getByText('New: Cron Job').click();
    await pressLens('Discard', workbench.messages.dialog);
    await workbench.screenshot('draft-discard');
    await workbench.messages.answerDialog('Discard');
    await workbench.editors.tab(tab).waitFor({ state: 'detached' });
    assert.equal(await posts(), 0);
    await workbench.messages.answerNotification('Draft discarded.', 'Undo');
    tab = await draftInFront(workbench);
    assert.match(await workbench.editors.text(), /"label": "Inert"/);
    await workbench.quickInput.runCommand('Server Management: Discard Draft');
    await workbench.messages.answerDialog('Discard');
    await workbench.editors.tab(tab).waitFor({ state: 'detached' });
  });

  it('store no secret that is typed into them, not even in the backup of unsaved text', async () => {
    const [label, secret] = ['planted-label-71be', 'planted-draft-secret-81c2'];
    await start(label);
    const content = JSON.parse(await workbench.editors.text()) as Record<string, unknown>;
    await workbench.editors.replaceText(JSON.stringify({ ...content, apiToken: secret }));
    await workbench.messages.notification("Secrets aren't kept in drafts").waitFor();
    await lens('Not in the text: apiToken').waitFor();
    await workbench.screenshot('draft-secret');
    assert.match(await workbench.editors.text(), /"apiToken": ?""/);
    await eventually(async () => {
      const found = [
        ...(await findInFiles(workbench.dataFolder, [label, secret])),
        ...(await findInBrowser(workbench.page, [label, secret])),
      ];
      // Finding the draft itself proves that its backup was searched.
      assert.ok(found.some(({ text }) => text === label));
      assert.deepEqual(
        found.filter(({ text }) => text === secret),
        [],
      );
    });
    await workbench.quickInput.runCommand('Server Management: Discard Draft');
    await workbench.messages.answerDialog('Discard');
    await workbench.editors.tab(tab).waitFor({ state: 'detached' });
  });

  it('say that the outcome is unknown, even after a reload, and search the service before they are sent again', async () => {
    await start('Unclear');
    await probe.addFault(`applied:POST:${jobsPath}:count=1`);
    await probe.addFault(`502:GET:${jobsPath}`);
    await create();
    await workbench.messages.notification("It's unknown whether it was created").waitFor();
    await workbench.page.keyboard.press('ControlOrMeta+Home');
    await lens('May have been created').waitFor();
    await workbench.screenshot('draft-unclear');
    await workbench.reload();
    await workbench.editors.unsavedTab(tab).waitFor();
    await lens('May have been created').waitFor();
    await probe.clearFaults();
    await workbench.editors.save();
    await workbench.editors.tab(tab).waitFor({ state: 'detached' });
    assert.deepEqual([await posts(), await jobs('Unclear')], [1, 1]);
    await workbench.editors.closeAll();
    await openTree();
  });
});
