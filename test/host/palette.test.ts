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

/** Runs a command whose questions are cancelled, and returns what it said and asked. */
async function runUnanswered(command: string, ...parameters: readonly unknown[]) {
  const { messages, restore } = recordMessages();
  const questions = recordQuestions();
  try {
    await vscode.commands.executeCommand(command, ...parameters);
    return { messages, asked: questions.asked };
  } finally {
    restore();
    questions.restore();
  }
}

describe('every command of the palette', () => {
  const hidden = new Set(
    (manifest.contributes.menus.commandPalette ?? [])
      .filter(({ when }) => when === 'false')
      .map(({ command }) => command),
  );

  before(async () => {
    await vscode.commands.executeCommand('serverManagement.useSandbox');
    await selectNothing();
  });

  for (const { command } of manifest.contributes.commands) {
    if (hidden.has(command) || leftOut.has(command)) continue;
    it(`works without a selection, and can be cancelled: ${command}`, async () => {
      let { messages, asked } = await runUnanswered(command);
      const mustAsk = !asksNothing.has(command) && !saysWhy[command];
      if (mustAsk && messages.length + asked.length === 0) {
        // A row that an earlier test revealed was selected meanwhile.
        await selectNothing();
        ({ messages, asked } = await runUnanswered(command));
      }
      for (const { type, text } of messages) {
        assert.notEqual(type, 'error', text);
        assert.doesNotMatch(text, internals);
      }
      const said = saysWhy[command];
      if (said) assert.match(messages.map(({ text }) => text).join('\n'), said);
      if (mustAsk) {
        const isSilent = messages.length + asked.length === 0;
        assert.ok(!isSilent, 'it neither asked what it is about nor said anything');
      }
    });
  }

  it('shows errors as a message, which proves that these tests would notice', async () => {
    const server = { account: 'sandbox', kind: 'server', ids: [1] };
    const { messages } = await runUnanswered('serverManagement.runCronJob', server);
    assert.ok(messages.some(({ type }) => type === 'error'));
  });
});
