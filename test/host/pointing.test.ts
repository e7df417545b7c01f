import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { CommandId } from '../../src/actions/commands';
import { CurrentTargets } from '../../src/ui/explorer/currentTargets';
import type { Views } from '../../src/ui/explorer/views';
import { eventually } from '../support/eventually';
import { copyValue } from '../support/host/copyValue';
import { recordMessages } from '../support/host/recordedMessages';
import { recordQuestions } from '../support/host/recordedQuestions';

const run = async (command: string, ...parameters: unknown[]): Promise<unknown> =>
  vscode.commands.executeCommand(`serverManagement.${command}`, ...parameters);
const cronJob = (id: number) => ({ account: 'sandbox', kind: 'cronJob', ids: [1, id] });

function nextSelectionKind(): Promise<vscode.TextEditorSelectionChangeKind | undefined> {
  return new Promise((resolve) => {
    const listening = vscode.window.onDidChangeTextEditorSelection(({ kind }) => {
      listening.dispose();
      resolve(kind);
    });
  });
}

describe('a linked workspace', () => {
  const server = (id: number) => ({ account: 'a', kind: 'server', ids: [id] }) as const;
  const linked = server(1);

  function targetOf(command: string, ...selection: readonly unknown[]): unknown {
    const view = {
      visible: true,
      selection,
      onDidChangeSelection: () => new vscode.Disposable(() => undefined),
    };
    const views = { servers: view, account: view, attention: view } as unknown as Views;
    const targets = new CurrentTargets(
      views,
      () => undefined,
      () => linked,
    );
    try {
      const [target] = targets.parametersFor(`serverManagement.${command}` as CommandId);
      return target;
    } finally {
      targets.dispose();
    }
  }

  it('is what commands are about while nothing else is selected', () => {
    assert.deepEqual(targetOf('openSshTerminal'), linked);
    const account = { type: 'account', account: { id: 'a' } };
    assert.deepEqual(targetOf('openSshTerminal', account), linked);
  });

  it('never replaces a selected row', () => {
    const row = { type: 'resource', reference: server(2) };
    assert.deepEqual(targetOf('openSshTerminal', row), server(2));
    const integration = {
      type: 'resource',
      reference: { account: 'a', kind: 'integration', ids: [1] },
    };
    const other = { type: 'account', account: { id: 'b' } };
    for (const each of [integration, other])
      assert.equal(targetOf('openSshTerminal', each), undefined);
  });
});

describe('palette commands', () => {
  before(async () => {
    await run('useSandbox');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('act on the row or document selected last', async () => {
    await run('openDocument', cronJob(101));
    await eventually(async () => assert.equal(await copyValue(['ID']), '101'));
    await run('revealInTree', cronJob(102));
    await eventually(async () => assert.equal(await copyValue(['ID']), '102'));
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    await vscode.commands.executeCommand('cursorMove', { to: 'down' });
    await eventually(async () => assert.equal(await copyValue(['ID']), '101'));
  });

  it('act on the selected row, although an open document reloads meanwhile', async () => {
    await run('openDocument', cronJob(101));
    const editor = vscode.window.activeTextEditor;
    assert.ok(editor);
    const placed = nextSelectionKind();
    editor.selection = new vscode.Selection(2, 0, 2, 0);
    // That points at the document, and must not arrive after the row is selected.
    await placed;
    await run('revealInTree', cronJob(103));
    await eventually(async () => assert.equal(await copyValue(['ID']), '103'));
    const moved = nextSelectionKind();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(editor.document.uri, new vscode.Position(0, 0), '\n\n');
    await vscode.workspace.applyEdit(edit);
    assert.equal(await moved, undefined);
    assert.equal(await copyValue(['ID']), '103');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it("don't act on an open document while a row is selected that they aren't for", async () => {
    await run('openDocument', cronJob(101));
    await run('revealInTree', { account: 'sandbox', kind: 'firewallRule', parents: [1] });
    await eventually(async () => {
      const questions = recordQuestions();
      try {
        await run('runCronJob');
        assert.equal(questions.asked.length, 1);
      } finally {
        questions.restore();
      }
    });
  });

  it('say whom they are about in the title of their first question', async () => {
    await run('revealInTree', cronJob(102));
    await eventually(async () => {
      const questions = recordQuestions();
      try {
        await run('copy');
        assert.match(questions.titles.join(), /^Copy · .+ · shop-frankfurt$/);
      } finally {
        questions.restore();
      }
    });
  });

  it("ask in place of acting on the selection if a menu's row is being refreshed", async () => {
    await run('revealInTree', cronJob(103));
    await eventually(async () => assert.equal(await copyValue(['ID']), '103'));
    const questions = recordQuestions();
    try {
      // VS Code passes undefined for rows that it is refreshing.
      assert.equal(await run('copy', undefined), undefined);
      assert.equal(questions.asked.length, 1);
    } finally {
      questions.restore();
    }
  });

  it('do nothing if only some of the selected rows are known', async () => {
    const recorded = recordMessages();
    try {
      assert.equal(await run('copy', cronJob(101), [cronJob(101), undefined]), undefined);
      assert.deepEqual(recorded.messages, [
        {
          type: 'warning',
          text: 'Nothing was done: VS Code was just refreshing the selected rows. Try again.',
        },
      ]);
    } finally {
      recorded.restore();
    }
  });

  it('say in the title of their questions where something is created', async () => {
    await run('revealInTree', cronJob(102));
    const titles: (string | undefined)[] = [];
    const { createInputBox } = vscode.window;
    const questions = recordQuestions();
    const recorded = vscode.window.createInputBox;
    Object.assign(vscode.window, {
      createInputBox: () => {
        const input = recorded();
        const show = input.show.bind(input);
        return Object.assign(input, { show: () => (titles.push(input.title), show()) });
      },
    });
    try {
      await eventually(async () => {
        await run('createDatabase');
        assert.match(titles.join('\n'), /shop-frankfurt/);
      });
    } finally {
      questions.restore();
      Object.assign(vscode.window, { createInputBox });
    }
  });
});
