import * as vscode from 'vscode';
import { type Sessions, UnknownAccountError } from '../../accounts/sessions';
import { toDocumentText } from '../../documents/content';
import type { Documents } from '../../documents/documents';
import type { KeptValues } from '../../resources/storage/stored';
import { findTypedProblems } from '../../documents/plan/savePlan';
import { byteLength, nextTime, type OpenText } from '../../documents/openDocument';
import { findKind } from '../../resources/kinds/kinds';
import type { ResourceNames } from '../../resources/names/resourceNames';
import { isDocumentName, type ResourceReference } from '../../resources/reference';
import { showUnopened, describeError, showMessage, toFileError } from '../editor/messages';
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
import { fileError, toFolderStat } from '../editor/fileError';
import { showBriefly } from '../editor/statusBar';
import { parseUri } from '../editor/uris';
import { t } from '../../base/l10n';

interface SavesParts {
  readonly documents: Documents;
  readonly mainDocuments: MainDocuments;
  readonly sessions: Pick<Sessions, 'account' | 'isReadOnly' | 'onDidChangeAccounts'>;
  readonly proposals: KeptValues<true>;
  readonly names: ResourceNames;
}

export class Saves implements vscode.Disposable {
  readonly #parts: SavesParts;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management');
  /** The documents whose text says that their account was removed, and since when, by URI. */
  readonly #removed = new Map<string, { readonly account: string; readonly since: number }>();
  /** The accounts whose open documents are shown as read-only. */
  readonly #readOnly = new Set<string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #subscription: { dispose(): unknown };
  readonly #failures = new Map<string, { readonly error: unknown; readonly text: string }>();
  readonly #texts = new Map<string, OpenText>();
  readonly #unreadable = new Set<string>();

  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  constructor(parts: SavesParts) {
    this.#parts = parts;
    const { documents, mainDocuments, sessions } = parts;
    this.#subscription = sessions.onDidChangeAccounts((id) => {
      this.#followPermission(id);
      void this.#showAgain(id);
    });
    mainDocuments.onDidShow((uri) => this.#claim(uri));
    documents.onDidChange((path) => {
      const open = mainDocuments.findDocument(path);
      if (open) this.#changed.fire(open.uri);
    });
  }

  /** @throws FileSystemError with a message for the person. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const reference = parseUri(uri);
    // The editor stats a document's parent folders, too.
    if (!reference && !isDocumentName(uri.path)) return toFolderStat();
    try {
      const required = requireReference(uri, reference);
      // Of a text that is open elsewhere as well, only the main one is saved.
      if (!(await this.#claim(uri)))
        return toStat(0, byteLength(await this.#readAside(required)), false);
      const { changedAt, size, isEditable } = await this.#parts.documents.stat(required);
      this.#removed.delete(uri.toString());
      return toStat(changedAt, size, isEditable && (await this.#mayEdit(uri, required)));
    } catch (error) {
      const removed = this.#noteRemoved(uri, error);
      // Unsaved text remains the person's own: saving it says why it can't be saved.
      if (removed && findDocument(uri)?.isDirty) return toStat(0, byteLength(removed.text), true);
      if (removed) return toStat(removed.since, byteLength(removed.text), false);
      this.#tellWhy(uri, reference, error);
      throw toFileError(error);
    }
  }

  /** @throws FileSystemError with a message for the person. */
  async read(uri: vscode.Uri): Promise<string> {
    const reference = requireReference(uri, parseUri(uri));
    try {
      if (!(await this.#claim(uri))) return await this.#readAside(reference);
      return await this.#parts.documents.read(reference);
    } catch (error) {
      const removed = this.#noteRemoved(uri, error);
      if (removed) return removed.text;
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
      const { changes, lost } = await this.#parts.documents.save(reference, text, (work) =>
        withLateProgress(t('Saving'), work),
      );
      if (isCancellation(lost)) {
        void showMessage('information', t('Too late to cancel: your changes were already saved.'));
      } else if (changes.length > 0) {
        const fields = changes.map(({ path }) => path.join('.')).join(', ');
        showBriefly(t('"{0}" saved: {1}', this.#parts.names.nameOf(reference), fields));
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
    if (reference && (await this.#claim(uri)))
      await this.#parts.documents.noteOpened(reference, text);
    // The person may have typed or closed it meanwhile.
    const latest = this.#texts.get(uri.toString());
    if (latest) this.#updateProblems(uri, latest);
  }

  async change(uri: vscode.Uri, text: OpenText): Promise<void> {
    this.#texts.set(uri.toString(), text);
    this.#updateProblems(uri, text);
    const reference = this.#findMain(uri);
    // Before any await, so that the editor's next event can't overtake this one.
    const noted = reference && this.#parts.documents.noteText(reference, text);
    // Checked now: the editor reports a text before it reports it as unsaved.
    if (!findDocument(uri)?.isDirty) await this.#parts.proposals.set(uri.toString(), undefined);
    await noted;
  }

  async noteProposed(uri: vscode.Uri): Promise<void> {
    await this.#parts.proposals.set(uri.toString(), true);
    const text = this.#texts.get(uri.toString());
    if (text) this.#updateProblems(uri, text);
  }

  expect(uri: vscode.Uri, reason: vscode.TextDocumentSaveReason): void {
    const reference = this.#findMain(uri);
    const isAutomatic = reason !== vscode.TextDocumentSaveReason.Manual;
    if (reference) this.#parts.documents.expectSave(reference, isAutomatic);
  }

  async finish(uri: vscode.Uri): Promise<void> {
    const reference = this.#findMain(uri);
    if (reference) this.#parts.documents.noteSaved(reference);
    await this.#parts.proposals.set(uri.toString(), undefined);
  }

  async close(uri: vscode.Uri): Promise<void> {
    this.#texts.delete(uri.toString());
    this.#forgetProblems(uri);
    this.#removed.delete(uri.toString());
    const reference = parseUri(uri);
    if (reference && this.#parts.mainDocuments.release(uri))
      await this.#parts.documents.forget(reference);
    await this.#parts.proposals.set(uri.toString(), undefined);
  }

  /** Unsaved text remains the person's own: saving it says why it can't be saved. */
  async #mayEdit(uri: vscode.Uri, { account }: ResourceReference): Promise<boolean> {
    const { sessions } = this.#parts;
    await sessions.account(account);
    const isReadOnly = sessions.isReadOnly(account);
    if (isReadOnly) this.#readOnly.add(account);
    return !isReadOnly || findDocument(uri)?.isDirty === true;
  }

  /** The editor asks again whether a document can be edited. */
  #followPermission(account: string): void {
    const isReadOnly = this.#parts.sessions.isReadOnly(account);
    if (isReadOnly === this.#readOnly.has(account)) return;
    if (isReadOnly) this.#readOnly.add(account);
    else this.#readOnly.delete(account);
    for (const uri of [...this.#texts.keys()].map((each) => vscode.Uri.parse(each))) {
      if (parseUri(uri)?.account === account) this.#changed.fire(uri);
    }
  }

  /**
   * The text shown instead of a document's, if the error is that its account is gone. It's newer
   * than the document's: the editor never takes the time of an older text, so it wouldn't read the
   * document's again.
   */
  #noteRemoved(uri: vscode.Uri, error: unknown) {
    if (!(error instanceof UnknownAccountError)) return undefined;
    const { account } = error;
    const key = uri.toString();
    const known = this.#removed.get(key);
    const since = known?.since ?? nextTime();
    this.#removed.set(key, { account, since });
    // It may have been added again while this was being read.
    if (!known) void this.#showAgain(account);
    return { since, text: `// ${describeError(error)}\n// ${t('You can close this tab.')}\n` };
  }

  async #showAgain(id: string): Promise<void> {
    if (!(await this.#parts.sessions.account(id))) return;
    for (const [uri, { account }] of this.#removed) {
      if (account === id) this.#changed.fire(vscode.Uri.parse(uri));
    }
  }

  /** The editor's own message in a tab that it can't fill doesn't say why. */
  #tellWhy(uri: vscode.Uri, reference: ResourceReference | undefined, error: unknown): void {
    const key = uri.toString();
    const isShown = findTabUri((each) => isSameUri(each, uri)) !== undefined;
    if (!reference || !isShown || findDocument(uri) || this.#unreadable.has(key)) return;
    this.#unreadable.add(key);
    const again = (): Thenable<unknown> =>
      vscode.commands.executeCommand('serverManagement.openDocument', reference);
    void showUnopened(this.#parts.names.placeOf(reference), error, again).finally(() =>
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
      const base = reference && this.#parts.documents.baseOf(reference);
      const problems = kind ? findTypedProblems(kind, base, text) : [];
      const marks = this.#parts.proposals.get(uri.toString()) ? toOddities(text) : [];
      const own = joinDiagnostics(standing, toTypedDiagnostics(problems, text));
      this.#diagnostics.set(uri, [...own, ...marks]);
    } else this.#forgetProblems(uri);
  }

  #forgetProblems(uri: vscode.Uri): void {
    this.#failures.delete(uri.toString());
    this.#diagnostics.delete(uri);
  }

  #findMain(uri: vscode.Uri): ResourceReference | undefined {
    return this.#parts.mainDocuments.isMain(uri) ? parseUri(uri) : undefined;
  }

  /** Returns false if another document is the main one of its resource. */
  async #claim(uri: vscode.Uri): Promise<boolean> {
    const claimed = this.#parts.mainDocuments.claim(uri);
    const reference = parseUri(uri);
    if (!reference || claimed === 'other') return false;
    const forgotten = claimed === 'replaced' ? this.#parts.documents.forget(reference) : undefined;
    const open = findDocument(uri);
    // Before any await, because typing into it may come next.
    if (open)
      await this.#parts.documents.adopt(reference, { text: open.getText(), isDirty: open.isDirty });
    await forgotten;
    return true;
  }

  async #readAside(reference: ResourceReference): Promise<string> {
    return toDocumentText(findKind(reference.kind), await this.#parts.documents.live(reference));
  }

  dispose(): void {
    this.#diagnostics.dispose();
    this.#subscription.dispose();
  }
}

function toStat(mtime: number, size: number, isEditable: boolean): vscode.FileStat {
  const stat = { type: vscode.FileType.File, ctime: 0, mtime, size };
  return isEditable ? stat : { ...stat, permissions: vscode.FilePermission.Readonly };
}

function requireReference(
  uri: vscode.Uri,
  reference: ResourceReference | undefined,
): ResourceReference {
  if (!reference) throw vscode.FileSystemError.FileNotFound(uri);
  return reference;
}
