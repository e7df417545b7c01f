import * as vscode from 'vscode';
import { replaceMember } from './replaceMember';

/** A message shown to the person. */
export interface RecordedMessage {
  readonly type: 'error' | 'warning' | 'information';
  readonly text: string;
}

/** Records every message instead of showing it, without pressing any buttons. */
export function recordMessages(): {
  readonly messages: RecordedMessage[];
  readonly restore: () => void;
} {
  const messages: RecordedMessage[] = [];
  const note =
    (type: RecordedMessage['type']) =>
    (text: string): Promise<undefined> => {
      messages.push({ type, text });
      return Promise.resolve(undefined);
    };
  const restores = [
    replaceMember(vscode.window, 'showErrorMessage', note('error')),
    replaceMember(vscode.window, 'showWarningMessage', note('warning')),
    replaceMember(vscode.window, 'showInformationMessage', note('information')),
  ];
  return {
    messages,
    restore: () => {
      for (const restore of restores) restore();
    },
  };
}
