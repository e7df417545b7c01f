import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';
import { recordQuestions } from '../support/host/recordedQuestions';
import { selectNothing } from '../support/host/selectNothing';

const extension = vscode.extensions.getExtension('server-management.server-management-explorer');
const manifest = extension?.packageJSON as {
  contributes: { commands: readonly { command: string }[] };
};

/** Commands that would leave the window, save, or discard what other tests need. */
const leftOut = new Set([
  'serverManagement.reportIssue',
  'serverManagement.refreshAll',
  'serverManagement.saveDocument',
  // Asks nothing with a single account; the tests of reports cover it.
  'serverManagement.openSharedServers',
  'serverManagement.openSslProtocols',
  'serverManagement.stopUsingSandbox',
  'serverManagement.useSandbox',
]);

/** Commands that run at once without a target, such as those of views and the log. All others ask. */
const asksNothing = new Set([
  'serverManagement.checkConnection',
  'serverManagement.checkNow',
  'serverManagement.clearFilter',
  'serverManagement.loadAll',
  'serverManagement.loadMore',
  'serverManagement.openFleet',
  'serverManagement.refresh',
  'serverManagement.showLog',
  'serverManagement.stopSearching',
]);

/** Commands that explain, instead of asking, why they can't run with only the sandbox account. */
const saysWhy: Readonly<Record<string, RegExp>> = {
  'serverManagement.editAccount': /Add an account first/,
  'serverManagement.removeAccount': /Add an account first/,
  'serverManagement.signIn': /Add an account first/,
};

/** Internals that must not appear in messages: a stack, an error's class, a missing value. */
const internals = /unexpected|undefined|\[object|\bNaN\b|TypeError|ReferenceError|\n\s+at /i;

/** Runs a command whose questions are cancelled, and returns what it said and asked. */
async function runUnanswered(command: string, ...parameters: readonly unknown[]) {
  const { messages, restore } = recordMessages();
  const questions = recordQuestions();
  try {
    await vscode.commands.executeCommand(command, ...parameters);
    const { asked, bare, titles } = questions;
    return { messages, asked, bare, titles };
  } finally {
    restore();
    questions.restore();
  }
}

describe('every command', () => {
  before(async () => {
    await vscode.commands.executeCommand('serverManagement.useSandbox');
    await selectNothing();
  });

  for (const { command } of manifest.contributes.commands) {
    if (leftOut.has(command)) continue;
    it(`works without a selection, and can be cancelled: ${command}`, async () => {
      let { messages, asked, bare } = await runUnanswered(command);
      const mustAsk = !asksNothing.has(command) && !saysWhy[command];
      if (mustAsk && messages.length + asked.length === 0) {
        // A row that an earlier test revealed was selected meanwhile.
        await selectNothing();
        ({ messages, asked, bare } = await runUnanswered(command));
      }
      assert.deepEqual(bare, [], 'a question without a title, or without what it asks');
      for (const { type, text } of messages) {
        assert.notEqual(type, 'error', text);
        assert.doesNotMatch(text, internals);
      }
      const said = saysWhy[command];
      if (said) assert.match(messages.map(({ text }) => text).join('\n'), said);
      if (mustAsk) {
        const isSilent = messages.length + asked.length === 0;
        assert.ok(!isSilent, 'it neither asked for a target nor showed a message');
      }
    });
  }

  it('shows errors as a message, which proves that these tests would notice', async () => {
    const gone = { account: 'sandbox', kind: 'cronJob', ids: [1, 99_999] };
    const { messages } = await runUnanswered('serverManagement.openDocument', gone);
    assert.ok(messages.some(({ type }) => type === 'error'));
  });
});

describe('without an account', () => {
  before(() => vscode.commands.executeCommand('serverManagement.stopUsingSandbox'));
  after(() => vscode.commands.executeCommand('serverManagement.useSandbox'));

  for (const command of ['openFleet', 'goToResource', 'openDocument', 'editTogether']) {
    it(`asks for an account first: ${command}`, async () => {
      const { titles } = await runUnanswered(`serverManagement.${command}`);
      assert.match(titles.join(), /^Add Account/);
    });
  }
});

describe('Run Action…', () => {
  it('offers what a resource can do, by name, and does it', async () => {
    await vscode.commands.executeCommand('serverManagement.useSandbox');
    const job = { account: 'sandbox', kind: 'cronJob', ids: [1, 101] };
    await vscode.commands.executeCommand('serverManagement.loadAll', {
      account: 'sandbox',
      kind: 'cronJob',
      parents: [1],
    });
    let labels: readonly string[] = [];
    let asked: string | undefined;
    const restore = replaceMember(
      vscode.window,
      'showQuickPick',
      (items: readonly vscode.QuickPickItem[], options?: vscode.QuickPickOptions) => {
        const next = items.find(({ label }) => label === 'Name');
        if (next) return Promise.resolve(next);
        labels = items.map(({ label }) => label);
        asked = options?.placeHolder;
        return Promise.resolve(items.find(({ label }) => label === 'Copy…'));
      },
    );
    try {
      await vscode.commands.executeCommand('serverManagement.runAction', job);
    } finally {
      restore();
    }
    assert.match(asked ?? '', /^Select an action for ".*Nightly backup"$/);
    assert.ok(
      labels.includes('Run Cron Job') && labels.includes('Disable Cron Job'),
      labels.join(),
    );
    assert.ok(!labels.includes('Enable Cron Job') && !labels.includes('Add Server…'));
    assert.equal(await vscode.env.clipboard.readText(), 'Nightly backup');
  });
});
