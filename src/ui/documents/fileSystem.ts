import * as vscode from 'vscode';
import { parseUri, scheme } from '../uris';
import type { Saves } from './saves';
import type { Core } from '../core';
import { lazy } from '../../shared/lazy';

/**
 * Resource documents as a file system: the editor's own open, save, compare, backup and restore work
 * on them. Registered at once, loaded when the first document is asked for.
 */
export class ResourceFileSystem implements vscode.FileSystemProvider {
  readonly #saves: () => Promise<Saves>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** Documents whose save under way was not asked for by a person. */
  readonly #automaticSaves = new Set<string>();

  constructor(core: () => Promise<Core>) {
    this.#saves = lazy(async () => {
      const { documents, saves } = await core();
      documents.onDidChange((uri) =>
        this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]),
      );
      return saves;
    });
  }

  /** Notes why a document is about to be saved. */
  noteSaveReason({ document, reason }: vscode.TextDocumentWillSaveEvent): void {
    if (document.uri.scheme !== scheme) return;
    if (reason === vscode.TextDocumentSaveReason.Manual)
      this.#automaticSaves.delete(document.uri.path);
    else this.#automaticSaves.add(document.uri.path);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const reference = parseUri(uri);
    // The editor asks for the folders above a document, too.
    if (!reference) {
      if (uri.path.endsWith('.json')) throw vscode.FileSystemError.FileNotFound(uri);
      return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    }
    const saves = await this.#saves();
    const { changedAt, size, isEditable } = await saves.stat(reference);
    return {
      type: vscode.FileType.File,
      ctime: 0,
      mtime: changedAt,
      size,
      ...(isEditable ? {} : { permissions: vscode.FilePermission.Readonly }),
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const reference = parseUri(uri);
    if (!reference) throw vscode.FileSystemError.FileNotFound(uri);
    const saves = await this.#saves();
    return new TextEncoder().encode(await saves.read(reference));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const reference = parseUri(uri);
    if (!reference) throw vscode.FileSystemError.NoPermissions(uri);
    const saves = await this.#saves();
    const isAutomatic = this.#automaticSaves.delete(uri.path);
    await saves.write(uri, reference, new TextDecoder().decode(content), isAutomatic);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // Folders are part of a document's name and exist as soon as it does.
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
