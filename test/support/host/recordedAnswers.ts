import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { replaceMember } from './replaceMember';

/** The messages and questions that the person saw, and their answer to questions. */
export interface RecordedAnswers {
  readonly messages: string[];
  /** Each question with its details; the person agrees unless it matches `refused`. */
  readonly questions: string[];
  refused: RegExp | undefined;
  /** The buttons that the person presses instead of the confirming one. */
  pressed: RegExp | undefined;
  restore(): void;
}

/** The button that confirms a modal question; the one that declines is the editor's own. */
export function confirmingOf(buttons: readonly string[]): string | undefined {
  assert.ok(!buttons.some((each) => each === 'Not Now' || each === 'Cancel'), buttons.join());
  return buttons[0];
}

/** Records messages and questions instead of showing them, and agrees to the questions. */
export function recordAnswers(): RecordedAnswers {
  const recorded: RecordedAnswers = {
    messages: [],
    questions: [],
    refused: undefined,
    pressed: undefined,
    restore: () => {
      for (const restore of restores) restore();
    },
  };
  const answer = (
    text: string,
    options?: { readonly modal?: boolean; readonly detail?: string },
    ...buttons: readonly string[]
  ): Promise<string | undefined> => {
    if (!options?.modal) {
      recorded.messages.push(text);
      return Promise.resolve(undefined);
    }
    recorded.questions.push(`${text}\n${options.detail}`);
    const pressed = buttons.find((each) => recorded.pressed?.test(each)) ?? confirmingOf(buttons);
    return Promise.resolve(recorded.refused?.test(text) ? undefined : pressed);
  };
  const names = ['showWarningMessage', 'showErrorMessage', 'showInformationMessage'] as const;
  const restores = names.map((name) => replaceMember(vscode.window, name, answer));
  return recorded;
}
