import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { DocumentError, type DocumentProblem } from '../../resources/documents/documentError';
import type { Documents, OpenText } from '../../resources/documents/documents';
import type { ResourceReference } from '../../resources/reference';
import { toSignal } from '../cancellation';
import { describeError } from '../errors/describeError';
import { describeProblem } from '../errors/describeProblem';
import { t } from '../l10n';
import { parseUri } from '../uris';

/**
 * The editor's side of documents: progress while a save is under way, and failures put where they
 * belong, on the fields or in the error that keeps the tab unsaved.
 */
export class Saves implements vscode.Disposable {
  readonly #documents: Documents;
  readonly #diagnostics = vscode.languages.createDiagnosticCollection('server-management');

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  /** @throws FileSystemError in words for a person. */
  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const reference = parseUri(uri);
    // The editor asks for the folders above a document, too.
    if (!reference && !uri.path.endsWith('.json')) {
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    try {
      const { changedAt, size, isEditable } = await this.#documents.stat(required(uri, reference));
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime: changedAt,
        size,
        ...(isEditable ? {} : { permissions: vscode.FilePermission.Readonly }),
      };
    } catch (error) {
      throw toFileError(error);
    }
  }

  /** @throws FileSystemError in words for a person. */
  async read(uri: vscode.Uri): Promise<string> {
    try {
      return await this.#documents.read(required(uri, parseUri(uri)));
    } catch (error) {
      throw toFileError(error);
    }
  }

  /** @throws FileSystemError in words for a person; the text is unsaved then. */
  async write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void> {
    const reference = required(uri, parseUri(uri));
    if (isAutomatic) {
      throw new vscode.FileSystemError(
        t('Only an explicit save sends changes to the service. Nothing was sent.'),
      );
    }
    const progress = {
      location: vscode.ProgressLocation.Notification,
      title: t('Saving to the service'),
      cancellable: true,
    };
    try {
      await withLateProgress(progress, (signal) => this.#documents.save(reference, text, signal));
      this.#diagnostics.delete(uri);
    } catch (error) {
      this.#diagnostics.set(uri, toDiagnostics(error, text));
      throw toFileError(error);
    }
  }

  /** Notes what the editor holds when a document is opened. */
  async open(uri: vscode.Uri, text: OpenText): Promise<void> {
    const reference = parseUri(uri);
    if (reference) await this.#documents.noteOpened(reference, text);
  }

  /** Notes what the editor holds from now on. */
  async change(uri: vscode.Uri, text: OpenText): Promise<void> {
    if (!text.isDirty) this.#diagnostics.delete(uri);
    const reference = parseUri(uri);
    if (reference) await this.#documents.noteText(reference, text);
  }

  /** Notes that a document is about to be saved. */
  expect(uri: vscode.Uri): void {
    const reference = parseUri(uri);
    if (reference) this.#documents.expectSave(reference);
  }

  /** Notes that the editor shows a document as saved. */
  finish(uri: vscode.Uri): void {
    const reference = parseUri(uri);
    if (reference) this.#documents.noteSaved(reference);
  }

  /** Forgets a document that was closed. */
  async close(uri: vscode.Uri): Promise<void> {
    this.#diagnostics.delete(uri);
    const reference = parseUri(uri);
    if (reference) await this.#documents.forget(reference);
  }

  dispose(): void {
    this.#diagnostics.dispose();
  }
}

/** How long a save may take before it is shown, in milliseconds. */
const quietTime = 700;

/** Runs a task and shows its progress only where it takes long. */
async function withLateProgress<T>(
  options: vscode.ProgressOptions,
  task: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const result = task(stop.signal);
  const timer = setTimeout(() => {
    void vscode.window.withProgress(options, async (_progress, token) => {
      toSignal(token).addEventListener('abort', () => stop.abort());
      await result.then(undefined, () => undefined);
    });
  }, quietTime);
  try {
    return await result;
  } finally {
    clearTimeout(timer);
  }
}

function required(uri: vscode.Uri, reference: ResourceReference | undefined): ResourceReference {
  if (!reference) throw vscode.FileSystemError.FileNotFound(uri);
  return reference;
}

function toFileError(error: unknown): vscode.FileSystemError {
  if (error instanceof vscode.FileSystemError) return error;
  return new vscode.FileSystemError(describeError(error));
}

/** What is wrong stays to be seen: on the fields, or at the top where it is none of theirs. */
function toDiagnostics(error: unknown, text: string): vscode.Diagnostic[] {
  return error instanceof DocumentError
    ? error.problems.map((problem) =>
        toDiagnostic(findRange(problem, text), describeProblem(problem)),
      )
    : [toDiagnostic(toRange(text, 0, 1), t('Not saved. {0}', describeError(error)))];
}

function toDiagnostic(range: vscode.Range, message: string): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, message, vscode.DiagnosticSeverity.Error);
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
