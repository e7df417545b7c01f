import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { giveUp } from '../support/giveUp';
import { SandboxProbe } from '../support/sandboxProbe';
import { lensesOf } from '../support/host/provided';

interface ReadOnly {
  readonly document: string;
  readonly reason: RegExp;
}

const noCall = /Read-only: the service can't change it/;
const passwordAlone = /Read-only: only the password can be changed/;

/** One document of every kind that can be read but not written. */
const documents: readonly ReadOnly[] = [
  {
    document: 'servers/1/supervisor-jobs/101.supervisor-job.json',
    reason: noCall,
  },
  { document: 'servers/1/firewall-rules/101.firewall-rule.json', reason: noCall },
  { document: 'servers/1/ssh-keys/101.ssh-key.json', reason: noCall },
  { document: 'servers/1/databases/101.database.json', reason: noCall },
  {
    document: 'servers/1/web-applications/101/domains/101.domain.json',
    reason: noCall,
  },
  { document: 'servers/1/system-users/102.system-user.json', reason: passwordAlone },
  {
    document: 'servers/1/database-users/101.database-user.json',
    reason: passwordAlone,
  },
  {
    document: 'atomic-projects/1.atomic-project.json',
    reason: noCall,
  },
];

describe('read-only documents', () => {
  before(async () => {
    const sandbox = await vscode.commands.executeCommand<{ url: string; token: string }>(
      'serverManagement.useSandbox',
    );
    await new SandboxProbe(sandbox).call('POST', '/__sandbox/reset');
  });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  for (const { document: path, reason } of documents) {
    describe(path, () => {
      const uri = vscode.Uri.from({
        scheme: 'server-management',
        path: `/server-management/sandbox/${path}`,
      });

      it("says why it's read-only, and offers at most one action", async () => {
        await vscode.window.showTextDocument(uri);
        const found = await lensesOf(uri);
        assert.match(found.map(({ title }) => title).join('\n'), reason);
        assert.ok(found.length <= 3, found.map(({ title }) => title).join('\n'));
        assert.ok(!found.some(({ title }) => /Delete|Duplicate/.test(title)));
        for (const { title, command, arguments: given = [] } of found) {
          // The reason isn't clickable.
          if (reason.test(title)) assert.equal(command, '');
          if (command === '') continue;
          assert.match(command, /^serverManagement\./);
          assert.equal(String(given[0]), uri.toString());
        }
      });

      it("can't be edited", async () => {
        const { permissions } = await vscode.workspace.fs.stat(uri);
        assert.equal(permissions, vscode.FilePermission.Readonly);
      });
    });
  }

  it('can be deleted after confirmation, and sends nothing before that', async () => {
    const sandbox = await vscode.commands.executeCommand<{ url: string; token: string }>(
      'serverManagement.useSandbox',
    );
    const probe = new SandboxProbe(sandbox);
    await probe.forgetRequests();
    const uri = vscode.Uri.from({
      scheme: 'server-management',
      path: '/server-management/sandbox/servers/1/databases/101.database.json',
    });
    // The question isn't answered here, which isn't consent.
    const deleting = vscode.commands.executeCommand<{ status: string } | undefined>(
      'serverManagement.delete',
      uri,
    );
    assert.notEqual((await giveUp(deleting))?.status, 'done');
    const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
    assert.deepEqual(writes, []);
  });
});
