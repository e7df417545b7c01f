import * as vscode from 'vscode';
import { replaceGetter, replaceMember } from './replaceMember';

/** Makes the window one of a WSL, with this extension beside it or in it, until the returned function is called. */
export function pretendRemote(extensionKind: vscode.ExtensionKind): () => void {
  const find = vscode.extensions.getExtension.bind(vscode.extensions);
  const local = replaceGetter(vscode.env, 'remoteName', () => 'wsl');
  const back = replaceMember(vscode.extensions, 'getExtension', (id: string) =>
    id === 'server-management.server-management-explorer' ? { extensionKind } : find(id),
  );
  return () => {
    back();
    local();
  };
}
