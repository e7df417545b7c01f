import * as vscode from 'vscode';
import { type Sessions, UnknownAccountError } from '../../accounts/sessions';
import { toDocumentText } from '../../documents/content';
import type { Documents } from '../../documents/documents';
import type { KeptValues } from '../../resources/storage/stored';
import { findTypedProblems } from '../../documents/plan/typedProblems';
import { byteLength, type OpenText } from '../../documents/openDocument';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceNames } from '../../resources/names/resourceNames';
import { isDocumentName, type ResourceReference } from '../../resources/reference';
import { showUnopened, describeError, showMessage } from '../editor/messages';
import { isCancellation } from '../../documents/describeError';
import type { MainDocuments } from './mainDocuments';
import { findDocument, findTabUri, isSameUri } from './inFront';
import {
  besideEditors,
  joinDiagnostics,
  toDiagnostics,
  toOddities,
  toTypedDiagnostics,
} from './diagnostics';
import { withLateProgress } from '../editor/progress';
import { fileError } from '../editor/fileError';
import { showBriefly } from '../editor/statusBar';
import { parseUri } from '../editor/uris';
import { Emitter, type Event } from '../../base/emitter';
import { t } from '../../base/l10n';

export class Saves implements vscode.Disposable {
  readonly #documents: Documents;
  readonly #mains: MainDocuments;
  readonly #proposals: KeptValues<true>;
  readonly #names: ResourceNames;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management');
  readonly #removedAccounts: RemovedAccounts;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #failures = new Map<string, { readonly error: unknown; readonly text: string }>();
  readonly #texts = new Map<string, OpenText>();
  readonly #unreadable = new Set<string>();

  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(parts: {
    readonly documents: Documents;
    readonly mainDocuments: MainDocuments;
    readonly sessions: Pick<Sessions, 'account' | 'onDidChangeAccounts'>;
    readonly proposals: KeptValues<true>;
    readonly names: ResourceNames;
  }) {
    this.#documents = parts.documents;
    this.#mains = parts.mainDocuments;
    this.#removedAccounts = new RemovedAccounts(parts.sessions);
    this.#proposals = parts.proposals;
    this.#names = parts.names;
    this.#removedAccounts.onDidReturn((uri) => this.#changed.fire(uri));
    this.#mains.onDidShow((uri) => this.#claim(uri));
    this.#documents.onDidChange((path) => {
      const open = this.#mains.findDocument(path);
      if (open) this.#changed.fire(open.uri);
    });
  }

  /** @throws FileSystemError with a message for the person. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const reference = parseUri(uri);
    // The editor stats a document's parent folders, too.
    if (!reference && !isDocumentName(uri.path)) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    try {
      if (!(await this.#claim(uri)))
        return toReadOnly(await this.#readAside(requireReference(uri, reference)));
      const { changedAt, size, isEditable } = await this.#documents.stat(
        requireReference(uri, reference),
      );
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: changedAt,
        size,
        ...(isEditable ? {} : { permissions: vscode.FilePermission.Readonly }),
      };
    } catch (error) {
      const removed = this.#removedAccounts.stat(uri, error);
      if (removed) return removed;
      this.#tellWhy(uri, reference, error);
      throw toFileError(error);
    }
  }

  /** @throws FileSystemError with a message for the person. */
  async read(uri: vscode.Uri): Promise<string> {
    const reference = requireReference(uri, parseUri(uri));
    try {
      if (!(await this.#claim(uri))) return await this.#readAside(reference);
      return await this.#documents.read(reference);
    } catch (error) {
      const removed = this.#removedAccounts.tell(uri, error);
      if (removed !== undefined) return removed;
      this.#tellWhy(uri, reference, error);
      throw toFileError(error);
    }
  }

  /** @throws FileSystemError with a message for the person; the text stays unsaved. */
  async write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void> {
    const reference = requireReference(uri, parseUri(uri));
    if (isAutomatic) {
      throw fileError(
        t('Changes are only sent when you save the document yourself. Nothing was sent.'),
      );
    }
    try {
      const { changes, lost } = await this.#documents.save(reference, text, (work) =>
        withLateProgress(t('Saving'), work),
      );
      if (isCancellation(lost)) {
        void showMessage('information', t('Too late to cancel: your changes were already saved.'));
      } else if (changes.length > 0) {
        const fields = changes.map(({ path }) => path.join('.')).join(', ');
        showBriefly(t('"{0}" saved: {1}', this.#names.nameOf(reference), fields));
      }
      this.#forgetProblems(uri);
    } catch (error) {
      this.#failures.set(uri.toString(), { error, text });
      this.#diagnostics.set(uri, besideEditors(uri, toDiagnostics(error, text)));
      throw toFileError(error);
    }
  }

  async open(uri: vscode.Uri, text: OpenText): Promise<void> {
    this.#texts.set(uri.toString(), text);
    const reference = parseUri(uri);
    if (reference && (await this.#claim(uri))) await this.#documents.noteOpened(reference, text);
    // The person may have typed or closed it meanwhile.
    const latest = this.#texts.get(uri.toString());
    if (latest) this.#updateProblems(uri, latest);
  }

  async change(uri: vscode.Uri, text: OpenText): Promise<void> {
    this.#texts.set(uri.toString(), text);
    this.#updateProblems(uri, text);
    const reference = this.#findMain(uri);
    // Before any await, so that the editor's next event can't overtake this one.
    const noted = reference && this.#documents.noteText(reference, text);
    // Checked now: the editor reports a text before it reports it as unsaved.
    if (!findDocument(uri)?.isDirty) await this.#proposals.set(uri.toString(), undefined);
    await noted;
  }

  async noteProposed(uri: vscode.Uri): Promise<void> {
    await this.#proposals.set(uri.toString(), true);
    const text = this.#texts.get(uri.toString());
    if (text) this.#updateProblems(uri, text);
  }

  expect(uri: vscode.Uri, reason: vscode.TextDocumentSaveReason): void {
    const reference = this.#findMain(uri);
    const isAutomatic = reason !== vscode.TextDocumentSaveReason.Manual;
    if (reference) this.#documents.expectSave(reference, isAutomatic);
  }

  async finish(uri: vscode.Uri): Promise<void> {
    const reference = this.#findMain(uri);
    if (reference) this.#documents.noteSaved(reference);
    await this.#proposals.set(uri.toString(), undefined);
  }

  async close(uri: vscode.Uri): Promise<void> {
    this.#texts.delete(uri.toString());
    this.#forgetProblems(uri);
    this.#removedAccounts.forget(uri);
    const reference = parseUri(uri);
    if (reference && this.#mains.release(uri)) await this.#documents.forget(reference);
    await this.#proposals.set(uri.toString(), undefined);
  }

  /** The editor's own message in a tab that it can't fill doesn't say why. */
  #tellWhy(uri: vscode.Uri, reference: ResourceReference | undefined, error: unknown): void {
    const key = uri.toString();
    const isShown = findTabUri((each) => isSameUri(each, uri)) !== undefined;
    if (!reference || !isShown || findDocument(uri) || this.#unreadable.has(key)) return;
    this.#unreadable.add(key);
    const again = (): Thenable<unknown> =>
      vscode.commands.executeCommand('serverManagement.openDocument', reference);
    void showUnopened(this.#names.placeOf(reference), error, again).finally(() =>
      this.#unreadable.delete(key),
    );
  }

  /** Shows what a save would reject, and problems of the last save that the text still has. */
  #updateProblems(uri: vscode.Uri, { text, isDirty }: OpenText): void {
    const failure = this.#failures.get(uri.toString());
    // The editor reports a text before it reports it as unsaved.
    if (isDirty || findDocument(uri)?.isDirty) {
      const reference = this.#findMain(uri);
      const kind = reference && findKind(reference.kind);
      // A script has no fields, so any edit makes the problems of the last save obsolete.
      const isStanding = failure && (!kind?.document?.text || failure.text === text);
      const standing = isStanding
        ? besideEditors(uri, toDiagnostics(failure.error, text, failure.text))
        : [];
      const base = reference && this.#documents.baseOf(reference);
      const problems = kind ? findTypedProblems(kind, base, text) : [];
      const marks = this.#proposals.get(uri.toString()) ? toOddities(text) : [];
      const own = joinDiagnostics(standing, toTypedDiagnostics(problems, text));
      this.#diagnostics.set(uri, [...own, ...marks]);
    } else this.#forgetProblems(uri);
  }

  #forgetProblems(uri: vscode.Uri): void {
    this.#failures.delete(uri.toString());
    this.#diagnostics.delete(uri);
  }

  #findMain(uri: vscode.Uri): ResourceReference | undefined {
    return this.#mains.isMain(uri) ? parseUri(uri) : undefined;
  }

  /** Returns false if another document is the main one of its resource. */
  async #claim(uri: vscode.Uri): Promise<boolean> {
    const claimed = this.#mains.claim(uri);
    const reference = parseUri(uri);
    if (!reference || claimed === 'other') return false;
    const forgotten = claimed === 'replaced' ? this.#documents.forget(reference) : undefined;
    const open = findDocument(uri);
    // Before any await, because typing into it may come next.
    if (open)
      await this.#documents.adopt(reference, { text: open.getText(), isDirty: open.isDirty });
    await forgotten;
    return true;
  }

  async #readAside(reference: ResourceReference): Promise<string> {
    return toDocumentText(findKind(reference.kind), await this.#documents.live(reference));
  }

  dispose(): void {
    this.#changed.dispose();
    this.#diagnostics.dispose();
    this.#removedAccounts.dispose();
  }
}

/** The stat of a text that is open elsewhere: only one of the two is saved. */
function toReadOnly(text: string): vscode.FileStat {
  return {
    type: vscode.FileType.File,
    ctime: 0,
    mtime: 0,
    size: byteLength(text),
    permissions: vscode.FilePermission.Readonly,
  };
}

function requireReference(
  uri: vscode.Uri,
  reference: ResourceReference | undefined,
): ResourceReference {
  if (!reference) throw vscode.FileSystemError.FileNotFound(uri);
  return reference;
}

function toFileError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  return fileError(describeError(error));
}

