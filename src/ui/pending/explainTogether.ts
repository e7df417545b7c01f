import type * as vscode from 'vscode';
import type { PendingServices } from './pending';
import { createLens } from '../editor/language';

export function explainTogether(
  { pending }: Pick<PendingServices, 'pending'>,
  { uri }: vscode.TextDocument,
): vscode.CodeLens[] {
  const text = pending.together.describe(uri.path);
  return text === '' ? [] : [createLens({ text, icon: 'info' })];
}
