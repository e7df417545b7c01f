import * as vscode from 'vscode';
import { isMissing } from '../../../api/errors';
import { findCompletedValue, tryParse } from '../../../documents/content';
import { findCronFields } from '../../../documents/findSchedule';
import { listedField, liveValues, type FieldContext } from '../../../documents/creations/fields';
import { findCronProblem } from '../../../resources/cron/cronSchedule';
import { describeCronProblem } from '../../../resources/cron/describeRuns';
import { draftScheme, scheme } from '../../../documents/schemes';
import { rangeOf, toRemark, findFieldRange } from '../diagnostics';
import { createQuickFix, createCompletion, createCommandFix } from '../../editor/language';
import { parseUri, placeOf } from '../../editor/uris';
import { type Target, idsOf, toKey } from '../../../resources/reference';
import { toPlain } from '../../../base/foreignText';
import { platform } from '../../../platform/platform';
import { t } from '../../../base/l10n';
import { describeReadOnly, findReadOnlyFields } from '../../../documents/plan/readOnlyFields';
import { findKind } from '../../../resources/kinds/kinds';
import { createDimming } from '../../editor/decoration';
import { Markdown, toHover } from '../../editor/markdown';
import { toSignal } from '../../editor/cancellation';
import type { DocumentServices } from '../documentServices';
import { attentionSettings, onDidChangeAttentionSettings } from '../../explorer/findings/settings';
import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { ruleIds, type Severity } from '../../../findings/finding';
import { type FieldFinding, fieldOf, findInDocument } from '../../../findings/inDocument';
import type { Mutes } from '../../../findings/mutes';
import { titleOf } from '../../editor/titleOf';
import type { AttentionRow } from '../../../findings/rows';

interface Marking {
  readonly schemes: readonly string[];
  readonly find: (document: vscode.TextDocument) => readonly vscode.Diagnostic[];
  /** True for marks that leave no place for these: a fault has one mark. */
  readonly yieldsTo: (other: vscode.Diagnostic) => boolean;
}

class FieldMarks implements vscode.Disposable {
  readonly #marking: Marking;
  readonly #marks: vscode.DiagnosticCollection;
  readonly #subscription: vscode.Disposable;

