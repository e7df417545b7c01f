import assert from 'node:assert/strict';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';

describe('a second account', () => {
  let service: Sandbox;
  let other: Sandbox;
  let workbench: Workbench;

  before(async () => {
    service = await startSandbox();
    other = await startSandbox();
    workbench = await openWorkbench({ viewport: { width: 1280, height: 1400 } });
    await workbench.sideBar.open('Server Management');
    await addAccount(workbench, {
      ...service,
      label: 'Example Hosting',
      environment: 'production',
    });
  });

  after(async () => {
    await workbench.close();
    await Promise.all([service.close(), other.close()]);
  });

  const selected = () => workbench.page.locator('.part.sidebar .monaco-list-row.selected');

  async function assertKept(): Promise<void> {
    const { sideBar } = workbench;
    for (const label of ['Web Applications', 'storefront', 'Cron Jobs']) {
      await sideBar.row(label).waitFor();
    }
    await selected().getByText('storefront').waitFor();
  }

  it("leaves the first account's rows expanded and selected, and starts collapsed with its count", async () => {
    const { sideBar } = workbench;
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Web Applications');
    await sideBar.row('storefront').click();
    await addAccount(workbench, { ...other, label: 'Trial', environment: 'development' });
    await sideBar.row('Trial').getByText('Development · 8 servers').waitFor();
    await sideBar.row('Example Hosting').getByText('Production · 8 servers').waitFor();
    await assertKept();
    assert.equal(await sideBar.row('Trial').getAttribute('aria-expanded'), 'false');
    await workbench.screenshot('accounts-second');
  });

  it('starts collapsed in the next window, like the first, both with counts', async () => {
    const { sideBar } = workbench;
    await workbench.restart();
    await sideBar.open('Server Management');
    await sideBar.row('Trial').getByText('8 servers').waitFor();
    await sideBar.row('Example Hosting').getByText('8 servers').waitFor();
    assert.equal(await sideBar.rows.count(), 2);
    await workbench.screenshot('accounts-collapsed');
  });

  it('leaves the remaining rows expanded and selected when it is removed', async () => {
    const { sideBar, messages } = workbench;
    await sideBar.expand('Example Hosting');
    await sideBar.expand('shop-frankfurt');
    await sideBar.expand('Web Applications');
    await sideBar.row('storefront').click();
    await sideBar.chooseInMenu('Trial', 'Remove Account…');
    await messages.answerDialog('Remove');
    await sideBar.row('Example Hosting').waitFor({ state: 'detached' });
    await sideBar.row('Web Applications').waitFor();
    await sideBar.row('storefront').waitFor();
  });
});
