import * as vscode from 'vscode';
import { type Link, parseLink } from '../../../resources/link';

const linkSection = 'serverManagement';
const linkSetting = 'link';

/** The link in the workspace's settings; shown, but only followed in a trusted workspace. */
export function statedLink(): Link | undefined {
  const stored = vscode.workspace.getConfiguration(linkSection).inspect<unknown>(linkSetting);
  return parseLink(stored?.workspaceFolderValue ?? stored?.workspaceValue);
}

/** The default target of commands and tools. */
export function followedLink(): Link | undefined {
  return vscode.workspace.isTrusted ? statedLink() : undefined;
}

/** Stores the link in the workspace's settings; undefined removes it. */
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
