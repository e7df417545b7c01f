import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { startSandbox } from '../../src/sandbox/start';
import { root } from '../harness/system/paths';
import { openWorkbench, type Workbench } from '../harness/workbench';
import { addAccount } from '../support/accountSteps';

/** Wraps the extension's start to act as another version that stored data in another form. */
const earlierVersion = `
const extension = require('./dist/extension.js');
exports.activate = async (context) => {
  await context.secrets.store('account.old-space', '{"id": "old-space", "token": "planted-of-an-old-version"');
  extension.activate(context);
};
exports.deactivate = extension.deactivate;
`;

async function makeExtension(folder: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as object;
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...manifest, main: './earlierVersion.js' }),
  );
  await writeFile(path.join(folder, 'earlierVersion.js'), earlierVersion);
  for (const name of ['dist', 'media', 'package.nls.json', 'package.nls.de.json']) {
    await symlink(path.join(root, name), path.join(folder, name));
  }
}

describe("an account that can't be read", () => {
  let folder: string;
  let service: Sandbox;
  let workbench: Workbench;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'earlier-version-'));
    await makeExtension(folder);
    service = await startSandbox();
    workbench = await openWorkbench({ extension: folder });
    await workbench.sideBar.open('Server Management');
  });

  after(async () => {
    await workbench.close();
    await service.close();
    await rm(folder, { recursive: true });
  });

  it('is reported on a row, and the other accounts work', async () => {
    await workbench.sideBar.row('old-space').waitFor();
    await addAccount(workbench, { ...service, label: 'Example Hosting', environment: 'staging' });
    await workbench.sideBar.row('shop-frankfurt').waitFor();
    await workbench.sideBar.row('old-space').getByText("can't be read").waitFor();
    assert.equal(
      await workbench.sideBar.row('old-space').getAttribute('aria-label'),
      "Account, old-space, can't be read, click to remove",
    );
    await workbench.screenshot('accounts-broken');
  });

  it('keeps its id reserved when a new account has a similar name', async () => {
    await addAccount(workbench, { ...service, label: 'Old Space', environment: 'staging' });
    await workbench.sideBar.row('Old Space').waitFor();
    await workbench.sideBar.row('old-space').getByText("can't be read").waitFor();
    assert.equal(await workbench.sideBar.rows.count(), 3);
  });

  it('is removed by a click, after confirmation', async () => {
    await workbench.sideBar.row('old-space').click();
    await workbench.messages.dialog.getByText('another version of the extension').waitFor();
    await workbench.messages.answerDialog('Cancel');
    await workbench.sideBar.row('old-space').waitFor();
    await workbench.sideBar.row('Old Space').click();
    await workbench.sideBar.row('old-space').click();
    await workbench.messages.answerDialog('Remove');
    await workbench.sideBar.row('old-space').waitFor({ state: 'detached' });
    await workbench.sideBar.row('Example Hosting').waitFor();
    await workbench.sideBar.row('Old Space').waitFor();
  });
});
