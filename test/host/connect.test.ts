import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { assertEvery } from '../support/assertEvery';
import { eventually } from '../support/eventually';
import { recordMessages } from '../support/host/recordedMessages';
import { recordQuestions } from '../support/host/recordedQuestions';
import { openAccountWindow } from '../support/host/accountWindow';
import { openHostWindow, temporary } from '../support/host/hostWindow';
import { pretendRemote } from '../support/host/remoteWindow';
import { replaceGetter, replaceMember } from '../support/host/replaceMember';
import { TestBox } from '../support/host/testBox';
import { MemorySecrets } from '../support/memorySecrets';
import { startService } from '../support/startService';
import { randomHex } from '../../src/base/random';
import { isNode } from '../../src/platform/isNode';
import { platform } from '../../src/platform/platform';
import { runCommand } from '../../src/ui/commands/runCommand';
import { recordFor } from '../support/accountRecord';

const server = { account: 'sandbox', kind: 'server', ids: [2] };
const application = { account: 'sandbox', kind: 'webApplication', ids: [1, 101] };
const database = { account: 'sandbox', kind: 'database', ids: [1, 101] };

describe('connections from the explorer', () => {
  let restores: (() => void)[];
  let opened: string[];
  let commands: { command: string; parameters: readonly unknown[] }[];
  let messages: ReturnType<typeof recordMessages>['messages'];
  let remoteSsh: string | undefined;
  let terminals: vscode.TerminalOptions[];
  const configured = new Set<string>();

  before(() => vscode.commands.executeCommand('serverManagement.useSandbox'));

  beforeEach(() => {
    opened = [];
    commands = [];
    remoteSsh = 'ms-vscode-remote.remote-ssh';
    terminals = [];
    const recorded = recordMessages();
    messages = recorded.messages;
    const execute = vscode.commands.executeCommand.bind(vscode.commands);
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
          // The extension's own commands and context keys open nothing outside the editor.
          const isOwn = command.startsWith('serverManagement.') || command === 'setContext';
          if (isOwn) return execute(command, ...parameters);
          commands.push({ command, parameters });
          return Promise.resolve(undefined);
        },
      ),
      replaceMember(vscode.window, 'createTerminal', (options: vscode.TerminalOptions) => {
        terminals.push(options);
        return { show: () => undefined };
      }),
      replaceGetter(vscode.extensions, 'all', () => (remoteSsh ? [{ id: remoteSsh }] : [])),
    ];
  });

  afterEach(async () => {
    for (const restore of restores) restore();
    for (const name of configured) await configure(name, undefined);
    configured.clear();
  });

  async function configure(name: string, value: unknown): Promise<void> {
    configured.add(name);
    await vscode.workspace
      .getConfiguration('serverManagement')
      .update(name, value, vscode.ConfigurationTarget.Global);
  }

  async function run(command: string, reference: unknown): Promise<void> {
    await vscode.commands.executeCommand(`serverManagement.${command}`, reference);
  }

  it("ask each account once for the control panel's page of a server, and fill in the ids", async () => {
    const window = openHostWindow(new MemorySecrets());
    const { services } = window;
    for (const id of ['live', 'other'])
      await services.accounts.save(
        recordFor({ url: `https://${id}.example.com` }, { id, label: id }),
      );
    const boxes: TestBox[] = [];
    restores.push(
      replaceMember(vscode.window, 'createInputBox', () => {
        const box = new TestBox();
        boxes.push(box);
        return box as never;
      }),
    );
    const open = (reference: object, id = 'live'): Promise<unknown> =>
      runCommand('serverManagement.openPanelPage', services, [{ ...reference, account: id }]);
    const opening = open(application);
    await eventually(() => assert.equal(boxes.length, 1));
    const [box] = boxes;
    assert.ok(box);
    for (const text of [
      '',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'http://panel.example.com',
    ]) {
      box.type(text);
      box.enter();
      await eventually(() => assert.ok(box.validationMessage, text));
    }
    box.type('https://panel.example.com/s/{serverId}/apps/{webappId}?tab=1');
    box.enter();
    await opening;
    await open({ ...application, ids: [2, 105] });
    assert.equal(boxes.length, 1);
    const openingOther = open(server, 'other');
    await eventually(() => assert.equal(boxes.length, 2));
    boxes[1]?.type('https://panel.example.org/{serverId}');
    boxes[1]?.enter();
    await openingOther;
    await open(server, 'other');
    assert.equal(boxes.length, 2);
    assert.deepEqual(opened, [
      'https://panel.example.com/s/1/apps/101?tab=1',
      'https://panel.example.com/s/2/apps/105?tab=1',
      'https://panel.example.org/2',
      'https://panel.example.org/2',
    ]);
    assert.deepEqual(messages, []);
    await window.close();
  });

  it('open nothing if the kept address of the control panel is not one, or there is none', async () => {
    const window = openHostWindow(new MemorySecrets());
    const { accounts } = window.services;
    const record = recordFor({ url: 'https://api.example.com' }, { id: 'live' });
    await accounts.save({ ...record, panelPage: 'javascript:alert(1)' });
    assert.equal((await accounts.record('live'))?.panelPage, undefined);
    await window.close();
    await run('openPanelPage', server);
    assert.deepEqual(opened, []);
    assert.deepEqual(messages, [
      { type: 'information', text: 'The sandbox has no control panel.' },
    ]);
  });

  it('open the website of a web application and of a domain, with https if a certificate is valid', async () => {
    await run('openWebsite', application);
    await run('openWebsite', { ...application, kind: 'domain', ids: [1, 104, 131] });
    assert.deepEqual(opened, ['https://shop.example.com/', 'http://staging.example.org/']);
    assert.deepEqual(messages, []);
  });

  it('open a server in a window of Remote - SSH, with the configured user and port', async () => {
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
        // An IPv6 address contains colons.
        parameters: [{ remoteAuthority: 'ssh-remote+deploy@[2001:db8:7::1]:2222' }],
      },
    ]);
  });

  it('open the folder of a web application in a terminal and in a window of Remote - SSH', async () => {
    await configure('ssh.user', 'deploy');
    await run('openSshTerminal', application);
    const at = ['-p', '22', '-l', 'deploy', '--', '192.0.2.10'];
    assert.deepEqual(
      terminals.map(({ shellPath, shellArgs }) => [shellPath, shellArgs]),
      [['ssh', ['-t', ...at, 'cd /home/webmaster/webapps/storefront; exec $SHELL -l']]],
    );
    await run('openRemoteSsh', application);
    const [{ command, parameters } = { command: '', parameters: [] }] = commands;
    const [folder, options] = parameters as [vscode.Uri, object];
    assert.equal(command, 'vscode.openFolder');
    assert.deepEqual(
      [folder.scheme, folder.authority, folder.path, options],
      [
        'vscode-remote',
        'ssh-remote+deploy@192.0.2.10:22',
        '/home/webmaster/webapps/storefront',
        { forceNewWindow: true },
      ],
    );
    assert.deepEqual(messages, []);
  });

  it('follow the logs of a web application, in the configured files', async () => {
    await configure('ssh.user', 'deploy');
    await run('followLog', application);
    await configure('ssh.logPaths', ['/var/log/my app/{name}.log']);
    await run('followLog', application);
    assert.deepEqual(
      terminals.map(({ shellArgs }) => shellArgs?.at(-1)),
      [
        'tail -n 50 -F -- /home/webmaster/logs/nginx/storefront_access.log /home/webmaster/logs/nginx/storefront_error.log',
        "tail -n 50 -F -- '/var/log/my app/storefront.log'",
      ],
    );
    await configure('ssh.logPaths', ['-f relative']);
    await run('followLog', application);
    assert.equal(terminals.length, 2);
    assert.match(messages[0]?.text ?? '', /log paths for "storefront" aren't valid/);
  });

  it('open a tunnel to a database on a free port, and copy its address without a password', async () => {
    await configure('ssh.user', 'deploy');
    await configure('ssh.databasePort', 3307);
    await run('openTunnel', database);
    await run('openTunnel', application);
    const ports = terminals.map(
      ({ shellArgs }) => /^127\.0\.0\.1:(\d+):127\.0\.0\.1:3307$/.exec(shellArgs?.[4] ?? '')?.[1],
    );
    assert.ok(Number(ports[0]) > 1023 && ports[0] !== ports[1], ports.join());
    assert.deepEqual(terminals[0]?.shellArgs?.slice(0, 4), [
      '-N',
      '-o',
      'ExitOnForwardFailure=yes',
      '-L',
    ]);
    assert.equal(await vscode.env.clipboard.readText(), `mysql://127.0.0.1:${ports[1]}/`);
  });

  it("reject a folder that isn't a path, and say so", async () => {
    await configure('ssh.user', 'deploy');
    const window = await openAccountWindow({ label: 'Hostile' });
    const hostile = { account: 'example', kind: 'webApplication', ids: [1, 101] } as const;
    const { store } = window.services;
    await store.read(hostile);
    store.replace(hostile, { id: 101, name: '$(reboot)', rootPath: '/home/x\nreboot' });
    for (const command of ['openSshTerminal', 'openRemoteSsh', 'followLog'] as const) {
      await runCommand(`serverManagement.${command}`, window.services, [hostile]);
    }
    await window.close();
    assert.deepEqual([terminals, commands], [[], []]);
    assert.deepEqual(
      messages.map(({ text }) => text.replace(/"[^"]*"/, '""')),
      [
        'The root folder of "" isn\'t a valid path.',
        'The root folder of "" isn\'t a valid path.',
        'The log paths for "" aren\'t valid.',
      ],
    );
  });

  it('show a name in place of an address, and one in a private network, before they are used', async () => {
    await configure('ssh.user', 'deploy');
    const service = await startService();
    const window = openHostWindow(new MemorySecrets());
    const asked: string[] = [];
    let answer: string | undefined;
    restores.push(
      replaceMember(
        vscode.window,
        'showWarningMessage',
        (text: string, { detail = '' }: vscode.MessageOptions) => {
          asked.push(`${text}\n${detail}`);
          return Promise.resolve(answer);
        },
      ),
    );
    const host = { account: 'hostile', kind: 'server', ids: [1] } as const;
    const domain = { account: 'hostile', kind: 'domain', ids: [1, 101, 101] } as const;
    const connect = async (): Promise<void> => {
      for (const command of ['openSshTerminal', 'openRemoteSsh'] as const) {
        await runCommand(`serverManagement.${command}`, window.services, [host]);
      }
      await runCommand('serverManagement.openWebsite', window.services, [domain]);
    };
    try {
      await window.services.accounts.save(recordFor(service, { id: 'hostile', label: 'Hostile' }));
      const { store } = window.services;
      await Promise.all([store.read(host), store.read(domain)]);
      store.replace(host, { id: 1, name: 'shop', ipAddress: 'bastion' });
      store.replace(domain, { id: 101, name: 'nas.local' });
      await connect();
      assert.deepEqual([terminals, commands, opened], [[], [], []]);
      answer = 'Connect';
      await connect();
      answer = 'Open';
      await connect();
    } finally {
      await window.close();
      await service.close();
    }
    assert.deepEqual(terminals[0]?.shellArgs?.at(-1), 'bastion');
    assert.deepEqual([terminals.length, commands.length], [1, 1]);
    assert.deepEqual(opened, ['https://nas.local/']);
    const [ssh = '', , website = ''] = asked;
    assert.match(ssh, /^Connect to deploy@bastion\?\n[^]*Server: shop\nAccount: Hostile$/);
    assert.match(website, /^Open https:\/\/nas\.local\/\?\n[^]*Server: shop\nAccount: Hostile$/);
  });

  it("ask for the SSH user of a server if none is set, and don't connect before that", async () => {
    const { asked, restore } = recordQuestions();
    restores.push(restore);
    await run('openRemoteSsh', server);
    assert.deepEqual(asked, ['a pick']);
    assert.deepEqual(commands, []);
  });

  it('never log in as root if the server prevents it, regardless of the settings', async () => {
    await configure('ssh.user', 'root');
    const { asked, restore } = recordQuestions();
    restores.push(restore);
    await run('openRemoteSsh', { ...server, ids: [1] });
    assert.deepEqual(asked, ['a pick']);
    assert.deepEqual(commands, []);
    await run('openRemoteSsh', { ...server, ids: [7] });
    assert.equal(commands.length, 1);
  });

  it('write hosts that every SSH client knows, after showing what changes', async function () {
    // A browser has no such files.
    if (!isNode) this.skip();
    const home = vscode.Uri.joinPath(temporary(), `home-${randomHex(4)}`);
    const [config, hosts] = ['config', 'server-management.conf'].map((name) =>
      vscode.Uri.joinPath(home, '.ssh', name),
    ) as [vscode.Uri, vscode.Uri];
    const read = async (file: vscode.Uri): Promise<string> =>
      new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
    const own = '# Größe\r\nHost *\r\n  User me\r\n';
    await vscode.workspace.fs.writeFile(config, new TextEncoder().encode(own));
    restores.push(replaceMember(platform, 'homeFolder', () => home.fsPath));
    const asked: string[] = [];
    let answer: string | undefined;
    restores.push(
      replaceMember(vscode.window, 'showWarningMessage', (text: string) => {
        asked.push(text);
        return Promise.resolve(answer);
      }),
    );
    const window = await openAccountWindow({ id: 'live', label: 'My Shop' });
    const { services } = window;
    const write = (): Promise<unknown> =>
      runCommand('serverManagement.writeSshHosts', services, [{ account: 'live' }]);
    const place = { account: 'live', kind: 'server', ids: [1] } as const;
    const connect = async (): Promise<readonly string[] | string | undefined> => {
      await runCommand('serverManagement.openSshTerminal', services, [place]);
      return terminals.at(-1)?.shellArgs;
    };
    try {
      await services.sshLogins.choose(place, { user: 'deploy', port: 2222 });
      await write();
      assert.equal(await read(config), own);
      assert.equal(commands[0]?.command, 'vscode.changes');
      const shown = commands[0].parameters[1] as readonly (readonly vscode.Uri[])[];
      const sides = shown.map((uris) => uris.map((uri) => uri.path));
      assert.deepEqual(sides, [
        Array<string>(3).fill('/.ssh/server-management.conf'),
        Array<string>(3).fill('/.ssh/config'),
      ]);
      const { ipAddress = '' } = (await services.store.read(place)) as { ipAddress?: string };
      assert.deepEqual(await connect(), ['-p', '2222', '-l', 'deploy', '--', ipAddress]);
      answer = 'Write';
      await write();
      assert.equal(await read(config), `Include server-management.conf\r\n\r\n${own}`);
      const [, entry = ''] = (await read(hosts)).split('# server 1\n');
      const [host = '', ...values] = entry.split('\n');
      assert.match(host, /^Host my-shop-[a-z0-9.-]+$/);
      assert.deepEqual(values.slice(0, 3), [
        `  HostName ${ipAddress}`,
        '  User deploy',
        '  Port 2222',
      ]);
      assert.deepEqual(await connect(), ['-p', '2222', '-l', 'deploy', '--', host.slice(5)]);
      await write();
      assert.equal(asked.length, 2);
      assert.match(asked[0] ?? '', /^Write \d+ servers to ~\/\.ssh\/server-management\.conf\?/);
      assert.match(messages.at(-1)?.text ?? '', /has all servers of My Shop already/);
      await configure('ssh.jumpHost', '-oProxyCommand=x');
      await write();
      assert.equal(
        asked.at(-1),
        'The setting serverManagement.ssh.jumpHost isn\'t valid: "-oProxyCommand=x".',
      );
      await services.accounts.remove('live');
      await eventually(async () => assert.doesNotMatch(await read(hosts), /^Host /m));
    } finally {
      await window.close();
      await vscode.workspace.fs.delete(home, { recursive: true });
    }
  });

  it('run on the machine of the extension, even if the window is remote', async function () {
    // A browser has no folder that a terminal could be in.
    if (!isNode) this.skip();
    await configure('ssh.user', 'deploy');
    for (const kind of [vscode.ExtensionKind.Workspace, vscode.ExtensionKind.UI]) {
      const back = pretendRemote(kind);
      await run('openTunnel', database);
      await run('openSshTerminal', server);
      back();
    }
    const home = vscode.Uri.file(process.getBuiltinModule('node:os').homedir()).toString();
    assert.deepEqual(
      terminals.map(({ cwd }) => cwd?.toString()),
      [undefined, undefined, home, home],
    );
  });

  it('open a server in a window of every extension that does', async () => {
    await configure('ssh.user', 'deploy');
    const others = [
      'jeanp413.open-remote-ssh',
      'anysphere.remote-ssh',
      'codeium.windsurf-remote-openssh',
      'google.antigravity-remote-openssh',
    ];
    for (remoteSsh of others) await run('openRemoteSsh', server);
    assert.deepEqual(
      commands.map(({ command }) => command),
      others.map(() => 'vscode.newWindow'),
    );
  });

  it("say what is missing if Remote - SSH isn't installed, and open nothing", async () => {
    remoteSsh = undefined;
    await run('openRemoteSsh', server);
    assert.deepEqual(
      commands.filter(({ command }) => command === 'vscode.newWindow'),
      [],
    );
    assert.deepEqual(messages, [
      {
        type: 'information',
        text: 'Install the Remote - SSH extension to open a server in a window.',
      },
    ]);
  });

  it('reject an invalid user name', async () => {
    for (const user of ['-oProxyCommand=sh', 'a b', '']) {
      await configure('ssh.user', user);
      await run('openRemoteSsh', server);
      await run('openSshTerminal', server);
    }
    assert.deepEqual([commands, terminals], [[], []]);
    assertEvery(messages, ({ text }) =>
      /Can't connect: "batch-amsterdam" has no address/.test(text),
    );
  });
});
