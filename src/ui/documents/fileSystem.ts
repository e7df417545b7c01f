import * as vscode from 'vscode';
import { scheme } from '../scheme';
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
      documents.onDidChange((path) => {
        const uri = vscode.Uri.from({ scheme, path });
        this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
      });
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
    return (await this.#saves()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(await (await this.#saves()).read(uri));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const isAutomatic = this.#automaticSaves.delete(uri.path);
    await (await this.#saves()).write(uri, new TextDecoder().decode(content), isAutomatic);
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
