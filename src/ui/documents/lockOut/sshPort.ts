import * as vscode from 'vscode';

/** The SSH port of servers that don't report theirs: the person's setting. */
export function sshPort(): number {
  return vscode.workspace.getConfiguration('serverManagement.ssh').get('port', 22);
}
