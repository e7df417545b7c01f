import * as vscode from 'vscode';
import { viewScheme } from '../../../documents/schemes';
import type { Snapshots } from '../../snapshots';

/** Registers texts that are only viewed, such as the older side of a diff. */
export function registerViewTexts(
  load: () => Promise<{ readonly services: { readonly snapshots: Snapshots } }>,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  let isFollowing = false;
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(viewScheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: async (uri) => {
        const { snapshots } = (await load()).services;
        if (!isFollowing) snapshots.onDidChange((each) => changed.fire(each));
        isFollowing = true;
        return snapshots.read(uri);
      },
    }),
    vscode.workspace.onDidCloseTextDocument(async ({ uri }) => {
      if (uri.scheme === viewScheme) (await load()).services.snapshots.forget(uri);
    }),
  );
}
