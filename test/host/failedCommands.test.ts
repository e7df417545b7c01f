import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { recordMessages } from '../support/host/recordedMessages';
import { copyValue } from '../support/host/copyValue';
import { replaceMember } from '../support/host/replaceMember';
import { useSandbox } from '../support/hostProbe';
import { allTests } from '../support/eachTest';

const account = 'sandbox';
const job = { account, kind: 'cronJob', ids: [1, 101] };
const refused =
  "The credentials are valid but don't allow this (403). Ask the account's owner for permission. The service says: Forbidden.";

/** Each failure, and the message that the person reads. */
const failures: readonly {
  readonly command: string;
  readonly parameters: readonly unknown[];
  readonly happened: string;
}[] = [
  {
    command: 'copy',
    parameters: [job],
    happened: '"Copy" failed for "shop-frankfurt › Nightly backup".',
  },
  {
    command: 'copy',
    parameters: [job, [job, { ...job, ids: [1, 102] }]],
    happened: '"Copy" failed for 2 cron jobs.',
  },
  {
    command: 'loadAll',
    parameters: [{ account, kind: 'cronJob', parents: [1] }],
    happened: '"Load All" failed for "shop-frankfurt › Cron Jobs".',
  },
  {
    command: 'openWebsite',
    // No other test has read its domains.
    parameters: [{ account, kind: 'webApplication', ids: [999, 104] }],
    happened: '"Open Website" failed for "Server 999 › Web Application 104".',
  },
  {
    command: 'openDnsRecords',
    parameters: [{ account, kind: 'domain', ids: [999, 104, 131] }],
    happened: '"Open DNS Records" failed for "Server 999 › Web Application 104 › Domain 131".',
  },
  {
    command: 'openSharedServers',
    parameters: [account],
    happened: '"Open Servers Shared with Me" failed.',
  },
  {
    command: 'compareWithOther',
    parameters: [1, 2].map((id) => ({ account, kind: 'canvas', ids: [id] })),
    happened: '"Compare with Another" failed for 2 canvases.',
  },
];

describe('a command that fails', () => {
  let recorded: ReturnType<typeof recordMessages>;

  const probe = allTests(useSandbox);
  before(async () => {
    await probe.call('POST', '/__sandbox/reset');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const [kind, parents] of [
      ['server', []],
      ['cronJob', [1]],
      ['webApplication', [1]],
      ['canvas', []],
    ]) {
      // Names are known from lists.
      await run('loadAll', { account, kind, parents });
    }
  });

  beforeEach(() => (recorded = recordMessages()));

  afterEach(async () => {
    recorded.restore();
    await probe.clearFaults();
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  async function run(command: string, ...parameters: readonly unknown[]): Promise<void> {
    await vscode.commands.executeCommand(`serverManagement.${command}`, ...parameters);
  }

  for (const { command, parameters, happened } of failures) {
    it(`says so, for what, and why: ${happened}`, async () => {
      await probe.addFault('403:GET:/api/*');
      if (command === 'copy') await copyValue(['JSON'], ...parameters);
      else await run(command, ...parameters);
      await eventually(() =>
        assert.deepEqual(recorded.messages, [{ type: 'error', text: `${happened} ${refused}` }]),
      );
      assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
    });
  }

  it('says how to call it if it was called for too many resources', async () => {
    const servers = [1, 2].map((id) => ({ account, kind: 'server', ids: [id] }));
    await run('renameServer', servers[0], servers, { values: { name: 'same' } });
    const text = '"Rename Server" works on one resource at a time. Select only one.';
    assert.deepEqual(recorded.messages, [{ type: 'warning', text }]);
  });

  describe('for a row that the person has hidden', () => {
    /** Ticks all entries of *Choose Visible Resources…*, or all but one. */
    async function showAllBut(label?: string): Promise<void> {
      const restore = replaceMember(
        vscode.window,
        'showQuickPick',
        (items: readonly vscode.QuickPickItem[]) =>
          Promise.resolve(items.filter((item) => item.label !== label)),
      );
      await run('hideKinds');
      restore();
    }

    before(() => showAllBut('Cron Jobs'));
    after(() => showAllBut());

    it('says so, and offers to show it', async () => {
      const text = '"Nightly backup" isn\'t in the view, because "Cron Jobs" is hidden there.';
      const asked: string[] = [];
      const restore = replaceMember(
        vscode.window,
        'showInformationMessage',
        (message: string, ...rest: readonly unknown[]) => {
          asked.push(message);
          return Promise.resolve(rest.includes('Show Cron Jobs') ? 'Show Cron Jobs' : undefined);
        },
      );
      const other = { account, kind: 'server', ids: [2] };
      // The other row is selected meanwhile.
      await Promise.all([run('revealInTree', job), run('revealInTree', other)]);
      await eventually(() => assert.deepEqual(asked, [text]));
      restore();
      // Shown again, the row can be revealed.
      await run('revealInTree', job);
      assert.deepEqual(recorded.messages, []);
    });
  });

  it('says that a draft is gone', async () => {
    const gone = vscode.Uri.from({
      scheme: 'server-management-draft',
      path: '/server-management/sandbox/servers/1/cronjobs/new-99.json',
    });
    await run('createFromDraft', gone);
    await run('discardDraft', gone);
    const text = 'This draft no longer exists.';
    assert.deepEqual(recorded.messages, [
      { type: 'information', text },
      { type: 'information', text },
    ]);
  });
});
