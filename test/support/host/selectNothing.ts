import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../eventually';
import { recordQuestions } from './recordedQuestions';

/** Clears the selection of the views, and closes all editors, so that commands have to ask. */
export async function selectNothing(): Promise<void> {
  await eventually(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const view of ['account', 'servers']) {
      // Only the focused list can be cleared.
      await vscode.commands.executeCommand(`serverManagement.${view}.focus`);
      await vscode.commands.executeCommand('list.clear');
    }
    const { asked, restore } = recordQuestions();
    await vscode.commands.executeCommand('serverManagement.openOverview');
    restore();
    assert.ok(asked.length > 0, 'Something is still selected.');
  });
}
