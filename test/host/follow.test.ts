import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ResourceReference } from '../../src/resources/reference';
import { runCommand } from '../../src/ui/commands/run/runCommand';
import { FollowPanel } from '../../src/ui/panels/follow/followPanels';
import type { FromFollow, ShownEvent, ToFollow } from '../../src/pages/follow/protocol';
import { eventually } from '../support/eventually';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';

const account = 'one';
const server: ResourceReference = { account, kind: 'server', ids: [2] };
const logPath = '/api/v3/servers/2/logs';

/** An editor panel without a page that can be hidden. */
class FakePanel {
  readonly told: ToFollow[] = [];
  visible = true;
  title = 'Events';
  #receive: (message: FromFollow) => unknown = () => undefined;
  #change: () => unknown = () => undefined;
  readonly webview = {
    cspSource: 'fake:',
    options: {},
    html: '',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: (receive: (message: FromFollow) => unknown) => {
      this.#receive = receive;
      return { dispose: () => undefined };
    },
    postMessage: async (message: ToFollow) => this.told.push(message),
  };

  onDidChangeViewState(change: () => unknown) {
    this.#change = change;
    return { dispose: () => undefined };
  }

  send(message: FromFollow): void {
    this.#receive(message);
  }

  show(isVisible: boolean): void {
    this.visible = isVisible;
    this.#change();
    if (isVisible) this.send({ type: 'ready' });
  }

  get events(): readonly ShownEvent[] {
    return this.told.reduce<readonly ShownEvent[]>((all, message) => {
      if (message.type !== 'events') return all;
      return message.isAll ? message.events : [...all, ...message.events];
    }, []);
  }
}

describe('Follow Events', () => {
  const window = eachTest(() =>
    openAccountWindow({ id: account, label: 'One', environment: 'staging' }),
  );
  async function readsOfLog(): Promise<number> {
    const requests = await window.probe.requests();
    return requests.filter(({ path }) => path === logPath).length;
  }

  function open(panel: FakePanel): FollowPanel {
    const { client, names, sessions } = window.services;
    const extensionUri = vscode.Uri.file('/extension');
    const parts = { client, names, sessions, extensionUri };
    return new FollowPanel(parts, panel as unknown as vscode.WebviewPanel, [server]);
  }

  it("gives refused credentials another try if the person doesn't want to wait", async () => {
    const panel = new FakePanel();
    await window.probe.addFault(`401:GET:${logPath}`);
    const follow = open(panel);
    try {
      panel.send({ type: 'ready' });
      const problem = (): string => {
        const last = panel.told.findLast(({ type }) => type === 'sources');
        return last?.type === 'sources' ? (last.sources[0]?.problem ?? '') : '';
      };
      await eventually(() => assert.match(problem(), /\(401\)/));
      await window.probe.clearFaults();
      panel.send({ type: 'retry' });
      await eventually(() => assert.ok(panel.events.length > 0));
      assert.equal(problem(), '');
    } finally {
      follow.close();
    }
  });

  it("shows events, reads none while it's hidden, and then shows the missed ones", async () => {
    const panel = new FakePanel();
    const follow = open(panel);
    try {
      panel.send({ type: 'ready' });
      await eventually(() => assert.ok(panel.events.length > 0));
      const before = panel.events.length;
      panel.show(false);
      const reads = await readsOfLog();
      await window.probe.call('POST', '/api/v3/servers/2/supervisors/rebuild');
      assert.equal(await readsOfLog(), reads);
      panel.show(true);
      await eventually(() => assert.equal(panel.events.length, before + 1));
      assert.match(panel.events.at(-1)?.text ?? '', /supervisor configuration was rebuilt/);
    } finally {
      follow.close();
    }
  });

  it('opens a panel for the selected rows, and reuses it', async () => {
    const other = { ...server, ids: [1] };
    const tabs = (): readonly string[] =>
      vscode.window.tabGroups.all
        .flatMap((group) => group.tabs)
        .filter(
          ({ input }) =>
            input instanceof vscode.TabInputWebview &&
            input.viewType.endsWith('serverManagement.follow'),
        )
        .map(({ label }) => label);
    for (let times = 0; times < 2; times += 1) {
      await runCommand('serverManagement.followEvents', window.services, [server, [server, other]]);
    }
    await eventually(() => assert.deepEqual(tabs(), ['Events of 2 Resources']));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
