import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { actions } from '../../src/ui/actions/actions';
import type { Target } from '../../src/ui/actions/field';
import { createPrompts } from '../../src/ui/actions/input/vscodePrompts';
import { runAction } from '../../src/ui/actions/runAction';
import { titleOf } from '../../src/ui/commands/titleOf';
import { Snapshots } from '../../src/ui/documents/snapshots';

const extensionId = 'server-management.server-management-explorer';
const jobs = [101, 102].map((id): Target => ({
  account: 'service',
  kind: 'cronJob',
  ids: [1, id],
}));

/** What a person was shown: its text, what stands below it, and its buttons. */
interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

describe('what a person is shown of actions', () => {
  let world: ActionWorld;
  let snapshots: Snapshots;
  let shown: Shown[];
  let restores: (() => void)[];
  /** What is pressed at one message after the other; nothing where there is none left. */
  let presses: ((message: Shown) => string | Promise<string>)[];

  beforeEach(async () => {
    world = await startActionWorld();
    snapshots = new Snapshots();
    shown = [];
    presses = [];
    const answer = async (text: string, ...more: unknown[]): Promise<string | undefined> => {
      const [options] = more.filter((each) => typeof each === 'object') as { detail?: string }[];
      const buttons = more.filter((each) => typeof each === 'string');
      const message = { text, detail: options?.detail ?? '', buttons };
      shown.push(message);
      return presses.shift()?.(message);
    };
    restores = (['showErrorMessage', 'showWarningMessage', 'showInformationMessage'] as const).map(
      (name) => replaceMember(vscode.window, name, answer),
    );
  });

  afterEach(async () => {
    for (const restore of restores) restore();
    snapshots.dispose();
    await world.close();
  });

  function run(command: string, targets: readonly Target[]): ReturnType<typeof runAction> {
    const action = actions.find((each) => each.command === command);
    assert.ok(action);
    const context = {
      ...world.context(createPrompts(snapshots)),
      titleOf: (id: string) => titleOf(extensionId, id),
    };
    return runAction(context, action, targets);
  }

  it('lists what several runs touch, and tries what failed again', async () => {
    await world.probe.addFault('500:POST:/api/v2/servers/1/cronjobs/102/run');
    let details = '';
    const restore = replaceMember(
      vscode.window,
      'showTextDocument',
      (uri: vscode.Uri) => void (details = snapshots.read(uri)),
    );
    restores.push(restore);
    presses = [
      () => 'Run Cron Job Now',
      () => 'Show Details',
      async () => {
        await world.probe.clearFaults();
        return 'Retry Failed';
      },
    ];
    const outcome = await run('serverManagement.runCronJob', jobs);
    assert.deepEqual(outcome, { status: 'done', done: jobs, failed: [] });
    const [asked, failed, again, ...others] = shown;
    assert.deepEqual(asked, {
      text: 'Run Cron Job Now: 2 Cron Jobs?',
      detail: 'Nightly backup\nOrder queue\nAccount: Example Hosting',
      buttons: ['Run Cron Job Now'],
    });
    assert.match(failed?.text ?? '', /^Running 2 Cron Jobs: 1 of 2 done, 1 failed\. Order queue: /);
    assert.deepEqual(failed?.buttons, ['Retry Failed', 'Show Details']);
    assert.deepEqual(again, failed);
    assert.deepEqual(others, []);
    assert.match(details, /\nNightly backup: done\.\nOrder queue: failed\. The service failed/);
    const posts = (await world.probe.requests()).filter(({ method }) => method === 'POST');
    assert.equal(posts.length, 3);
  });

  it('says of one thing why it failed, and leaves it when the message is closed', async () => {
    await world.probe.addFault('500:POST:/api/v2/servers/1/cronjobs/101/run');
    const outcome = await run('serverManagement.runCronJob', jobs.slice(0, 1));
    assert.equal(outcome.status, 'failed');
    assert.equal(shown.length, 1);
    assert.match(shown[0]?.text ?? '', /failed\. The service failed \(500\)/);
    assert.deepEqual(shown[0]?.buttons, ['Try Again']);
  });

  it('says what is to be typed, and takes nothing else', async () => {
    await world.probe.call('PATCH', '/api/v3/servers/2/settings/meta', { name: 'batch\u{200b}' });
    const boxes: vscode.InputBox[] = [];
    const create = vscode.window.createInputBox.bind(vscode.window);
    restores.push(
      replaceMember(vscode.window, 'createInputBox', () => {
        const box = create();
        boxes.push(box);
        return box;
      }),
    );
    presses = [() => 'Delete'];
    const running = run('serverManagement.delete', [
      { account: 'service', kind: 'server', ids: [2] },
    ]);
    await eventually(() => assert.equal(boxes.length, 1));
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal((await running).status, 'cancelled');
    assert.equal(shown[0]?.text, 'Delete Server "batch\u{fffd}"?');
    assert.match(shown[0]?.detail ?? '', /\nYou will be asked to type "Example Hosting"\.$/);
    assert.equal(boxes[0]?.prompt, 'Type "Example Hosting" and press Enter');
  });
});
