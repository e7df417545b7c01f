import * as vscode from 'vscode';
import { tryParse } from '../../../documents/content';
import type { Finding } from '../../../findings/finding';
import { fieldOf } from '../../../findings/inDocument';
import { toKey } from '../../../resources/reference';
import { findFieldRange } from '../diagnostics';
import type { ExplorerRow } from '../../explorer/tree/explorerRow';
import { parseUri } from '../../editor/uris';

/** Selects the field that the selected finding is about, once its row has opened the document. */
export function pointAtFields(
  ...views: readonly vscode.TreeView<ExplorerRow>[]
): vscode.Disposable {
  let chosen: Finding | undefined;
  return vscode.Disposable.from(
    ...views.map((view) =>
      view.onDidChangeSelection(({ selection: [row] }) => {
        chosen = row?.type === 'finding' ? row.finding : undefined;
      }),
    ),
    vscode.window.onDidChangeActiveTextEditor((editor) => {
      const reference = editor && parseUri(editor.document.uri);
      if (!reference || !chosen || toKey(reference) !== toKey(chosen.target)) return;
      const text = editor.document.getText();
      const field = fieldOf(chosen, tryParse(text) ?? {});
      const range = field === undefined ? undefined : findFieldRange([field], text);
      chosen = undefined;
      if (!range) return;
      const { document, viewColumn } = editor;
      void vscode.window.showTextDocument(document, {
        ...(viewColumn && { viewColumn }),
        preserveFocus: true,
        selection: range,
      });
    }),
  );
}
