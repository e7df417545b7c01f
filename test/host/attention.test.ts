import type { Confirmation } from '../../src/base/questions';
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AttentionRow } from '../../src/findings/rows';
import { runCommand } from '../../src/ui/commands/runCommand';
import { platform } from '../../src/platform/platform';
import { allAreas } from '../../src/findings/checker';
import { eventually } from '../support/eventually';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { openAccountWindow } from '../support/host/accountWindow';
import { allRows, openHostWindow } from '../support/host/hostWindow';
import { recordFor } from '../support/accountRecord';
import { MemorySecrets } from '../support/memorySecrets';
import { eachTest } from '../support/eachTest';

const account = 'one';
const servers = { account, kind: 'server', parents: [] } as const;
const cronJobs = { account, kind: 'cronJob', parents: [1] } as const;

/** Makes the window appear to be in another state until the returned function is called. */
function replaceState(state: vscode.WindowState): () => void {
  const own = Object.getOwnPropertyDescriptor(vscode.window, 'state') ?? assert.fail();
  Object.defineProperty(vscode.window, 'state', { value: state, configurable: true });
  return () => void Object.defineProperty(vscode.window, 'state', own);
}

describe('the view of what needs attention', () => {
  const window = eachTest(() =>
    openAccountWindow({ id: account, label: 'One', environment: 'staging' }),
  );
  /** All rows, indented, as a person reads them. */
  async function rows(above?: AttentionRow, indent = ''): Promise<readonly string[]> {
    const { attention } = window.services;
    const children = await attention.getChildren(above);
    const below = await Promise.all(
      children.map(async (row) => {
        const { label, description } = attention.getTreeItem(row);
        const line = [label, description].filter((each) => typeof each === 'string').join(': ');
        return [indent + line, ...(await rows(row, `${indent}  `))];
      }),
    );
    return below.flat();
  }

  async function rowOf(rule: string): Promise<AttentionRow> {
    const { attention } = window.services;
    const top = await attention.getChildren();
    const own = top.find((row) => row.type === 'rule' && row.rule === rule);
    const [found] = own ? await attention.getChildren(own) : [];
    if (!found) throw new Error(`Nothing is found by ${rule}.`);
    return found;
  }

  it('says that nothing was checked, without a request and without claiming that all is fine', async () => {
    assert.deepEqual(await rows(), [
      'Nothing needs attention: Nothing has been checked yet.',
      'Not checked: 2',
      '  Servers: 1 of 1 account',
      '  Atomic Projects: 1 of 1 account',
    ]);
    assert.deepEqual(await window.probe.requests(), []);
  });

  it('lists known problems with their fixes, and what wasn’t checked', async () => {
    const { store } = window.services;
    const time = { minute: '1', hour: '2', dayOfMonth: '*', month: '*', dayOfWeek: '*' };
    const asRoot = { label: 'Tidy up', username: 'root', command: '/bin/true', ...time };
    await window.probe.call('POST', '/api/v2/servers/1/cronjobs', asRoot);
    await store.all(servers);
    await store.all(cronJobs);
    const lines = await rows();
    assert.ok(lines.join('\n').includes('Offline: 1 server\n  offline-london'), lines.join('\n'));
    assert.ok(lines.some((line) => /^ {2}Cron Jobs: \d+ of \d+ servers$/.test(line)));
    assert.ok(!lines.some((line) => line.startsWith('  Servers:')), lines.join('\n'));
    const row = await rowOf('serverOffline');
    const item = window.services.attention.getTreeItem(row);
    const sentence = 'Offline. Connect with SSH or start it at its provider.';
    assert.equal(item.tooltip, `offline-london\n${sentence}`);
    assert.equal(item.accessibilityInformation?.label, `Critical, offline-london, ${sentence}`);
    await store.all({ account, kind: 'service', parents: [1] });
    assert.ok((await rows()).includes('  Memcached: shop-frankfurt'));
    assert.equal(item.contextValue, 'finding +mute +mend_openSshTerminal +mend_openPanelPage');
    assert.equal(item.command?.command, 'serverManagement.openOverview');
    // The one command that leaves the keyboard in the tree.
    const job = window.services.attention.getTreeItem(await rowOf('jobAsRoot'));
    assert.equal(job.command?.command, 'vscode.open');
  });

  it('shows the most serious problem of a server in its row, and all of them on hover', async () => {
    const { explorer, attention, store } = window.services;
    const tree = explorer.servers;
    const reference = { account, kind: 'server', ids: [3] } as const;
    const node = { type: 'resource', reference } as const;
    const shown = (): readonly unknown[] => {
      const { description, iconPath } = tree.getTreeItem(node);
      return [description, iconPath instanceof vscode.ThemeIcon && iconPath.color?.id];
    };
    await allRows(tree, () => false);
    store.replace(reference, { ...store.find(reference), phpCLIVersion: 'php74' });
    assert.deepEqual(shown(), ['security updates off', 'list.warningForeground']);
    await explorer.sources.facts.readHealth(reference, {});
    const redrawn: unknown[] = [];
    tree.onDidChangeTreeData((rows) => redrawn.push(rows));
    await attention.known();
    assert.deepEqual(shown(), ['disk 96% full', 'list.errorForeground']);
    assert.match(
      tree.getTreeItem(node).accessibilityInformation?.label ?? '',
      /, disk 96% full, 198\.51\.100\.30$/,
    );
    assert.ok(
      JSON.stringify(redrawn).includes(JSON.stringify(reference)),
      'its row is drawn again',
    );
    redrawn.length = 0;
    await attention.known();
    assert.deepEqual(redrawn, [], 'the same words are drawn once');
    const { token } = new vscode.CancellationTokenSource();
    const { tooltip } = await tree.resolveTreeItem(tree.getTreeItem(node), node, token);
    const hover = tooltip instanceof vscode.MarkdownString ? tooltip.value : '';
    const sentences = /disk is 96% full.*Security updates are off.*PHP 7\.4 no longer/s;
    assert.match(hover.replaceAll('&nbsp;', ' ').replaceAll('\\', ''), sentences);

    const disk = attention.findings.filter(({ rule }) => rule === 'diskFull');
    await attention.mute(disk, true);
    await attention.known();
    assert.deepEqual(shown(), ['security updates off', 'list.warningForeground']);
    store.replace(reference, { ...store.find(reference), securityUpdate: true });
    await attention.known();
    assert.deepEqual(shown(), ['PHP out of support', 'list.warningForeground']);
    store.replace(reference, { ...store.find(reference), phpCLIVersion: 'php84' });
    await attention.known();
    assert.deepEqual(shown(), ['198.51.100.30', 'testing.iconPassed']);
  });

  it('counts critical problems on the icon of the container', async () => {
    await window.services.store.all(servers);
    await rows();
    const { findings } = window.services.attention;
    const critical = findings.filter(({ severity }) => severity === 'critical');
    assert.ok(critical.length > 0);
    const rules = new Set(critical.map(({ rule }) => rule)).size;
    assert.equal(window.views.attention.badge?.value, rules, 'one for each row at the top');
    assert.match(window.views.attention.badge.tooltip, /^\d+ critical findings?: Offline/);
  });

  it('counts what an earlier session found, without a connection and before it is shown', async () => {
    await allRows(window.services.explorer.servers, () => false);
    await window.services.explorer.sources.storage.flush();
    const { folder, service } = window;
    const own = openHostWindow(new MemorySecrets(), undefined, { folder });
    try {
      const record = recordFor(service, { id: account, baseUrl: 'http://127.0.0.1:9' });
      await own.services.accounts.save(record);
      await allRows(own.services.explorer.servers, () => false);
      await eventually(() => assert.ok((own.views.attention.badge?.value ?? 0) > 0));
    } finally {
      await own.close();
    }
  });

  /** What a view in sight reads in the background would be counted, too. */
  function hideView(): void {
    Object.assign(window.views.attention, { visible: false });
  }

  it('mutes a finding of one resource, in all windows, and shows it again', async () => {
    const { services, views } = window;
    hideView();
    await services.store.all(servers);
    await rows();
    const before = views.attention.badge?.value ?? 0;
    const row = await rowOf('serverOffline');
    await runCommand('serverManagement.muteFinding', services, [row, [row]]);
    await assert.rejects(rowOf('serverOffline'));
    assert.equal(views.attention.badge?.value ?? 0, before - 1);
    assert.ok((await rows()).includes('Muted: 1'));
    const isGroup = ({ type }: AttentionRow): boolean => type === 'muted';
    const group = (await services.attention.getChildren()).find(isGroup);
    const [kind] = await services.attention.getChildren(group);
    const [muted] = await services.attention.getChildren(kind);
    await runCommand('serverManagement.unmuteFinding', services, [muted]);
    assert.ok(!(await rows()).includes('Muted: 1'));
    await rowOf('serverOffline');
  });

  /** The row of a rule, as a menu passes it. */
  async function kindOf(rule: string): Promise<AttentionRow> {
    const top = await window.services.attention.getChildren();
    return top.find((row) => row.type === 'rule' && row.rule === rule) ?? assert.fail(rule);
  }

  /** Turns automatic security updates off for two servers. */
  async function leaveUnprotected(): Promise<void> {
    await window.services.store.all(servers);
    for (const id of [1, 2, 3]) setSecurityUpdate(id, id === 3);
  }

  function setSecurityUpdate(id: number, securityUpdate: boolean): void {
    const { store } = window.services;
    const server = { account, kind: 'server', ids: [id] } as const;
    store.replace(server, { ...store.find(server), connected: true, securityUpdate });
  }

  it('mutes a kind of finding, also what it finds later, and shows it again', async () => {
    const { services } = window;
    await leaveUnprotected();
    const row = await kindOf('securityUpdatesOff');
    assert.match(services.attention.getTreeItem(row).contextValue ?? '', /^rule \+muteKind/);
    const other = await kindOf('serverOffline');
    await runCommand('serverManagement.muteKind', services, [row, [row, other]]);
    setSecurityUpdate(3, false);
    await services.attention.known();
    const { findings, muted } = services.attention;
    const kinds = ['securityUpdatesOff', 'serverOffline'];
    assert.ok(!findings.some(({ rule }) => kinds.includes(rule)));
    assert.ok(muted.some(({ target }) => 'ids' in target && target.ids[0] === 3));
    const [group] = (await services.attention.getChildren()).filter(({ type }) => type === 'muted');
    const below = await services.attention.getChildren(group);
    await runCommand('serverManagement.unmuteFinding', services, [below[0], below]);
    assert.deepEqual(services.attention.muted, []);
    await kindOf('securityUpdatesOff');
  });

  it('fixes all findings of a kind by staging the value, without a request that writes', async () => {
    const { services } = window;
    await leaveUnprotected();
    // The service's own state decides what is staged.
    await window.probe.call('PATCH', '/api/v3/servers/1/settings/autoupdate', {
      softwareUpdate: true,
      securityUpdate: false,
    });
    await rows();
    const row = await kindOf('securityUpdatesOff');
    const item = services.attention.getTreeItem(row);
    assert.match(String(item.description), /^\d servers$/);
    assert.match(item.contextValue ?? '', /\+fixAll\b/);
    await window.probe.forgetRequests();
    await runCommand('serverManagement.fixAll', services, [row]);
    const [staged] = services.pending.changes.all.filter(({ reference: { ids } }) => ids[0] === 1);
    assert.deepEqual(staged?.changes, [{ path: ['securityUpdate'], before: false, after: true }]);
    assert.deepEqual(
      (await window.probe.requests()).filter(({ method }) => method !== 'GET'),
      [],
    );
  });

  it('fixes what only an action can for all at once', async () => {
    const { services } = window;
    await services.store.all({ account, kind: 'service', parents: [1] });
    const service = (id: string) => ({ account, kind: 'service', ids: [1, id] }) as const;
    const ids = (services.store.peek({ account, kind: 'service', parents: [1] })?.items ?? [])
      .map(({ id }) => String(id))
      .slice(0, 2);
    for (const id of ids) {
      services.store.replace(service(id), { ...services.store.find(service(id)), running: false });
    }
    const row = await kindOf('serviceStopped');
    const targets = services.attention.findings
      .filter(({ rule }) => rule === 'serviceStopped')
      .map(({ target }) => target);
    assert.ok(targets.length > 1);
    const ran: unknown[] = [];
    const restore = replaceMember(vscode.commands, 'executeCommand', (...call: unknown[]) => {
      ran.push(call);
      return Promise.resolve();
    });
    try {
      await runCommand('serverManagement.fixAll', services, [row]);
    } finally {
      restore();
    }
    const call = ['serverManagement.startService', targets[0], targets];
    assert.deepEqual(
      ran.filter((each) => JSON.stringify(each).includes('Service')),
      [call],
    );
  });

  it('says whose a finding is where two accounts have the same name', async () => {
    const { services } = window;
    await services.accounts.save(recordFor(window.service, { id: 'two', label: 'Two' }));
    for (const id of [account, 'two']) await services.store.all({ ...servers, account: id });
    const lines = await rows();
    for (const label of ['One', 'Two']) {
      assert.ok(lines.includes(`  offline-london: ${label}`), lines.join('\n'));
    }
  });

  it('lets palette commands act on the selected finding', async () => {
    const { services, views } = window;
    await services.store.all(servers);
    await rows();
    const row = await rowOf('serverOffline');
    const restore = replaceMember(views.attention, 'selection', [row]);
    try {
      const target = row.type === 'finding' ? row.finding.target : assert.fail();
      const mending = services.currentTargets.parametersFor('serverManagement.openSshTerminal');
      assert.deepEqual(mending, [target]);
      await runCommand('serverManagement.muteFinding', services, []);
      await assert.rejects(rowOf('serverOffline'));
    } finally {
      restore();
    }
  });

  it('rejects lookalikes of its rows', async () => {
    const { services } = window;
    hideView();
    await services.store.all(servers);
    await rows();
    const shown = services.attention.findings.length;
    const target = { account, kind: 'server', ids: [{}] };
    let isOver = false;
    const pick = runCommand('serverManagement.muteFinding', services, [
      { type: 'finding', finding: { rule: 'serverOffline', target } },
    ]).finally(() => (isOver = true));
    // It may not be open yet when it is closed for the first time.
    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      assert.ok(isOver);
    });
    await pick;
    assert.equal(services.attention.findings.length, shown);
  });

  it('checks everything on request, and remembers the result', async () => {
    const { attention } = window.services;
    await attention.checkNow(new AbortController().signal);
    // Certificates are read in the background, after everything that was requested right away.
    await eventually(async () => {
      const lines = await rows();
      const rules = new Set(attention.findings.map(({ rule }) => rule));
      for (const rule of ['supervisorFailed', 'sshRootPassword', 'certificateExpired'] as const) {
        assert.ok(rules.has(rule), `${rule} isn't in ${lines.join('\n')}`);
      }
      assert.ok(!lines.some((line) => line.startsWith('  Cron Jobs:')), lines.join('\n'));
    });
  });

  it('says why it could not check everything, without asking a service that fails for each server', async () => {
    const { services } = window;
    await services.store.all(servers);
    await rows();
    await window.probe.addFault('reset:GET:/api/*');
    await window.probe.forgetRequests();
    const recorded = recordMessages();
    try {
      await runCommand('serverManagement.checkNow', services, []);
      const [message, ...others] = recorded.messages;
      assert.deepEqual([message?.type, others], ['error', []]);
      assert.match(
        message?.text ?? '',
        /^Couldn't check everything: .*Cron Jobs \(8 of 8 servers\).*\. (The connection to the service was lost|Couldn't reach the service from)/,
      );
      const paths = (await window.probe.requests()).map(({ path }) => path);
      for (const end of ['/settings/ssh', '/health/latest']) {
        const asked = new Set(paths.filter((each) => each.endsWith(end)));
        assert.ok(asked.size <= 1, [...asked].join('\n'));
      }
    } finally {
      recorded.restore();
    }
  });

  it("says what the service doesn't offer, and nothing if it checked everything", async () => {
    for (const path of ['settings/ssh', 'ssh/config']) {
      await window.probe.addFault(`404:GET:/api/*/servers/*/${path}`);
    }
    const recorded = recordMessages();
    try {
      await runCommand('serverManagement.checkNow', window.services, []);
      await window.probe.clearFaults();
      window.services.store.outdate();
      await runCommand('serverManagement.checkNow', window.services, []);
      assert.deepEqual(recorded.messages, [
        {
          type: 'information',
          text: "Couldn't check everything: SSH Settings (8 of 8 servers).",
        },
      ]);
    } finally {
      recorded.restore();
    }
  });

  it('says how much it takes before it begins, if that is long', async () => {
    const { services } = window;
    const asked: string[] = [];
    const restore = replaceMember(services.prompts, 'confirm', async ({ detail }: Confirmation) => {
      asked.push(detail);
      return false;
    });
    const plan = replaceMember(services.attention, 'planCheck', async () => {
      return { requests: 635, minutes: 11 };
    });
    try {
      await window.probe.forgetRequests();
      await runCommand('serverManagement.checkNow', services, []);
      assert.deepEqual(await window.probe.requests(), []);
      assert.match(
        asked.join(),
        /^Takes at least 635 requests, about 11 minutes because of the rate limit\. The largest risks/,
      );
    } finally {
      plan();
      restore();
    }
  });

  it('reads nothing if it is cancelled while what is known is being restored', async () => {
    const { attention, explorer } = window.services;
    await attention.known();
    await window.probe.forgetRequests();
    const stop = new AbortController();
    const checking = attention.checkNow(stop.signal);
    stop.abort();
    assert.deepEqual(await checking, { failure: undefined, unchecked: [] });
    assert.equal(explorer.finder.isFilling, false);
    assert.deepEqual(await window.probe.requests(), []);
  });

  it('looks up where the domain of a certificate points, if asked', async () => {
    const { store } = window.services;
    const { items } = await store.all(servers);
    const address = String(items.find(({ id }) => id === 1)?.['ipAddress']);
    const asked: string[] = [];
    const shown: string[] = [];
    let found: readonly string[] = ['198.51.100.7'];
    const restores = [
      replaceMember(platform, 'lookUpName', async (name: string) => {
        asked.push(name);
        return found;
      }),
      replaceMember(vscode.window, 'showInformationMessage', async (text: string) => {
        shown.push(text);
        return undefined;
      }),
    ];
    const lookUp = (kind: string, ids: readonly number[]): Promise<unknown> => {
      const row = { type: 'finding', account, kind, ids };
      return Promise.resolve(runCommand('serverManagement.lookUpDomain', window.services, [row]));
    };
    const domains = { account, kind: 'domain', parents: [1, 101] } as const;
    const all = (await store.all(domains)).items;
    assert.deepEqual(asked, []);
    try {
      await lookUp('ssl', [1, 101, Number(all[0]?.['id'])]);
      found = [address];
      await lookUp('sharedSsl', [1, 101]);
      await lookUp('webApplication', [1, 101]);
    } finally {
      for (const restore of restores) restore();
    }
    const names = all.map(({ name }) => String(name));
    assert.deepEqual(asked, [names[0], ...names]);
    assert.deepEqual(shown, [
      `${names[0]} points to 198.51.100.7, not to this server (${address}): renewal can't work, unless a proxy there forwards to it.`,
      names.map((name) => `${name} points to this server (${address}).`).join(' '),
      'Select the certificate of a domain.',
    ]);
  });

  it('checks nothing while the window is not focused', async () => {
    const { attention, store } = window.services;
    const isCheck = ({ path }: { readonly path: string }): boolean => /\/health/.test(path);
    // From the start, because the first read already leads to checks.
    const restore = replaceState({ focused: false, active: false });
    try {
      await store.all(servers);
      await rows();
      attention.showElsewhere('fleet', allAreas);
      // Sent after any check would have been sent.
      await store.all(cronJobs);
      assert.deepEqual((await window.probe.requests()).filter(isCheck), []);
    } finally {
      restore();
    }
    attention.showElsewhere('fleet', allAreas);
    await eventually(async () => assert.ok((await window.probe.requests()).some(isCheck)));
  });

  /** Makes an online server go offline, and resolves once that is found. */
  async function goOffline({ store, attention } = window.services): Promise<void> {
    await store.all(servers);
    await attention.getChildren();
    const reference = { account, kind: 'server', ids: [1] } as const;
    const before = attention.findings.length;
    store.replace(reference, { ...store.find(reference), online: false });
    await eventually(() => assert.ok(attention.findings.length > before));
  }

  it('notifies when an online server goes offline', async () => {
    const { messages, restore } = recordMessages();
    try {
      await goOffline();
      await eventually(() =>
        assert.match(messages.map(({ text }) => text).join(), /shop-frankfurt: Offline/),
      );
    } finally {
      restore();
    }
  });

  it('says in the status bar what became critical, until the view shows it', async () => {
    const shown: (string | undefined)[] = [];
    const look = new vscode.EventEmitter<vscode.TreeViewVisibilityChangeEvent>();
    const create = vscode.window.createStatusBarItem.bind(vscode.window);
    const restore = replaceMember(
      vscode.window,
      'createStatusBarItem',
      (id: string, alignment: vscode.StatusBarAlignment) => {
        const item = create(id, alignment);
        if (!id.endsWith('attention')) return item;
        const show = (): void => void shown.push(item.text);
        return Object.assign(item, { show, hide: () => void shown.push(undefined) });
      },
    );
    const own = openHostWindow(new MemorySecrets(), undefined, {
      attentionView: { visible: false, onDidChangeVisibility: look.event },
    });
    restore();
    try {
      await own.services.accounts.save(recordFor(window.service, { id: account }));
      await own.services.store.all(servers);
      await own.services.attention.getChildren();
      assert.ok((own.views.attention.badge?.value ?? 0) > 0);
      assert.equal(shown.at(-1), undefined, 'what was critical before is no news');
      await goOffline(own.services);
      await eventually(() => assert.equal(shown.at(-1), '$(error) 1'));
      Object.assign(own.views.attention, { visible: true });
      look.fire({ visible: true });
      assert.equal(shown.at(-1), undefined);
    } finally {
      look.dispose();
      await own.close();
    }
  });

  it('shows no notification if notifications are off', async () => {
    const settings = vscode.workspace.getConfiguration('serverManagement.attention');
    const { messages, restore } = recordMessages();
    try {
      await settings.update('notifications', false, vscode.ConfigurationTarget.Global);
      await goOffline();
      assert.deepEqual(messages, []);
    } finally {
      restore();
      await settings.update('notifications', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
