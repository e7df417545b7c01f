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

/**
 * The button that confirms a modal question. The editor gives the first one the focus, so that one
 * must do nothing.
 */
export function confirmingOf([first, confirming]: readonly string[]): string | undefined {
  assert.equal(first, 'Not Now');
  return confirming;
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
