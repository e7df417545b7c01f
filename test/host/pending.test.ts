import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { recordAnswers } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';
import type { CommandId } from '../../src/actions/commands';
import { editMatching } from '../../src/ui/pending/editTogether';
import { explainTogether } from '../../src/ui/pending/pending';
import { runCommand } from '../../src/ui/commands/runCommand';
import type { PendingChanges } from '../../src/pending/pendingChanges';
import { parseText } from '../../src/documents/content';
import type { ResourceReference } from '../../src/resources/reference';
import { recordFor } from '../support/accountRecord';
import { allTests, eachTest } from '../support/eachTest';

/** How many texts the editor shows in one tab without getting slow. */
const mostInTab = 50;

interface Shown {
  control: Partial<vscode.SourceControl>;
  readonly groups: Map<string, vscode.SourceControlResourceState[]>;
  isThere: boolean;
  readonly input: { value: string; placeholder: string };
}

const jobs = [101, 102, 103];
const cronAt = (id: number): ResourceReference => ({
  account: 'live',
  kind: 'cronJob',
  ids: [1, id],
});
const pathOf = (id: number): string => `/api/v3/servers/1/cronjobs/${id}`;

describe('staged changes', () => {
  let window: HostWindow;
  let changes: PendingChanges;
  let restores: (() => void)[];
  let shown: Shown;

  const service = allTests(startService);
  const probe = allTests(() => new SandboxProbe(service));

  const answers = eachTest(recordAnswers);
  beforeEach(async () => {
    shown = {
      control: {},
      groups: new Map(),
      isThere: false,
      input: { value: '', placeholder: '' },
    };
    restores = [
      () => answers.restore(),
      replaceMember(vscode.scm, 'createSourceControl', () => drawIn(shown)),
    ];
    window = openHostWindow(new MemorySecrets());
    await window.services.accounts.save(
      recordFor(service, { id: 'live', label: 'Example Hosting', environment: 'staging' }),
    );
    ({ changes } = window.services.pending);
    await changes.refresh();
    await window.services.store.all({ account: 'live', kind: 'cronJob', parents: [1] });
    await probe.forgetRequests();
  });

  afterEach(async () => {
    await probe.clearFaults();
    await window.close();
    for (const restore of restores) restore();
  });

  const run = (id: CommandId, ...given: unknown[]): Promise<unknown> =>
    runCommand(id, window.services, given);

  async function sent(): Promise<string[]> {
    const requests = await probe.requests();
    return requests.flatMap(({ method, path }) => (method === 'GET' ? [] : [`${method} ${path}`]));
  }

  /** Opens a document of several jobs. */
  async function openTogether(ids = jobs): Promise<vscode.Uri> {
    const { together } = window.services.pending;
    const rows = await Promise.all(
      ids.map(async (id) => {
        const reference = cronAt(id);
        const content = await window.services.documents.live(reference);
        return {
          reference,
          content,
          path: `/Example Hosting/server/Cron Jobs/${id}.cron-job.json`,
        };
      }),
    );
    await probe.forgetRequests();
    const path = await together.start('cronJob', rows);
    return vscode.Uri.from({ scheme: 'server-management-pending', path });
  }

  /** Edits several jobs together, and returns the text that was shown. */
  async function edit(fields: Readonly<Record<string, unknown>>, ids = jobs): Promise<string> {
    const { files } = window.services.pending;
    const uri = await openTogether(ids);
    const text = await files.read(uri);
    const typed = JSON.stringify({ ...parseText(text), ...fields });
    const before = changes.all;
    await assert.rejects(files.write(uri, typed, true), /save the document yourself/);
    assert.deepEqual(changes.all, before, 'Auto Save staged a change');
    await files.write(uri, typed, false);
    return text;
  }

  it('are in Source Control as long as there are any, and nothing is sent before they are applied', async () => {
    assert.equal(shown.isThere, false);
    await edit({ username: 'root', command: `echo ${Date.now()}` });
    await eventually(() => assert.equal(shown.groups.get('pending')?.length, jobs.length));
    assert.ok(shown.isThere);
    assert.deepEqual(await sent(), []);
    shown.input.value = 'for the audit';

    await run('serverManagement.applyPending');

    assert.equal(answers.questions.length, 1, answers.questions.join('\n'));
    assert.match(
      answers.questions[0] ?? '',
      /^Apply 3 pending changes\?\nExample Hosting \(Staging\): 3\nServer: shop-frankfurt\nUp to 9 requests/,
    );
    assert.deepEqual(
      (await sent()).toSorted(),
      jobs.map((id) => `PATCH ${pathOf(id)}`),
    );
    assert.deepEqual(changes.all, []);
    await eventually(() => assert.equal(shown.isThere, false));
    const { changeLog } = window.services;
    assert.deepEqual(
      changeLog.entries.slice(0, 3).map(({ reason }) => reason),
      ['for the audit', 'for the audit', 'for the audit'],
    );
  });

  it('are applied by Ctrl+Enter in the input, and only deletions are struck through', async () => {
    const path = '/live/Nightly.cron-job.json';
    const edits = [{ path: ['label'], before: 'Nightly backup', after: 'Backup' }];
    await changes.stage([
      { reference: cronAt(101), origin: 'person', path: `${path}1`, changes: edits },
      {
        reference: cronAt(102),
        origin: 'person',
        path: `${path}2`,
        operation: 'delete',
        changes: [],
      },
    ]);
    await eventually(() => assert.equal(shown.groups.get('pending')?.length, 2));
    assert.equal(shown.control.acceptInputCommand?.command, 'serverManagement.applyPending');
    assert.deepEqual(
      shown.groups.get('pending')?.map(({ decorations }) => decorations?.strikeThrough),
      [false, true],
    );
  });

  it('are reviewed fifty at a time', async () => {
    const label = { path: ['label'], before: undefined, after: 'Nightly' };
    const staged = Array.from({ length: mostInTab + 1 }, (_, index) => ({
      reference: { account: 'live', kind: 'cronJob', ids: [1, `new:${index}`] } as const,
      origin: 'person' as const,
      path: `/live/${String(index).padStart(2, '0')}.cron-job.json`,
      operation: 'create' as const,
      changes: [label],
    }));
    const titles: string[] = [];
    const texts: unknown[][] = [];
    const execute = vscode.commands.executeCommand;
    restores.push(
      replaceMember(vscode.commands, 'executeCommand', (id: string, ...given: unknown[]) => {
        if (id !== 'vscode.changes') return execute(id, ...given);
        titles.push(String(given[0]));
        texts.push(given[1] as unknown[]);
        return Promise.resolve();
      }),
      replaceMember(vscode.window, 'showQuickPick', (pages: readonly vscode.QuickPickItem[]) =>
        Promise.resolve(pages[0]),
      ),
    );

    await changes.stage(staged.slice(0, mostInTab));
    await run('serverManagement.reviewPending');
    assert.deepEqual([titles, texts[0]?.length], [['Pending Changes'], mostInTab]);

    await changes.stage(staged.slice(mostInTab));
    await run('serverManagement.reviewPending');
    assert.deepEqual([titles[1], texts[1]?.length], ['Pending Changes (1–50 of 51)', mostInTab]);
  });

  it('can be made in the same document again after they were applied', async () => {
    const { files } = window.services.pending;
    const uri = await openTogether();
    for (const command of ['echo first', 'echo second', 'echo third']) {
      const text = parseText(await files.read(uri));
      await files.write(uri, JSON.stringify({ ...text, command }), false);
      await run('serverManagement.applyPending');
      assert.deepEqual([answers.messages, changes.all], [[], []], command);
    }
    assert.equal((await probe.call('GET', pathOf(103)))['command'], 'echo third');
  });

  it('are loaded for a command that is the first to run in a window', async () => {
    await edit({ command: 'echo restarted' }, [101]);
    const restarted = openHostWindow(new MemorySecrets(), undefined, { folder: window.folder });
    try {
      await runCommand('serverManagement.discardPending', restarted.services, []);
      assert.match(answers.questions.join('\n'), /^Discard the pending change to ".+"\?\nWhat was/);
      assert.deepEqual(answers.messages, []);
      answers.questions.splice(0);
      const created = (number: number): Parameters<typeof changes.stage>[0][number] => ({
        reference: { account: 'live', kind: 'cronJob', ids: [1, `new:${number}`] },
        origin: 'person',
        path: `/live/New: Job ${number}.cron-job.json`,
        operation: 'create',
        changes: [{ path: ['label'], before: undefined, after: 'Job' }],
      });
      await changes.stage([1, 2, 3, 4, 5].map(created));
      await run('serverManagement.discardPending');
      assert.match(
        answers.questions.join(),
        /^Discard 5 pending changes\?\nJob 1\nJob 2\nJob 3\nand 2 more\nWhat was/,
      );
    } finally {
      await restarted.close();
    }
  });

  it('move to Conflicts and Failed, explain why on the fields, and are applied once fixed', async () => {
    await edit({ command: `echo ${Date.now()}` });
    const job = await probe.call('GET', pathOf(101));
    const [minute, hour, dayOfMonth, month, dayOfWeek] = String(job['time']).split(' ');
    const { label, username } = job;
    await probe.call('PATCH', pathOf(101), {
      label,
      username,
      command: 'theirs',
      minute,
      hour,
      dayOfMonth,
      month,
      dayOfWeek,
    });
    await probe.addFault(`422:PATCH:${pathOf(102)}:count=1`);
    await probe.forgetRequests();

    await run('serverManagement.applyPending');

    assert.deepEqual(
      (await sent()).toSorted(),
      [102, 103].map((id) => `PATCH ${pathOf(id)}`),
    );
    await eventually(() =>
      assert.deepEqual(
        [...shown.groups].map(([id, rows]) => [id, rows.length]),
        [
          ['pending', 0],
          ['conflict', 1],
          ['failed', 1],
          ['unknown', 0],
          ['drifted', 0],
          ['removed', 0],
        ],
      ),
    );
    assert.match(
      answers.messages.join('\n'),
      /1 of 3 changes applied\. Conflicts: ".+"\. Failed: ".+"\./,
    );

    // The person keeps the conflicting change, and applies both.
    answers.questions.splice(0);
    await run('serverManagement.keepStaged', shown.groups.get('conflict')?.[0]);
    assert.match(answers.questions[0] ?? '', /- "command": "theirs"\n\+ "command": "echo/);
    await run('serverManagement.applyPending');
    assert.deepEqual(changes.all, []);
    assert.match(String((await probe.call('GET', pathOf(101)))['command']), /^echo/);
  });

  it('of a model stand beside the person’s, are announced, and are shown before they are sent', async () => {
    await edit({ command: 'echo mine' }, [101]);
    const [own] = changes.all;
    await window.services.pending.stage([
      {
        reference: cronAt(101),
        origin: 'model',
        reason: 'To help',
        changes: [{ path: ['username'], before: 'root', after: 'webmaster' }],
      },
    ]);
    assert.deepEqual(changes.all[0], own);
    assert.equal(changes.all.length, 2);
    assert.match(answers.messages.join('\n'), /^Change to ".+ \(model\)" staged\. Nothing is sent/);
    await run('serverManagement.applyPending', { id: 'pending', resourceStates: [] });
    const [asked = ''] = answers.questions;
    assert.match(
      asked,
      /\nFrom a model: [^()]+\nTo help\n- "username": "root"\n\+ "username": "webmaster"\nYour own changes: 1\n/,
    );
    assert.doesNotMatch(asked, /echo mine/);
  });

  for (const origin of ['model', 'extension'] as const) {
    it(`have what is hidden in them marked wherever they are shown: ${origin}`, async () => {
      const { pending, store } = window.services;
      const twin = '\u{421}\u{43e}\u{440}\u{443}';
      const known = store.find(cronAt(102));
      assert.ok(known);
      store.replace(cronAt(102), { ...known, label: twin });
      const after = `r\u{43e}ot${' '.repeat(300)}\u{200b}`;
      const edits = [{ path: ['username'], before: 'root', after }];
      await pending.stage([{ reference: cronAt(102), origin, changes: edits }]);
      const [staged] = changes.all;
      assert.ok(staged);
      const row = `(Cyrillic letters) ${twin} (${origin})`;
      assert.ok(staged.path.endsWith(`/${row}.cron-job.json`), staged.path);
      assert.ok(answers.messages[0]?.startsWith(`Change to "${row}" staged.`), answers.messages[0]);
      const uri = vscode.Uri.from({ scheme: 'server-management-pending', path: staged.path });
      await pending.files.read(uri);
      assert.equal(vscode.languages.getDiagnostics(uri).length, 3);
      await eventually(() => assert.equal(shown.groups.get('pending')?.length, 1));
      const marked = '+ "username": "(mixed alphabets) r\u{43e}ot(300 spaces)\u{fffd}"';
      const [drawn] = shown.groups.get('pending') ?? [];
      assert.ok(drawn?.decorations?.tooltip?.includes(marked), drawn?.decorations?.tooltip);
      answers.refused = /^Apply/;
      await run('serverManagement.applyPending');
      const [asked = ''] = answers.questions;
      const named = ` › (Cyrillic letters) ${twin}\n`;
      assert.ok(asked.includes(named) && asked.includes(`\n${marked}\n`), asked);
    });
  }

  it('can be reviewed instead of applied', async () => {
    await edit({ command: `echo ${Date.now()}` });
    answers.pressed = /^Review$/;
    await run('serverManagement.applyPending');
    assert.deepEqual(await sent(), []);
    assert.equal(changes.all.length, jobs.length);
    await eventually(() => {
      const labels = vscode.window.tabGroups.all.flatMap(({ tabs }) =>
        tabs.map(({ label }) => label),
      );
      assert.ok(
        labels.some((each) => each.startsWith('Pending Changes')),
        labels.join(),
      );
    });
    await run('serverManagement.discardPending');
  });

  it('can be edited in their own document, where saving without edits has no effect', async () => {
    await edit({ command: `echo ${Date.now()}` }, [101]);
    const [staged] = changes.all;
    assert.ok(staged);
    const { files } = window.services.pending;
    const uri = vscode.Uri.from({ scheme: 'server-management-pending', path: staged.path });
    await files.prepare(staged);
    const text = await files.read(uri);
    await files.write(uri, text, false);
    assert.equal(changes.all[0]?.at, staged.at);
    const command = 'date';
    await files.write(uri, JSON.stringify({ ...parseText(text), command }), false);
    assert.deepEqual(
      changes.all[0]?.changes.map(({ path, after }) => [path.join('.'), after]),
      [['command', 'date']],
    );
    await assert.rejects(async () => files.write(uri, '{', false));
    await assert.rejects(async () => files.write(uri, text, true), /staged when you save/);
    assert.deepEqual(await sent(), []);
    await run('serverManagement.discardPending');
    assert.deepEqual(changes.all, []);
  });

  it('of a removed account are marked as such, and can only be discarded', async () => {
    await edit({ command: `echo ${Date.now()}` });
    await eventually(() => assert.equal(shown.groups.get('pending')?.length, jobs.length));
    await window.services.accounts.remove('live');
    await eventually(() => assert.equal(shown.groups.get('removed')?.length, jobs.length));
    assert.deepEqual(shown.groups.get('pending'), []);
    const rows = shown.groups.get('removed') ?? [];
    assert.match(rows[0]?.decorations?.tooltip ?? '', /The account was removed/);
    await run('serverManagement.applyPending');
    await run('serverManagement.applyStaged', ...rows);
    assert.match(
      answers.messages.join('\n'),
      /^(Nothing to apply: the account was removed.*\n?){2}$/,
    );
    assert.deepEqual([await sent(), answers.questions], [[], []]);
    await run('serverManagement.discardPending', { id: 'removed', resourceStates: rows });
    assert.deepEqual(changes.all, []);
    await eventually(() => assert.equal(shown.isThere, false));
  });

  describe('that create resources that may already exist', () => {
    const reference = { account: 'live', kind: 'cronJob', ids: [1, 'Nightly'] } as const;
    const all = '/api/v2/servers/1/cronjobs';
    const label = 'Nightly';
    const job = { label, username: 'root', command: 'true', minute: '1' };
    const times = { hour: '2', dayOfMonth: '3', month: '4', dayOfWeek: '5' };
    let id: number;

    beforeEach(async () => {
      const content = { ...job, ...times };
      const edits = Object.entries(content).map(([name, after]) => {
        return { path: [name], before: undefined, after };
      });
      const path = '/live/Nightly.cron-job.json';
      await changes.stage([
        { reference, origin: 'person', path, operation: 'create', changes: edits },
      ]);
      const [staged] = changes.all;
      assert.ok(staged);
      const state = { type: 'unknown', text: '' } as const;
      await changes.settle([{ staged, state }]);
      ({ id } = (await probe.call('POST', all, content)) as { id: number });
      await probe.forgetRequests();
    });

    afterEach(async () => {
      await changes.discard(changes.all);
      const { data } = await probe.call('GET', `${all}?perPage=40`);
      const made = (data as { id: number; label: string }[]).filter((each) => each.label === label);
      await Promise.all(made.map((each) => probe.call('DELETE', pathOf(each.id))));
    });

    it('are done if the person recognizes the resource', async () => {
      await run('serverManagement.applyPending');
      const [question = '', ...others] = answers.questions;
      assert.match(
        question,
        new RegExp(`^Create Cron Job "Nightly" again\\?[^]*"Nightly" \\(ID ${id}\\)`),
      );
      assert.deepEqual([others, await sent(), changes.all], [[], [], []]);
    });

    it('create another one if the person says that it isn’t the right one', async () => {
      answers.pressed = /^Create Again$/;
      await run('serverManagement.applyPending');
      assert.deepEqual([await sent(), changes.all], [[`POST ${all}`], []]);
    });

    it('stay unknown without an answer, even after an edit', async () => {
      answers.refused = /^Create Cron Job/;
      await run('serverManagement.applyPending');
      const [staged] = changes.all;
      assert.ok(staged);
      await changes.replace(staged, [...staged.changes]);
      await run('serverManagement.applyPending');
      assert.deepEqual([await sent(), changes.all[0]?.state.type], [[], 'unknown']);
      assert.equal(answers.questions.length, 2);
      await eventually(() => assert.equal(shown.groups.get('unknown')?.length, 1));
    });
  });

  it('can be made in one document for all servers that match the filter', async () => {
    const { explorer, pending } = window.services;
    const opened: vscode.Uri[] = [];
    restores.push(
      replaceMember(vscode.window, 'showTextDocument', (uri: vscode.Uri) => {
        opened.push(uri);
        return Promise.resolve();
      }),
    );
    await explorer.sources.options.change({ filter: 'lab' });
    await editMatching(window.services);
    assert.equal(answers.messages[0], 'Fewer than two resources match the filter.');
    const { data } = await probe.call('GET', '/api/v3/servers');
    const servers = data as { id: number; provider: string }[];
    const matching = servers.filter(({ provider }) => provider === 'linode');
    assert.ok(matching.length > 1 && matching.length < servers.length);
    await explorer.sources.options.change({ filter: 'provider:linode' });
    await editMatching(window.services);
    await explorer.sources.options.change({ filter: '' });
    const [uri] = opened;
    assert.ok(uri);
    assert.match(uri.path, new RegExp(`/${matching.length} Servers\\.server\\.json$`));
    const shared = parseText(await pending.files.read(uri));
    await pending.files.write(uri, JSON.stringify({ ...shared, provider: 'mine' }), false);
    const staged = changes.all.map(({ reference }) => Number(reference.ids[0]));
    assert.deepEqual(new Set(staged), new Set(matching.map(({ id }) => id)));
    assert.deepEqual(await sent(), []);
    await changes.discard(changes.all);
  });

  it('say what differs now, no matter who changed it', async () => {
    const uri = await openTogether();
    const { store, pending } = window.services;
    const explain = async (): Promise<string> => {
      const lenses = await explainTogether({ store, pending }, { uri });
      return lenses.map(({ command }) => command?.title).join();
    };
    assert.match(await explain(), /3 cron jobs · .*\bcommand\b.* differ · Saving stages/);
    for (const id of jobs) {
      const { label, username, time } = await probe.call('GET', pathOf(id));
      const [minute, hour, dayOfMonth, month, dayOfWeek] = String(time).split(' ');
      const fields = { label, username, minute, hour, dayOfMonth, month, dayOfWeek };
      await probe.call('PATCH', pathOf(id), { ...fields, command: 'the same' });
    }
    assert.match(await explain(), /\bcommand\b/, 'nothing is read again without a reason');
    store.outdate('live');
    assert.doesNotMatch(await explain(), /\bcommand\b/);
  });

  it('are made together without reading everything at once', async () => {
    let [reads, most, all] = [0, 0, 0];
    restores.push(
      replaceMember(vscode.window, 'showTextDocument', () => Promise.resolve()),
      replaceMember(window.services.documents, 'live', async () => {
        reads += 1;
        all += 1;
        most = Math.max(most, reads);
        await Promise.resolve();
        reads -= 1;
        return { useDns: true };
      }),
    );
    const settings = Array.from({ length: 40 }, (_, index) => ({
      account: 'live',
      kind: 'sshSettings',
      ids: [1_000 + index],
    }));
    await run('serverManagement.editTogether', settings[0], settings);
    assert.deepEqual([all, most], [40, 8]);
  });

  it('can be made together for what can be read, and says what is missing', async () => {
    const { accounts, explorer } = window.services;
    await accounts.save(
      recordFor({ ...service, token: 'revoked' }, { id: 'closed', label: 'Payroll' }),
    );
    const opened: vscode.Uri[] = [];
    restores.push(
      replaceMember(vscode.window, 'showTextDocument', (uri: vscode.Uri) => {
        opened.push(uri);
        return Promise.resolve();
      }),
    );
    await explorer.sources.options.change({ filter: 'provider:linode' });
    await editMatching(window.services);
    await explorer.sources.options.change({ filter: '' });
    assert.match(opened[0]?.path ?? '', /\d Servers\.server\.json$/);
    const [told = '', ...others] = answers.messages;
    assert.match(told, /^Not included: servers of "Payroll"\. .*\(401\)/);
    assert.deepEqual(others, []);
    await probe.addFault('500:GET:/api/v3/servers/3/settings/ssh');
    const settings = [1, 3, 5].map((id) => ({ account: 'live', kind: 'sshSettings', ids: [id] }));
    await run('serverManagement.editTogether', settings[0], settings);
    assert.match(opened[1]?.path ?? '', /\/2 [^/]*\.ssh\.json$/);
    assert.match(
      answers.messages[1] ?? '',
      /^Not included: "full-disk-seoul › SSH Settings"\. .*\(500\)/,
    );
  });

  describe('of fields that are copied', () => {
    /** Shows a document of the first job. Picks take the first entry; later ones are dismissed. */
    function showJob(text: string, isDirty: boolean, most = Infinity): unknown[][] {
      const picks: unknown[][] = [];
      const uri = vscode.Uri.parse('server-management:/copied.cron-job.json');
      restores.push(
        replaceMember(vscode.workspace, 'openTextDocument', () =>
          Promise.resolve({ isDirty, uri, getText: () => text }),
        ),
        replaceMember(vscode.window, 'showQuickPick', (items: readonly unknown[]) => {
          picks.push([...items]);
          return Promise.resolve(picks.length > most ? undefined : items.slice(0, 1));
        }),
      );
      return picks;
    }

    const staged = () =>
      changes.all.map(({ reference, origin, changes: each }) => [reference, origin, each]);

    it('are kept for those that can take them and differ, and named for the others', async () => {
      const { documents } = window.services;
      const lives = new Map<unknown, object>([
        [101, await documents.live(cronAt(101))],
        [102, { ...(await documents.live(cronAt(102))), hour: '3' }],
        [103, { ...(await documents.live(cronAt(103))), hour: '9' }],
      ]);
      restores.push(
        replaceMember(documents, 'live', ({ ids }: ResourceReference) => {
          const live = lives.get(ids[1]);
          return live ? Promise.resolve(live) : Promise.reject(new Error('Not there.'));
        }),
      );
      const picks = showJob('{ "hour": "3" }', false);
      await run('serverManagement.copyChangedFields', cronAt(101), [102, 103, 104].map(cronAt));
      assert.equal(picks.length, 1);
      const change = { path: ['hour'], before: '9', after: '3' };
      assert.deepEqual(staged(), [[cronAt(103), 'extension', [change]]]);
      assert.match(
        answers.messages[0] ?? '',
        /^Not included: "shop-frankfurt › Newsletter"\. Not there\./,
      );
      assert.deepEqual(await sent(), []);
    });

    it("aren't the person's own if a model wrote the document", async () => {
      const { documents, proposals } = window.services;
      const base = { ...(await documents.live(cronAt(101))), hour: '1' };
      restores.push(
        replaceMember(documents, 'baseOf', () => base),
        replaceMember(proposals, 'get', () => true),
      );
      showJob(JSON.stringify({ ...base, hour: '23' }), true);
      await run('serverManagement.copyChangedFields', cronAt(101));
      assert.deepEqual(
        staged().map(([, origin]) => origin),
        ['model'],
      );
    });

    it('ask for the others if they are run on one of several selected rows', async () => {
      const rows = jobs.map((id) => ({ type: 'resource', reference: cronAt(id) }));
      const picks = showJob('{ "hour": "3" }', false, 1);
      await run('serverManagement.copyChangedFields', rows[0], rows);
      assert.equal(picks.length, 2, 'the fields and the servers');
      assert.deepEqual(staged(), []);
    });
  });
});

function drawIn(shown: Shown): unknown {
  shown.isThere = true;
  const control = {
    inputBox: shown.input,
    createResourceGroup: (id: string) => {
      const group = {
        id,
        dispose: () => undefined,
        set resourceStates(rows: vscode.SourceControlResourceState[]) {
          shown.groups.set(id, rows);
        },
      };
      return group;
    },
    dispose: () => {
      shown.isThere = false;
    },
  };
  shown.control = control as unknown as vscode.SourceControl;
  return control;
}
