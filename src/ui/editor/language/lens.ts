import * as vscode from 'vscode';
import { toPlain, type Words } from '../../../base/foreignText';

/** A line above a document's text: our icon, a text, and a command to run on click. */
interface Lens {
  readonly line?: number;
  readonly icon?: string;
  readonly text: Words;
  readonly command?: string;
  readonly arguments?: unknown[];
}

/** The editor drops a plain space between an icon and its text here. */
function withSpacedIcon(icon: string, text: Words): string {
  return `$(${icon})\u{a0}${toPlain(text)}`;
}

/** Creates a line above a document's text. */
export function createLens({ line = 0, icon, text, command = '', ...rest }: Lens): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), {
    title: icon === undefined ? toPlain(text) : withSpacedIcon(icon, text),
    command,
    ...rest,
  });
}
