import * as vscode from 'vscode';
import { replaceMember } from './replaceMember';

/** Records every kind of question that a command asks; the person cancels each one. */
export function recordQuestions(): {
  readonly asked: string[];
  /** The questions that don't say what they're for, or what they ask. */
  readonly bare: string[];
  readonly titles: string[];
  readonly restore: () => void;
} {
  const asked: string[] = [];
  const bare: string[] = [];
  const titles: string[] = [];
  const note = (name: string, title: string | undefined, question: string | undefined): void => {
    asked.push(name);
    titles.push(title ?? '');
    if (!title || !question) bare.push(`${name}: ${title}, ${question}`);
  };
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
          const { placeholder, prompt } = input as Partial<vscode.InputBox>;
          note(name, input.title, prompt ?? placeholder);
          show();
          // Like pressing Escape.
          input.hide();
        },
      });
    };
  };
  const restores = [
    replaceMember(
      window,
      'showQuickPick',
      (_items: unknown, { title, placeHolder }: vscode.QuickPickOptions = {}) => {
        note('a pick', title, placeHolder);
        return Promise.resolve(undefined);
      },
    ),
    replaceMember(window, 'showInputBox', cancelled('a text')),
    replaceMember(window, 'showOpenDialog', cancelled('a folder')),
    replaceMember(window, 'createQuickPick', shown('a pick', window.createQuickPick.bind(window))),
    replaceMember(window, 'createInputBox', shown('a text', window.createInputBox.bind(window))),
  ];
  return {
    asked,
    bare,
    titles,
    restore: () => {
      for (const restore of restores) restore();
    },
  };
}
