import * as vscode from 'vscode';
import { closeTabs, findDocument, findTabUri, isSameUri } from './inFront';
import { parseUri } from '../editor/uris';
import { Emitter, type Event } from '../../base/emitter';
import type { OpenText } from '../../documents/openDocument';
import { type ResourceReference, toDocumentPath } from '../../resources/reference';

/** Links, restored tabs and recent files may use an earlier name: no resource gets two texts. */
export class MainDocuments implements vscode.Disposable {
  readonly #mains = new Map<string, vscode.Uri>();
  readonly #shown = new Emitter<vscode.Uri>();
  readonly #subscription = vscode.window.tabGroups.onDidChangeTabs(async ({ opened }) => {
    const tabs = opened.filter(({ input }) => input instanceof vscode.TabInputText);
    // Before any await, because typing into it may come next.
    for (const { input } of tabs) this.#shown.fire((input as vscode.TabInputText).uri);
    for (const tab of tabs) {
      await this.#keepOneTab(tab);
    }
  });

  /** Fires with the URI of a document that got a tab, which it may have had before. */
  readonly onDidShow: Event<vscode.Uri> = this.#shown.event;

  readonly findOpen = (path: string): OpenText | undefined => {
    const document = this.findDocument(path);
    return document && { text: document.getText(), isDirty: document.isDirty };
  };

  findDocument(path: string): vscode.TextDocument | undefined {
    const main = this.#mains.get(path);
    return main
      ? findDocument(main)
      : vscode.workspace.textDocuments.find(({ uri }) => documentPathOf(uri) === path);
  }

  /** The URI under which a resource is open, even if its tab hasn't been shown yet. */
  findUri(reference: ResourceReference): vscode.Uri | undefined {
    const path = toDocumentPath(reference);
    return this.#inUse(path) ?? findTabUri((uri) => documentPathOf(uri) === path);
  }

  isMain(uri: vscode.Uri): boolean {
    const main = this.#mains.get(documentPathOf(uri) ?? '');
    return main === undefined || isSameUri(main, uri);
  }

  /** The editor keeps documents for a while after their tabs are closed: those are `replaced`. */
  claim(uri: vscode.Uri): 'main' | 'replaced' | 'other' {
    const path = documentPathOf(uri);
    if (path === undefined) return 'main';
    const isMain = this.isMain(uri);
    if (!isMain && this.#inUse(path)) return 'other';
    this.#mains.set(path, uri);
    return isMain ? 'main' : 'replaced';
  }

  release(uri: vscode.Uri): boolean {
    const isMain = this.isMain(uri);
    if (isMain) this.#mains.delete(documentPathOf(uri) ?? '');
    return isMain;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #inUse(path: string): vscode.Uri | undefined {
    const main = this.#mains.get(path);
    const isUsed =
      main &&
      (findDocument(main)?.isDirty || findTabUri((uri) => isSameUri(uri, main)) !== undefined);
    return isUsed ? main : undefined;
  }

  async #keepOneTab({ input, isDirty, group }: vscode.Tab): Promise<void> {
    const path = input instanceof vscode.TabInputText ? documentPathOf(input.uri) : undefined;
    if (!(input instanceof vscode.TabInputText) || path === undefined || isDirty) return;
    const { uri } = input;
    const main = this.#inUse(path);
    if (main && !isSameUri(main, uri)) {
      const options = { viewColumn: group.viewColumn, preview: false, preserveFocus: true };
      await vscode.window.showTextDocument(main, options);
      await closeTabs((each) => isSameUri(each, uri));
    } else {
      // Tabs from an earlier session that haven't been shown yet.
      await closeTabs(
        (each, tab) => !tab.isDirty && documentPathOf(each) === path && !isSameUri(each, uri),
      );
    }
  }
}

function documentPathOf(uri: vscode.Uri): string | undefined {
  const reference = parseUri(uri);
  return reference && toDocumentPath(reference);
}
