import * as vscode from 'vscode';
import { describeChanged, toPendingUri } from './describeStaged';
import type { TogetherTexts } from '../../pending/togetherTexts';
import type { JsonObject } from '../../base/json';
import { apply } from '../../base/patch';
import { foreign } from '../../base/foreignText';
import { parseDocument, parseNewText, parseText, toDocumentText } from '../../documents/content';
import { secretFields } from '../../documents/creations/creation';
import { creationFor } from '../../documents/creations/creations';
import { findTypedSecrets } from '../../documents/drafts/typedSecrets';
import { DocumentError, type DocumentProblem } from '../../documents/writing/outcome';
import type { Documents } from '../../documents/documents';
import { KeptValues, type KeyValues, storedObject } from '../../resources/storage/stored';
import { byteLength } from '../../documents/openDocument';
import { planSave } from '../../documents/plan/savePlan';
import { pendingScheme } from '../../documents/schemes';
import type { PendingChanges } from '../../pending/pendingChanges';
import {
  driftOf,
  type StagedChange,
  type StagedState,
  toStagedKey,
  withEdits,
} from '../../pending/stagedChange';
import { findKind, type KindId } from '../../resources/kinds/kinds';
import { isDocumentName, type ResourceReference } from '../../resources/reference';
import { describeError, toFileError } from '../editor/messages';
import { toDiagnostics, toOddities, toTypedDiagnostics } from '../documents/diagnostics';
import { fileError, toFolderStat } from '../editor/fileError';
import { allTabs, uriOf } from '../documents/inFront';
import { showBriefly } from '../editor/statusBar';
import type { ReviewedText } from '../editor/diff';
import type { Snapshots } from '../editor/snapshots';
import { parseUri } from '../editor/uris';
import { t } from '../../base/l10n';

/** The live content with the changes applied. Saving one only stages; it sends nothing. */
export class PendingFiles implements vscode.Disposable {
  readonly #changes: PendingChanges;
  readonly #together: TogetherTexts;
  readonly #documents: Documents;
  readonly #snapshots: Snapshots;
  /** The live content next to which documents are shown; it outlives the window, as their texts do. */
  readonly #seen: KeptValues<JsonObject>;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management-pending');
  readonly #subscription: vscode.Disposable;

  readonly onDidChange = this.#changed.event;

  constructor(
    changes: PendingChanges,
    together: TogetherTexts,
    documents: Documents,
    snapshots: Snapshots,
    storage: KeyValues,
  ) {
    this.#changes = changes;
    this.#together = together;
    this.#documents = documents;
    this.#snapshots = snapshots;
    this.#seen = new KeptValues(storage, { prefix: 'pending:', schema: storedObject });
    this.#subscription = changes.onDidChange(() => {
      for (const { uri } of vscode.workspace.textDocuments) {
        if (uri.scheme === pendingScheme) this.#changed.fire(uri);
      }
      void closeSettledTabs((path) => together.has(path) || changes.findPath(path) !== undefined);
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    if (!isDocumentName(uri.path)) return toFolderStat();
    const { text, at } = await this.#textOf(uri);
    return { type: vscode.FileType.File, ctime: 0, mtime: at, size: byteLength(text) };
  }

  async read(uri: vscode.Uri): Promise<string> {
    const { text } = await this.#textOf(uri);
    const state = this.#changes.findPath(uri.path)?.state;
    // Shows on its fields why the service refused a change, and what may deceive its reader.
    const refused = state?.type === 'failed' ? toRefused(state) : [];
    this.#diagnostics.set(uri, [...toTypedDiagnostics(refused, text), ...toOddities(text)]);
    return text;
  }

  async write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void> {
    if (isAutomatic) {
      throw fileError(t('Changes are only staged when you save the document yourself.'));
    }
    try {
      if (this.#together.has(uri.path)) {
        const count = await this.#together.write(uri.path, text);
        showBriefly(t('Staged for {0} resources. Apply them in Source Control.', count));
      } else await this.#write(this.#find(uri), text);
      this.#diagnostics.set(uri, toOddities(text));
    } catch (error) {
      this.#diagnostics.set(uri, toDiagnostics(error, text));
      throw toFileError(error);
    }
  }

