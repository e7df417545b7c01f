import * as vscode from 'vscode';
import type { Core } from '../core';
import { draftScheme } from '../scheme';
import type { Drafts } from './drafts';

/** Registers drafts at once; the core is loaded with the first of them. */
export function registerDrafts(core: () => Promise<Core>): vscode.Disposable {
  const files = new DraftFileSystem(async () => (await core()).drafts);
  return vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(draftScheme, files, { isCaseSensitive: true }),
    vscode.workspace.onWillSaveTextDocument((event) => files.noteSaveReason(event)),
    vscode.workspace.onDidSaveTextDocument(async ({ uri }) => {
      if (uri.scheme !== draftScheme) return;
      const [{ giveWay }, loaded] = await Promise.all([import('./giveWay'), core()]);
      await giveWay(loaded, uri);
    }),
    vscode.workspace.onDidCloseTextDocument(async (document) => {
      const isClosed = !vscode.workspace.textDocuments.includes(document);
      if (document.uri.scheme === draftScheme && isClosed) {
        await (await core()).drafts.forget(document.uri);
      }
    }),
  );
}

/** Drafts as a file system: saving one is creating what it says. */
class DraftFileSystem implements vscode.FileSystemProvider {
  readonly #drafts: () => Promise<Drafts>;
  readonly #automaticSaves = new Set<string>();
  readonly onDidChangeFile = new vscode.EventEmitter<vscode.FileChangeEvent[]>().event;

  constructor(drafts: () => Promise<Drafts>) {
    this.#drafts = drafts;
  }

  /** Notes why a draft is about to be saved. */
  noteSaveReason({ document, reason }: vscode.TextDocumentWillSaveEvent): void {
    if (document.uri.scheme !== draftScheme) return;
    const { path } = document.uri;
    if (reason === vscode.TextDocumentSaveReason.Manual) this.#automaticSaves.delete(path);
    else this.#automaticSaves.add(path);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#drafts()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode((await this.#drafts()).read(uri));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const isAutomatic = this.#automaticSaves.delete(uri.path);
    await (await this.#drafts()).write(uri, new TextDecoder().decode(content), isAutomatic);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // Folders are part of a draft's name and exist as soon as it does.
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
