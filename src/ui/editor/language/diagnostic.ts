import * as vscode from 'vscode';
import { toMessage, type Words } from '../../../base/foreignText';

/** A message about a range of text. */
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
