import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { DocumentError, type DocumentProblem } from '../../resources/documents/documentError';
import { describeError } from '../errors/describeError';
import { describeProblem } from '../errors/describeProblem';
import { t } from '../l10n';

/** What is wrong stays to be seen: on the fields, or at the top where it is none of theirs. */
export function toDiagnostics(error: unknown, text: string): vscode.Diagnostic[] {
  return error instanceof DocumentError
    ? error.problems.map((problem) =>
        toDiagnostic(findRange(problem, text), describeProblem(problem)),
      )
    : [toDiagnostic(toRange(text, 0, 1), t('Not saved. {0}', describeError(error)))];
}

/** What to think about before a save that the text as it is would allow. */
export function toWarning(
  path: readonly string[],
  message: string,
  text: string,
): vscode.Diagnostic {
  const range = findRange({ reason: 'refused', path }, text);
  return toDiagnostic(range, message, vscode.DiagnosticSeverity.Warning);
}

function toDiagnostic(
  range: vscode.Range,
  message: string,
  severity = vscode.DiagnosticSeverity.Error,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, severity);
  diagnostic.source = t('Server Management');
  return diagnostic;
}

function findRange({ path, offset }: DocumentProblem, text: string): vscode.Range {
  if (offset !== undefined) return toRange(text, offset, 1);
  const tree = parseTree(text, [], { allowTrailingComma: true });
  for (let depth = path.length; tree && depth > 0; depth -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, depth).map(toSegment));
    const place = node?.parent?.type === 'property' ? node.parent : node;
    if (place) return toRange(text, place.offset, place.length);
  }
  return toRange(text, 0, 1);
}

/** A number in a path counts the items of an array. */
function toSegment(name: string): string | number {
  return /^\d+$/.test(name) ? Number(name) : name;
}

function toRange(text: string, offset: number, length: number): vscode.Range {
  return new vscode.Range(toPosition(text, offset), toPosition(text, offset + length));
}

function toPosition(text: string, offset: number): vscode.Position {
  const lines = text.slice(0, offset).split('\n');
  return new vscode.Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}
