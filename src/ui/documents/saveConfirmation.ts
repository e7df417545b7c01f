import * as vscode from 'vscode';
import type { askToSave, wouldSend } from './askToSave';
import type { DocumentServices } from './documentServices';
import { findDocument, isSameUri } from './inFront';
import { SaveGate } from '../../documents/saveGate';
import { fileError } from '../editor/fileError';
import { t } from '../../base/l10n';

interface SaveCheck {
  readonly services: DocumentServices;
  readonly askToSave: typeof askToSave;
  readonly wouldSend: typeof wouldSend;
}

export class SaveConfirmation implements vscode.Disposable {
  /** Records the saves that the person intends. */
  readonly gate = new SaveGate();
  readonly #load: () => Promise<SaveCheck>;
  readonly #subscription: vscode.Disposable;

  constructor(load: () => Promise<SaveCheck>) {
    this.#load = load;
    const settle = ({ uri }: vscode.TextDocument): void => this.gate.settle(uri.toString());
    this.#subscription = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (!document.isDirty) settle(document);
      }),
      vscode.workspace.onDidCloseTextDocument(settle),
    );
  }

  /** Records a save that looks like the person's when it begins. */
  announce(document: vscode.TextDocument): void {
    const { uri } = document;
    this.gate.announce(uri.toString(), document.getText(), isResolving(uri));
  }

  async check(uri: vscode.Uri, text: string): Promise<void> {
    const key = uri.toString();
    if (this.gate.startSave(key, text, findDocument(uri)?.getText())) return;
    const { askToSave, wouldSend, services } = await this.#load();
    if (!wouldSend(services, uri, text)) return;
    if (services.proposals.get(key)) {
      throw fileError(
        t(
          'A language model proposed this change: review it and save it in its own editor. Nothing was sent.',
        ),
      );
    }
    if (!(await this.gate.allows(key, (keys) => askToSave(services, keys)))) {
      throw fileError(t('Not saved, as you chose. Nothing was sent.'));
    }
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

function isResolving(uri: vscode.Uri): boolean {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  return (
    input instanceof vscode.TabInputTextDiff &&
    input.original.scheme === 'conflictResolution' &&
    isSameUri(input.modified, uri)
  );
}

interface TextFiles {
  stat(uri: vscode.Uri): vscode.FileStat | Promise<vscode.FileStat>;
  read(uri: vscode.Uri): string | Promise<string>;
  /** @throws FileSystemError with a message for the person; the text stays unsaved. */
  write(uri: vscode.Uri, text: string, isAutomatic: boolean): Promise<void>;
}

type SaveChecks = Pick<SaveConfirmation, 'announce' | 'check'>;

/** So that the editor's own open, save, compare, backup and restore work on these texts. */
export class TextFileSystem implements vscode.FileSystemProvider {
  readonly #scheme: string;
  readonly #files: () => Promise<TextFiles>;
  readonly #saveConfirmation: SaveChecks;
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #automaticSaves = new Set<string>();

  constructor(scheme: string, saveConfirmation: SaveChecks, files: () => Promise<TextFiles>) {
    this.#scheme = scheme;
    this.#saveConfirmation = saveConfirmation;
    this.#files = files;
  }

  noteChange(uri: vscode.Uri): void {
    this.#changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  noteSaveReason({ document, reason }: vscode.TextDocumentWillSaveEvent): void {
    const { scheme, path } = document.uri;
    if (scheme !== this.#scheme) return;
    if (reason === vscode.TextDocumentSaveReason.Manual) {
      this.#automaticSaves.delete(path);
      this.#saveConfirmation.announce(document);
    } else {
      this.#automaticSaves.add(path);
    }
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
    const text = decodeText(uri, content);
    if (!isAutomatic) await this.#saveConfirmation.check(uri, text);
    await (await this.#files()).write(uri, text, isAutomatic);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(): void {
    // Folders are part of a text's name and exist implicitly.
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** An encoding that the person has set for all files doesn't apply: characters would be lost. */
function decodeText(uri: vscode.Uri, content: Uint8Array): string {
  const { encoding = 'utf8' } = findDocument(uri) ?? {};
  try {
    if (encoding === 'utf8' || encoding === 'utf8bom') {
      return new TextDecoder('utf-8', { fatal: true }).decode(content);
    }
  } catch {
    // Reported by the methods below.
  }
  throw fileError(
    t(
      "This isn't encoded as UTF-8, so characters would be lost. Reopen it with the encoding UTF-8. Nothing was sent.",
    ),
  );
}
