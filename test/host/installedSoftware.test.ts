import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/explorer/nodes';
import type { Resource } from '../../src/resources/kinds/kind';
import { runCommand } from '../../src/ui/commands/runCommand';
import { eventually } from '../support/eventually';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

const application = { account: 'example', kind: 'webApplication', ids: [1, 102] } as const;
const path = '/api/v3/servers/1/webapps/102/installer';

describe('software of a web application', () => {
  const window = eachTest(() => openAccountWindow());
  /** The labels of the rows of installed software; undefined if there is no row above them. */
  async function rows(): Promise<readonly unknown[] | undefined> {
    const { servers } = window.services.explorer;
    const below = await servers.getChildren({ type: 'resource', reference: application });
    const holder = below.find(
      (node: TreeNode) => node.type === 'collection' && node.reference.kind === 'installer',
    );
    const installed = holder && (await servers.getChildren(holder));
    return installed?.map((node: TreeNode) => servers.getTreeItem(node).label);
  }

  async function requests(): Promise<readonly string[]> {
    return (await window.probe.requests())
      .filter((each) => each.path.startsWith(path))
      .map((each) => `${each.method} ${each.path.slice(path.length)}`.trim());
  }

  it("has a row once it's installed, without any list request", async () => {
    assert.equal(await rows(), undefined);
    const messages = recordMessages();
    try {
      const values = { values: { name: 'joomla' } };
      await runCommand('serverManagement.installSoftware', window.services, [application, values]);
      await eventually(async () => assert.deepEqual(await rows(), ['Joomla']));
      assert.deepEqual(await requests(), ['POST']);
    } finally {
      messages.restore();
    }
  });

  it('loses its row when it is removed', async () => {
    const installed = (await window.probe.call('POST', path, { name: 'grav' })) as Resource;
    const id = Number(installed['id']);
    const reference = { account: 'example', kind: 'installer', ids: [1, 102, id] } as const;
    await window.services.explorer.keep(reference, installed);
    await eventually(async () => assert.deepEqual(await rows(), ['Grav']));
    await window.probe.forgetRequests();
    // Confirms the removal.
    const restore = replaceMember(vscode.window, 'showWarningMessage', (...texts: unknown[]) =>
      Promise.resolve(texts.at(-1)),
    );
    try {
      await runCommand('serverManagement.delete', window.services, [reference]);
    } finally {
      restore();
    }
    await eventually(async () => assert.equal(await rows(), undefined));
    // The deletion, and the read that shows whether it's gone.
    assert.deepEqual((await requests()).slice(-2), [`DELETE /${id}`, `GET /${id}`]);
  });
});
