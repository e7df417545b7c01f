import * as vscode from 'vscode';
import { replaceMember } from './replaceMember';

/** What the person was told and asked, with their answer to questions. */
export interface RecordedAnswers {
  readonly messages: string[];
  /** Each question with its details; the person agrees unless it matches `refused`. */
  readonly questions: string[];
  refused: RegExp | undefined;
  restore(): void;
}

/** Notes messages and questions in place of showing them, and agrees to the questions. */
export function recordAnswers(): RecordedAnswers {
  const recorded: RecordedAnswers = {
    messages: [],
    questions: [],
    refused: undefined,
    restore: () => {
      for (const restore of restores) restore();
    },
  };
  const answer = (
    text: string,
    options?: { readonly modal?: boolean; readonly detail?: string },
    button?: string,
  ): Promise<string | undefined> => {
    if (!options?.modal) {
      recorded.messages.push(text);
      return Promise.resolve(undefined);
    }
    recorded.questions.push(`${text}\n${options.detail}`);
    return Promise.resolve(recorded.refused?.test(text) ? undefined : button);
  };
  const names = ['showWarningMessage', 'showErrorMessage', 'showInformationMessage'] as const;
  const restores = names.map((name) => replaceMember(vscode.window, name, answer));
  return recorded;
}
