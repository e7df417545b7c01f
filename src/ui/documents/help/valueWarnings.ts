import * as vscode from 'vscode';
import { FieldMarks } from './fieldMarks';
import { tryParse } from '../../../documents/content';
import { parseDraftPath } from '../../../documents/drafts/draftPath';
import { findCronFields } from '../../../documents/findSchedule';
import { listedFields, liveValues } from '../../../documents/plan/liveValues';
import type { FieldContext } from '../../../documents/creations/field';
import { findCronProblem } from '../../../resources/cron/cronSchedule';
import { describeCronProblem } from '../../../resources/cron/describeRuns';
import { draftScheme, scheme as documentScheme } from '../../../documents/schemes';
import { toRemark } from '../diagnostics';
import type { Node } from 'jsonc-parser';
import { createQuickFix } from '../../editor/language';
import { parseUri } from '../../editor/uris';
import type { Target } from '../../../resources/reference';
import { toPlain } from '../../../base/foreignText';
import { t } from '../../../base/l10n';

const schemes = [documentScheme, draftScheme];
const cronPath = '.cron-job.json';

/** Marks typed values that a service would reject: schedules, and values that a list lacks. */
export class ValueWarnings implements vscode.Disposable {
  readonly #context: FieldContext;
  readonly #marks: FieldMarks;
  readonly #subscription: vscode.Disposable;
  /** The values that a server offers, once they are known, by its account and id. */
  readonly #offered = new Map<string, readonly unknown[]>();

  constructor(context: FieldContext) {
    this.#context = context;
    this.#marks = new FieldMarks('server-management-values', {
      schemes,
      find: (document) =>
        document.uri.path.endsWith(cronPath) ? findCron(document) : this.#findUnlisted(document),
      yieldsTo: ({ severity, code }) =>
        severity === vscode.DiagnosticSeverity.Error && code === undefined,
    });
    this.#subscription = vscode.Disposable.from(
      this.#marks,
      vscode.languages.registerCodeActionsProvider(
        schemes.map((scheme) => ({ scheme, pattern: `**/*${cronPath}` })),
        {
          provideCodeActions: (document, at) => provideCronFixes(document, at, this.#marks),
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
      ),
    );
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #findUnlisted(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
    const { uri } = document;
    const place = uri.scheme === draftScheme ? parseDraftPath(uri.path) : parseUri(uri);
    const field = place && listedFields[place.kind];
    const text = document.getText();
    const value = field && tryParse(text)?.[field];
    const known = place && 'ids' in place ? this.#context.store.find(place)?.[field ?? ''] : '';
    // Only a value that was typed is worth a request.
    if (!value || value === known || !(document.isDirty || uri.scheme === draftScheme)) return [];
    const offered = this.#offered.get(keyOf(place));
    if (!offered) void this.#read(document, place, field);
    if (!offered || offered.length === 0 || offered.includes(value)) return [];
    const values = offered.map((each) => toPlain(each)).join(', ');
    const words = t('"{0}" isn\'t offered. This server offers {1}.', toPlain(value), values);
    return [toRemark([field], words, text)];
  }

  async #read(document: vscode.TextDocument, place: Target, field: string): Promise<void> {
    // Until it is known, and if it can't be read, nothing is marked.
    this.#offered.set(keyOf(place), []);
    const reading = liveValues(this.#context, place, [field], { priority: 'background' });
    const found = await reading.catch(() => []);
    this.#offered.set(
      keyOf(place),
      found.map(({ value }) => value),
    );
    this.#marks.mark(document);
  }
}

function keyOf({ account, ...place }: Target): string {
  const [server] = 'ids' in place ? place.ids : place.parents;
  return `${account}/${server}`;
}

function findCron(document: vscode.TextDocument): readonly vscode.Diagnostic[] {
  const text = document.getText();
  return [...findCronFields(text)].flatMap(([field, node]) => {
    const problem = findCronProblem(field, String(node.value));
    return problem ? [toRemark([field], describeCronProblem(problem), text)] : [];
  });
}

function provideCronFixes(
  document: vscode.TextDocument,
  at: vscode.Range,
  marks: FieldMarks,
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
        diagnostics: marks.at(document.uri, range),
      }),
    ];
  });
}

function toRange(document: vscode.TextDocument, { offset, length }: Node): vscode.Range {
  return new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
}
