import assert from 'node:assert/strict';
import { type KindId, findKind } from '../../src/resources/kinds/kinds';
import { type ResourceReference, rowOf, toDocumentPath } from '../../src/resources/reference';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';
import { eventually } from '../support/eventually';
import { type ExplorerWorld, startExplorerWorld } from '../support/explorerWorld';

/** One at each depth, one without an id, and one of the account. */
const linked: readonly KindId[] = ['server', 'sshSettings', 'domain', 'canvas'];

describe('links to resources', () => {
  let world: ExplorerWorld;
  let workbench: Workbench;
  /** The part of a link before a resource's path. */
  let prefix: string;
  /** The account's id, with which paths begin. */
  let account: string;

  before(async () => {
    world = await startExplorerWorld();
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1000 } });
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, { ...world.service, label: 'Example', environment: 'production' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
  });

  after(async () => {
    await workbench.close();
    await world.close();
  });

  /** Opens a link the way the system does after a click. */
  async function follow(link: string): Promise<void> {
    await workbench.quickInput.runCommand('Developer: Open URL');
    await workbench.quickInput.answer('URL to open', link);
  }

  /** The first resource of a kind, below the first of each kind above it. */
  async function firstOf(kind: KindId): Promise<ResourceReference> {
    const { parent, variable } = findKind(kind);
    const above = parent === undefined ? undefined : await firstOf(parent);
    const parents = above?.ids ?? [];
    if (!variable) return { account: 'example', kind, ids: parents };
    // The account's id in the workbench as well.
    const { items } = await world.store.list({ account: 'example', kind, parents });
    const id = items[0]?.['id'];
    assert.ok(typeof id === 'number', `there is no ${kind} to link to`);
    return { account: 'example', kind, ids: [...parents, id] };
  }

  it('are copied from a row, and lead back to it after a confirmation', async () => {
    const { sideBar, page, quickInput } = workbench;
    await page.evaluate(() => navigator.clipboard.writeText('nothing yet'));
    await sideBar.chooseInMenu('batch-amsterdam', 'Copy…');
    await quickInput.pick('Link');
    let link = '';
    await eventually(async () => {
      link = await page.evaluate(() => navigator.clipboard.readText());
      const path = /^(.+)\/server-management\/(example-[0-9a-f]+)\/servers\/2\.server\.json$/;
      [, prefix = '', account = ''] = path.exec(link) ?? [];
      assert.ok(account, link);
    });
    await sideBar.row('shop-frankfurt').click();
    await follow(link);
    await workbench.messages.dialog.getByText('Allow').first().waitFor();
    await workbench.messages.dialog.getByText('Do not ask me again').click();
    await workbench.messages.answerDialog('Open');
    await workbench.sideBar.selected('batch-amsterdam');
  });

  for (const kind of linked) {
    it(`reveal the row of their target: ${kind}`, async () => {
      const reference = await firstOf(kind);
      const shown = rowOf(reference);
      const { present } = findKind(shown.kind);
      const { label } = present(await world.store.read(shown));
      await follow(prefix + toDocumentPath({ ...reference, account }));
      await workbench.sideBar.selected(String(label));
    });
  }

  for (const { path, words } of [
    { path: '/server-management/nobody/servers/1.server.json', words: 'its account was removed' },
    { path: '/server-management/example/servers/1.server.json', words: 'its account was removed' },
    { path: '/server-management/example/servers/one.server.json', words: "it's damaged" },
    { path: '/server-management/example', words: "it's damaged" },
    { path: '/etc/passwd', words: "it's damaged" },
  ]) {
    it(`say why they lead nowhere here: ${path}`, async () => {
      await world.probe.forgetRequests();
      await follow(prefix + path);
      const notification = workbench.messages.notification("Couldn't open the link");
      await notification.filter({ hasText: words }).waitFor();
      await workbench.quickInput.runCommand('Notifications: Clear All Notifications');
      await workbench.messages.notifications.first().waitFor({ state: 'detached' });
      assert.deepEqual(await world.probe.requests(), []);
    });
  }

  it('report a missing resource, and say that nothing was changed', async () => {
    await world.probe.forgetRequests();
    await follow(`${prefix}/server-management/${account}/servers/2/cron-jobs/99999.cron-job.json`);
    await workbench.sideBar.selected('Cron Job 99999');
    await workbench.sideBar.row('Cron Job 99999').getByText('not found').waitFor();
    await workbench.screenshot('explorer-link-gone');
    const methods = (await world.probe.requests()).map(({ method }) => method);
    assert.deepEqual([...new Set(methods)], ['GET']);
  });
});
