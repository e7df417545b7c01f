import * as vscode from 'vscode';
import { toMessage, toPlain, type Words } from '../../base/foreignText';

/** A line above a document's text: our icon, a text, and a command to run on click. */
interface Lens {
  readonly line?: number;
  readonly icon?: string;
  readonly text: Words;
  readonly command?: string;
  readonly arguments?: unknown[];
}

export function createLens({ line = 0, icon, text, command = '', ...rest }: Lens): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    // The editor drops a plain space between an icon and its text here.
    title: icon === undefined ? toPlain(text) : `$(${icon})\u{a0}${toPlain(text)}`,
    command,
    ...rest,
  });
}

export function createCompletion(label: Words, description?: Words): vscode.CompletionItem {
  return new vscode.CompletionItem(
    {
      label: toPlain(label),
      ...(description === undefined ? {} : { description: toPlain(description) }),
    },
    vscode.CompletionItemKind.Reference,
  );
}

interface Replacement {
  readonly title: Words;
  readonly uri: vscode.Uri;
  readonly range: vscode.Range;
  readonly text: string;
  readonly diagnostics: readonly vscode.Diagnostic[];
  /** Marks the preferred quick fix; defaults to true. */
  readonly isPreferred?: boolean;
}

interface Solution {
  readonly title: Words;
  readonly command: string;
  readonly arguments: unknown[];
  readonly diagnostics: readonly vscode.Diagnostic[];
}

export function createQuickFix(replacement: Replacement): vscode.CodeAction {
  const { title, uri, range, text, diagnostics, isPreferred = true } = replacement;
  const fix = new vscode.CodeAction(toPlain(title), vscode.CodeActionKind.QuickFix);
  fix.edit = new vscode.WorkspaceEdit();
  fix.edit.replace(uri, range, text);
  fix.diagnostics = [...diagnostics];
  fix.isPreferred = isPreferred;
  return fix;
}

export function createCommandFix({ diagnostics, ...rest }: Solution): vscode.CodeAction {
  const title = toPlain(rest.title);
  const fix = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
  fix.command = { ...rest, title };
  fix.diagnostics = [...diagnostics];
  return fix;
}

export function createDiagnostic(
  range: vscode.Range,
  message: Words,
  severity: vscode.DiagnosticSeverity,
  source: string,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, toMessage(message), severity);
  diagnostic.source = source;
  return diagnostic;
}
