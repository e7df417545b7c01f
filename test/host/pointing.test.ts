import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { recordQuestions } from '../support/host/recordedQuestions';

const run = async (command: string, ...parameters: unknown[]): Promise<unknown> =>
  vscode.commands.executeCommand(`serverManagement.${command}`, ...parameters);
const cronJob = (id: number) => ({ account: 'sandbox', kind: 'cronJob', ids: [1, id] });

describe('Palette commands', () => {
  before(async () => {
    await run('useSandbox');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('use the row or the document selected last', async () => {
    await run('openDocument', cronJob(101));
    await eventually(async () => assert.equal(await run('copyId'), '101'));
    await run('revealInTree', cronJob(102));
    await eventually(async () => assert.equal(await run('copyId'), '102'));
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
    await vscode.commands.executeCommand('cursorMove', { to: 'down' });
    await eventually(async () => assert.equal(await run('copyId'), '101'));
  });

  it('name in the title of their questions where something is created', async () => {
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
