import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { runCommand } from '../../src/ui/commands/run/runCommand';
import type { ResourceReference } from '../../src/resources/reference';
import type { Sandbox } from '../../src/sandbox/sandbox';
import { recordFor } from '../support/accountRecord';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { recordAnswers, type RecordedAnswers } from '../support/host/recordedAnswers';
import { replaceMember } from '../support/host/replaceMember';
import { MemorySecrets } from '../support/memorySecrets';
import { SandboxProbe } from '../support/sandboxProbe';
import { startService } from '../support/startService';

const jobs = [101, 102, 103].map((id): ResourceReference => ({
  account: 'example',
  kind: 'cronJob',
  ids: [1, id],
}));

describe('long work', () => {
  let service: Sandbox;
  let window: HostWindow;
  let answers: RecordedAnswers;
  let restore: () => void;
  let cancels: boolean;

  beforeEach(async () => {
    service = await startService();
    window = openHostWindow(new MemorySecrets());
    await window.services.accounts.save(recordFor(service));
    answers = recordAnswers();
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
        return running;
      },
    );
  });

  afterEach(async () => {
    restore();
    answers.restore();
    await window.close();
    await service.close();
  });

  for (const [what, sent] of [
    ['cancelled', 1],
    ['not cancelled', 3],
  ] as const) {
    it(`that is ${what} runs ${sent} of 3 cron jobs`, async () => {
      cancels = what === 'cancelled';
      const probe = new SandboxProbe(service);
      // The progress is shown while the first request waits for its answer.
      await probe.addFault('latency=1500:POST:/api/v3/servers/1/cronjobs/101/run');
      await runCommand('serverManagement.runCronJob', window.services, [jobs[0], jobs]);
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.equal(writes.length, sent, JSON.stringify(writes.map(({ path }) => path)));
    });
  }
});
