import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { actionCases } from '../support/actions/cases';
import { giveUp } from '../support/giveUp';
import { useSandbox } from '../support/hostProbe';
import type { SandboxProbe } from '../support/sandboxProbe';
import type { ActionOutcome } from '../../src/ui/actions/action';

const account = 'sandbox';

describe('commands as others call them', () => {
  let probe: SandboxProbe;

  before(async () => {
    probe = await useSandbox();
  });

  // What asks a person cannot be run without one.
  for (const { command, target, answers = {}, request } of actionCases.filter(
    ({ asks }) => !asks,
  )) {
    it(`${command} takes a reference and values, and tells what became of it`, async () => {
      await probe.call('POST', '/__sandbox/reset');
      await probe.forgetRequests();
      const values = Object.fromEntries(
        Object.entries(answers).map(([name, value]) => [
          name,
          typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
        ]),
      );
      const reference = { ...target, account };
      const outcome = await vscode.commands.executeCommand<ActionOutcome>(command, reference, {
        values,
      });
      assert.deepEqual(outcome, { status: 'done', done: [reference], failed: [] });
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual(
        writes.map(({ method, path }) => ({ method, path })),
        [{ method: request.method, path: request.path }],
      );
    });
  }

  it('take a parent for what is made below it', async () => {
    await probe.call('POST', '/__sandbox/reset');
    const outcome = await vscode.commands.executeCommand<ActionOutcome>(
      'serverManagement.createDatabase',
      { account, kind: 'server', ids: [1] },
      { values: { name: 'made_by_a_script' } },
    );
    assert.deepEqual(outcome.done, [{ account, kind: 'database', parents: [1] }]);
  });

  it('tell what failed', async () => {
    const reference = { account, kind: 'cronJob', ids: [1, 99_999] };
    const running = vscode.commands.executeCommand<ActionOutcome>(
      'serverManagement.runCronJob',
      reference,
    );
    assert.equal((await giveUp(running)).status, 'failed');
  });

  it('open reports by reference', async () => {
    await vscode.commands.executeCommand('serverManagement.openEventLog', {
      account,
      kind: 'server',
      ids: [1],
    });
    const { activeTextEditor } = vscode.window;
    assert.equal(
      activeTextEditor?.document.uri.path,
      '/server-management/sandbox/servers/1.server.events.log',
    );
    assert.match(activeTextEditor.document.getText(), /\[Info\]/);
  });
});
