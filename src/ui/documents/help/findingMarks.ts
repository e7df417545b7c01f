import { attentionSettings, onDidChangeAttentionSettings } from '../../explorer/findings/settings';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { type Finding, ruleIds, type Severity } from '../../../findings/finding';
import { type FieldFinding, fieldOf, findInDocument } from '../../../findings/inDocument';
import type { Mutes } from '../../../findings/mutes';
import { tryParse } from '../../../documents/content';
import { scheme } from '../../../documents/schemes';
import { findFieldRange, toRemark } from '../diagnostics';
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

/** Marks findings while a document is edited, without a request. Fields with a problem are skipped. */
export class FindingMarks implements vscode.Disposable {
  readonly #extensionId: string;
  readonly #mutes: Pick<Mutes, 'has' | 'onDidChange'>;
  readonly #marks: FieldMarks;
  readonly #subscription: vscode.Disposable;

  constructor(extensionId: string, mutes: Pick<Mutes, 'has' | 'onDidChange'>) {
    this.#extensionId = extensionId;
    this.#mutes = mutes;
    this.#marks = new FieldMarks('server-management-findings', {
      schemes: [scheme],
      find: (document) => this.#find(document).map((found) => toMark(found, document.getText())),
      yieldsTo: ({ code }) => !ruleIds.some((id) => id === code),
    });
    const markAll = (): void => this.#marks.markAll();
    this.#subscription = vscode.Disposable.from(
      this.#marks,
      vscode.languages.registerCodeActionsProvider(
        { scheme },
        { provideCodeActions: (document, at) => this.#fixesAt(document, at) },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
      onDidChangeAttentionSettings(markAll),
      mutes.onDidChange(markAll),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #find(document: vscode.TextDocument): readonly FieldFinding[] {
    const reference = parseUri(document.uri);
    const content = reference && tryParse(document.getText());
    if (!reference || !content) return [];
    const { severityOf } = attentionSettings();
    return findInDocument(reference, content, Date.now(), severityOf).filter(
      ({ finding }) => !this.#mutes.has(finding),
    );
  }

  #fixesAt(document: vscode.TextDocument, at: vscode.Range): vscode.CodeAction[] {
    const marks = this.#marks.at(document.uri, at);
    return this.#find(document).flatMap((found) => {
      const diagnostics = marks.filter(({ code }) => code === found.finding.rule);
      if (diagnostics.length === 0) return [];
      return [...toEdits(document, found, diagnostics), ...this.#toCommands(found, diagnostics)];
    });
  }

  #toCommands(
    { finding }: FieldFinding,
    diagnostics: readonly vscode.Diagnostic[],
  ): vscode.CodeAction[] {
    const { rule, target, fixes } = finding;
    const create = (command: string, parameter: unknown): vscode.CodeAction =>
      createCommandFix({
        title: titleOf(this.#extensionId, command),
        command,
        arguments: [parameter],
        diagnostics,
      });
    return [
      // The document is open.
      ...fixes
        .filter((command) => command !== 'serverManagement.openDocument')
        .map((command) => create(command, target)),
      create('serverManagement.muteFinding', { finding: { rule, target } }),
    ];
  }
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
    return [
      createQuickFix({
        title: t('Set "{0}" to {1}', field, text),
        uri: document.uri,
        range: new vscode.Range(
          document.positionAt(node.offset),
          document.positionAt(node.offset + node.length),
        ),
        text,
        diagnostics,
        isPreferred: index === 0,
      }),
    ];
  });
}

export function pointAtFields(view: vscode.TreeView<AttentionRow>): vscode.Disposable {
  let chosen: Finding | undefined;
  return vscode.Disposable.from(
    view.onDidChangeSelection(({ selection: [row] }) => {
      chosen = row?.type === 'finding' ? row.finding : undefined;
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      const reference = editor && parseUri(editor.document.uri);
      if (!reference || !chosen || toKey(reference) !== toKey(chosen.target)) return;
      const text = editor.document.getText();
      const field = fieldOf(chosen, tryParse(text) ?? {});
      const range = field === undefined ? undefined : findFieldRange([field], text);
      chosen = undefined;
      if (!range) return;
      const { document, viewColumn } = editor;
      void vscode.window.showTextDocument(document, {
        ...(viewColumn && { viewColumn }),
        preserveFocus: true,
        selection: range,
      });
    }),
  );
}
