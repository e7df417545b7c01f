import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordFor } from '../support/accountRecord';
import { type HostWindow, openHostWindow } from '../support/host/hostWindow';
import { recordMessages } from '../support/host/recordedMessages';
import { recordQuestions } from '../support/host/recordedQuestions';
import { MemorySecrets } from '../support/memorySecrets';
import { startService } from '../support/startService';
import type { CommandId } from '../../src/actions/commands';
import { runCommand } from '../../src/ui/commands/runCommand';
import type { ResourceReference } from '../../src/resources/reference';
import { allTests, eachTest } from '../support/eachTest';

const cronAt = (id: number): ResourceReference => ({
  account: 'live',
  kind: 'cronJob',
  ids: [1, id],
});

describe('commands whose target is gone', () => {
  let window: HostWindow;

  const service = allTests(startService);

  const messages = eachTest(recordMessages);
  const questions = eachTest(recordQuestions);
  beforeEach(async () => {
    window = openHostWindow(new MemorySecrets());
    await window.services.accounts.save(
      recordFor(service, { id: 'live', label: 'Example Hosting', environment: 'staging' }),
    );
  });

  afterEach(async () => {
    await window.close();
    messages.restore();
    questions.restore();
  });

  const run = (id: CommandId, ...given: unknown[]): Promise<unknown> =>
    runCommand(id, window.services, given);

  const said = (): string[] => messages.messages.map(({ text }) => text);

  const refreshing = 'Nothing was done: VS Code was just refreshing the selected rows. Try again.';

  async function stage(...ids: readonly number[]): Promise<vscode.Uri[]> {
    const { changes } = window.services.pending;
    for (const id of ids) {
      // In order, like a person.
      await changes.stage([
        {
          reference: cronAt(id),
          origin: 'person',
          path: `/Example Hosting/server/Cron Jobs/${id}.cron-job.json`,
          changes: [{ path: ['hour'], before: '1', after: '2' }],
        },
      ]);
    }
    return changes.all.map(({ path }) =>
      vscode.Uri.from({ scheme: 'server-management-pending', path }),
    );
  }

  it('leave all other staged changes alone if their group is unknown', async () => {
    await stage(101, 102);
    for (const id of ['applyPending', 'reviewPending', 'discardPending'] as const) {
      // One after the other, like a person.
      await run(`serverManagement.${id}`, undefined);
    }
    assert.deepEqual(said(), [refreshing, refreshing, refreshing]);
    assert.equal(window.services.pending.changes.all.length, 2);
  });

  it('leave staged changes alone if only some of their rows are known', async () => {
    const [first] = await stage(101, 102);
    await run('serverManagement.discardStaged', { resourceUri: first }, undefined);
    assert.deepEqual(said(), [refreshing]);
  });

  it("don't turn to the active document", async () => {
    const uri = vscode.Uri.parse('server-management:/server-management/live/server/1/cron-job/101');
    await vscode.window.showTextDocument(
      await vscode.workspace.openTextDocument({ content: uri.path }),
    );
    for (const id of ['copyChangedFields', 'compareWithOther', 'duplicate'] as const) {
      // One after the other, like a person.
      await run(`serverManagement.${id}`, undefined, undefined);
    }
    assert.deepEqual(said(), [refreshing, refreshing, refreshing]);
    assert.deepEqual(questions.asked, []);
  });

  it("don't turn to another account", async () => {
    for (const id of ['signIn', 'editAccount', 'checkConnection'] as const) {
      // One after the other, like a person.
      await run(`serverManagement.${id}`, 'removed-0123456789');
    }
    await run('serverManagement.removeAccount', 'removed-0123456789');
    assert.deepEqual(questions.asked, []);
    assert.deepEqual(new Set(said()), new Set(['The account was removed.']));
    assert.equal(said().length, 4);
  });

  it('ask before they turn to the only account that suits', async () => {
    await run('serverManagement.editAccount', { type: 'brokenAccount', id: 'odd' });
    assert.deepEqual(questions.asked, ['a pick']);
  });

  it('ask what to find from the title of a view, in place of opening the focused row', async () => {
    const node = { type: 'resource', reference: { account: 'live', kind: 'server', ids: [1] } };
    await run('serverManagement.goToResource', node);
    assert.deepEqual(questions.asked, ['a pick']);
    assert.deepEqual(window.services.explorer.sources.pins.all, []);
  });

  it('create a server from the title of a view, whatever row is focused', async () => {
    const node = { type: 'resource', reference: cronAt(101) };
    await run('serverManagement.createServer', node);
    assert.deepEqual(said(), []);
    assert.equal(questions.asked.length, 1);
  });
});
