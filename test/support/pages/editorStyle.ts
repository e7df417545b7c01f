import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../harness/system/paths';
import { ensureVscode } from '../../harness/vscode/install';
import type { Theme } from '../themes';
import recorded from './themeVariables.json';

/** The variables of the editor's theme that pages use, by theme, as found by an end-to-end test in a real window. */
export const themeVariables: Readonly<Record<Theme['name'], Readonly<Record<string, string>>>> =
  recorded;

/** The classes that the editor adds to the body of a page. */
export function bodyClasses(theme: Theme['name']): readonly string[] {
  return theme === 'high-contrast-light'
    ? ['vscode-high-contrast', 'vscode-high-contrast-light']
    : [`vscode-${theme}`];
}

/** The CSS rules that the editor inserts before a page's own, taken from the editor itself. */
export async function readDefaultStyles(): Promise<string> {
  const { script } = await ensureVscode();
  const folder = path.join(path.dirname(script), 'vs/workbench/contrib/webview/browser/pre');
  const source = await readFile(path.join(folder, 'index.html'), 'utf8');
  const styles = /defaultStyles\.textContent = `([^`]*)`/.exec(source)?.[1];
  if (styles === undefined) throw new Error('VS Code has its default styles elsewhere.');
  return styles;
}

/** The names of the variables that pages and the editor's rules for them use. */
export async function readUsedVariables(): Promise<ReadonlySet<string>> {
  const sheet = readFile(path.join(root, 'media/panel.css'), 'utf8');
  const rules = await Promise.all([readDefaultStyles(), sheet]);
  return new Set(rules.flatMap((text) => [...text.matchAll(/var\((--[\w-]+)/g)].map(nameIn)));
}

function nameIn([, name = '']: RegExpExecArray): string {
  return name;
}
