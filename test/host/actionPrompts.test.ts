import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { type ActionWorld, startActionWorld } from '../support/actions/actionWorld';
import { eventually } from '../support/eventually';
import { replaceMember } from '../support/host/replaceMember';
import { actions } from '../../src/actions/actions';
import type { Target } from '../../src/resources/reference';
import { createPrompts } from '../../src/ui/prompts/vscodePrompts';
import { runAction } from '../../src/actions/runAction';
import { titleOf } from '../../src/ui/editor/titleOf';
import { Snapshots } from '../../src/ui/editor/snapshots';

const extensionId = 'server-management.server-management-explorer';
const jobs = [101, 102].map((id): Target => ({
  account: 'service',
  kind: 'cronJob',
  ids: [1, id],
}));

/** A message that was shown: its text, details and buttons. */
interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly buttons: readonly string[];
}

describe('the interface of actions', () => {
  let world: ActionWorld;
  let snapshots: Snapshots;
  let shown: Shown[];
  let restores: (() => void)[];
  /** The buttons to press, one per message; none when the list is empty. */
  let presses: ((message: Shown) => string | undefined | Promise<string>)[];

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

  it('lists the targets of several runs, and retries what failed', async () => {
    await world.probe.addFault('403:POST:/api/v3/servers/1/cronjobs/102/run');
    let details = '';
    const restore = replaceMember(
      vscode.window,
      'showTextDocument',
      (uri: vscode.Uri) => void (details = snapshots.read(uri)),
    );
    restores.push(restore);
    presses = [
      () => 'Run Cron Job',
      () => 'Show Details',
      async () => {
        await world.probe.clearFaults();
        return 'Retry Failed';
      },
    ];
    const outcome = await run('serverManagement.runCronJob', jobs);
    assert.deepEqual(outcome, {
      status: 'accepted',
      accepted: jobs,
      done: [],
      failed: [],
      unknown: [],
    });
    const [asked, failed, again, ...others] = shown;
    assert.deepEqual(asked, {
      text: 'Run 2 cron jobs?',
      detail: 'Nightly backup\nOrder queue\nServer: shop-frankfurt\nAccount: Example Hosting',
      buttons: ['Not Now', 'Run Cron Job'],
    });
    assert.match(
      failed?.text ?? '',
      /^Running 2 cron jobs: 0 of 2 done, 1 accepted, 1 failed\. Order queue: /,
    );
    assert.deepEqual(failed?.buttons, ['Retry Failed', 'Show Details']);
    assert.deepEqual(again, failed);
    assert.deepEqual(others, []);
    assert.match(
      details,
      /\nNightly backup: request accepted\.\nOrder queue: failed\. .*don't allow this/,
    );
    const posts = (await world.probe.requests()).filter(({ method }) => method === 'POST');
    assert.equal(posts.length, 3);
  });

  for (const press of ['Not Now', undefined]) {
    it(`sends nothing if the question is declined: ${press ?? 'Cancel'}`, async () => {
      await world.probe.forgetRequests();
      presses = [() => press];
      assert.equal((await run('serverManagement.runCronJob', jobs)).status, 'cancelled');
      assert.deepEqual(
        (await world.probe.requests()).filter(({ method }) => method !== 'GET'),
        [],
      );
    });
  }

  it('says why an action on one resource failed, and returns that result if the message is closed', async () => {
    await world.probe.addFault('500:PATCH:/api/v3/servers/1/cronjobs/101/status');
    const outcome = await run('serverManagement.disableCronJob', jobs.slice(0, 1));
    assert.equal(outcome.status, 'failed');
    assert.equal(shown.length, 1);
    assert.match(shown[0]?.text ?? '', /failed\. The service failed \(500\)/);
    assert.deepEqual(shown[0]?.buttons, ['Try Again']);
  });

  it('says that an action on one resource may have succeeded, and asks before repeating it', async () => {
    await world.probe.addFault('500:POST:/api/v3/servers/1/cronjobs/101/run');
    presses = [() => 'Try Again'];
    const outcome = await run('serverManagement.runCronJob', jobs.slice(0, 1));
    assert.equal(outcome.status, 'unknown');
    const [told, asked, ...others] = shown;
    assert.match(told?.text ?? '', /: outcome unknown\. The service failed \(500\)/);
    assert.deepEqual(told?.buttons, ['Try Again']);
    assert.equal(asked?.text, 'This may already have been done. Do it again?');
    assert.match(asked?.detail ?? '', /^Cron Job 101\n/);
    assert.match(asked?.detail ?? '', /\nServer: shop-frankfurt\nAccount: Example Hosting$/);
    assert.deepEqual(asked?.buttons, ['Not Now', 'Do It Again']);
    assert.deepEqual(others, []);
    const posts = (await world.probe.requests()).filter(({ method }) => method === 'POST');
    assert.equal(posts.length, 1);
  });

  function recordBoxes(): readonly vscode.InputBox[] {
    const boxes: vscode.InputBox[] = [];
    const create = vscode.window.createInputBox.bind(vscode.window);
    restores.push(
      replaceMember(vscode.window, 'createInputBox', () => {
        const box = create();
        boxes.push(box);
        return box;
      }),
    );
    return boxes;
  }

  it('repeats a question on one line above the box, without its empty lines', async () => {
    const boxes = recordBoxes();
    presses = [() => 'Apply'];
    const detail = 'Servers: 1\n\nFrom a folder';
    const running = createPrompts(snapshots).confirm({
      message: 'Apply?',
      detail,
      button: 'Apply',
      typed: 'Shop',
    });
    await eventually(() => assert.equal(boxes.length, 1));
    assert.equal(boxes[0]?.prompt, 'Servers: 1. From a folder. Type "Shop" and press Enter');
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await running, false);
  });

  it('says what to type, and accepts no other text', async () => {
    await world.probe.call('PATCH', '/api/v3/servers/2/settings/meta', { name: 'batch\u{200b}' });
    const boxes = recordBoxes();
    presses = [() => 'Delete'];
    const running = run('serverManagement.delete', [
      { account: 'service', kind: 'server', ids: [2] },
    ]);
    await eventually(() => assert.equal(boxes.length, 1));
    const [box] = boxes;
    assert.ok(box);
    for (const typed of ['', 'batch', 'example hosting', 'Example Hosting 2']) {
      box.value = typed;
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      await eventually(() =>
        assert.equal(box.validationMessage, 'Type "Example Hosting" exactly as shown.'),
      );
      box.validationMessage = undefined;
    }
    await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal((await running).status, 'cancelled');
    const methods = (await world.probe.requests()).map(({ method }) => method);
    assert.ok(!methods.includes('DELETE'), methods.join());
    assert.equal(shown[0]?.text, 'Delete Server "batch\u{fffd}"?');
    assert.match(shown[0]?.detail ?? '', /\nYou'll be asked to type "Example Hosting"\.$/);
    assert.match(
      boxes[0]?.prompt ?? '',
      / can't be undone\. Account: Example Hosting\. Type "Example Hosting" and press Enter$/,
    );
  });
});