class RemovedAccounts implements vscode.Disposable {
  readonly #shown = new Map<string, string>();
  readonly #returned = new Emitter<vscode.Uri>();
  readonly #subscription: { dispose(): unknown };

  readonly onDidReturn: Event<vscode.Uri> = this.#returned.event;

  constructor(sessions: Pick<Sessions, 'account' | 'onDidChangeAccounts'>) {
    this.#subscription = sessions.onDidChangeAccounts(async (id) => {
      if (!(await sessions.account(id))) return;
      for (const [uri, account] of this.#shown) {
        if (account !== id) continue;
        this.#shown.delete(uri);
        this.#returned.fire(vscode.Uri.parse(uri));
      }
    });
  }

  /** The text shown instead of a document's, if the error is that its account is gone. */
  tell(uri: vscode.Uri, error: unknown): string | undefined {
    if (!(error instanceof UnknownAccountError)) return undefined;
    this.#shown.set(uri.toString(), error.account);
    return `// ${describeError(error)}\n// ${t('You can close this tab.')}\n`;
  }

  /** Unsaved text remains the person's own: saving it says why it can't be saved. */
  stat(uri: vscode.Uri, error: unknown): vscode.FileStat | undefined {
    const text = this.tell(uri, error);
    if (text === undefined) return undefined;
    const size = new TextEncoder().encode(text).length;
    const stat = { type: vscode.FileType.File, ctime: 0, mtime: 0, size };
    return findDocument(uri)?.isDirty
      ? stat
      : { ...stat, permissions: vscode.FilePermission.Readonly };
  }

  forget(uri: vscode.Uri): void {
    this.#shown.delete(uri.toString());
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#returned.dispose();
  }
}
