import * as vscode from 'vscode';

/** Texts that the editor opens and saves like files. */
export interface TextFiles {
  /** @throws FileSystemError in words for a person. */
  stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  /** @throws FileSystemError in words for a person. */
  read(uri: vscode.Uri): string | Promise<string>;
  /**
   * @param isAutomatic whether no person asked for it.
   * @throws FileSystemError in words for a person; the text is unsaved then.
   */
  write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void>;
}

/**
 * Texts of one scheme as a file system: the editor's own open, save, compare, backup and restore work
 * on them. Registered at once, loaded when the first is asked for.
 */
export class TextFileSystem implements vscode.FileSystemProvider {
  readonly #scheme: string;
  readonly #files: () => Promise<TextFiles>;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  /** Paths whose save under way was not asked for by a person. */
  readonly #automaticSaves = new Set<string>();

  constructor(scheme: string, files: () => Promise<TextFiles>) {
    this.#scheme = scheme;
    this.#files = files;
  }

  /** Tells the editor that a text is not what it was given. */
  noteChange(path: string): void {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path });
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  /** Notes why a text is about to be saved. */
  noteSaveReason({ document, reason }: vscode.TextDocumentWillSaveEvent): void {
    const { scheme, path } = document.uri;
    if (scheme !== this.#scheme) return;
    if (reason === vscode.TextDocumentSaveReason.Manual) this.#automaticSaves.delete(path);
    else this.#automaticSaves.add(path);
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    return (await this.#files()).stat(uri);
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(await (await this.#files()).read(uri));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const isAutomatic = this.#automaticSaves.delete(uri.path);
    await (await this.#files()).write(uri, new TextDecoder().decode(content), isAutomatic);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // Folders are part of a text's name and exist as soon as it does.
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}
