import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useSandbox } from '../support/hostProbe';
import { copyValue } from '../support/host/copyValue';
import { replaceMember } from '../support/host/replaceMember';
import { allTests } from '../support/eachTest';

const server = { account: 'sandbox', kind: 'server', ids: [2] };
const integration = { account: 'sandbox', kind: 'integration', ids: [1] };

describe('commands of the explorer', () => {
  const probe = allTests(useSandbox);

  it('copies a resource passed by reference, without a row', async () => {
    assert.equal(await copyValue(['ID'], server), '2');
    assert.equal(await copyValue(['Name'], server), 'batch-amsterdam');
    assert.equal(await copyValue(['Address'], server), '192.0.2.20');
    assert.equal(await copyValue(['API path'], server), '/api/v3/servers/2');
    assert.equal(
      await copyValue(['Link'], server),
      `${vscode.env.uriScheme}://server-management.server-management-explorer/server-management/sandbox/servers/2.server.json`,
    );
  });

  it('copies the address of the server for a resource on it', async () => {
    assert.equal(
      await copyValue(['Address'], { account: 'sandbox', kind: 'cronJob', ids: [2, 1] }),
      '192.0.2.20',
    );
  });

  it('shows each value, and the installation script only for a server without connection', async () => {
    const shown = async (ids: readonly number[]): Promise<readonly string[]> => {
      let entries: readonly string[] = [];
      const restore = replaceMember(
        vscode.window,
        'showQuickPick',
        (items: readonly vscode.QuickPickItem[]) => {
          entries = items.map(({ label, description = '' }) => `${label}: ${description}`);
          return Promise.resolve(undefined);
        },
      );
      try {
        await vscode.commands.executeCommand('serverManagement.copy', { ...server, ids });
      } finally {
        restore();
      }
      return entries;
    };
    const connected = await shown([2]);
    assert.deepEqual(connected.slice(0, 4), [
      'Name: batch-amsterdam',
      'Address: 192.0.2.20',
      'ID: 2',
      'API path: /api/v3/servers/2',
    ]);
    assert.deepEqual(connected.slice(5), ['JSON: ']);
    assert.deepEqual((await shown([5])).slice(5), ['JSON: ', 'Installation Script…: ']);
  });

  it('copies several at once, one per line', async () => {
    const other = { ...server, ids: [3] };
    assert.equal(await copyValue(['ID'], server, [server, other]), '2\n3');
  });

  it("copies the service's data as JSON, with credentials masked", async () => {
    const { data } = await probe.call('GET', '/api/v3/settings/externalapi');
    const [first] = data as readonly { id: number; secret: string }[];
    const text = (await copyValue(['JSON'], { ...integration, ids: [first?.id] })) ?? '';
    const content = JSON.parse(text) as { id: number; secret: string };
    assert.equal(content.id, first?.id);
    assert.notEqual(content.secret, first?.secret);
    assert.ok(!text.includes(first?.secret ?? 'none'));
  });

  it('opens a terminal that runs ssh with the server, user and port as separate arguments', async () => {
    await vscode.workspace
      .getConfiguration('serverManagement.ssh')
      .update('user', 'deploy', vscode.ConfigurationTarget.Global);
    await vscode.commands.executeCommand('serverManagement.openSshTerminal', server);
    const terminal = vscode.window.terminals.at(-1);
    const options: vscode.TerminalOptions = terminal?.creationOptions ?? {};
    assert.equal(options.shellPath, 'ssh');
    assert.deepEqual(options.shellArgs, ['-p', '22', '-l', 'deploy', '--', '192.0.2.20']);
    terminal?.dispose();
    await vscode.workspace
      .getConfiguration('serverManagement.ssh')
      .update('user', undefined, vscode.ConfigurationTarget.Global);
  });
});