  /** Reads the live state and prepares both texts. @throws ApiError, UnknownAccountError. */
  async prepare(staged: StagedChange, signal?: AbortSignal): Promise<ReviewedText> {
    const live = await this.#live(staged, signal);
    await this.#seen.set(staged.path, live);
    const after = toPendingUri(staged);
    this.#changed.fire(after);
    return { before: this.#snapshot(staged.path, live, staged.reference), after };
  }

  /** The live text that a document's changes are marked against. */
  async originalOf(uri: vscode.Uri): Promise<vscode.Uri | undefined> {
    if (uri.scheme === pendingScheme) {
      const live = this.#seen.get(uri.path);
      const staged = this.#changes.findPath(uri.path);
      return live && staged && this.#snapshot(uri.path, live, staged.reference);
    }
    const reference = parseUri(uri);
    const base = reference && this.#documents.baseOf(reference);
    return base && this.#snapshot(`/base${uri.path}`, base, reference);
  }

  async forget(uri: vscode.Uri): Promise<void> {
    this.#diagnostics.delete(uri);
    await this.#seen.set(uri.path, undefined);
    await this.#together.forget(uri.path);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
    this.#diagnostics.dispose();
  }

  async #write(staged: StagedChange, text: string): Promise<void> {
    const { reference, path, operation } = staged;
    const live = this.#seen.get(path);
    if (!live) throw fileError(t('Open this document again from Source Control to edit it.'));
    // An unchanged text is also written when others are saved together with it.
    if (text === toStagedText(staged, live)) return;
    if (operation === 'delete') {
      throw fileError(t("A deletion can't be edited. Discard it to keep the resource."));
    }
    const mine =
      operation === 'create'
        ? parseCreation(reference.kind, text)
        : parseDocument(findKind(reference.kind), text, live);
    if (!operation) planSave(findKind(reference.kind), { base: live, mine, theirs: live });
    // If the earlier text was already created, this one would be created again.
    if (operation === 'create' && this.#changes.applyLock.isApplying(toStagedKey(staged))) {
      throw fileError(t('This is being created. Save again in a minute.'));
    }
    if (!(await this.#changes.replace(staged, withEdits(staged, live, mine)))) {
      throw fileError(describeChanged([staged]));
    }
  }

  async #textOf(uri: vscode.Uri): Promise<{ readonly text: string; readonly at: number }> {
    const common = this.#together.read(uri.path);
    if (common) return common;
    const staged = this.#find(uri);
    try {
      const live = this.#seen.get(uri.path) ?? (await this.#live(staged));
      await this.#seen.set(uri.path, live);
      return { text: toStagedText(staged, live), at: staged.at };
    } catch (error) {
      throw fileError(describeError(error));
    }
  }

  /** The live content, empty for a resource to create; records what others changed. */
  async #live(staged: StagedChange, signal?: AbortSignal): Promise<JsonObject> {
    if (staged.operation === 'create') return {};
    const live = await this.#documents.live(staged.reference, { signal });
    const fields = driftOf(staged.changes, live);
    if (fields.length > 0) await this.#changes.markDrifted(staged, fields);
    return live;
  }

  #find(uri: vscode.Uri): StagedChange {
    const staged = this.#changes.findPath(uri.path);
    if (!staged) throw vscode.FileSystemError.FileNotFound(uri);
    return staged;
  }

  /** The live text; under another path, the editor would show the change as renaming. */
  #snapshot(path: string, live: JsonObject, reference: ResourceReference): vscode.Uri {
    return this.#snapshots.put(path, toShownText(reference, live));
  }
}

function toRefused(state: StagedState & { readonly type: 'failed' }): readonly DocumentProblem[] {
  const fields = state.fields.length > 0 ? state.fields : [{ path: [], detail: state.text }];
  return fields.map(({ path, detail }) => ({ reason: 'refused', path, detail: foreign(detail) }));
}

/** A creation's text, without secrets. @throws DocumentError. */
function parseCreation(kind: KindId, text: string): JsonObject {
  const creation = creationFor(kind, parseText(text));
  const names = creation ? secretFields(creation).map(({ name }) => name) : [];
  const typed = findTypedSecrets(text, names);
  if (typed.length > 0) {
    throw new DocumentError(typed.map(({ path }) => ({ reason: 'secretInText', path })));
  }
  return parseNewText(text);
}

function toStagedText({ reference, operation, changes }: StagedChange, live: JsonObject): string {
  return toShownText(reference, operation === 'delete' ? {} : apply(live, changes));
}

/** Empty for a resource that doesn't exist, so that a diff shows no additional changes. */
function toShownText({ kind }: ResourceReference, content: JsonObject): string {
  return Object.keys(content).length === 0 ? '' : toDocumentText(findKind(kind), content);
}

/** The editor would show them as deleted files. Those with unsaved text stay. */
async function closeSettledTabs(isStaged: (path: string) => boolean): Promise<void> {
  const settled = allTabs().filter((tab) => {
    const uri = uriOf(tab);
    return uri?.scheme === pendingScheme && !tab.isDirty && !isStaged(uri.path);
  });
  if (settled.length > 0) await vscode.window.tabGroups.close(settled, true);
}
