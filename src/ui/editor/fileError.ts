import * as vscode from 'vscode';
import { toMessage, type Words } from '../../base/foreignText';

/** The editor shows it as a message and renders links in it. */
export function fileError(text: Words): vscode.FileSystemError {
  return new vscode.FileSystemError(toMessage(text));
}

export function toFolderStat(): vscode.FileStat {
  return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
}
