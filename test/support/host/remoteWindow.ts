import * as vscode from 'vscode';
import { replaceMember } from './replaceMember';

/** Makes the window one of a WSL, with this extension beside it or in it, until the returned function is called. */
export function pretendRemote(extensionKind: vscode.ExtensionKind): () => void {
  const find = vscode.extensions.getExtension.bind(vscode.extensions);
  const before = Object.getOwnPropertyDescriptor(vscode.env, 'remoteName') ?? {};
  Object.defineProperty(vscode.env, 'remoteName', { configurable: true, get: () => 'wsl' });
  const back = replaceMember(vscode.extensions, 'getExtension', (id: string) =>
    id === 'server-management.server-management-explorer' ? { extensionKind } : find(id),
  );
  return () => {
    back();
    Object.defineProperty(vscode.env, 'remoteName', before);
  };
}
