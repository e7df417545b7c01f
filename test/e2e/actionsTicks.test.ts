import assert from 'node:assert/strict';
import type { Workbench } from '../harness/workbench';
import type { SandboxProbe } from '../support/sandboxProbe';
import { openSignedIn, type SignedIn } from '../support/signedIn';

describe('check box lists', () => {
  let window: SignedIn;
  let probe: SandboxProbe;
  let workbench: Workbench;

  before(async () => {
    window = await openSignedIn();
    ({ probe, workbench } = window);
    await workbench.sideBar.open('Server Management');
    await workbench.sideBar.expand('shop-frankfurt');
  });

  after(() => window.close());

  async function writes(): Promise<unknown[]> {
    return (await probe.requests())
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path, body }) => [method, path, body]);
  }

  it('accept new tags while typing, beside those of other servers', async () => {
    const { quickInput, sideBar, page } = workbench;
    const before = (await probe.call('GET', '/api/v3/servers/1'))['tags'] as string[];
    await sideBar.chooseInMenu('shop-frankfurt', 'Change', 'Edit Tags…');
    await quickInput.entry(before[0] ?? '').waitFor();
    await workbench.screenshot('tags');
    await quickInput.type('black-friday');
    await quickInput.entry('black-friday').waitFor();
    await workbench.screenshot('tags-typed');
    await quickInput.accept();
    await quickInput.entry(before[0] ?? '').waitFor();
    assert.equal(await quickInput.value(), '');
    await workbench.screenshot('tags-added');
    await probe.forgetRequests();
    await quickInput.accept();
    await page.locator('.statusbar').getByText('Tags of "shop-frankfurt" changed.').waitFor();
    assert.deepEqual(await writes(), [
      ['POST', '/api/v3/servers/1/tags', { tags: [...before, 'black-friday'] }],
    ]);
  });

  it('show who has access to a database, and send only the differences', async () => {
    const { quickInput, sideBar, messages, page } = workbench;
    await sideBar.expand('Databases');
    const [{ name = '' } = {}] = (await probe.call('GET', '/api/v3/servers/1/databases'))[
      'data'
    ] as { name?: string }[];
    const users = (await probe.call('GET', '/api/v3/servers/1/databaseusers'))['data'] as {
      id: number;
      username: string;
    }[];
    const [first, second] = users;
    assert.ok(first && second);
    await sideBar.chooseInMenu(name, 'Change Access to Database…');
    await quickInput.entry(second.username).waitFor();
    await workbench.screenshot('grants');
    await quickInput.pick(first.username);
    await quickInput.pick(second.username);
    await workbench.screenshot('grants-changed');
    await probe.forgetRequests();
    await quickInput.accept();
    await messages.dialog.getByText(`Revoke access to "${name}"?`).waitFor();
    await workbench.screenshot('grants-revoke');
    await messages.answerDialog('Revoke');
    await quickInput.enter(name);
    await page.locator('.statusbar').getByText(`Access to "${name}" changed.`).waitFor();
    const grant = '/api/v3/servers/1/databases/101/grant';
    assert.deepEqual(await writes(), [
      ['DELETE', grant, { id: first.id }],
      ['POST', grant, { id: second.id }],
    ]);
  });
});
