import * as vscode from 'vscode';
import { type Link, parseLink } from '../../resources/link';

const linkSection = 'serverManagement';
const linkSetting = 'link';

/** What the workspace says it is about; shown, but not followed unless the person trusts it. */
export function statedLink(): Link | undefined {
  const stored = vscode.workspace.getConfiguration(linkSection).inspect<unknown>(linkSetting);
  return parseLink(stored?.workspaceFolderValue ?? stored?.workspaceValue);
}

/** What commands and tools default to. */
export function followedLink(): Link | undefined {
  return vscode.workspace.isTrusted ? statedLink() : undefined;
}

/** Stores what the workspace is about, in its settings; undefined removes it. */
export async function storeLink(link: Link | undefined): Promise<void> {
  await vscode.workspace
    .getConfiguration(linkSection)
    .update(linkSetting, link, vscode.ConfigurationTarget.Workspace);
}

/** Calls back whenever the link, or the trust in it, may have changed. */
export function onDidChangeLink(callback: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidGrantWorkspaceTrust(callback),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration(`${linkSection}.${linkSetting}`)) callback();
    }),
  );
}
