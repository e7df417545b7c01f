import { attentionSettings, onDidChangeAttentionSettings } from '../../explorer/findings/settings';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { ruleIds, type Severity } from '../../../findings/finding';
import { type FieldFinding, fieldOf, findInDocument } from '../../../findings/inDocument';
import type { Mutes } from '../../../findings/mutes';
import { tryParse } from '../../../documents/content';
import { scheme } from '../../../documents/schemes';
import { findFieldRange, rangeOf, toRemark } from '../diagnostics';
import { createCommandFix, createQuickFix } from '../../editor/language';
import { FieldMarks } from './fieldMarks';
import { titleOf } from '../../editor/titleOf';
import { parseUri } from '../../editor/uris';
import { toKey } from '../../../resources/reference';
import type { AttentionRow } from '../../../findings/rows';
import { t } from '../../../base/l10n';

const diagnosticSeverities: Readonly<Record<Severity, vscode.DiagnosticSeverity>> = {
  critical: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

type Muting = Pick<Mutes, 'has' | 'onDidChange'>;

/** Marks findings while a document is edited, without a request. Fields with a problem are skipped. */
export function markFindings(extensionId: string, mutes: Muting): vscode.Disposable {
  const marks = new FieldMarks('server-management-findings', {
    schemes: [scheme],
    find: (document) => find(document, mutes).map((found) => toMark(found, document.getText())),
    yieldsTo: ({ code }) => !ruleIds.some((id) => id === code),
  });
  const markAll = (): void => marks.markAll();
  const provideCodeActions = (document: vscode.TextDocument, at: vscode.Range) =>
    find(document, mutes).flatMap((found) => {
      const own = marks.at(document.uri, at).filter(({ code }) => code === found.finding.rule);
      if (own.length === 0) return [];
      return [...toEdits(document, found, own), ...toCommands(extensionId, found, own)];
    });
  return vscode.Disposable.from(
    marks,
    vscode.languages.registerCodeActionsProvider(
      { scheme },
      { provideCodeActions },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    onDidChangeAttentionSettings(markAll),
    mutes.onDidChange(markAll),
  );
}

function find(document: vscode.TextDocument, mutes: Muting): readonly FieldFinding[] {
  const reference = parseUri(document.uri);
  const content = reference && tryParse(document.getText());
  if (!reference || !content) return [];
  const { severityOf } = attentionSettings();
  return findInDocument(reference, content, Date.now(), severityOf).filter(
    ({ finding }) => !mutes.has(finding),
  );
}

function toCommands(
  extensionId: string,
  { finding: { rule, target, fixes } }: FieldFinding,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const create = (command: string, parameter: unknown): vscode.CodeAction => {
    const title = titleOf(extensionId, command);
    return createCommandFix({ title, command, arguments: [parameter], diagnostics });
  };
  return [
    // The document is open.
    ...fixes
      .filter((command) => command !== 'serverManagement.openDocument')
      .map((command) => create(command, target)),
    create('serverManagement.muteFinding', { finding: { rule, target } }),
  ];
}

function toMark({ finding, field }: FieldFinding, text: string): vscode.Diagnostic {
  const { severity, sentence, rule } = finding;
  const mark = toRemark([field], sentence(), text, diagnosticSeverities[severity]);
  mark.code = rule;
  return mark;
}

function toEdits(
  document: vscode.TextDocument,
  { mends }: FieldFinding,
  diagnostics: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const tree = parseTree(document.getText(), [], { allowTrailingComma: true });
  return mends.flatMap(({ field, value }, index) => {
    const node = tree && findNodeAtLocation(tree, [field]);
    if (!node) return [];
    const text = JSON.stringify(value);
    const title = t('Set "{0}" to {1}', field, text);
    const range = rangeOf(document, node);
    const isPreferred = index === 0;
    return [createQuickFix({ title, uri: document.uri, range, text, diagnostics, isPreferred })];
  });
}

export function pointAtFields(view: vscode.TreeView<AttentionRow>): vscode.Disposable {
  let isChosen = false;
  return vscode.Disposable.from(
    // While rows are refreshed it's empty, so the row is looked up once its document is shown.
    view.onDidChangeSelection(() => (isChosen = true)),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      const reference = editor && parseUri(editor.document.uri);
      const [row] = view.selection;
      if (!reference || !isChosen || row?.type !== 'finding') return;
      if (toKey(reference) !== toKey(row.finding.target)) return;
      isChosen = false;
      const text = editor.document.getText();
      const field = fieldOf(row.finding, tryParse(text) ?? {});
      if (field === undefined) return;
      const { document, viewColumn } = editor;
      void vscode.window.showTextDocument(document, {
        ...(viewColumn && { viewColumn }),
        preserveFocus: true,
        selection: findFieldRange([field], text),
      });
    }),
  );
}
