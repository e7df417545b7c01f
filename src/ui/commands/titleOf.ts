import * as vscode from 'vscode';
import { isObject } from '../../shared/json';

/**
 * What a command is called in menus, in the person's language and without the mark of further
 * questions; its id where the manifest does not tell.
 */
export function titleOf(extensionId: string, command: string): string {
  const manifest: unknown = vscode.extensions.getExtension(extensionId)?.packageJSON;
  const contributes = isObject(manifest) ? manifest['contributes'] : undefined;
  const commands: unknown = isObject(contributes) ? contributes['commands'] : undefined;
  const found = Array.isArray(commands)
    ? commands.find((each) => isObject(each) && each['command'] === command)
    : undefined;
  return toText(isObject(found) ? found['title'] : undefined).replace(/…$/, '') || command;
}

/** The editor keeps what it translated beside the original. */
function toText(title: unknown): string {
  const text = isObject(title) ? title['value'] : title;
  return typeof text === 'string' ? text : '';
}
