import * as vscode from 'vscode';
import { isObject } from '../../base/json';

/** Its title without the mark that more is asked, for sentences and titles of questions. */
export function titleOf(extensionId: string, command: string): string {
  return menuTitleOf(extensionId, command).replace(/…$/, '');
}

export function menuTitleOf(extensionId: string, command: string): string {
  const manifest: unknown = vscode.extensions.getExtension(extensionId)?.packageJSON;
  const contributes = isObject(manifest) ? manifest['contributes'] : undefined;
  const commands: unknown = isObject(contributes) ? contributes['commands'] : undefined;
  const found = Array.isArray(commands)
    ? commands.find((each) => isObject(each) && each['command'] === command)
    : undefined;
  return originalTitle(isObject(found) ? found['title'] : undefined) || command;
}

/** The editor stores a translated title together with the original. */
function originalTitle(title: unknown): string {
  const text = isObject(title) ? title['value'] : title;
  return typeof text === 'string' ? text : '';
}
