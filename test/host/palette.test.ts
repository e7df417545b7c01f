import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { recordMessages } from '../support/host/recordedMessages';
import { replaceMember } from '../support/host/replaceMember';

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
  // Asks nothing where there is one account, and the tests of reports open it themselves.
  'serverManagement.openSharedServers',
  'serverManagement.stopUsingSandbox',
  'serverManagement.useSandbox',
]);

/** Done at once, with nothing to point at: views, the log, the history. Every other command asks. */
const asksNothing = new Set([
  'serverManagement.checkConnection',
  'serverManagement.clearFilter',
  'serverManagement.copyDiagnostics',
  'serverManagement.loadAll',
  'serverManagement.loadMore',
  'serverManagement.refresh',
  'serverManagement.showLog',
]);

/** Says instead of asking why it can't be done with what there is: one account that is the sandbox. */
const saysWhy: Readonly<Record<string, RegExp>> = {
  'serverManagement.editAccount': /There is no account for this yet/,
  'serverManagement.removeAccount': /There is no account for this yet/,
  'serverManagement.renameAccount': /There is no account for this yet/,
  'serverManagement.signIn': /There is no account for this yet/,
};

/** What no text for a person has in it: a stack, an error's own name, a value that was not there. */
const internals = /unexpected|undefined|\[object|\bNaN\b|TypeError|ReferenceError|\n\s+at /i;

/** What a command asked, by whichever way the editor has. */
function recordQuestions(): { readonly asked: string[]; readonly restore: () => void } {
  const asked: string[] = [];
  const { window } = vscode;
  const cancelled = (name: string) => (): Promise<undefined> => {
    asked.push(name);
    return Promise.resolve(undefined);
  };
  const shown = <T extends vscode.QuickInput>(name: string, create: () => T) => {
    return (): T => {
      const input = create();
      const show = input.show.bind(input);
      return Object.assign(input, {
        show() {
          asked.push(name);
          show();
          // As a person does who presses Escape.
          input.hide();
        },
      });
    };
  };
  const restores = [
    replaceMember(window, 'showQuickPick', cancelled('a pick')),
    replaceMember(window, 'showInputBox', cancelled('a text')),
    replaceMember(window, 'createQuickPick', shown('a pick', window.createQuickPick.bind(window))),
    replaceMember(window, 'createInputBox', shown('a text', window.createInputBox.bind(window))),
  ];
  return {
    asked,
    restore: () => {
      for (const restore of restores) restore();
    },
  };
}

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
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
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
    it(`works without a selection, and can be given up: ${command}`, async () => {
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

  it('shows what went wrong as a message: that these tests would see it', async () => {
    await vscode.commands.executeCommand('serverManagement.runCronJob', {
      account: 'sandbox',
      kind: 'server',
      ids: [1],
    });
    assert.ok(recorded.messages.some(({ type }) => type === 'error'));
  });
});
