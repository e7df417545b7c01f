import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useSandbox } from '../support/hostProbe';
import { allTests } from '../support/eachTest';

const server = { account: 'sandbox', kind: 'server', ids: [2] };
const integration = { account: 'sandbox', kind: 'integration', ids: [1] };

async function copied(command: string, ...parameters: readonly unknown[]): Promise<string> {
  await vscode.env.clipboard.writeText('nothing');
  return (
    (await vscode.commands.executeCommand<string>(`serverManagement.${command}`, ...parameters)) ??
    ''
  );
}

describe('commands of the explorer', () => {
  const probe = allTests(useSandbox);

  it('copies a resource passed by reference, without a row', async () => {
    assert.equal(await copied('copyId', server), '2');
    assert.equal(await copied('copyName', server), 'batch-amsterdam');
    assert.equal(await copied('copyAddress', server), '192.0.2.20');
    assert.equal(await copied('copyApiPath', server), '/api/v3/servers/2');
    assert.equal(
      await copied('copyLink', server),
      `${vscode.env.uriScheme}://server-management.server-management-explorer/server-management/sandbox/servers/2.server.json`,
    );
  });

  it('copies the address of the server for a resource on it', async () => {
    assert.equal(
      await copied('copyAddress', { account: 'sandbox', kind: 'cronJob', ids: [2, 1] }),
      '192.0.2.20',
    );
  });

  it('copies several at once, one per line', async () => {
    const other = { ...server, ids: [3] };
    assert.equal(await copied('copyId', server, [server, other]), '2\n3');
  });

  it("copies the service's data as JSON, with credentials masked", async () => {
    const { data } = await probe.call('GET', '/api/v3/settings/externalapi');
    const [first] = data as readonly { id: number; secret: string }[];
    const text = await copied('copyJson', { ...integration, ids: [first?.id] });
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
