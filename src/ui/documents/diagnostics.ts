import * as vscode from 'vscode';
import { WriteError, DocumentError, type DocumentProblem } from '../../documents/writing/outcome';
import { findStanding } from '../../documents/plan/savePlan';
import { findPart, placeIn, type TextPart } from '../../documents/content';
import { findOddParts, type OddPart } from '../../base/oddText';
import { describeError } from '../editor/messages';
import { describeProblem } from '../../documents/describeError';
import { createDiagnostic } from '../editor/language';
import { describeKept } from '../../documents/writing/judge';
import { formats, t } from '../../base/l10n';

/** Omits what the editor itself marks as an error: one mark for one fault. Its warnings explain no refusal. */
export function besideEditors(
  uri: vscode.Uri,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.Diagnostic[] {
  const others = vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source !== t('Server Management'))
    .filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error);
  // At the top, different faults meet.
  const isMarked = ({ range }: vscode.Diagnostic): boolean =>
    !range.isEqual(toTextRange('', 0, 1)) &&
    others.some((other) => range.intersection(other.range));
  return diagnostics.filter((each) => !isMarked(each));
}

/** `saved`: the text that wasn't saved, if edited since: errors disappear with their cause. */
export function toDiagnostics(error: unknown, text: string, saved = text): vscode.Diagnostic[] {
  const found = onFields(error, text, saved);
  if (found.length > 0 || saved !== text) return found;
  return [toDiagnosticAtTop(t('Not saved. {0}', describeError(error)), text)];
}

export function toDiagnosticAtTop(message: string, text: string): vscode.Diagnostic {
  return toDiagnostic(toTextRange(text, 0, 1), message);
}

function onFields(error: unknown, text: string, saved: string): vscode.Diagnostic[] {
  if (error instanceof DocumentError) {
    return toTypedDiagnostics(findStanding(error.problems, saved, text), text);
  }
  if (error instanceof AggregateError) {
    return error.errors.flatMap((each) => onFields(each, text, saved));
  }
  if (!(error instanceof WriteError)) return [];
  const kept = findStanding(error.kept, saved, text).map((each) =>
    toDiagnostic(findRange({ reason: 'refused', path: each.path }, text), describeKept(each)),
  );
  return [...kept, ...onFields(error.cause, text, saved)];
}

export function toTypedDiagnostics(
  problems: readonly DocumentProblem[],
  text: string,
): vscode.Diagnostic[] {
  return problems.map((problem) =>
    toDiagnostic(findRange(problem, text), describeProblem(problem)),
  );
}

/** Marks what may deceive the person who reads a text. */
export function toOddities(text: string): vscode.Diagnostic[] {
  return findOddParts(text).map((part) =>
    toDiagnostic(
      toTextRange(text, part.offset, part.text.length),
      describeOddPart(part),
      vscode.DiagnosticSeverity.Warning,
    ),
  );
}

function describeOddPart({ type, text }: OddPart): string {
  switch (type) {
    case 'spaces':
      return t('{0} spaces in a row. More text follows.', formats.number(text.length));
    case 'invisible':
      return t(
        'Invisible character {0}.',
        `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
      );
    case 'mixed':
      return t('"{0}" has letters from several alphabets that look alike.', text);
  }
}

/** Merges two sets, with one diagnostic for a problem that both have. */
export function joinDiagnostics(
  earlier: readonly vscode.Diagnostic[],
  later: readonly vscode.Diagnostic[],
): readonly vscode.Diagnostic[] {
  const isNew = ({ message, range }: vscode.Diagnostic): boolean =>
    !earlier.some((each) => each.message === message && each.range.isEqual(range));
  return [...earlier, ...later.filter(isNew)];
}

export function toRemark(
  path: readonly string[],
  message: string,
  text: string,
  severity = vscode.DiagnosticSeverity.Warning,
): vscode.Diagnostic {
  return toDiagnostic(findFieldRange(path, text), message, severity);
}

/** The range of a field, or of its closest existing ancestor. */
export function findFieldRange(path: readonly string[], text: string): vscode.Range {
  return findRange({ reason: 'refused', path }, text);
}

function toDiagnostic(
  range: vscode.Range,
  message: string,
  severity = vscode.DiagnosticSeverity.Error,
): vscode.Diagnostic {
  return createDiagnostic(range, message, severity, t('Server Management'));
}

function findRange(problem: DocumentProblem, text: string): vscode.Range {
  const { offset, length } = findPart(problem, text);
  return toTextRange(text, offset, length);
}

/** The range of a part of a document's text, such as a node of its tree. */
export function rangeOf(document: vscode.TextDocument, { offset, length }: TextPart): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}

function toTextRange(text: string, offset: number, length: number): vscode.Range {
  return new vscode.Range(toPosition(text, offset), toPosition(text, offset + length));
}

function toPosition(text: string, offset: number): vscode.Position {
  const { line, column } = placeIn(text, offset);
  return new vscode.Position(line, column);
}
