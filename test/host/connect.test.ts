import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';

const server = { account: 'sandbox', kind: 'server', ids: [2] };
const application = { account: 'sandbox', kind: 'webApplication', ids: [1, 101] };
const remoteSsh = 'ms-vscode-remote.remote-ssh';

describe('ways out of the explorer', () => {
  let restores: (() => void)[];
  let opened: string[];
  let commands: { command: string; parameters: readonly unknown[] }[];
  let messages: ReturnType<typeof recordMessages>['messages'];
  let hasRemoteSsh: boolean;

  before(() => vscode.commands.executeCommand('serverManagement.useSandbox'));

  beforeEach(() => {
    opened = [];
    commands = [];
    hasRemoteSsh = true;
    const recorded = recordMessages();
    messages = recorded.messages;
    const execute = vscode.commands.executeCommand.bind(vscode.commands);
    const find = vscode.extensions.getExtension.bind(vscode.extensions);
    restores = [
      recorded.restore,
      replaceMember(vscode.env, 'openExternal', (uri: vscode.Uri) => {
        opened.push(uri.toString(true));
        return Promise.resolve(true);
      }),
      replaceMember(
        vscode.commands,
        'executeCommand',
        (command: string, ...parameters: readonly unknown[]) => {
          if (command.startsWith('serverManagement.')) return execute(command, ...parameters);
          commands.push({ command, parameters });
          return Promise.resolve(undefined);
        },
      ),
      replaceMember(vscode.extensions, 'getExtension', (id: string) =>
        id === remoteSsh ? (hasRemoteSsh ? { id } : undefined) : find(id),
      ),
    ];
  });

  afterEach(async () => {
    for (const restore of restores) restore();
    await configure('panelPages', undefined);
    await configure('ssh.user', undefined);
    await configure('ssh.port', undefined);
  });

  async function configure(name: string, value: unknown): Promise<void> {
    await vscode.workspace
      .getConfiguration('serverManagement')
      .update(name, value, vscode.ConfigurationTarget.Global);
  }

  async function run(command: string, reference: unknown): Promise<void> {
    await vscode.commands.executeCommand(`serverManagement.${command}`, reference);
  }

  it("open the panel's page of a server and of a web application, with the ids put in", async () => {
    await configure('panelPages', {
      sandbox: 'https://panel.example.com/s/{serverId}/apps/{webappId}?tab=1',
    });
    await run('openPanelPage', application);
    assert.deepEqual(opened, ['https://panel.example.com/s/1/apps/101?tab=1']);
    await configure('panelPages', { sandbox: 'https://panel.example.com/servers/{serverId}' });
    await run('openPanelPage', server);
    assert.equal(opened[1], 'https://panel.example.com/servers/2');
    assert.deepEqual(messages, []);
  });

  for (const page of [undefined, 'javascript:alert(1)', 'file:///etc/passwd', 7]) {
    it(`ask for the address of the panel where it is ${String(page)}, and open nothing`, async () => {
      await configure('panelPages', page === undefined ? undefined : { sandbox: page });
      await run('openPanelPage', server);
      assert.deepEqual(opened, []);
      assert.match(messages[0]?.text ?? '', /address of the panel is not known.*"sandbox"/);
    });
  }

  it('open a server in a window of Remote - SSH, with the user and the port of the settings', async () => {
    await configure('ssh.user', 'deploy');
    await configure('ssh.port', 2222);
    await run('openRemoteSsh', server);
    await run('openRemoteSsh', { ...server, ids: [7] });
    assert.deepEqual(commands, [
      {
        command: 'vscode.newWindow',
        parameters: [{ remoteAuthority: 'ssh-remote+deploy@192.0.2.20:2222' }],
      },
      {
        command: 'vscode.newWindow',
        // An IPv6 address has colons of its own.
        parameters: [{ remoteAuthority: 'ssh-remote+deploy@[2001:db8:7::1]:2222' }],
      },
    ]);
  });

  it('say what is missing where Remote - SSH is not installed, and open nothing', async () => {
    hasRemoteSsh = false;
    await run('openRemoteSsh', server);
    assert.deepEqual(
      commands.filter(({ command }) => command === 'vscode.newWindow'),
      [],
    );
    assert.deepEqual(messages, [
      {
        type: 'information',
        text: 'Opening a server in a window needs the extension Remote - SSH.',
      },
    ]);
  });

  for (const user of ['-oProxyCommand=sh', 'a b', '']) {
    it(`connect nowhere as the user "${user}", which would not be one`, async () => {
      await configure('ssh.user', user);
      const terminals = vscode.window.terminals.length;
      await run('openRemoteSsh', server);
      await run('openSshTerminal', server);
      assert.deepEqual(
        commands.filter(({ command }) => command === 'vscode.newWindow'),
        [],
      );
      assert.equal(vscode.window.terminals.length, terminals);
      assert.match(messages[0]?.text ?? '', /There is no address to connect to: "batch-amsterdam"/);
    });
  }
});
