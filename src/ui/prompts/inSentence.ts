import * as vscode from 'vscode';

/**
 * The name of a kind within a sentence: English writes `Cron Job` there as `cron job`, and keeps
 * `SSH`. Other languages have one form.
 */
export function inSentence(name: string): string {
  if (!vscode.env.language.startsWith('en')) return name;
  return name.replaceAll(/\b[A-Z](?=[a-z])/g, (letter) => letter.toLowerCase());
}
