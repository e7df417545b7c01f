import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { acceptedOutcome, withNumbers } from '../support/actions/actionCase';
import { actionCases } from '../support/actions/cases';
import { giveUp } from '../support/giveUp';
import { replaceMember } from '../support/host/replaceMember';
import { useSandbox } from '../support/hostProbe';
import type { ActionOutcome } from '../../src/actions/result';
import { allTests } from '../support/eachTest';

const account = 'sandbox';

describe('commands called by other extensions', () => {
  let questions: string[];
  let restore: () => void;

  const probe = allTests(useSandbox);

  beforeEach(() => {
    questions = [];
    // Every question is confirmed.
    restore = replaceMember(vscode.window, 'showWarningMessage', (...texts: readonly unknown[]) => {
      questions.push(String(texts[0]));
      return Promise.resolve(texts.at(-1));
    });
  });

  afterEach(() => restore());

  // One of each outcome, with and without a question; all are called without an editor elsewhere.
  const cases = actionCases.filter(({ texts }) => texts.question === undefined);
  const different = new Map(
    cases.map((each) => [`${acceptedOutcome(each)} ${each.asks} ${!each.answers}`, each]),
  );
  for (const each of different.values()) {
    const { command, target, answers = {}, request, asks } = each;
    const isAsked = asks === 'always';
    const title = isAsked ? 'asks, ' : '';
    it(`${command} takes a reference and values, ${title}and returns the outcome`, async () => {
      await probe.call('POST', '/__sandbox/reset');
      await probe.forgetRequests();
      const reference = { ...target, account };
      const outcome = await vscode.commands.executeCommand<ActionOutcome>(command, reference, {
        values: withNumbers(answers),
      });
      const status = acceptedOutcome(each);
      const none = { done: [], accepted: [], failed: [], unknown: [] };
      assert.deepEqual(outcome, { ...none, status, [status]: [reference] });
      assert.equal(questions.length, isAsked ? 1 : 0);
      const writes = (await probe.requests()).filter(({ method }) => method !== 'GET');
      assert.deepEqual(
        writes.map(({ method, path }) => ({ method, path })),
        [{ method: request.method, path: request.path }],
      );
    });
  }

  it('take a parent for resources created below it', async () => {
    await probe.call('POST', '/__sandbox/reset');
    const outcome = await vscode.commands.executeCommand<ActionOutcome>(
      'serverManagement.createDatabase',
      { account, kind: 'server', ids: [1] },
      { values: { name: 'made_by_a_script' } },
    );
    assert.deepEqual(outcome.done, [{ account, kind: 'database', parents: [1] }]);
  });

  it('return the failures', async () => {
    const reference = { account, kind: 'cronJob', ids: [1, 99_999] };
    const running = vscode.commands.executeCommand<ActionOutcome>(
      'serverManagement.runCronJob',
      reference,
    );
    assert.equal((await giveUp(running)).status, 'failed');
  });

  it('open reports by reference', async () => {
    await vscode.commands.executeCommand('serverManagement.openDnsRecords', {
      account,
      kind: 'domain',
      ids: [1, 101, 101],
    });
    const { activeTextEditor } = vscode.window;
    assert.ok(activeTextEditor);
    assert.match(activeTextEditor.document.uri.path, /sandbox\/.+~101\.domain\.dns\.zone$/);
    assert.match(activeTextEditor.document.getText(), /^shop\.example\.com\.\tIN\tA\t/m);
  });
});
