import * as vscode from 'vscode';
import { hasBack, type StepOutcome, type StepPosition } from './wizard';

/** A question that is answered by typing. */
export interface TextQuestion {
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  /** Whether what is typed is a secret and must not be seen. */
  readonly isSecret?: boolean;
  /** What is wrong with a text, checked as one types. */
  readonly validate?: (text: string) => string | undefined;
  /** What is wrong with an accepted text where telling takes time; the box stays busy meanwhile. */
  readonly check?: (text: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** Asks for a text. Surrounding blanks are not part of the answer. */
export function askText(
  question: TextQuestion,
  position: StepPosition,
): Promise<StepOutcome<string>> {
  const box = vscode.window.createInputBox();
  box.title = position.title;
  box.step = position.step;
  box.totalSteps = position.totalSteps;
  box.prompt = question.prompt;
  box.value = question.value ?? '';
  if (question.placeholder) box.placeholder = question.placeholder;
  box.password = question.isSecret ?? false;
  box.ignoreFocusOut = true;
  if (hasBack(position)) box.buttons = [vscode.QuickInputButtons.Back];

  const stop = new AbortController();
  const tell = (problem: string | undefined): void => {
    box.validationMessage = problem;
  };
  const accept = async (): Promise<string | undefined> => {
    const text = box.value.trim();
    const problem = question.validate?.(text);
    if (problem) {
      tell(problem);
      return undefined;
    }
    box.busy = true;
    box.enabled = false;
    try {
      const refusal = await question.check?.(text, stop.signal);
      tell(refusal);
      return refusal ? undefined : text;
    } finally {
      box.busy = false;
      box.enabled = true;
    }
  };

  return new Promise((resolve) => {
    box.onDidChangeValue((text) =>
      tell(text === '' ? undefined : question.validate?.(text.trim())),
    );
    box.onDidTriggerButton(() => {
      resolve({ type: 'back', typed: box.value });
      box.dispose();
    });
    box.onDidAccept(async () => {
      if (box.busy) return;
      const text = await accept();
      if (text === undefined) return;
      resolve({ type: 'next', state: text });
      box.dispose();
    });
    box.onDidHide(() => {
      stop.abort();
      resolve({ type: 'cancel' });
      box.dispose();
    });
    box.show();
  });
}
