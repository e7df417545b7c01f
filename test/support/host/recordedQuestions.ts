import * as vscode from 'vscode';
import { replaceMember } from './replaceMember';

/** Records every kind of question that a command asks; the person cancels each one. */
export function recordQuestions(): { readonly asked: string[]; readonly restore: () => void } {
  const asked: string[] = [];
  const { window } = vscode;
  const cancelled = (name: string) => (): Promise<undefined> => {
    asked.push(name);
    return Promise.resolve(undefined);
  };
  const shown = <T extends vscode.QuickInput>(name: string, create: () => T) => {
    return (): T => {
      const input = create();
      const show = input.show.bind(input);
      return Object.assign(input, {
        show() {
          asked.push(name);
          show();
          // Like pressing Escape.
          input.hide();
        },
      });
    };
  };
  const restores = [
    replaceMember(window, 'showQuickPick', cancelled('a pick')),
    replaceMember(window, 'showInputBox', cancelled('a text')),
    replaceMember(window, 'showOpenDialog', cancelled('a folder')),
    replaceMember(window, 'createQuickPick', shown('a pick', window.createQuickPick.bind(window))),
    replaceMember(window, 'createInputBox', shown('a text', window.createInputBox.bind(window))),
  ];
  return {
    asked,
    restore: () => {
      for (const restore of restores) restore();
    },
  };
}
