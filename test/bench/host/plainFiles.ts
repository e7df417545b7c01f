import * as vscode from 'vscode';

/** The scheme of documents that are read and written with bare requests. */
export const plainScheme = 'bench-plain';

/** Reads and writes a URL's resource with bare requests. */
export type SendRequest = (url: string, init?: RequestInit) => Promise<unknown>;

/**
 * The floor for documents: a file system that reads with one request and saves with two, as ours
 * does, and nothing else. Its time beyond the requests is the editor's own.
 */
export class PlainFiles implements vscode.FileSystemProvider {
  readonly #request: SendRequest;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  #modified = 1;

  constructor(request: SendRequest) {
    this.#request = request;
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  stat(): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: this.#modified, size: 1 };
  }

  async readFile({ query }: vscode.Uri): Promise<Uint8Array> {
    return new TextEncoder().encode(JSON.stringify(await this.#request(query), undefined, 2));
  }

  async writeFile({ query }: vscode.Uri, content: Uint8Array): Promise<void> {
    await this.#request(query);
    const { useDns } = JSON.parse(new TextDecoder().decode(content)) as { useDns: boolean };
    await this.#request(query, { method: 'PATCH', body: JSON.stringify({ useDns }) });
    this.#modified += 1;
  }

  readDirectory(): [] {
    return [];
  }

  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  delete(): void {
    throw vscode.FileSystemError.NoPermissions();
  }

  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}
