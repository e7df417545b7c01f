import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runCommand } from '../../src/ui/commands/runCommand';
import type { ResourceReference } from '../../src/resources/reference';
import { recordAnswers, type RecordedAnswers } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { openAccountWindow } from '../support/host/accountWindow';
import { eachTest } from '../support/eachTest';
import { holdAnswers } from '../support/host/replaceAnswers';

const jobs = [101, 102, 103].map((id): ResourceReference => ({
  account: 'example',
  kind: 'cronJob',
  ids: [1, id],
}));

describe('long work', () => {
  let answers: RecordedAnswers;
  let restore: () => void;
  let cancels: boolean;
  let release: () => void;

  const window = eachTest(() => openAccountWindow());
  beforeEach(async () => {
    answers = recordAnswers();
    release = holdAnswers(/^POST .*\/cronjobs\/101\/run$/);
    // If `cancels` is set, the person presses Cancel as soon as the progress is shown.
    restore = replaceMember(
      vscode.window,
      'withProgress',
      (
        { cancellable }: vscode.ProgressOptions,
        task: (progress: object, token: vscode.CancellationToken) => Thenable<unknown>,
      ) => {
        const source = new vscode.CancellationTokenSource();
        const running = task({ report: () => undefined }, source.token);
        if (cancellable === true && cancels) source.cancel();
        release();
        return running;
      },
    );
  });

  afterEach(async () => {
    release();
    restore();
    answers.restore();
  });

  for (const [what, sent] of [
    ['cancelled', 1],
    ['not cancelled', 3],
  ] as const) {
    it(`that is ${what} runs ${sent} of 3 cron jobs`, async () => {
      cancels = what === 'cancelled';
      await runCommand('serverManagement.runCronJob', window.services, [jobs[0], jobs]);
      const writes = (await window.probe.requests()).filter(({ method }) => method !== 'GET');
      assert.equal(writes.length, sent, JSON.stringify(writes.map(({ path }) => path)));
    });
  }
});