  constructor(id: string, marking: Marking) {
    this.#marking = marking;
    this.#marks = vscode.languages.createDiagnosticCollection(id);
    this.#subscription = vscode.Disposable.from(
      this.#marks,
      vscode.workspace.onDidOpenTextDocument((document) => this.mark(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // VS Code also reports that a text is saved, and waits for that before the save ends.
        if (contentChanges.length > 0) this.mark(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#marks.delete(uri)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map(String));
        for (const document of vscode.workspace.textDocuments) {
          if (changed.has(String(document.uri))) this.mark(document);
        }
      }),
    );
    this.markAll();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  at(uri: vscode.Uri, range: vscode.Range): vscode.Diagnostic[] {
    return (this.#marks.get(uri) ?? []).filter((mark) => mark.range.intersection(range));
  }

  markAll(): void {
    for (const document of vscode.workspace.textDocuments) this.mark(document);
  }

  mark(document: vscode.TextDocument): void {
    const { uri } = document;
    const { schemes, find, yieldsTo } = this.#marking;
    if (!schemes.includes(uri.scheme)) return;
    const others = vscode.languages.getDiagnostics(uri).filter(yieldsTo);
    const marks = find(document).filter(
      (mark) => !others.some(({ range }) => range.intersection(mark.range)),
    );
    const before = this.#marks.get(uri) ?? [];
    // Setting marks fires the event that led here, so an unchanged set must not be written again.
    if (JSON.stringify(marks) !== JSON.stringify(before)) this.#marks.set(uri, marks);
  }
}

const schemes = [scheme, draftScheme];
const cronPath = '.cron-job.json';

/** Marks typed values that a service would reject: schedules, and values that a list lacks. */
export function warnOfValues(context: Pick<FieldContext, 'client' | 'store'>): vscode.Disposable {
  /** The values that a server offers, once they are known, by its account and id. */
  const offered = new Map<string, readonly unknown[]>();
  const read = async (
    document: vscode.TextDocument,
    place: Target,
    field: string,
  ): Promise<void> => {
    const key = keyOf(place);
    // Until it is known, nothing is marked.
    offered.set(key, []);
    try {
      const found = await liveValues(context, place, [field], { priority: 'background' });
      const values = found.map(({ value }) => value);
      offered.set(key, values);
      marks.mark(document);
    } catch (error) {
      // What is typed next reads it again, unless the service doesn't offer it.
      if (!isMissing(error)) offered.delete(key);
    }
  };
  const findUnlisted = (document: vscode.TextDocument): readonly vscode.Diagnostic[] => {
    const { uri } = document;
    const place = placeOf(uri);
    const field = place && listedField(place.kind);
    const text = document.getText();
    const value = field && tryParse(text)?.[field];
    const known = place && 'ids' in place ? context.store.find(place)?.[field ?? ''] : '';
    // Only a value that was typed is worth a request.
    if (!value || value === known || !(document.isDirty || uri.scheme === draftScheme)) return [];
    const listed = offered.get(keyOf(place));
    if (!listed) void read(document, place, field);
    if (!listed || listed.length === 0 || listed.includes(value)) return [];
    return [toRemark([field], describeUnlisted(value, listed), text)];
  };
  const marks = new FieldMarks('server-management-values', {
    schemes,
    find: (document) =>
      document.uri.path.endsWith(cronPath) ? findCron(document) : findUnlisted(document),
    yieldsTo: isOfSchema,
  });
  return vscode.Disposable.from(
    marks,
    vscode.languages.registerCodeActionsProvider(
      schemes.map((each) => ({ scheme: each, pattern: `**/*${cronPath}` })),
      { provideCodeActions: (document, at) => provideCronFixes(document, at, marks) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  );
}

function describeUnlisted(value: unknown, listed: readonly unknown[]): string {
  const values = listed.map((each) => toPlain(each)).join(', ');
  return t('"{0}" isn\'t offered. This server offers {1}.', toPlain(value), values);
}

function isOfSchema({ severity, code }: vscode.Diagnostic): boolean {
  return severity === vscode.DiagnosticSeverity.Error && code === undefined;
}

function keyOf(place: Target): string {
  return `${place.account}/${idsOf(place)[0]}`;
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
    if (!rangeOf(document, place.parent ?? place).intersection(at)) return [];
    const range = rangeOf(document, place);
    const title = t('Change to "{0}"', fix);
    const diagnostics = marks.at(document.uri, range);
    const { uri } = document;
    return [createQuickFix({ title, uri, range, text: JSON.stringify(fix), diagnostics })];
  });
}

/** Dims the fields that can't be edited, and says why on hover. */
export function markReadOnlyFields(): vscode.Disposable {
  const dimmed = createDimming();
  const mark = (editors: readonly vscode.TextEditor[]): void => {
    for (const editor of editors) {
      const { document } = editor;
      if (document.uri.scheme !== scheme) continue;
      const ranges = findFields(document).map((field) => rangeOf(document, field));
      editor.setDecorations(dimmed, ranges);
    }
  };
  mark(vscode.window.visibleTextEditors);
  return vscode.Disposable.from(
    dimmed,
    vscode.languages.registerHoverProvider(
      { scheme },
      { provideHover: (document, at) => hoverOfReadOnly(document, document.offsetAt(at)) },
    ),
    vscode.window.onDidChangeVisibleTextEditors(mark),
    vscode.workspace.onDidChangeTextDocument(({ document }) =>
      mark(vscode.window.visibleTextEditors.filter((each) => each.document === document)),
    ),
  );
}

function findFields(document: vscode.TextDocument): ReturnType<typeof findReadOnlyFields> {
  const reference = parseUri(document.uri);
  return reference ? findReadOnlyFields(findKind(reference.kind), document.getText()) : [];
}

function hoverOfReadOnly(document: vscode.TextDocument, at: number): vscode.Hover | undefined {
  const field = findFields(document).find(
    ({ offset, length }) => offset <= at && at <= offset + length,
  );
  return field && toHover(new Markdown().paragraph(describeReadOnly(field.path)));
}

export async function complete(
  services: DocumentServices,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.CompletionItem[]> {
  const value = findCompletedValue(document.getText(), document.offsetAt(position));
  if (!value) return [];
  const [first = [], ...others] = await Promise.all(
    findPlaces(services, document.uri).map((place) =>
      readValue(services, place, value.path, toSignal(token)),
    ),
  );
  const common = first.filter((one) =>
    others.every((list) =>
      list.some(({ value: same, label }) => same === one.value && label === one.label),
    ),
  );
  const range = rangeOf(document, value);
  return common.map(({ value: live, label }, index) => {
    const text = JSON.stringify(live);
    const item = createCompletion(label ?? text, label ? text : undefined);
    item.insertText = text;
    // The typed text is a JSON value, including quotes.
    item.filterText = label ? `${text} ${label}` : text;
    item.sortText = String(index).padStart(5, '0');
    item.range = range;
    return item;
  });
}

/** How many servers to ask for what they have in common. */
const mostServers = 8;

/** The place of a document, or one on each server of the resources that it's about. */
function findPlaces({ pending }: DocumentServices, uri: vscode.Uri): readonly Target[] {
  const place = placeOf(uri);
  if (place) return [place];
  const rows = pending.together.references(uri.path);
  return [...new Map(rows.map((row) => [keyOf(row), row])).values()].slice(0, mostServers);
}

async function readValue(
  services: DocumentServices,
  place: Target,
  path: readonly string[],
  signal: AbortSignal,
): ReturnType<typeof liveValues> {
  try {
    return await liveValues(services, place, path, { signal, priority: 'background' });
  } catch (error) {
    services.log.debug(`completion: ${error instanceof Error ? error.message : String(error)}`);
    return [];
  }
}

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
      .filter((command) => command !== 'serverManagement.lookUpDomain' || platform.lookUpName)
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
