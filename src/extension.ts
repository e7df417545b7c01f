import type * as vscode from 'vscode';

/** Called by the editor when the view is opened, a command is run or a document is restored. */
export function activate(_context: vscode.ExtensionContext): void {}
