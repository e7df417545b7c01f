import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ResourceReference } from '../../src/resources/reference';
import type { PanelServices } from '../../src/ui/panels/panelPage';
import { runCommand } from '../../src/ui/commands/runCommand';
import { FollowPanel } from '../../src/ui/panels/panels';
import type { FollowedRow } from '../../src/pages/model';
import type { FromPage, ToPage } from '../../src/pages/protocol';
import { eventually } from '../support/eventually';
import { openAccountWindow } from '../support/host/accountWindow';
import { replaceMember } from '../support/host/replaceMember';
import { eachTest } from '../support/eachTest';

const account = 'one';
const server: ResourceReference = { account, kind: 'server', ids: [2] };
const logPath = '/api/v3/servers/2/logs';

/** An editor panel without a page that can be hidden. */
class FakePanel {
  readonly told: ToPage[] = [];
  visible = true;
  title = 'Events';
  #receive: (message: FromPage) => unknown = () => undefined;
  #change: () => unknown = () => undefined;
  readonly webview = {
    cspSource: 'fake:',
    options: {},
    html: '',
    asWebviewUri: (uri: vscode.Uri) => uri,
    onDidReceiveMessage: (receive: (message: FromPage) => unknown) => {
      this.#receive = receive;
      return { dispose: () => undefined };
    },
    postMessage: async (message: ToPage) => this.told.push(message),
  };

  onDidChangeViewState(change: () => unknown) {
    this.#change = change;
    return { dispose: () => undefined };
  }

  send(message: FromPage): void {
    this.#receive(message);
  }

  show(isVisible: boolean): void {
    this.visible = isVisible;
    this.#change();
    if (isVisible) this.send({ type: 'ready' });
  }

  get events(): readonly FollowedRow[] {
    return this.told.reduce<readonly FollowedRow[]>((all, message) => {
      if (message.type !== 'rows') return all;
      return message.isAll ? message.rows : [...all, ...message.rows];
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

  function open(panel: FakePanel, ...others: readonly ResourceReference[]): FollowPanel {
    const extensionUri = vscode.Uri.file('/extension');
    const services = { ...window.services, extensionUri } as unknown as PanelServices;
    return new FollowPanel(services, panel as unknown as vscode.WebviewPanel, [server, ...others]);
  }

  it("gives refused credentials another try if the person doesn't want to wait", async () => {
    const panel = new FakePanel();
    await window.probe.addFault(`401:GET:${logPath}`);
    const follow = open(panel);
    try {
      panel.send({ type: 'ready' });
      const problem = (): string => {
        const last = panel.told.findLast(({ type }) => type === 'model');
        return last?.type === 'model' ? (last.failure?.text ?? '') : '';
      };
      await eventually(() => assert.match(problem(), /\(401\)/));
      await window.probe.clearFaults();
      panel.send({ type: 'refresh' });
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
      assert.match(
        panel.events.at(-1)?.cells[0]?.text ?? '',
        /supervisor configuration was rebuilt/,
      );
    } finally {
      follow.close();
    }
  });

  it('opens the resource of an event', async () => {
    const panel = new FakePanel();
    const other = { ...server, ids: [1] };
    const follow = open(panel, other);
    const opened: unknown[] = [];
    const restore = replaceMember(
      vscode.commands,
      'executeCommand',
      // The window sets keys of its own meanwhile.
      async (id: string, ...parameters: unknown[]) =>
        id === 'setContext' ? undefined : void opened.push([id, ...parameters]),
    );
    try {
      panel.send({ type: 'ready' });
      const buttons = (): readonly string[] =>
        panel.events.flatMap(({ cells }) => cells.flatMap(({ button }) => button ?? []));
      const ofOther = (): string | undefined => buttons().find((id) => id.includes('/1/'));
      await eventually(() => assert.ok(ofOther()));
      panel.send({ type: 'press', id: 'delete' });
      panel.send({ type: 'press', id: ofOther() ?? '' });
      assert.deepEqual(opened, [['serverManagement.openOverview', other]]);
    } finally {
      restore();
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
