import * as vscode from 'vscode';
import { findCronFields } from '../../../documents/findSchedule';
import { findCronProblem } from '../../../resources/cron/cronSchedule';
import { describeCronProblem } from '../../../resources/cron/describeRuns';
import { draftScheme, scheme as documentScheme } from '../../../documents/schemes';
import { toRemark } from '../diagnostics';
import type { Node } from 'jsonc-parser';
import { createQuickFix } from '../../editor/language';
import { t } from '../../../base/l10n';

const cronSchemes = [documentScheme, draftScheme];

export class CronWarnings implements vscode.Disposable {
  readonly #warnings = vscode.languages.createDiagnosticCollection('server-management-cron');
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      this.#warnings,
      vscode.languages.registerCodeActionsProvider(
        cronSchemes.map((scheme) => ({ scheme, pattern: '**/*.cron-job.json' })),
        {
          provideCodeActions: (document, at) =>
            provideCronFixes(document, at, this.#warnings.get(document.uri) ?? []),
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
      vscode.workspace.onDidOpenTextDocument((document) => this.#check(document)),
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#check(document)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#warnings.delete(uri)),
    );
    for (const document of vscode.workspace.textDocuments) this.#check(document);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #check(document: vscode.TextDocument): void {
    const { scheme, path } = document.uri;
    if (!cronSchemes.includes(scheme) || !path.endsWith('.cron-job.json')) return;
    const text = document.getText();
    const warnings = [...findCronFields(text)].flatMap(([field, node]) => {
      const problem = findCronProblem(field, String(node.value));
      return problem ? [toRemark([field], describeCronProblem(problem), text)] : [];
    });
    this.#warnings.set(document.uri, warnings);
  }
}

function provideCronFixes(
  document: vscode.TextDocument,
  at: vscode.Range,
  warnings: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  return [...findCronFields(document.getText())].flatMap(([field, place]) => {
    const fix = findCronProblem(field, String(place.value))?.fix;
    if (fix === undefined) return [];
    if (!toRange(document, place.parent ?? place).intersection(at)) return [];
    const range = toRange(document, place);
    return [
      createQuickFix({
        title: t('Change to "{0}"', fix),
        uri: document.uri,
        range,
        text: JSON.stringify(fix),
        diagnostics: warnings.filter((warning) => warning.range.intersection(range)),
      }),
    ];
  });
}

function toRange(document: vscode.TextDocument, { offset, length }: Node): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
