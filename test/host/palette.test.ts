import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordMessages } from '../support/host/recordedMessages';
import { recordQuestions } from '../support/host/recordedQuestions';
import { selectNothing } from '../support/host/selectNothing';

const extension = vscode.extensions.getExtension('server-management.server-management-explorer');
const manifest = extension?.packageJSON as {
  contributes: {
    commands: readonly { command: string }[];
    menus: { commandPalette?: readonly { command: string; when: string }[] };
  };
};

/** Would leave the window, or throw away what other tests are about. */
const leftOut = new Set([
  'serverManagement.reportIssue',
  // Asks nothing with a single account, and the tests of reports cover it.
  'serverManagement.openSharedServers',
  'serverManagement.stopUsingSandbox',
  'serverManagement.useSandbox',
]);

/** Done at once, with nothing to point at: views, the log, the history. Every other command asks. */
const asksNothing = new Set([
  'serverManagement.checkConnection',
  'serverManagement.checkNow',
  'serverManagement.clearFilter',
  'serverManagement.copyDiagnostics',
  'serverManagement.hideMuted',
  'serverManagement.loadAll',
  'serverManagement.loadMore',
  'serverManagement.openFleet',
  'serverManagement.refresh',
  'serverManagement.showLog',
  'serverManagement.showMuted',
  'serverManagement.stopSearching',
]);

/** Commands that explain, instead of asking, why they can't run with only the sandbox account. */
const saysWhy: Readonly<Record<string, RegExp>> = {
  'serverManagement.editMatching': /Filter the servers first/,
  'serverManagement.editAccount': /Add an account first/,
  'serverManagement.removeAccount': /Add an account first/,
  'serverManagement.renameAccount': /Add an account first/,
  'serverManagement.signIn': /Add an account first/,
};

/** What no text for a person has in it: a stack, an error's own name, a value that was not there. */
const internals = /unexpected|undefined|\[object|\bNaN\b|TypeError|ReferenceError|\n\s+at /i;

describe('every command of the palette', () => {
  const hidden = new Set(
    (manifest.contributes.menus.commandPalette ?? [])
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command),
  );
  let recorded: ReturnType<typeof recordMessages>;
  let questions: ReturnType<typeof recordQuestions>;

  before(async () => {
    await vscode.commands.executeCommand('serverManagement.useSandbox');
    await selectNothing();
  });

  beforeEach(() => {
    recorded = recordMessages();
    questions = recordQuestions();
  });

  afterEach(() => {
    recorded.restore();
    questions.restore();
  });

  for (const { command } of manifest.contributes.commands) {
    if (hidden.has(command) || leftOut.has(command)) continue;
    it(`works without a selection, and can be cancelled: ${command}`, async () => {
      await vscode.commands.executeCommand(command);
      const { messages } = recorded;
      for (const { type, text } of messages) {
        assert.notEqual(type, 'error', text);
        assert.doesNotMatch(text, internals);
      }
      const said = saysWhy[command];
      if (said) assert.match(messages.map(({ text }) => text).join('\n'), said);
      else if (!asksNothing.has(command)) {
        const wasAsked = questions.asked.length > 0 || messages.length > 0;
        assert.ok(wasAsked, 'it neither asked what it is about nor said anything');
      }
    });
  }

  it('shows errors as a message, which proves that these tests would notice', async () => {
    await vscode.commands.executeCommand('serverManagement.runCronJob', {
      account: 'sandbox',
      kind: 'server',
      ids: [1],
    });
    assert.ok(recorded.messages.some(({ type }) => type === 'error'));
  });
});
