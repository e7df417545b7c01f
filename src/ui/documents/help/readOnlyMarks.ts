import * as vscode from 'vscode';
import { describeReadOnly, findReadOnlyFields } from '../../../documents/plan/readOnlyFields';
import { scheme } from '../../../documents/schemes';
import { findKind } from '../../../resources/kinds/kinds';
import { createDimming } from '../../editor/decoration';
import { Markdown, toHover } from '../../editor/markdown';
import { parseUri } from '../../editor/uris';

export class ReadOnlyMarks implements vscode.Disposable {
  readonly #dimmed = createDimming();
  readonly #subscription: vscode.Disposable;

  constructor() {
    this.#subscription = vscode.Disposable.from(
      this.#dimmed,
      vscode.languages.registerHoverProvider(
        { scheme },
        {
          provideHover: (document, position) =>
            hoverOfReadOnly(document, document.offsetAt(position)),
        },
      ),
      vscode.window.onDidChangeVisibleTextEditors((editors) => this.#mark(editors)),
      vscode.workspace.onDidChangeTextDocument(({ document }) =>
        this.#mark(vscode.window.visibleTextEditors.filter((each) => each.document === document)),
      ),
    );
    this.#mark(vscode.window.visibleTextEditors);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #mark(editors: readonly vscode.TextEditor[]): void {
    for (const editor of editors) {
      const { document } = editor;
      if (document.uri.scheme !== scheme) continue;
      const ranges = findFields(document).map(
        ({ offset, length }) =>
          new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)),
      );
      editor.setDecorations(this.#dimmed, ranges);
    }
  }
}

function findFields(document: vscode.TextDocument): ReturnType<typeof findReadOnlyFields> {
  const reference = parseUri(document.uri);
  return reference ? findReadOnlyFields(findKind(reference.kind), document.getText()) : [];
}

function hoverOfReadOnly(document: vscode.TextDocument, at: number): vscode.Hover | undefined {
  const field = findFields(document).find(
    ({ offset, length }) => offset <= at && at <= offset + length,
  );
  return field && toHover(new Markdown().paragraph(describeReadOnly(field.path)));
}
