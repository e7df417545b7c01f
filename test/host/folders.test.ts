import type { Confirmation } from '../../src/base/questions';
import assert from 'node:assert/strict';
import { assertEvery } from '../support/assertEvery';
import * as vscode from 'vscode';
import { type HostWindow, openHostWindow, temporary } from '../support/host/hostWindow';
import { type RecordedAnswers, recordAnswers } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';
import { randomHex } from '../../src/base/random';
import type { CommandId } from '../../src/actions/commands';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { runCommand } from '../../src/ui/commands/runCommand';
import { takeTheirs } from '../../src/ui/pending/folders/folderCommands';
import { lockName } from '../../src/pending/folders/lock';
import type { ResourceReference } from '../../src/resources/reference';
import { recordFor } from '../support/accountRecord';
import { replaceAnswers } from '../support/host/replaceAnswers';

const server: ResourceReference = { account: 'live', kind: 'server', ids: [1] };
const jobPath = (id: number): string => `/api/v3/servers/1/cronjobs/${id}`;

describe('a server in a folder', () => {
  let service: Sandbox;
  let probe: SandboxProbe;
  let window: HostWindow;
  let folder: vscode.Uri;
  let answers: RecordedAnswers;
  let restores: (() => void)[];
  /** Answer lists of cron jobs, or all lists, in place of the service. */
  let cronJobs: (() => Response) | undefined;
  let lists: typeof cronJobs;
  let onRequest: () => void;

  beforeEach(async () => {
    service = await startService();
    probe = new SandboxProbe(service);
    // Without them, a folder has half as many files.
    for (const id of [102, 103, 104]) {
      await probe.call('DELETE', `/api/v3/servers/1/webapps/${id}`);
    }
    folder = vscode.Uri.joinPath(temporary(), `folders-${randomHex(4)}`);
    await vscode.workspace.fs.createDirectory(folder);
    answers = recordAnswers();
    cronJobs = undefined;
    lists = undefined;
    onRequest = () => undefined;
    restores = [
      () => answers.restore(),
      replaceAnswers((request, send) => {
        onRequest();
        if (cronJobs && /\/cronjobs\?/.test(request)) return cronJobs();
        return lists && /\/servers\/1\/.*\?/.test(request) ? lists() : send();
      }),
      replaceMember(vscode.window, 'showOpenDialog', () => Promise.resolve([folder])),
    ];
    window = openHostWindow(new MemorySecrets());
    await window.services.accounts.save(
      recordFor(service, { id: 'live', label: 'Example Hosting', environment: 'staging' }),
    );
    await window.services.pending.changes.refresh();
    await run('serverManagement.exportToFolder', server);
    await probe.forgetRequests();
  });

  afterEach(async () => {
    await window.services.pending.changes.discard(changes());
    await window.close();
    for (const restore of restores) restore();
    await service.close();
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  const run = (id: CommandId, ...given: unknown[]): Promise<unknown> =>
    runCommand(id, window.services, given);
  const changes = () => window.services.pending.changes.all;

  async function sent(): Promise<string[]> {
    const requests = await probe.requests();
    return requests.flatMap((each) =>
      each.method === 'GET' ? [] : [`${each.method} ${each.path}`],
    );
  }

  /** The file of a cron job. */
  async function fileOf(id: number): Promise<string> {
    const files = await filesBelow(folder);
    for (const file of files.filter((each) => each.endsWith('.cron-job.json'))) {
      if ((JSON.parse(await text(file)) as { $ids?: unknown[] }).$ids?.[1] === id) return file;
    }
    throw new TypeError(`There is no file of ${id} among ${files.join(', ')}`);
  }

  const at = (file: string): vscode.Uri => vscode.Uri.joinPath(folder, file);
  const text = async (file: string): Promise<string> =>
    new TextDecoder().decode(await vscode.workspace.fs.readFile(at(file)));

  async function write(file: string, content: object): Promise<void> {
    await vscode.workspace.fs.writeFile(
      at(file),
      new TextEncoder().encode(JSON.stringify(content)),
    );
  }

  async function edit(file: string, fields: object): Promise<void> {
    const content = { ...(JSON.parse(await text(file)) as object), ...fields };
    await write(file, content);
  }

  async function changeBehind(id: number, command: string): Promise<void> {
    const { label, username, time } = await probe.call('GET', jobPath(id));
    const [minute, hour, dayOfMonth, month, dayOfWeek] = String(time).split(' ');
    const fields = { label, username, minute, hour, dayOfMonth, month, dayOfWeek };
    await probe.call('PATCH', jobPath(id), { ...fields, command });
    await probe.forgetRequests();
  }

  it('matches the service until a file is edited; then the edit is staged and applied, and it matches again', async () => {
    assert.match(answers.messages.join('\n'), /^\d+ resources exported\.$/);
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), 'The folder matches the service.');
    assert.deepEqual(changes(), []);
    await edit(await fileOf(101), { command: '/usr/bin/tidy' });
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), '1 change staged.');
    assert.deepEqual(await sent(), []);
    await run('serverManagement.applyPending');
    assert.deepEqual(await sent(), [`PATCH ${jobPath(101)}`]);
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), 'The folder matches the service.');
    // A change applied from here doesn't count as made by others.
    await edit(await fileOf(101), { command: '/usr/bin/tidier' });
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), '1 change staged.');
  });

  it("doesn't take what is being applied for others' changes", async () => {
    const file = await fileOf(101);
    await edit(file, { command: '/usr/bin/tidy' });
    await run('serverManagement.planFromFolder');
    await edit(file, { command: '/usr/bin/tidier' });
    const planned = new Promise<unknown>((resolve) => {
      const applied = window.services.pending.changes.onDidChange(() => {
        if (changes().length > 0) return;
        applied.dispose();
        resolve(run('serverManagement.planFromFolder'));
      });
    });
    await run('serverManagement.applyPending');
    await planned;
    assert.deepEqual(
      changes().map(({ state }) => state.type),
      ['pending'],
    );
  });

  it('creates resources with new files, and deletes those without a file after a separate confirmation', async () => {
    const file = await fileOf(101);
    const { $ids: _, ...copy } = JSON.parse(await text(file)) as Record<string, unknown>;
    const added = file.replace(/[^/]+$/, 'Copy.cron-job.json');
    await write(added, { ...copy, label: 'Copy' });
    const removed = await fileOf(102);
    const { label } = JSON.parse(await text(removed)) as { label: string };
    await vscode.workspace.fs.delete(at(removed));
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), '1 new resource and 1 deletion staged.');
    // Rows have names, although none of these resources was shown before.
    const names = changes().map((each) => [each.operation, each.path.split('/').at(-1)]);
    assert.deepEqual(names.map(String).toSorted(), [
      'create,New: Copy.cron-job.json',
      `delete,Delete: ${label}.cron-job.json`,
    ]);
    assert.deepEqual(await sent(), []);

    answers.refused = /^Delete/;
    await run('serverManagement.applyPending');
    assert.match(answers.questions[0] ?? '', /^Delete Cron Job ".+"\?\n.*Cron Jobs/);
    assert.match(answers.questions[1] ?? '', /^Apply 1 pending change\?/);
    assert.deepEqual(await sent(), ['POST /api/v2/servers/1/cronjobs']);
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), '1 deletion staged.');
    answers.refused = undefined;
    await run('serverManagement.applyPending');
    assert.deepEqual((await sent()).slice(1), [`DELETE ${jobPath(102)}`]);
    assert.deepEqual(changes(), []);
    assert.match(await text(added), /"\$ids": \[\s*1,\s*\d+\s*\]/);
    const { data } = await probe.call('GET', '/api/v3/servers/1/cronjobs');
    const jobs = data as { id: number; label: string }[];
    assert.equal(jobs.filter(({ label }) => label === 'Copy').length, 1);
    assertEvery(jobs, ({ id }) => id !== 102);
  });

  it('names rows by what the files say, marks what is hidden in them, and renames rows whose file changes', async () => {
    const file = await fileOf(101);
    const { $ids: _, ...copy } = JSON.parse(await text(file)) as Record<string, unknown>;
    const added = file.replace(/[^/]+$/, 'Harmless.cron-job.json');
    const command = `true${' '.repeat(3_000)}; curl evil\u{200b}.example`;
    await write(added, { ...copy, label: 'B\u{430}ckup', command });
    await run('serverManagement.planFromFolder');
    const rows = (): unknown[] => changes().map(({ path }) => path.split('/').at(-1));
    assert.deepEqual(rows(), ['New: (mixed alphabets) B\u{430}ckup.cron-job.json']);
    const twin = '\u{421}\u{43e}\u{440}\u{443}';
    await write(added, { ...copy, label: twin, command });
    await run('serverManagement.planFromFolder');
    assert.deepEqual(rows(), [`New: (Cyrillic letters) ${twin}.cron-job.json`]);
    await write(added, { ...copy, label: 'B\u{430}ckup', command });
    await run('serverManagement.planFromFolder');
    const path = changes()[0]?.path ?? '';
    const uri = vscode.Uri.from({ scheme: 'server-management-pending', path });
    await window.services.pending.files.read(uri);
    const marks = vscode.languages.getDiagnostics(uri);
    assert.deepEqual(
      new Set(
        marks.map(({ range, message }) => {
          return `${range.end.character - range.start.character} ${message}`;
        }),
      ),
      new Set([
        '1 Invisible character U+200B.',
        '3000 3,000 spaces in a row. More text follows.',
        '6 "B\u{430}ckup" has letters from several alphabets that look alike.',
      ]),
    );
    await edit(added, { label: 'Nightly' });
    await run('serverManagement.planFromFolder');
    assert.deepEqual(rows(), ['New: Nightly.cron-job.json']);
  });

  it('asks for the account if the folder’s isn’t known by its id and its name', async () => {
    await edit(await fileOf(101), { command: '/usr/bin/tidy' });
    const lock = JSON.parse(await text(lockName)) as { account: object };
    let offered: readonly vscode.QuickPickItem[] = [];
    let chosen: number | undefined;
    const pick = (items: readonly vscode.QuickPickItem[]): Promise<unknown> => {
      offered = items;
      return Promise.resolve(chosen === undefined ? undefined : items[chosen]);
    };
    restores.push(replaceMember(vscode.window, 'showQuickPick', pick as never));
    for (const odd of [{ id: 'other' }, { label: 'Other' }]) {
      await edit(lockName, { account: { ...lock.account, ...odd } });
      await run('serverManagement.planFromFolder');
      assert.deepEqual(
        offered.map(({ label }) => label),
        ['Example Hosting'],
      );
      assert.deepEqual(changes(), []);
      offered = [];
    }
    chosen = 0;
    await run('serverManagement.planFromFolder');
    assert.equal(changes().length, 1);
    offered = [];
    await run('serverManagement.applyPending');
    assert.deepEqual([await sent(), offered], [[`PATCH ${jobPath(101)}`], []]);
  });

  it('deletes no resource that others have changed since', async () => {
    await vscode.workspace.fs.delete(at(await fileOf(101)));
    await run('serverManagement.planFromFolder');
    await changeBehind(101, 'theirs');
    await run('serverManagement.applyPending');
    assert.deepEqual(await sent(), []);
    assert.deepEqual(
      changes().map(({ state }) => state.type),
      ['conflict'],
    );
  });

  it("lists others' changes, and takes theirs into the file or keeps mine", async () => {
    await changeBehind(101, 'theirs 1');
    await changeBehind(102, 'theirs 2');
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), 'Changed by others: 2.');
    const uriOf = (id: number): vscode.Uri => {
      const staged = changes().find(({ reference }) => reference.ids[1] === id);
      return vscode.Uri.from({ scheme: 'server-management-pending', path: staged?.path ?? '' });
    };
    await run('serverManagement.applyPending');
    assert.deepEqual(await sent(), [], 'a change was applied without a decision');

    await run('serverManagement.takeTheirs', uriOf(101));
    assert.match(await text(await fileOf(101)), /"command": "theirs 1"/);
    await run('serverManagement.keepStaged', uriOf(102));
    await run('serverManagement.applyPending');
    assert.deepEqual(await sent(), [`PATCH ${jobPath(102)}`]);
    assert.notEqual((await probe.call('GET', jobPath(102)))['command'], 'theirs 2');
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), 'The folder matches the service.');
  });

  it('keeps a change that was edited after it was shown, and says so', async () => {
    await changeBehind(101, 'theirs');
    await run('serverManagement.planFromFolder');
    const [shown] = changes();
    assert.ok(shown);
    const { reference, path } = shown;
    const edited = { path: ['command'], before: 'theirs', after: 'newer' };
    await window.services.pending.changes.stage([
      { reference, origin: 'folder', path, changes: [edited] },
    ]);
    const file = await text(await fileOf(101));
    await takeTheirs(window.services, [shown]);
    assert.match(answers.messages.at(-1) ?? '', /was applied, edited or discarded in the meantime/);
    assert.equal(changes()[0]?.changes.find((each) => each.path[0] === 'command')?.after, 'newer');
    assert.equal(await text(await fileOf(101)), file);
  });

  it('keeps changes that a person staged, even if the files differ, and says so', async () => {
    const { pending } = window.services;
    const reference: ResourceReference = { ...server, kind: 'cronJob', ids: [1, 101] };
    const { command } = await probe.call('GET', jobPath(101));
    const typed = { path: ['command'], before: command as string, after: 'typed here' };
    await pending.stage([{ reference, origin: 'person', changes: [typed] }]);
    const commands = (): unknown[] =>
      changes().map((each) => [each.operation, each.changes[0]?.after]);
    const file = await fileOf(101);
    await edit(file, { command: 'from the file' });
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), '1 change staged. Your own changes kept: 1.');
    assert.deepEqual(commands(), [[undefined, 'typed here']]);
    await vscode.workspace.fs.delete(at(file));
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), '1 deletion staged. Your own changes kept: 1.');
    assert.deepEqual(commands(), [[undefined, 'typed here']]);
    await run('serverManagement.discardPending');
    await run('serverManagement.planFromFolder');
    assert.deepEqual(
      changes().map(({ operation }) => operation),
      ['delete'],
    );
  });

  it('deletes no file because of a list that can’t be read, and says so', async () => {
    const before = await filesBelow(folder);
    cronJobs = () => Response.json({ data: null });
    await run('serverManagement.updateFolder');
    assert.deepEqual(await filesBelow(folder), before);
    assert.match(
      answers.messages.at(-1) ?? '',
      /^No files were changed\. .*".+ › Cron Jobs" couldn't be read\. .*cronjobs/,
    );
    await run('serverManagement.planFromFolder');
    assert.match(answers.messages.at(-1) ?? '', /couldn't be read/);
  });

  it("asks for the account's name before it deletes most files, and deletes none if refused", async () => {
    const before = await filesBelow(folder);
    lists = () => Response.json({ data: [] });
    const asked: (string | undefined)[] = [];
    let isAgreed = false;
    const confirm = ({ message, detail, typed }: Confirmation): Promise<boolean> => {
      asked.push(message, detail, typed);
      return Promise.resolve(isAgreed);
    };
    restores.push(replaceMember(window.services.prompts, 'confirm', confirm));
    await run('serverManagement.updateFolder');
    assert.match(
      asked.join('\n'),
      /^Delete \d\d of \d\d files\?\n"Example Hosting" .*\nExample Hosting$/,
    );
    assert.deepEqual(await filesBelow(folder), before);
    isAgreed = true;
    await run('serverManagement.updateFolder');
    assert.match(answers.messages.at(-1) ?? '', /^Files changed: 0, added: 0, deleted: \d\d\./);
  });

  it('writes nothing through a link that leads out of the folder', async function () {
    // A browser's file system has no links.
    if (typeof process === 'undefined') this.skip();
    const outside = vscode.Uri.joinPath(temporary(), `outside-${randomHex(4)}`);
    await vscode.workspace.fs.createDirectory(outside);
    const jobs = (await fileOf(101)).replace(/\/[^/]+$/, '');
    await vscode.workspace.fs.delete(at(jobs), { recursive: true });
    await edit(lockName, { files: {} });
    process.getBuiltinModule('node:fs').symlinkSync(outside.fsPath, at(jobs).fsPath, 'junction');
    await run('serverManagement.updateFolder');
    assert.equal(
      answers.messages.at(-1),
      `Couldn't update the folder. "${jobs}" is a symbolic link. Replace it with a file or folder.`,
    );
    assert.deepEqual(await filesBelow(outside), []);
    await vscode.workspace.fs.delete(outside);
  });

  it('keeps what was exported when it is stopped, and goes on from there', async () => {
    folder = at('stopped');
    await vscode.workspace.fs.createDirectory(folder);
    const whole = answers.messages[0];
    const source = new vscode.CancellationTokenSource();
    const withToken: typeof vscode.window.withProgress = (_, task) =>
      task({ report: () => undefined }, source.token);
    const restore = replaceMember(vscode.window, 'withProgress', withToken);
    let requests = 0;
    onRequest = () => {
      requests += 1;
      if (requests === 20) source.cancel();
    };
    await run('serverManagement.exportToFolder', server);
    restore();
    assert.match(answers.messages.at(-1) ?? '', /^Export stopped\. Files so far: \d+\.$/);
    const before = await filesBelow(folder);
    assert.ok(before.includes(lockName) && before.length > 1);
    await run('serverManagement.exportToFolder', server);
    assert.equal(answers.messages.at(-1), whole);
    await run('serverManagement.planFromFolder');
    assert.equal(answers.messages.at(-1), 'The folder matches the service.');
  });

  it('creates once what no list shows, and asks what became of it if the answer is lost', async () => {
    const file = await fileOf(101);
    const { $ids: _, ...copy } = JSON.parse(await text(file)) as Record<string, unknown>;
    const add = (label: string): Promise<void> =>
      write(file.replace(/[^/]+$/, `${label}.cron-job.json`), { ...copy, label });
    cronJobs = () => Response.json({ message: 'Not offered' }, { status: 405 });
    const post = 'POST /api/v2/servers/1/cronjobs';
    const plan = async (): Promise<number> => {
      await run('serverManagement.planFromFolder');
      return changes().length;
    };
    await add('Accepted');
    assert.equal(await plan(), 1);
    await run('serverManagement.applyPending');
    assert.deepEqual([await sent(), changes()], [[post], []]);
    assert.equal(await plan(), 0);

    await add('Lost');
    assert.equal(await plan(), 1);
    await probe.addFault('reset:POST:/api/*');
    await run('serverManagement.applyPending');
    await probe.clearFaults();
    assert.equal(changes()[0]?.state.type, 'unknown');
    await probe.forgetRequests();
    // Not even a plan that can't read the list forgets it.
    cronJobs = () => Response.json({ message: 'Broken' }, { status: 500 });
    await plan();
    cronJobs = () => Response.json({ message: 'Not offered' }, { status: 405 });
    assert.equal(await plan(), 1);
    answers.refused = /again/;
    await run('serverManagement.applyPending');
    assert.match(answers.questions.at(-1) ?? '', /^Create Cron Job "Lost" again\?/);
    assert.deepEqual([await sent(), changes()[0]?.state.type], [[], 'unknown']);
    answers.refused = undefined;
    answers.pressed = /^Mark as Created$/;
    await run('serverManagement.applyPending');
    assert.deepEqual([await sent(), changes()], [[], []]);
    assert.equal(await plan(), 0);
  });

  it('says why nothing can be exported if nothing can be read', async () => {
    folder = at('empty');
    await vscode.workspace.fs.createDirectory(folder);
    await probe.addFault('403:GET:/api/*');
    await run('serverManagement.exportToFolder', server);
    assert.match(
      answers.messages.at(-1) ?? '',
      /^Couldn't export\. ".+"( and others)? couldn't be read( \(\d+\))?\. .* \(403\)/,
    );
  });

  it('says what is missing and what to do if planning isn’t possible, and stages nothing', async () => {
    await edit(await fileOf(101), { command: '/usr/bin/tidy' });
    await vscode.workspace.fs.delete(at(lockName));
    await run('serverManagement.planFromFolder');
    assert.equal(
      answers.messages.at(-1),
      `Couldn't plan from the folder. The folder has no "${lockName}". Export to an empty folder first.`,
    );
    assert.deepEqual(changes(), []);
  });

  it('marks files that can’t be used, and uses the others', async () => {
    const file = await fileOf(101);
    await edit(file, { password: 'in clear' });
    // A browser's file system has no links.
    const hasLinks = typeof process !== 'undefined';
    if (hasLinks)
      process.getBuiltinModule('node:fs').symlinkSync('/etc', at('servers/link').fsPath);
    await edit(await fileOf(102), { command: 'date' });
    await run('serverManagement.planFromFolder');
    const ignored = hasLinks ? '2 files were ignored.' : '1 file was ignored.';
    assert.equal(answers.messages.at(-1), `1 change staged. ${ignored}`);
    const marks = vscode.languages.getDiagnostics(at(file));
    assert.match(marks[0]?.message ?? '', /"password" is a secret/);
    assert.doesNotMatch(JSON.stringify(changes()), /in clear/);
  });
});

/** The paths of all files below a folder. */
async function filesBelow(folder: vscode.Uri, path = ''): Promise<string[]> {
  const entries = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder, path));
  const found = await Promise.all(
    entries.map(async ([name, type]) => {
      const below = [path, name].filter(Boolean).join('/');
      return type === vscode.FileType.Directory ? filesBelow(folder, below) : [below];
    }),
  );
  return found.flat();
}
