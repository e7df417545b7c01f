import * as vscode from 'vscode';
import { toPlain, type Words } from '../../../base/foreignText';

/** A replacement for a range of text, and the problems that it solves. */
interface Replacement {
  readonly title: Words;
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly text: string;
  readonly diagnostics: readonly vscode.Diagnostic[];
  /** Whether it's the preferred quick fix; defaults to yes. */
  readonly isPreferred?: boolean;
}

/** A command that solves problems, or leads to a solution. */
interface Solution {
  readonly title: Words;
  readonly command: string;
  readonly arguments: unknown[];
  readonly diagnostics: readonly vscode.Diagnostic[];
}

/** Creates a quick fix for a problem that changes the text. */
export function createQuickFix(replacement: Replacement): vscode.CodeAction {
  const { title, uri, range, text, diagnostics, isPreferred = true } = replacement;
  const fix = new vscode.CodeAction(toPlain(title), vscode.CodeActionKind.QuickFix);
  fix.edit = new vscode.WorkspaceEdit();
  fix.edit.replace(uri, range, text);
  fix.diagnostics = [...diagnostics];
  fix.isPreferred = isPreferred;
  return fix;
}

/** Creates a quick fix for a problem that runs a command. */
export function createCommandFix({ diagnostics, ...rest }: Solution): vscode.CodeAction {
  const title = toPlain(rest.title);
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  fix.command = { ...rest, title };
  fix.diagnostics = [...diagnostics];
  return fix;
}
