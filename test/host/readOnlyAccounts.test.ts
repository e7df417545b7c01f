import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type Account, toAccount } from '../../src/accounts/account';
import { AccountStore } from '../../src/accounts/accountStore';
import { Sessions } from '../../src/accounts/sessions';
import { Emitter } from '../../src/base/emitter';
import { type ResourceReference, toDocumentPath } from '../../src/resources/reference';
import { markDocument } from '../../src/ui/accounts/documentMarks';
import { showPermissions, showProduction } from '../../src/ui/explorer/statusItems';
import { recordFor } from '../support/accountRecord';
import { allTests } from '../support/eachTest';
import { eventually } from '../support/eventually';
import { FakeClock, settle } from '../support/fakeClock';
import { answering } from '../support/host/answering';
import { allRows, openHostWindow } from '../support/host/hostWindow';
import { recordAnswers } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { saveByKey } from '../support/host/saveByKey';
import { TestPick } from '../support/host/testPick';
import { closeEditors } from '../support/hostProbe';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';

describe('a read-only account', () => {
  const service = allTests(() => startService());
  let probe: SandboxProbe;
  let job: ResourceReference;
  let uri: vscode.Uri;
  let answers: ReturnType<typeof recordAnswers>;

  const run = (command: string, ...parameters: readonly unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`serverManagement.${command}`, ...parameters);

  before(async () => {
    probe = new SandboxProbe(service);
    await run('stopUsingSandbox');
    const inputs = [service.url, 'API token', service.token, 'Live', 'Production', 'Read-only'];
    const account = String(await answering(inputs, () => run('addAccount')));
    job = { account, kind: 'cronJob', ids: [1, 101] };
    uri = vscode.Uri.from({ scheme: 'server-management', path: toDocumentPath(job) });
  });

  beforeEach(() => {
    answers = recordAnswers();
  });

  afterEach(() => answers.restore());

  after(async () => {
    answers = recordAnswers();
    await closeEditors();
    await run('discardPending');
    await run('removeAccount', job.account);
    answers.restore();
    await run('useSandbox');
  });

  /** The requests since the last call that aren't reads, as the service received them. */
  async function writes(): Promise<string[]> {
    const requests = await probe.requests();
    await probe.forgetRequests();
    return requests
      .filter(({ method }) => method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
  }

  async function isLocked(): Promise<boolean> {
    const { permissions } = await vscode.workspace.fs.stat(uri);
    return permissions === vscode.FilePermission.Readonly;
  }

  async function lenses(): Promise<readonly (string | undefined)[]> {
    const found = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
      20,
    );
    return found.map(({ command }) => command?.title);
  }

  it('opens documents that nobody can type into, with the reason and the way out above', async () => {
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    assert.equal(await isLocked(), true);
    const text = document.getText();
    await vscode.commands.executeCommand('type', { text: 'x' });
    assert.equal(document.getText(), text);
    const titles = await lenses();
    assert.match(titles.join('\n'), /Read-only account: allow changes for an hour…/);
    assert.ok(!titles.includes('Run'), titles.join());
  });

  for (const [command, parameters] of [
    ['runCronJob', []],
    ['delete', []],
    ['disableCronJob', [{ values: {} }]],
  ] as const) {
    it(`asks nothing and sends nothing by ${command}, and says why`, async () => {
      await writes();
      await run(command, job, ...parameters);
      assert.deepEqual(answers.questions, []);
      assert.match(answers.messages.join(), /The account is read-only, so this wasn't sent\./);
      assert.deepEqual(await writes(), []);
    });
  }

  const allow = (): Promise<unknown> => answering(['Live'], () => run('allowChanges', job.account));

  it('stages what was typed before, refuses to save it, and keeps it when it is applied', async () => {
    const { document } = await vscode.window.showTextDocument(uri, { preview: false });
    await allow();
    assert.match(answers.questions.join(), /Allow changes to "Live" for an hour\?/);
    // The editor takes nothing until it has noticed.
    await eventually(async () => {
      const edit = new vscode.WorkspaceEdit();
      const label = document.positionAt(document.getText().indexOf('"label": "') + 10);
      edit.insert(uri, label, 'Nightly ');
      await vscode.workspace.applyEdit(edit);
      assert.equal(document.isDirty, true);
    });
    await run('allowChanges', job.account);
    assert.match(answers.questions.at(-1) ?? '', /Stop allowing changes to "Live"\?/);
    await writes();
    assert.equal(await saveByKey(document), false);
    await run('stageChanges', uri);
    await run('applyPending');
    assert.match(
      answers.messages.join('\n'),
      /Not applied, because the account is read-only: Live\. The changes stay pending\./,
    );
    assert.equal(answers.questions.length, 2);
    assert.deepEqual(await writes(), []);
  });

  it('sends changes for an hour once the name is typed, and nothing once that is ended', async () => {
    await allow();
    await eventually(async () => assert.equal(await isLocked(), false));
    await run('applyPending');
    assert.deepEqual(await writes(), ['PATCH /api/v3/servers/1/cronjobs/101']);
    await run('runCronJob', job);
    assert.equal((await writes()).length, 1);
    await run('allowChanges', job.account);
    await eventually(async () => assert.equal(await isLocked(), true));
    await run('runCronJob', job);
    assert.deepEqual(await writes(), []);
  });

  it('offers no way to undo what was sent in that hour', async () => {
    const pick = new TestPick();
    const restore = replaceMember(vscode.window, 'createQuickPick', () => pick as never);
    await run('showChanges');
    restore();
    const ours = pick.items.filter(({ description = '' }) => description.endsWith('Live'));
    assert.ok(ours.length >= 2);
    const buttons = ours.flatMap((item) => item.buttons?.map(({ tooltip }) => tooltip));
    assert.deepEqual(new Set(buttons), new Set(['Show Before and After', 'Open the Resource']));
    for (const { detail } of ours) assert.match(detail ?? '', /The account is read-only/);
  });
});

describe('the signs of a read-only account', () => {
  it('are words on its row and its tabs, and rows without actions', async () => {
    const service = await startService();
    const window = openHostWindow(new MemorySecrets());
    const { accounts, explorer, sessions, store } = window.services;
    try {
      const live = { id: 'live', label: 'Live', environment: 'production' } as const;
      await accounts.save(recordFor(service, { ...live, isReadOnly: true }));
      await accounts.save(recordFor(service, { id: 'trial', label: 'Trial', addedAt: 2 }));
      const rows = await allRows(explorer.servers, ({ node }) => node.type === 'account');
      const [first, second] = rows.filter(({ node }) => node.type === 'account');
      assert.match(String(first?.item.description), /^Production · read-only/);
      assert.match(first?.item.accessibilityInformation?.label ?? '', /read-only/);
      assert.match(first?.item.contextValue ?? '', /\+allowChanges\b/);
      assert.doesNotMatch(String(second?.item.description), /read-only/);
      const server = (account: string): string =>
        rows.find(({ node }) => node.type === 'resource' && node.reference.account === account)
          ?.item.contextValue ?? '';
      assert.match(server('trial'), /\+renameServer\b/);
      assert.doesNotMatch(server('live'), /\+(renameServer|changeTags|delete)\b/);
      const path = toDocumentPath({ account: 'live', kind: 'cronJob', ids: [1, 101] });
      const uri = vscode.Uri.from({ scheme: 'server-management', path });
      const marks = await markDocument({ sessions, store }, uri);
      assert.equal(marks?.tooltip, 'Live › shop-frankfurt (Production, read-only)');
      assert.equal(marks.color?.id, 'disabledForeground');
    } finally {
      await window.close();
      await service.close();
    }
  });

  it('count the minutes down in the status bar, and go by themselves', async () => {
    const clock = new FakeClock();
    const shown: (string | undefined)[] = [];
    const create = vscode.window.createStatusBarItem.bind(vscode.window);
    const restore = replaceMember(
      vscode.window,
      'createStatusBarItem',
      (id: string, alignment: vscode.StatusBarAlignment) => {
        const item = create(id, alignment);
        const show = (): void => void shown.push(item.text);
        return Object.assign(item, { show, hide: () => void shown.push(undefined) });
      },
    );
    const store = new AccountStore(new MemorySecrets());
    const noSandbox = {
      isEnabled: false,
      onDidChange: new Emitter<void>().event,
      connect: () => Promise.reject(new Error('There is no sandbox here.')),
    };
    const sessions = new Sessions(store, noSandbox, 'Sandbox', clock);
    const status = showPermissions(sessions, clock);
    restore();
    const now = (): string | undefined => shown.at(-1);
    const minute = 60_000;
    const record = recordFor({ url: 'https://api.example.com' }, { label: 'Live' });
    await store.save({ ...record, isReadOnly: true });
    await settle();
    assert.equal(now(), undefined);
    const writableUntil = clock.now() + 60 * minute;
    await store.save({ ...record, isReadOnly: true, writableUntil });
    await settle();
    assert.equal(now(), '$(unlock) Live: changes allowed, 60 min');
    await clock.advance(30 * minute);
    assert.equal(now(), '$(unlock) Live: changes allowed, 30 min');
    await clock.advance(29.5 * minute);
    assert.equal(now(), '$(unlock) Live: changes allowed, 1 min');
    await clock.advance(minute);
    assert.equal(now(), undefined);
    status.dispose();
    sessions.dispose();
    assert.equal(clock.pending, 0);
  });

  it('stay as they are while accounts cannot be read', async () => {
    const set: unknown[] = [];
    const restore = replaceMember(vscode.commands, 'executeCommand', (...call: unknown[]) => {
      set.push(call.slice(0, 2).join(' '));
      return Promise.resolve();
    });
    const changed = new Emitter<string>();
    const sessions = { isReadOnly: () => true, onDidChangeAccounts: changed.event };
    const panels = { active: undefined, onDidChangeActive: new Emitter<void>().event };
    const account = toAccount(recordFor({ url: 'https://api.example.com' }, { label: 'Live' }));
    let isLocked = false;
    const accounts = (): Promise<readonly Account[]> =>
      isLocked ? Promise.reject(new Error('locked')) : Promise.resolve([account]);
    const status = showProduction({ ...sessions, accounts }, panels);
    await settle();
    assert.ok(set.includes('setContext serverManagement.isReadOnly'));
    isLocked = true;
    // The window of these tests may set its own meanwhile.
    await eventually(async () => {
      set.length = 0;
      changed.fire(account.id);
      await settle();
      assert.deepEqual(set, []);
    });
    restore();
    status.dispose();
  });
});
