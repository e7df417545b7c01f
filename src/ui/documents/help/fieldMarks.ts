import * as vscode from 'vscode';

interface Marking {
  readonly schemes: readonly string[];
  readonly find: (document: vscode.TextDocument) => readonly vscode.Diagnostic[];
  /** True for marks that leave no place for these: a fault has one mark. */
  readonly yieldsTo: (other: vscode.Diagnostic) => boolean;
}

export class FieldMarks implements vscode.Disposable {
  readonly #marking: Marking;
  readonly #marks: vscode.DiagnosticCollection;
  readonly #subscription: vscode.Disposable;

  constructor(id: string, marking: Marking) {
    this.#marking = marking;
    this.#marks = vscode.languages.createDiagnosticCollection(id);
    this.#subscription = vscode.Disposable.from(
      this.#marks,
      vscode.workspace.onDidOpenTextDocument((document) => this.mark(document)),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        // VS Code also reports that a text is saved, and waits for that before the save ends.
        if (contentChanges.length > 0) this.mark(document);
      }),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#marks.delete(uri)),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map(String));
        for (const document of vscode.workspace.textDocuments) {
          if (changed.has(String(document.uri))) this.mark(document);
        }
      }),
    );
    this.markAll();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  at(uri: vscode.Uri, range: vscode.Range): vscode.Diagnostic[] {
    return (this.#marks.get(uri) ?? []).filter((mark) => mark.range.intersection(range));
  }

  markAll(): void {
    for (const document of vscode.workspace.textDocuments) this.mark(document);
  }

  mark(document: vscode.TextDocument): void {
    const { uri } = document;
    const { schemes, find, yieldsTo } = this.#marking;
    if (!schemes.includes(uri.scheme)) return;
    const others = vscode.languages.getDiagnostics(uri).filter(yieldsTo);
    const marks = find(document).filter(
      (mark) => !others.some(({ range }) => range.intersection(mark.range)),
    );
    const before = this.#marks.get(uri) ?? [];
    // Setting marks fires the event that led here, so an unchanged set must not be written again.
    if (JSON.stringify(marks) !== JSON.stringify(before)) this.#marks.set(uri, marks);
  }
}
