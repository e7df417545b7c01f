import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TreeNode } from '../../src/explorer/nodes';
import type { KindId } from '../../src/resources/kinds/kinds';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/sandbox';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { MemorySecrets } from '../support/memorySecrets';
import { startService } from '../support/startService';
import { recordFor } from '../support/accountRecord';
import { findAction } from '../support/actions/findAction';
import { ScriptedPrompts } from '../support/actions/scriptedPrompts';
import { replaceMember } from '../support/host/replaceMember';
import { runAction } from '../../src/actions/runAction';
import { toActionContext } from '../../src/ui/commands/handlers/actionHandlers';
import { runCommand } from '../../src/ui/commands/runCommand';

describe('the texts of rows', () => {
  let service: Sandbox;
  let window: HostWindow;

  async function open(options: SandboxOptions): Promise<void> {
    service = await startService(options);
    window = openHostWindow(new MemorySecrets());
    await window.services.accounts.save(recordFor(service));
  }

  afterEach(async () => {
    await window.close();
    await service.close();
  });

  /** The rows of a list of the first server. */
  async function rowsOf(kind: KindId): Promise<readonly TreeNode[]> {
    const reference = { account: 'example', kind, parents: [1] };
    return window.services.explorer.servers.getChildren({ type: 'collection', reference });
  }

  it('show the schedule of a cron job, and its next run once, in both time zones', async () => {
    await open({});
    const { servers } = window.services.explorer;
    const rows = await rowsOf('cronJob');
    const items = rows.map((row) => servers.getTreeItem(row));
    const described = items.map(({ description }) => String(description));
    assert.ok(
      described.some((each) => /^Every day at \d+:\d\d$/.test(each)),
      described.join('\n'),
    );
    const enabled = rows.findIndex(
      (row) => row.type === 'resource' && window.services.store.find(row.reference)?.['enabled'],
    );
    const [row, item] = [rows[enabled], items[enabled]];
    if (!row || !item) throw new Error('No cron job is enabled.');
    const { token } = new vscode.CancellationTokenSource();
    const resolved = await servers.resolveTreeItem(item, row, token);
    const { tooltip } = resolved;
    const markdown = tooltip instanceof vscode.MarkdownString ? tooltip.value : '';
    const hover = markdown.replaceAll('&nbsp;', ' ').replaceAll('\\', '');
    assert.equal(hover.match(/Next run/g)?.length, 1, hover);
    assert.match(hover, / if the server uses UTC/);
  });

  it('say what matters about a server and a firewall rule in a few lines on hover', async () => {
    await open({});
    const { servers } = window.services.explorer;
    const [server] = await servers.getChildren();
    const rules = await rowsOf('firewallRule');
    const linesOf = async (row: TreeNode | undefined): Promise<readonly string[]> => {
      if (!row) return [];
      const { token } = new vscode.CancellationTokenSource();
      const item = await servers.resolveTreeItem(servers.getTreeItem(row), row, token);
      const markdown = item.tooltip instanceof vscode.MarkdownString ? item.tooltip.value : '';
      const lines = markdown.replaceAll(/&nbsp;|\\\\/g, ' ').split('\n');
      return lines.flatMap((line) => /^\|\s*(\p{L}[^|]*?)\s*\|/u.exec(line)?.[1] ?? []);
    };
    assert.deepEqual(await linesOf(server), [
      'Address',
      'System',
      'Memory',
      'Disk',
      'Load',
      'Updates',
      'Uptime',
    ]);
    assert.deepEqual(await linesOf(rules[0]), ['Port', 'Addresses', 'Action']);
  });

  it("say that a list isn't offered, below remembered items that can't be opened", async () => {
    await open({ profile: 'documented' });
    const { explorer } = window.services;
    const kept = { account: 'example', kind: 'supervisorJob', ids: [1, 7] } as const;
    await explorer.sources.pins.add(kept, { id: 7, label: 'Queue' });
    const rows = await rowsOf('supervisorJob');
    const items = rows.map((row) => explorer.servers.getTreeItem(row));
    assert.deepEqual(
      rows.map(({ type }) => type),
      ['resource', 'failure'],
    );
    assert.equal(items[0]?.label, 'Queue');
    assert.match(String(items[0]?.description), /can't be read/);
    assert.equal(items[0]?.command?.command, 'serverManagement.openDocument');
  });

  it("say that a certificate was applied but can't be read, and why it doesn't open", async () => {
    await open({ profile: 'documented' });
    const { services } = window;
    const { explorer, store } = services;
    const ssl = { account: 'example', kind: 'ssl', ids: [1, 101, 101] } as const;
    const servers = { account: 'example', kind: 'server', parents: [] } as const;
    await store.list(servers).catch(() => undefined);
    await store.read(ssl).catch(() => undefined);
    const describeRow = (): vscode.TreeItem =>
      explorer.servers.getTreeItem({ type: 'resource', reference: ssl });
    assert.equal(describeRow().description, 'none, or not offered');

    const certificate = {
      provider: 'letsencrypt',
      authorizationMethod: 'http-01',
      environment: 'live',
      enableHttp: true,
      enableHsts: false,
      autoSSL: false,
      advancedSSL: true,
    };
    const prompts = new ScriptedPrompts({ answers: certificate });
    const action = findAction('serverManagement.applySsl', 'ssl');
    const { status } = await runAction({ ...toActionContext(services), prompts }, action, [ssl]);
    assert.equal(status, 'accepted');
    const { description, command } = describeRow();
    assert.match(String(description), /applied, can't be read/);

    const shown: unknown[] = [];
    const restore = replaceMember(vscode.window, 'showInformationMessage', (text: unknown) => {
      shown.push(text);
      return Promise.resolve(undefined) as never;
    });
    assert.equal(command?.command, 'serverManagement.openDocument');
    await runCommand('serverManagement.openDocument', services, command?.arguments ?? []);
    restore();
    assert.match(String(shown[0]), /the service doesn't offer reading it/);
  });
});
