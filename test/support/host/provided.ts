import * as vscode from 'vscode';
import assert from 'node:assert/strict';
import { eventually } from '../eventually';

/**
 * The commands of the lenses above a document, from first to last. VS Code forgets the commands of
 * an answer 100 ms after it is sent, so a busy extension host may receive lenses without them: then
 * it's asked again.
 */
export async function lensesOf(uri: vscode.Uri): Promise<readonly vscode.Command[]> {
  let commands: readonly vscode.Command[] = [];
  await eventually(async () => {
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      uri,
    );
    commands = lenses.flatMap(({ command }) => command ?? []);
    assert.equal(commands.length, lenses.length, 'a lens came without its command');
  });
  return commands;
}

/** The titles of the lenses above a document, one in each line. */
export async function lensTitles(uri: vscode.Uri): Promise<string> {
  return (await lensesOf(uri)).map(({ title }) => title).join('\n');
}

/** The quick fixes within a range, asked for again if they came without what they do. */
export async function quickFixesOf(
  uri: vscode.Uri,
  range: vscode.Range,
): Promise<readonly vscode.CodeAction[]> {
  let fixes: readonly vscode.CodeAction[] = [];
  await eventually(async () => {
    fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      uri,
      range,
      vscode.CodeActionKind.QuickFix.value,
    );
    for (const { title, edit, command } of fixes) {
      assert.ok(edit ?? command, `${title} came without its edit or command`);
    }
  });
  return fixes;
}
